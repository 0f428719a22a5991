// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/catalog.h"
#include "core/project/project.h"
#include "core/scenario/finding.h"
#include "ui/document/document.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// Replaces the file at `path` whole or leaves it as it was. Returns why it failed, in the system's words, or nothing.
QString write_whole_file(const QString& path, const QByteArray& bytes);

/// SHA-256 of what the file holds; empty where it cannot be read.
QByteArray file_digest(const QString& path);

/// What the document says against a change while `change` tries it; nothing where it is taken over.
template <typename Change>
std::vector<Finding> refusal_of(Document& document, Change change)
{
    std::vector<Finding> errors;
    const auto keep = [&errors](const QString&, const std::vector<Finding>& found) { errors = found; };
    const auto collect = QObject::connect(&document, &Document::rejected, &document, keep);
    change();
    QObject::disconnect(collect);
    return errors;
}

/// What a file holds: a project of builds, or a single scenario as the command line reads it.
enum class FileKind { project, scenario };

inline constexpr const char* project_ending = ".rigwright";

/// A file as read. Without a project, `errors` says what is wrong inside the file, or `trouble` why it could not be
/// read at all (in the window's language).
struct OpenedProject {
    std::optional<Project> project;
    FileKind kind = FileKind::project;
    /// JSON paths of what a newer program wrote; it is kept.
    std::vector<std::string> unknown;
    /// Builds of an older project that got a task of their own, since it differs from the first one's.
    std::vector<std::size_t> new_exceptions;
    std::vector<Finding> errors;
    QString trouble;
};

OpenedProject open_project_file(const QString& path);
/// The same from the file's content.
OpenedProject read_project_bytes(const QByteArray& bytes);

/// The content of a file of that kind; of a scenario file the current build alone.
QByteArray project_bytes(const Project& project, FileKind kind);

/// Writes the whole file or leaves the old one as it was; what would be written is read again first, and what stood
/// there before stays beside it under `previous_version`. Returns why it failed (in the window's language), or nothing.
QString save_project_file(const Project& project, const QString& path, FileKind kind);

/// "plan.rigwright~"
QString previous_version(const QString& path);

/// The territory of the system's locale ("CN", ISO 3166); empty where it names none.
std::string territory_of_system();

/// A new project, whose builds are plugged into an ordinary socket of the territory where they do not say otherwise.
Project plugged_in(Project project, const Catalog& hardware, const std::string& territory);

} // namespace rigwright
