// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/document/project_file.h"

#include "core/json/strict_json.h"
#include "core/project/project_json.h"
#include "core/scenario/scenario_json.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QSaveFile>

#include <nlohmann/json.hpp>

namespace rigwright {

namespace {

/// A full disk accepts a part without an error; only writing the rest gives the reason.
bool write_all(QSaveFile& file, const QByteArray& bytes)
{
    for (qint64 done = 0; done < bytes.size();) {
        const qint64 taken = file.write(bytes.constData() + done, bytes.size() - done);
        if (taken <= 0) return false;
        done += taken;
    }
    // Flushing keeps the error of buffered data; closing would lose it.
    return file.flush();
}

} // namespace

QString write_whole_file(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) && write_all(file, bytes) && file.commit();
    return written ? QString() : file.errorString();
}

QByteArray file_digest(const QString& path)
{
    QFile file(path);
    QCryptographicHash digest(QCryptographicHash::Sha256);
    return file.open(QIODevice::ReadOnly) && digest.addData(&file) ? digest.result() : QByteArray();
}

namespace {

constexpr int indentation = 2;
constexpr auto largest_file = static_cast<qint64>(project_json_limits.most_bytes);

QString file_text(const char* text) { return QCoreApplication::translate("ProjectFile", text); }

/// Whether the bytes parse back to the project, so that the file can be opened again.
bool reads_back(const QByteArray& bytes, const Project& project, FileKind kind)
{
    const OpenedProject again = read_project_bytes(bytes);
    if (!again.project) return false;
    // The file omits settings of a measurement that equal its plan's; restore them on both sides.
    const Project read = anchored(*again.project);
    const Project written = anchored(project);
    return kind == FileKind::project ? read == written
                                     : read.current_build().scenario == written.current_build().scenario;
}

/// Keeps the current file as previous version. A missing or unreadable file has none.
QString keep_previous(const QString& path, const QByteArray& next)
{
    QFile file(path);
    if (!file.exists() || !file.open(QIODevice::ReadOnly) || file.size() > largest_file) return {};
    const QByteArray before = file.readAll();
    return before.isEmpty() || before == next ? QString() : write_whole_file(previous_version(path), before);
}

} // namespace

OpenedProject read_project_bytes(const QByteArray& bytes)
{
    ProjectReading reading = parse_project(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    OpenedProject opened;
    opened.kind = reading.was_scenario() ? FileKind::scenario : FileKind::project;
    opened.unknown = std::move(reading.unknown);
    opened.new_exceptions = std::move(reading.new_exceptions);
    opened.errors = std::move(reading.errors);
    if (opened.errors.empty()) opened.project = std::move(reading.project);
    return opened;
}

OpenedProject open_project_file(const QString& path)
{
    OpenedProject opened;
    QFile file(path);
    if (QFileInfo(path).isDir() || !file.open(QIODevice::ReadOnly)) {
        opened.trouble = QFileInfo(path).isDir()
                             ? file_text(QT_TRANSLATE_NOOP("ProjectFile", "This is a folder, not a file."))
                             : file.errorString();
        return opened;
    }
    if (file.size() > largest_file) {
        opened.trouble =
            file_text(QT_TRANSLATE_NOOP("ProjectFile", "The file is larger than 8 MiB and isn't a project."));
        return opened;
    }
    return read_project_bytes(file.read(largest_file + 1));
}

QByteArray project_bytes(const Project& project, FileKind kind)
{
    const std::string text = kind == FileKind::project
                                 ? project_text(project)
                                 : write_scenario(project.current_build().scenario).dump(indentation) + '\n';
    return QByteArray::fromStdString(text);
}

QString save_project_file(const Project& project, const QString& path, FileKind kind)
{
    const QByteArray bytes = project_bytes(project, kind);
    if (bytes.size() > largest_file)
        return file_text(QT_TRANSLATE_NOOP("ProjectFile", "The project would be larger than 8 MiB, the most that can "
                                                          "be read again. Fewer machines, or fewer imported models, "
                                                          "are needed."));
    if (!reads_back(bytes, project, kind))
        return file_text(QT_TRANSLATE_NOOP("ProjectFile", "The project could not be read again as it would be written, "
                                                          "so the old file was left as it is."));
    if (const QString trouble = keep_previous(path, bytes); !trouble.isEmpty())
        return file_text(QT_TRANSLATE_NOOP("ProjectFile", "The previous version could not be saved: %1")).arg(trouble);
    return write_whole_file(path, bytes);
}

QString previous_version(const QString& path) { return path + QLatin1Char('~'); }

std::string territory_of_system()
{
    const QLocale locale = QLocale::system();
    // "C" has no territory, though Qt names one for every language.
    return locale.language() == QLocale::C ? std::string() : territory_of_locale(locale.name().toStdString());
}

Project plugged_in(Project project, const Catalog& hardware, const std::string& territory)
{
    const Circuit* circuit = usual_circuit(hardware.operating_costs, territory);
    if (circuit == nullptr) return project;
    for (Build& build : project.builds)
        if (build.scenario.build.circuit.empty()) build.scenario.build.circuit = circuit->id;
    return project;
}

} // namespace rigwright
