// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/scenario_file.h"

#include "core/scenario/scenario_json.h"

#include <QCoreApplication>
#include <QFile>
#include <QSaveFile>

#include <nlohmann/json.hpp>

namespace rigwright {

namespace {

/// A scenario is a page of text; what is far larger is another kind of file.
constexpr qint64 largest_file = 8 * 1024 * 1024;
constexpr int indentation = 2;

QString file_text(const char* text) { return QCoreApplication::translate("ScenarioFile", text); }

} // namespace

OpenedScenario open_scenario_file(const QString& path)
{
    OpenedScenario opened;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        opened.trouble = file.errorString();
        return opened;
    }
    if (file.size() > largest_file) {
        opened.trouble = file_text(QT_TRANSLATE_NOOP("ScenarioFile", "The file is larger than 8 MiB and no scenario."));
        return opened;
    }
    const QByteArray bytes = file.read(largest_file);
    ScenarioReading reading =
        parse_scenario(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    opened.errors = std::move(reading.errors);
    if (opened.errors.empty()) opened.scenario = std::move(reading.scenario);
    return opened;
}

QString save_scenario_file(const Scenario& scenario, const QString& path)
{
    const QByteArray bytes = QByteArray::fromStdString(write_scenario(scenario).dump(indentation)) + '\n';
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    return written ? QString() : file.errorString();
}

} // namespace rigwright
