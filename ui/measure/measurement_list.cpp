// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measurement_list.h"

#include "core/json/data_directory.h"
#include "core/measure/measurement_result.h"
#include "core/measure/measuring_script.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/words.h"
#include "ui/controls/card.h"
#include "ui/controls/field_control.h"
#include "ui/controls/number_text.h"
#include "ui/document/document.h"
#include "ui/document/project_file.h"
#include "ui/format/layout.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"

#include <QDate>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QObject>
#include <QStandardPaths>
#include <QString>

#include <cmath>
#include <filesystem>
#include <optional>

namespace rigwright {

QStringList peak_kind_names(const Localization& words_table)
{
    QStringList names;
    for (const std::string_view word : words<PeakKind>) names << words_table.text("peak-kind." + std::string(word));
    return names;
}

namespace {

constexpr qint64 largest_measurement_file = qint64{8} * 1024 * 1024;

std::optional<std::string> content_of(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    return file.read(largest_measurement_file + 1).toStdString();
}

} // namespace

MeasurementFiles::MeasurementFiles(Document& document, const Localization& words, QWidget* window)
    : QObject(window),
      document_(document),
      words_(words),
      window_(window)
{}

QString MeasurementFiles::log_path()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation))
        .filePath(QStringLiteral("my-measurements.json"));
}

void MeasurementFiles::ask_and_export()
{
    const QString suggestion = QDir::home().filePath(QStringLiteral("measure.py"));
    const QString path =
        QFileDialog::getSaveFileName(window_, tr("Export measuring script"), suggestion, tr("Python scripts (*.py)"));
    if (!path.isEmpty()) export_script(path);
}

void MeasurementFiles::ask_and_import()
{
    const QStringList paths = QFileDialog::getOpenFileNames(window_, tr("Import measurement"), QDir::homePath(),
                                                            tr("Results of measuring scripts (*.json)"));
    if (paths.size() > 1) emit several_chosen(paths);
    if (paths.size() == 1) import_result(paths.first());
}

bool MeasurementFiles::export_script(const QString& path)
{
    const DataDirectory directory = find_data_directory().value_or(DataDirectory({}));
    const Scenario& scenario = document_.scenario();
    const MeasuringScript script =
        measuring_script(scenario, *document_.data(), script_framework_of(scenario), directory.measuring());
    const QString name = QFileInfo(path).fileName();
    if (!script.errors.empty()) {
        emit failed([this, name, errors = script.errors] {
            return tr("%1 was not written. %2").arg(name, words_.text(errors.front()));
        });
        return false;
    }
    if (const QString trouble = write_whole_file(path, QByteArray::fromStdString(script.text)); !trouble.isEmpty()) {
        emit failed([name, trouble] { return tr("%1 was not written: %2").arg(name, trouble); });
        return false;
    }
    emit exported([name] {
        return tr("%1 is written. Run it where the training will run (“python3 %1”), then import the "
                  "rigwright-measurement.json that it writes.")
            .arg(name);
    });
    return true;
}

MeasurementResult MeasurementFiles::read(const QString& path) const
{
    const std::optional<std::string> text = content_of(path);
    if (text) return read_measurement_result(*text, document_.scenario(), *document_.data());
    MeasurementResult none;
    none.errors = {Finding{Finding::Severity::error, "json-cannot-read", "", {}}};
    return none;
}

std::vector<Finding> MeasurementFiles::take(const MeasurementResult& result)
{
    const std::vector<Finding> errors = refusal_of(document_, [&] {
        document_.set_scenario(with_result(document_.scenario(), result), tr("import a measurement"));
    });
    if (!errors.empty()) return errors;
    const QString trouble = add_to_log(result.measurements.size());
    emit imported([device = from_utf8(result.device), trouble] {
        const QString done = tr("Measured on %1: the estimate is calibrated with it. See Calibrate with measurements "
                                "for details or to remove it.")
                                 .arg(device);
        return trouble.isEmpty() ? done : sentences({done, trouble});
    });
    return {};
}

bool MeasurementFiles::import_result(const QString& path)
{
    const MeasurementResult result = read(path);
    const std::vector<Finding> errors = result.errors.empty() ? take(result) : result.errors;
    if (errors.empty()) return true;
    emit failed(
        [this, path, errors] { return trouble_text(tr("%1 was not imported."), path, trouble_lines(errors, words_)); });
    return false;
}

MeasurementLog MeasurementFiles::log() const
{
    const std::optional<std::string> text = content_of(log_path());
    // An existing but unreadable file is not overwritten.
    if (!text && QFileInfo::exists(log_path())) return {{}, {{Finding::Severity::error, "json-cannot-read", "", {}}}};
    return read_measurement_log(text.value_or(std::string()));
}

QString MeasurementFiles::add_to_log(std::size_t measurements)
{
    MeasurementLog list = log();
    if (!list.errors.empty()) return tr("The list of measurements is damaged and was not changed.");
    const std::vector<LoggedMeasurement> lines =
        logged(document_.scenario(), *document_.evaluation().estimate, measurements);
    list.lines.insert(list.lines.end(), lines.begin(), lines.end());
    const QString path = log_path();
    QDir().mkpath(QFileInfo(path).path());
    const QString trouble = write_whole_file(path, QByteArray::fromStdString(write_measurement_log(list.lines)));
    emit log_changed();
    return trouble.isEmpty() ? QString() : tr("The list of measurements was not written: %1").arg(trouble);
}

namespace {

constexpr double largest_entered_batch = 1e6;
constexpr double largest_bytes = 1e15;
constexpr double largest_seconds = 1e9;

constexpr ReadingUnit whole_number_unit{"", 1.0};

} // namespace

MeasurementModel::MeasurementModel(Document& document, const Localization& words, QObject* parent)
    : TableModel(parent),
      document_(document),
      words_(words),
      shown_rows_(static_cast<int>(measurements().size()) + 1)
{
    const auto typed = [this](Column column) {
        return [this, column](int row) { return edited_text(row_value(row), column); };
    };
    const auto value = [](const auto& amount) { return amount ? std::optional(value_of(*amount)) : std::nullopt; };
    set_columns(
        {{[] { return tr("Micro-batch"); }, typed(batch), true, true},
         {[this] { return tr("Step time (%1)").arg(QLatin1String(step_.symbol)); }, typed(step), true, true},
         {[] { return tr("Step time: estimated → calibrated"); },
          [=, this](int row) {
              return predicted(row, [&](const MeasuredPoint& point) {
                  return beside(value(point.predicted_step), value(point.corrected_step));
              });
          },
          true},
         {[this] { return tr("Peak memory (%1)").arg(QLatin1String(memory_.symbol)); }, typed(peak), true, true},
         {[] { return tr("Peak source"); }, typed(kind), false, true},
         {[] { return tr("Peak memory: estimated → calibrated"); },
          [=, this](int row) {
              return predicted(row, [&](const MeasuredPoint& point) {
                  return beside(value(point.predicted_peak), value(point.corrected_peak));
              });
          },
          true},
         {[] { return tr("Calibrates"); },
          [this](int row) { return predicted(row, [this](const MeasuredPoint& point) { return use_text(point); }); }},
         {[] { return tr("Time and place"); }, [this](int row) { return note_text(row); }, false, true, typed(note)}});
}

Measurement MeasurementModel::row_value(int row) const
{
    if (!is_new_row(row)) return measurements()[static_cast<std::size_t>(row)];
    Measurement next = draft_;
    if (!draft_has_batch_) next.micro_batch = document_.scenario().training.micro_batch;
    return next;
}

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

QString MeasurementModel::beside(std::optional<Value> model, std::optional<Value> corrected) const
{
    if (!model) return QStringLiteral("–");
    return corrected ? tr("%1 → %2").arg(words_.text(*model), words_.text(*corrected)) : words_.text(*model);
}

QString MeasurementModel::use_text(const MeasuredPoint& point) const
{
    if (point.corrects_memory && point.corrects_time) return tr("Memory and time");
    if (point.corrects_memory) return tr("Memory");
    if (point.corrects_time) return tr("Time");
    return tr("None");
}

QString MeasurementModel::predicted(int row, const std::function<QString(const MeasuredPoint&)>& text) const
{
    if (is_new_row(row)) return {};
    const auto& estimate = document_.evaluation().estimate;
    const auto at = static_cast<std::size_t>(row);
    const bool known = estimate && estimate->measured && at < estimate->measured->points.size();
    return known ? text(estimate->measured->points[at]) : QStringLiteral("–");
}

QString MeasurementModel::note_text(int row) const
{
    if (is_new_row(row)) return {};
    const QString text = from_utf8(row_value(row).note);
    const QString date = from_utf8(row_value(row).date);
    return text.isEmpty() || date.isEmpty() ? date + text : listed({date, text});
}

QVariant MeasurementModel::special(int row, int column, int role) const
{
    if (role == Qt::AccessibleTextRole)
        return named_value(headerData(column, Qt::Horizontal).toString(), text(row, column));
    if (role != Qt::ToolTipRole) return {};
    return is_new_row(row) ? tr("Enter a step time or a peak here to add a measurement") : QString();
}

QVariant MeasurementModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal) return TableModel::headerData(section, orientation, role);
    if (role != Qt::DisplayRole) return {};
    return is_new_row(section) ? QStringLiteral("+") : QString::number(section + 1);
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
        emit judged(
            tr("“%1” isn't a valid value for “%2”. Expected: a number above zero, without thousands separators.")
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
            emit judged(tr("A build has at most %1 measurements.").arg(most_measurements));
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
    retranslate();
    emit headerDataChanged(Qt::Vertical, 0, rows - 1);
}

std::optional<double> reading_from_text(const QString& text, const ReadingUnit& unit, double largest)
{
    const QString symbol = QString::fromLatin1(unit.symbol);
    const std::optional<double> number = read_typed(text, symbol).number;
    if (!number) return std::nullopt;
    double amount = *number * unit.size;
    // GB is a unit of its own here, beside GiB.
    const bool has_unit = !read_typed(text).number;
    if (has_unit && symbol.endsWith(QLatin1Char('B'))) amount = *read_typed(text, QStringLiteral("B")).number;
    return amount > 0.0 && amount <= largest ? std::optional(amount) : std::nullopt;
}

QString reading_text(double amount, const ReadingUnit& unit)
{
    constexpr int digits = 7;
    return QString::number(amount / unit.size, 'g', digits);
}

} // namespace rigwright
