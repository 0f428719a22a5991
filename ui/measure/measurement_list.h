// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurement_result.h"
#include "ui/controls/field_control.h"
#include "ui/document/document.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"

#include <QObject>
#include <QString>

#include <array>
#include <filesystem>
#include <optional>

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

/// Names of the kinds of peak, in the order of their enumerators.
QStringList peak_kind_names(const Localization& words);

/// A unit for typed measurements; `size` in bytes or seconds.
struct ReadingUnit {
    const char* symbol;
    double size;
};

inline constexpr std::array memory_units{ReadingUnit{"GiB", 1073741824.0}, ReadingUnit{"GB", 1e9},
                                         ReadingUnit{"MiB", 1048576.0}, ReadingUnit{"MB", 1e6}};
inline constexpr std::array step_units{ReadingUnit{"ms", 1e-3}, ReadingUnit{"s", 1.0}};

/// A typed measurement in bytes or seconds; nothing if it is not a positive number or exceeds the limit of a scenario.
std::optional<double> reading_from_text(const QString& text, const ReadingUnit& unit, double largest);
/// An amount as edited in a unit.
QString reading_text(double amount, const ReadingUnit& unit);

/// The measurements of the plan as an editable table, each with its prediction. The last row is empty and becomes a
/// measurement when a step time or a peak is typed into it.
class MeasurementModel : public TableModel {
    Q_OBJECT

public:
    enum Column { batch, step, step_predicted, peak, kind, peak_predicted, used, note, column_count };

    MeasurementModel(Document& document, const Localization& words, QObject* parent);

    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    /// Whether a text is valid in a column; the editor marks invalid text.
    bool accepts(int column, const QString& text) const;
    bool is_new_row(int row) const { return row >= static_cast<int>(measurements().size()); }
    void remove(const QList<int>& rows);
    void set_units(const ReadingUnit& memory_unit, const ReadingUnit& step_unit);
    /// Names of the kinds of peak, in the order of their enumerators.
    QStringList kind_names() const { return peak_kind_names(words_); }
    /// Call it when the document or the language changes.
    void follow();

signals:
    /// Why a typed value was rejected; empty if it was accepted.
    void judged(const QString& trouble);

private:
    int row_count() const override { return shown_rows_; }
    QVariant special(int row, int column, int role) const override;
    const std::vector<Measurement>& measurements() const { return document_.scenario().measurements; }
    Measurement row_value(int row) const;
    /// A prediction beside a measurement; a dash where there is none.
    QString predicted(int row, const std::function<QString(const MeasuredPoint&)>& text) const;
    QString note_text(int row) const;
    QString edited_text(const Measurement& measurement, int column) const;
    QString beside(std::optional<Value> model, std::optional<Value> corrected) const;
    QString use_text(const MeasuredPoint& point) const;
    bool put(Measurement& measurement, int column, const QString& text) const;
    bool commit(int row, const Measurement& measurement);

    Document& document_;
    const Localization& words_;
    ReadingUnit memory_ = memory_units[0];
    ReadingUnit step_ = step_units[0];
    /// Content typed into the last row so far.
    Measurement draft_;
    bool draft_has_batch_ = false;
    /// Rows known to the views; the document may be a step ahead.
    int shown_rows_;
};

} // namespace rigwright
