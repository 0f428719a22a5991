// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measurement_list.h"

#include "core/json/data_directory.h"
#include "core/measure/measuring_script.h"
#include "core/scenario/words.h"
#include "ui/controls/card.h"
#include "ui/document/whole_file.h"
#include "ui/format/trouble_text.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace rigwright {

QTableWidget* read_only_table(QWidget* parent)
{
    auto* table = new QTableWidget(parent);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    set_look(*table);
    table->setShowGrid(false);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    return table;
}

void put_cell(QTableWidget& table, int row, int column, const QString& text, bool number)
{
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    item->setData(Qt::AccessibleTextRole,
                  QStringLiteral("%1: %2").arg(table.horizontalHeaderItem(column)->text(), text));
    table.setItem(row, column, item);
}

QStringList peak_kind_names(const Localization& words_table)
{
    QStringList names;
    for (const std::string_view word : words<PeakKind>) names << words_table.text("peak-kind." + std::string(word));
    return names;
}

MeasurementList::MeasurementList(const Localization& words, MeasurementFiles& files, QWidget* parent)
    : QWidget(parent),
      words_(words),
      files_(files),
      caption_(wrapped_label(this)),
      table_(read_only_table(this))
{
    auto* column = new QVBoxLayout(this);
    table_->horizontalHeader()->setStretchLastSection(true);
    column->addWidget(caption_);
    column->addWidget(table_, 1);
    connect(&files_, &MeasurementFiles::log_changed, this, &MeasurementList::follow);
}

void MeasurementList::follow()
{
    const MeasurementLog log = files_.log();
    caption_->setText(log.errors.empty() ? tr("All imported results, newest first, with the uncalibrated estimate. The "
                                              "list stays on this computer: %1")
                                               .arg(MeasurementFiles::log_path())
                                         : tr("The list of measurements is damaged and was not changed."));
    table_->setAccessibleName(tr("Measurements"));
    const QStringList headings{tr("Date"),
                               tr("Model"),
                               tr("Device"),
                               tr("Micro-batch"),
                               tr("Step time, measured"),
                               tr("Step time, estimated"),
                               tr("Peak memory, measured"),
                               tr("Peak memory, estimated"),
                               tr("Peak source")};
    table_->setColumnCount(static_cast<int>(headings.size()));
    table_->setHorizontalHeaderLabels(headings);
    table_->setRowCount(static_cast<int>(log.lines.size()));
    for (int row = 0; row < table_->rowCount(); ++row)
        show_line(row, log.lines[log.lines.size() - 1 - static_cast<std::size_t>(row)]);
}

void MeasurementList::show_line(int row, const LoggedMeasurement& line)
{
    const auto bytes = [this](const std::optional<std::int64_t>& amount) {
        return amount ? words_.text(value_of(Bytes::of(*amount))) : QStringLiteral("–");
    };
    const auto seconds = [this](const std::optional<double>& amount) {
        return amount ? words_.text(Value{*amount, Unit::seconds}) : QStringLiteral("–");
    };
    put_cell(*table_, row, 0, from_utf8(line.date), false);
    put_cell(*table_, row, 1, from_utf8(line.model), false);
    put_cell(*table_, row, 2, from_utf8(line.device), false);
    put_cell(*table_, row, 3, QString::number(line.micro_batch), true);
    put_cell(*table_, row, 4, seconds(line.step_seconds), true);
    put_cell(*table_, row, 5, seconds(line.predicted_step_seconds), true);
    put_cell(*table_, row, 6, bytes(line.peak_bytes), true);
    put_cell(*table_, row, 7, bytes(line.predicted_peak_bytes), true);
    const QString kind = line.kind ? peak_kind_names(words_).at(static_cast<qsizetype>(*line.kind)) : QString();
    put_cell(*table_, row, 8, kind, false);
}

namespace {

constexpr qint64 largest_measurement_file = qint64{8} * 1024 * 1024;

std::optional<std::string> content_of(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    return file.read(largest_measurement_file + 1).toStdString();
}

ScriptFramework framework_of(const Scenario& scenario)
{
    const Framework framework = scenario.training.framework;
    const bool tensorflow = framework == Framework::tensorflow || framework == Framework::keras;
    return tensorflow ? ScriptFramework::tensorflow : ScriptFramework::pytorch;
}

} // namespace

MeasurementFiles::MeasurementFiles(Document& document, const Localization& words, QWidget* window)
    : QObject(window),
      document_(document),
      words_(words),
      window_(window)
{}

bool MeasurementFiles::is_result_file(const QString& path)
{
    if (!path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) return false;
    const std::optional<std::string> text = content_of(path);
    return text && is_measurement_result(*text);
}

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
        measuring_script(scenario, *document_.data(), framework_of(scenario), directory.measuring());
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
        return trouble.isEmpty() ? done : done + QLatin1Char(' ') + trouble;
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

} // namespace rigwright
