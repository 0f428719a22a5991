// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measurement_list.h"

#include "core/json/data_directory.h"
#include "core/measure/measuring_script.h"
#include "ui/document/project_file.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>

namespace rigwright {

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
    emit said([name] {
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
    emit said([device = from_utf8(result.device), trouble] {
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

} // namespace rigwright
