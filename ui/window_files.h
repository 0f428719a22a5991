// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/text_maker.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <filesystem>

class QWidget;

namespace rigwright {

/// Where the document comes from and goes to: opening, saving, the examples.
class WindowFiles : public QObject {
    Q_OBJECT

public:
    WindowFiles(Document& document, const Words& words, std::filesystem::path examples, QWidget* window);

    /// Takes the file over, or leaves the document as it is and says by `failed` what is wrong with the file.
    bool open(const QString& path);
    bool open_example(const QString& path);
    void ask_and_open();
    bool save();
    bool ask_and_save();
    bool save_to(const QString& path);
    /// True when nothing would be lost, after asking where something would.
    bool may_leave();

    /// Paths of the examples with the names they give themselves.
    std::vector<std::pair<QString, QString>> examples() const;
    const QString& path() const { return path_; }
    bool is_example() const { return example_; }

signals:
    /// Another document, or another file for it.
    void place_changed();
    void failed(const rigwright::TextMaker& message);

private:
    QString folder() const;
    bool take(const QString& path, bool example);
    QString why_not_opened(const QString& path, const QString& trouble, const std::vector<Finding>& errors) const;

    Document& document_;
    const Words& words_;
    std::filesystem::path examples_;
    QWidget* window_;
    QString path_;
    bool example_ = false;
};

} // namespace rigwright
