// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurement_result.h"
#include "ui/controls/field_control.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

class QWidget;

namespace rigwright {

/// Exports measuring scripts, imports their results, and manages the log of all measurements in the application's data
/// folder.
class MeasurementFiles : public QObject {
    Q_OBJECT

public:
    MeasurementFiles(Document& document, const Localization& words, QWidget* window);

    static QString log_path();

    void ask_and_export();
    void ask_and_import();
    /// False, with `failed` emitted, if the plan has no script or the file cannot be written.
    bool export_script(const QString& path);
    bool import_result(const QString& path);
    /// A measuring script's result, checked against the plan.
    MeasurementResult read(const QString& path) const;
    /// Applies it; returns errors, if any.
    std::vector<Finding> take(const MeasurementResult& result);
    MeasurementLog log() const;

signals:
    /// A file was written or imported.
    void said(const rigwright::TextMaker& report);
    void failed(const rigwright::TextMaker& message);
    void log_changed();
    void several_chosen(const QStringList& files);

private:
    /// Why the log could not be written, or nothing.
    QString add_to_log(std::size_t measurements);

    Document& document_;
    const Localization& words_;
    QWidget* window_;
};

} // namespace rigwright
