// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurement_log.h"
#include "ui/controls/field_control.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QLabel>
#include <QObject>
#include <QTableWidget>

#include <filesystem>

class QWidget;

namespace rigwright {

/// Measuring scripts on their way out, their results on the way in, and the list of everything measured so far, which
/// lies in the application's data folder.
class MeasurementFiles : public QObject {
    Q_OBJECT

public:
    MeasurementFiles(Document& document, const Localization& words, QWidget* window);

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
    const Localization& words_;
    QWidget* window_;
};

/// A table that is read, not edited; its cells name their column to screen readers.
QTableWidget* read_only_table(QWidget* parent);
void put_cell(QTableWidget& table, int row, int column, const QString& text, bool number);
/// Words for the kinds of peak, in the order of their enumerators.
QStringList peak_kind_names(const Localization& words);

/// Everything that was imported so far on this computer, predicted beside measured, newest first.
class MeasurementList : public QWidget {
    Q_OBJECT

public:
    MeasurementList(const Localization& words, MeasurementFiles& files, QWidget* parent);

    QTableWidget& table() { return *table_; }
    /// Reads the list again, in the present language.
    void follow();

private:
    void show_line(int row, const LoggedMeasurement& line);

    const Localization& words_;
    MeasurementFiles& files_;
    QLabel* caption_;
    QTableWidget* table_;
};

} // namespace rigwright
