// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurement_log.h"
#include "ui/controls/text_maker.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QObject>

#include <filesystem>

class QWidget;

namespace rigwright {

/// Measuring scripts on their way out, their results on the way in, and the list of everything measured so far, which
/// lies in the application's data folder.
class MeasurementFiles : public QObject {
    Q_OBJECT

public:
    MeasurementFiles(Document& document, const Words& words, QWidget* window);

    /// The file is a measuring script's result, by what stands in it.
    static bool is_result_file(const QString& path);
    static QString log_path();

    void ask_and_export();
    void ask_and_import();
    /// False, with `failed` emitted, where there is no script for this plan or the file cannot be written.
    bool export_script(const QString& path);
    bool import_result(const QString& path);
    MeasurementLog log() const;

signals:
    void exported(const rigwright::TextMaker& report);
    void imported(const rigwright::TextMaker& report);
    void failed(const rigwright::TextMaker& message);
    void log_changed();

private:
    QString why_not(const QString& path, const std::vector<Finding>& errors) const;
    void fail(const QString& path, const std::vector<Finding>& errors);
    /// Why the list could not be written, or nothing.
    QString add_to_log(std::size_t measurements);

    Document& document_;
    const Words& words_;
    QWidget* window_;
};

} // namespace rigwright
