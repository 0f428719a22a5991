// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measurement_model.h"

#include "core/scenario/measurement_settings.h"
#include "ui/controls/number_text.h"
#include "ui/measure/measurement_list.h"

#include <QDate>

#include <cmath>

namespace rigwright {

namespace {

constexpr double largest_entered_batch = 1e6;
constexpr double largest_bytes = 1e15;
constexpr double largest_seconds = 1e9;

constexpr ReadingUnit whole_number_unit{"", 1.0};

} // namespace

MeasurementModel::MeasurementModel(Document& document, const Localization& words, QObject* parent)
    : QAbstractTableModel(parent),
      document_(document),
      words_(words),
      shown_rows_(static_cast<int>(measurements().size()) + 1)
{}

int MeasurementModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : shown_rows_; }

int MeasurementModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

Measurement MeasurementModel::row_value(int row) const
{
    if (!is_new_row(row)) return measurements()[static_cast<std::size_t>(row)];
    Measurement next = draft_;
    if (!draft_has_batch_) next.micro_batch = document_.scenario().training.micro_batch;
    return next;
}

QStringList MeasurementModel::kind_names() const { return peak_kind_names(words_); }

QString MeasurementModel::edited_text(const Measurement& measurement, int column) const
{
    switch (column) {
    case batch: return QString::number(measurement.micro_batch);
    case step: return measurement.step_seconds ? reading_text(*measurement.step_seconds, step_) : QString();
    case peak:
        return measurement.peak_bytes ? reading_text(static_cast<double>(*measurement.peak_bytes), memory_) : QString();
    case kind: return kind_names().at(static_cast<qsizetype>(measurement.peak_kind()));
    case note: return from_utf8(measurement.note);
    default: return {};
    }
}

QString MeasurementModel::beside(const std::optional<Bytes>& predicted, const std::optional<Bytes>& corrected) const
{
    if (!predicted) return QStringLiteral("–");
    const QString model = words_.text(value_of(*predicted));
    return corrected ? tr("%1 → %2").arg(model, words_.text(value_of(*corrected))) : model;
}

QString MeasurementModel::beside(const std::optional<Seconds>& predicted, const std::optional<Seconds>& corrected) const
{
    if (!predicted) return QStringLiteral("–");
    const QString model = words_.text(value_of(*predicted));
    return corrected ? tr("%1 → %2").arg(model, words_.text(value_of(*corrected))) : model;
}

QString MeasurementModel::use_text(const MeasuredPoint& point) const
{
    if (point.corrects_memory && point.corrects_time) return tr("memory and time");
    if (point.corrects_memory) return tr("memory");
    if (point.corrects_time) return tr("time");
    return tr("nothing");
}

QString MeasurementModel::cell(int row, int column) const
{
    const Measurement measurement = row_value(row);
    if (column == batch || column == step || column == peak || column == kind) return edited_text(measurement, column);
    if (is_new_row(row)) return {};
    if (column == note) {
        const QString text = from_utf8(measurement.note);
        const QString date = from_utf8(measurement.date);
        return text.isEmpty() || date.isEmpty() ? date + text : QStringLiteral("%1, %2").arg(date, text);
    }
    if (!document_.evaluation().estimate) return QStringLiteral("–");
    const auto& measured = document_.evaluation().estimate->measured;
    if (!measured || static_cast<std::size_t>(row) >= measured->points.size()) return QStringLiteral("–");
    const MeasuredPoint& point = measured->points[static_cast<std::size_t>(row)];
    if (column == step_predicted) return beside(point.predicted_step, point.corrected_step);
    if (column == peak_predicted) return beside(point.predicted_peak, point.corrected_peak);
    return use_text(point);
}

QVariant MeasurementModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    if (role == Qt::DisplayRole) return cell(index.row(), index.column());
    if (role == Qt::EditRole) return edited_text(row_value(index.row()), index.column());
    const bool number = index.column() != kind && index.column() != used && index.column() != note;
    if (role == Qt::TextAlignmentRole) return QVariant((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::AccessibleTextRole)
        return QStringLiteral("%1: %2").arg(headerData(index.column(), Qt::Horizontal).toString(),
                                            cell(index.row(), index.column()));
    if (role == Qt::ToolTipRole && is_new_row(index.row()))
        return tr("Type a step time or a peak here to add a measurement");
    return {};
}

QVariant MeasurementModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole) return {};
    if (orientation == Qt::Vertical) return is_new_row(section) ? QStringLiteral("+") : QString::number(section + 1);
    switch (section) {
    case batch: return tr("Micro-batch");
    case step: return tr("Step (%1)").arg(QLatin1String(step_.symbol));
    case step_predicted: return tr("Step: model → corrected");
    case peak: return tr("Peak (%1)").arg(QLatin1String(memory_.symbol));
    case kind: return tr("Peak told by");
    case peak_predicted: return tr("Peak: model → corrected");
    case used: return tr("Corrects");
    case note: return tr("When, where");
    default: return {};
    }
}

Qt::ItemFlags MeasurementModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    const int column = index.column();
    const bool typed = column == batch || column == step || column == peak || column == kind || column == note;
    if (typed) flags |= Qt::ItemIsEditable;
    return flags;
}

bool MeasurementModel::accepts(int column, const QString& text) const
{
    Measurement scratch;
    return put(scratch, column, text);
}

bool MeasurementModel::put(Measurement& measurement, int column, const QString& text) const
{
    const QString trimmed = text.trimmed();
    switch (column) {
    case batch: {
        const auto number = reading_from_text(trimmed, whole_number_unit, largest_entered_batch);
        if (!number || *number != std::floor(*number)) return false;
        measurement.micro_batch = static_cast<std::int64_t>(*number);
        return true;
    }
    case step: {
        measurement.step_seconds = reading_from_text(trimmed, step_, largest_seconds);
        return measurement.step_seconds.has_value() || trimmed.isEmpty();
    }
    case peak: {
        const auto bytes = reading_from_text(trimmed, memory_, largest_bytes);
        measurement.peak_bytes =
            bytes && std::llround(*bytes) > 0 ? std::optional<std::int64_t>(std::llround(*bytes)) : std::nullopt;
        return measurement.peak_bytes.has_value() || trimmed.isEmpty();
    }
    case kind: {
        const qsizetype at = kind_names().indexOf(trimmed);
        if (at < 0) return false;
        measurement.kind = static_cast<PeakKind>(at);
        return true;
    }
    case note: measurement.note = trimmed.left(500).toStdString(); return true;
    default: return false;
    }
}

bool MeasurementModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !index.isValid()) return false;
    const QString text = value.toString();
    if (text == edited_text(row_value(index.row()), index.column())) return true;
    Measurement next = row_value(index.row());
    if (!put(next, index.column(), text)) {
        emit judged(tr("“%1” is no value for “%2”. Accepted: a number above zero, without thousands separators.")
                        .arg(text, headerData(index.column(), Qt::Horizontal).toString()));
        return false;
    }
    if (!next.step_seconds && !next.peak_bytes) {
        if (!is_new_row(index.row())) {
            emit judged(tr("A measurement needs a step time or a peak."));
            return false;
        }
        draft_ = next;
        draft_has_batch_ = draft_has_batch_ || index.column() == batch;
        emit judged(QString());
        emit dataChanged(index, index);
        return true;
    }
    return commit(index.row(), next);
}

bool MeasurementModel::commit(int row, const Measurement& measurement)
{
    Scenario next = document_.scenario();
    if (is_new_row(row)) {
        if (next.measurements.size() >= most_measurements) {
            emit judged(tr("At most %1 measurements are kept in one plan.").arg(most_measurements));
            return false;
        }
        next.measurements.push_back(measurement);
        if (next.measurements.back().date.empty())
            next.measurements.back().date = QDate::currentDate().toString(Qt::ISODate).toStdString();
        draft_ = {};
        draft_has_batch_ = false;
    } else {
        next.measurements[static_cast<std::size_t>(row)] = measurement;
    }
    anchor_measurements(next);
    emit judged(QString());
    return document_.set_scenario(next, tr("enter a measurement"));
}

void MeasurementModel::remove(const QList<int>& rows)
{
    Scenario next = document_.scenario();
    std::vector<Measurement> left;
    for (std::size_t i = 0; i < next.measurements.size(); ++i)
        if (!rows.contains(static_cast<int>(i))) left.push_back(next.measurements[i]);
    if (left.size() == next.measurements.size()) return;
    next.measurements = std::move(left);
    emit judged(QString());
    document_.set_scenario(next, tr("remove a measurement"));
}

void MeasurementModel::set_units(const ReadingUnit& memory_unit, const ReadingUnit& step_unit)
{
    memory_ = memory_unit;
    step_ = step_unit;
    follow();
}

void MeasurementModel::follow()
{
    const int rows = static_cast<int>(measurements().size()) + 1;
    if (rows > shown_rows_) {
        beginInsertRows({}, shown_rows_, rows - 1);
        shown_rows_ = rows;
        endInsertRows();
    } else if (rows < shown_rows_) {
        beginRemoveRows({}, rows, shown_rows_ - 1);
        shown_rows_ = rows;
        endRemoveRows();
    }
    emit dataChanged(index(0, 0), index(rows - 1, column_count - 1));
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    emit headerDataChanged(Qt::Vertical, 0, rows - 1);
}

std::optional<double> reading_from_text(const QString& text, const ReadingUnit& unit, double largest)
{
    const std::optional<double> number = number_from_text(text);
    if (!number) return std::nullopt;
    const double amount = *number * unit.size;
    return amount > 0.0 && amount <= largest ? std::optional(amount) : std::nullopt;
}

QString reading_text(double amount, const ReadingUnit& unit)
{
    constexpr int digits = 7;
    return QString::number(amount / unit.size, 'g', digits);
}

} // namespace rigwright
