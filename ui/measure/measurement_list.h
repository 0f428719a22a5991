// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurement_log.h"
#include "core/measure/measurement_result.h"
#include "ui/controls/field_control.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QLabel>
#include <QObject>
#include <QTableWidget>

#include <filesystem>

class QWidget;

namespace rigwright {

/// Exports measuring scripts, imports their results, and manages the log of all measurements in the application's data
/// folder.
class MeasurementFiles : public QObject {
    Q_OBJECT

public:
    MeasurementFiles(Document& document, const Localization& words, QWidget* window);

    /// Whether the file's content is a measuring script's result.
    static bool is_result_file(const QString& path);
    static QString log_path();

    void ask_and_export();
    void ask_and_import();
    /// False, with `failed` emitted, if the plan has no script or the file cannot be written.
    bool export_script(const QString& path);
    bool import_result(const QString& path);
    /// What a measuring script wrote, held against the plan.
    MeasurementResult read(const QString& path) const;
    /// Takes it over; says why not, or nothing.
    std::vector<Finding> take(const MeasurementResult& result);
    MeasurementLog log() const;

signals:
    void exported(const rigwright::TextMaker& report);
    void imported(const rigwright::TextMaker& report);
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

/// A read-only table; its cells give their column to screen readers.
QTableWidget* read_only_table(QWidget* parent);
void put_cell(QTableWidget& table, int row, int column, const QString& text, bool number);
/// Names of the kinds of peak, in the order of their enumerators.
QStringList peak_kind_names(const Localization& words);

/// All measurements imported on this computer, predicted and measured, newest first.
class MeasurementList : public QWidget {
    Q_OBJECT

public:
    MeasurementList(const Localization& words, MeasurementFiles& files, QWidget* parent);

    /// Reads the log again, in the current language.
    void follow();

private:
    void show_line(int row, const LoggedMeasurement& line);

    const Localization& words_;
    MeasurementFiles& files_;
    QLabel* caption_;
    QTableWidget* table_;
};

} // namespace rigwright
