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

/// Replaces the file at `path` whole or leaves it unchanged. Returns the system's error message, or nothing.
QString write_whole_file(const QString& path, const QByteArray& bytes);

/// SHA-256 of the file; empty if it cannot be read.
QByteArray file_digest(const QString& path);

/// The document's objections to `change`; nothing if it is accepted.
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

/// Content of a file: a project of builds, or a single scenario for the command line.
enum class FileKind { project, scenario };

inline constexpr const char* project_ending = ".rigwright";

/// A parsed file. Without a project, `errors` lists errors in the file, or `trouble` says why it could not be read (in
/// the window's language).
struct OpenedProject {
    std::optional<Project> project;
    FileKind kind = FileKind::project;
    /// JSON paths written by a newer program; preserved.
    std::vector<std::string> unknown;
    /// Builds of an older project whose task differs from the first one's and became an exception.
    std::vector<std::size_t> new_exceptions;
    std::vector<Finding> errors;
    QString trouble;
};

OpenedProject open_project_file(const QString& path);
/// The same from the file's content.
OpenedProject read_project_bytes(const QByteArray& bytes);

/// The content of a file of that kind; a scenario file has only the current build.
QByteArray project_bytes(const Project& project, FileKind kind);

/// Writes the whole file or leaves the old one unchanged; first checks that it can be read back, and keeps the old one
/// as `previous_version`. Returns the reason on failure (in the window's language), or nothing.
QString save_project_file(const Project& project, const QString& path, FileKind kind);

/// "plan.rigwright~"
QString previous_version(const QString& path);

/// The territory of the system's locale ("CN", ISO 3166); empty if there is none.
std::string territory_of_system();

/// A new project whose builds use an ordinary socket of the territory unless they specify a circuit.
Project plugged_in(Project project, const Catalog& hardware, const std::string& territory);

} // namespace rigwright
