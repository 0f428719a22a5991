// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/import_model.h"
#include "ui/controls/field_control.h"
#include "ui/document/live.h"
#include "ui/format/words.h"

#include <QObject>

#include <vector>

class QWidget;

namespace rigwright {

/// Brings a model file into the document: a configuration, a graph or weights. Reading happens beside the window, as
/// files may be large; a later file takes the place of one that is still being read.
class ModelImporter : public QObject {
    Q_OBJECT

public:
    ModelImporter(Document& document, const Localization& words, QWidget* window);

    /// The file is a model rather than a scenario, by its name and (for .json) by what stands in it.
    static bool is_model_file(const QString& path);

    void import_file(const QString& path);
    void ask_and_import();
    bool is_reading() const { return !reader_.is_settled(); }
    /// Takes over a model that was read; says why not, or nothing.
    std::vector<Finding> take(const ImportedModel& model);
    QString report_text(const QString& path, const ImportReport& report) const;

signals:
    void started(const rigwright::TextMaker& message);
    void imported(const rigwright::TextMaker& report);
    void failed(const rigwright::TextMaker& message);
    void several_chosen(const QStringList& files);

private:
    void show(const QString& path, const ImportedModel& model);

    Document& document_;
    const Localization& words_;
    QWidget* window_;
    Live<ImportedModel, QString> reader_;
};

} // namespace rigwright
