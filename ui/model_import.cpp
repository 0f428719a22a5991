// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model_import.h"

#include "ui/document/whole_file.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

namespace rigwright {

namespace {

constexpr qsizetype most_listed = 6;
constexpr qint64 largest_json = qint64{8} * 1024 * 1024;

/// A few names, and how many more there are.
QString listed(const std::vector<std::string>& names)
{
    QStringList shown;
    for (const std::string& name : names) {
        if (shown.size() == most_listed) {
            shown << ModelImporter::tr("and %1 more").arg(static_cast<qsizetype>(names.size()) - most_listed);
            break;
        }
        shown << from_utf8(name);
    }
    return shown.join(ModelImporter::tr(", "));
}

} // namespace

ModelImporter::ModelImporter(Document& document, const Localization& words, QWidget* window)
    : QObject(window),
      document_(document),
      words_(words),
      window_(window),
      reader_([](const QString& path, const std::stop_token& stop) {
          return import_model(std::filesystem::path(path.toStdU16String()), {}, stop);
      })
{
    connect(&reader_, &LiveSignal::changed, this, [this] { show(*reader_.asked(), *reader_.known()); });
}

bool ModelImporter::is_model_file(const QString& path)
{
    const QString name = path.toLower();
    if (name.endsWith(QLatin1String(".onnx")) || name.endsWith(QLatin1String(".safetensors")) ||
        name.endsWith(QLatin1String(".safetensors.index.json")))
        return true;
    QFile file(path);
    if (!name.endsWith(QLatin1String(".json")) || !file.open(QIODevice::ReadOnly)) return false;
    const QJsonObject object = QJsonDocument::fromJson(file.read(largest_json)).object();
    return object.contains(QLatin1String("model_type")) && !object.contains(QLatin1String("format"));
}

void ModelImporter::ask_and_import()
{
    const QStringList paths =
        QFileDialog::getOpenFileNames(window_, tr("Import a model"), QDir::homePath(),
                                      tr("Models (*.onnx *.safetensors config.json *.index.json);;All files (*)"));
    if (paths.size() == 1) return import_file(paths.first());
    if (!paths.isEmpty()) emit several_chosen(paths);
}

void ModelImporter::import_file(const QString& path)
{
    // The same file may hold something else by now.
    reader_.cancel();
    reader_.ask(path);
    emit started([path] { return tr("Reading %1…").arg(QFileInfo(path).fileName()); });
}

std::vector<Finding> ModelImporter::take(const ImportedModel& model)
{
    Scenario next = document_.scenario();
    next.model = model.model;
    next.input = model.input;
    return refusal_of(document_, [&] { document_.set_scenario(next, tr("import a model")); });
}

void ModelImporter::show(const QString& path, const ImportedModel& model)
{
    const std::vector<Finding> errors = model.errors.empty() ? take(model) : model.errors;
    if (errors.empty()) {
        emit imported([this, path, report = model.report] { return report_text(path, report); });
    } else {
        emit failed([this, path, errors] {
            return trouble_text(tr("%1 was not imported."), path, trouble_lines(errors, words_));
        });
    }
}

QString ModelImporter::report_text(const QString& path, const ImportReport& report) const
{
    QStringList lines;
    const QString name = QFileInfo(path).fileName();
    if (report.kind == ImportKind::onnx) {
        lines << tr("%1: %2 of %3 nodes counted.")
                     .arg(name, QString::number(report.coverage.counted), QString::number(report.coverage.nodes));
        if (!report.coverage.complete()) lines << tr("Not counted: %1.").arg(listed(report.coverage.unknown));
    } else if (report.kind == ImportKind::safetensors) {
        lines << tr("%1 contains only weights: memory of weights and optimizer is exact, compute and activations are "
                    "not counted.")
                     .arg(name);
    } else {
        lines << tr("%1 (%2) is imported as an editable model.").arg(name, from_utf8(report.model_type));
        if (!report.ignored.empty()) lines << tr("Not used: %1.").arg(listed(report.ignored));
    }
    return lines.join(QLatin1Char(' '));
}

} // namespace rigwright
