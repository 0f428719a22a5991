// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/words.h"
#include "ui/measure/measurement_files.h"

#include <QLabel>
#include <QTableWidget>

namespace rigwright {

/// A table that is read, not edited; its cells name their column to screen readers.
QTableWidget* read_only_table(QWidget* parent);
void put_cell(QTableWidget& table, int row, int column, const QString& text, bool number);
/// Words for the kinds of peak, in the order of their enumerators.
QStringList peak_kind_names(const Words& words);

/// Everything that was imported so far on this computer, predicted beside measured, newest first.
class MeasurementList : public QWidget {
    Q_OBJECT

public:
    MeasurementList(const Words& words, MeasurementFiles& files, QWidget* parent);

    QTableWidget& table() { return *table_; }
    /// Reads the list again, in the present language.
    void follow();

private:
    void show_line(int row, const LoggedMeasurement& line);

    const Words& words_;
    MeasurementFiles& files_;
    QLabel* caption_;
    QTableWidget* table_;
};

} // namespace rigwright
