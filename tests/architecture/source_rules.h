// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace rigwright::rules {

/// One line of arrows.txt: a room and what its files may include besides their own room.
struct Room {
    QString folder;
    QStringList may_include;
};

QList<Room> read_rooms(const QString& arrows_file);

/// Violations of the include rules in one C++ file; `path` is relative to the repository.
QStringList include_complaints(const QString& path, const QString& text, const QList<Room>& rooms);

/// Length, licence line, include guard.
QStringList shape_complaints(const QString& path, const QString& text);

/// Types that a header defines for everyone, as "namespace::name". Two headers with the same one break the program
/// silently when the linker takes either definition for both.
QStringList defined_types(const QString& text);

/// Reminders left in code or scripts.
QStringList leftover_complaints(const QString& path, const QString& text);

/// Absolute paths that exist only on the author's machine.
QStringList machine_path_complaints(const QString& path, const QString& text);

/// Translated sentences with chained arg() calls instead of a single one.
QStringList chained_argument_complaints(const QString& path, const QString& text);

/// Character classification by locale: Qt sets the locale in the window but not on the command line.
QStringList locale_complaints(const QString& path, const QString& text);

/// Headers of the network.
QStringList network_complaints(const QString& path, const QString& text);

/// One line of window_checklist.txt: what is expected, and the tests ("file/function") that prove it.
struct Expectation {
    QString what;
    QStringList tests;
};

QList<Expectation> read_checklist(const QString& text);

} // namespace rigwright::rules
