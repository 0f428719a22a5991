// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/source_rules.h"

#include <QRegularExpression>

#include <algorithm>

namespace rigwright::rules {

namespace {

constexpr qsizetype longest_file = 900;

bool lies_in(const QString& path, const QString& folder_or_file)
{
    return path == folder_or_file || path.startsWith(folder_or_file + '/');
}

const Room* room_of(const QString& path, const QList<Room>& rooms)
{
    const Room* best = nullptr;
    for (const Room& room : rooms) {
        if (lies_in(path, room.folder) && (best == nullptr || room.folder.size() > best->folder.size())) best = &room;
    }
    return best;
}

/// Whether a file of `room` may include `target`. Its own room counts by the room the target belongs to, so that the
/// room "ui" does not open "ui/panels" to everything above it.
bool allows(const Room& room, const QString& target, const QList<Room>& rooms)
{
    const Room* target_room = room_of(target, rooms);
    if (target_room != nullptr && target_room->folder == room.folder) return true;
    return std::ranges::any_of(room.may_include, [&](const QString& allowed) { return lies_in(target, allowed); });
}

bool is_qt_header(const QString& header)
{
    static const QRegularExpression pattern("^(Q[A-Z]|Qt|qt|qcustomplot)");
    return pattern.match(header).hasMatch();
}

QStringList matches(const QString& path, const QString& text, const QRegularExpression& pattern,
                    const QString& complaint)
{
    QStringList found;
    qsizetype line_number = 0;
    for (const QString& line : text.split('\n')) {
        ++line_number;
        const QRegularExpressionMatch match = pattern.match(line);
        if (match.hasMatch())
            found << QStringLiteral("%1:%2: %3: %4").arg(path).arg(line_number).arg(complaint, match.captured(1));
    }
    return found;
}

} // namespace

QList<Room> read_rooms(const QString& arrows_file)
{
    QList<Room> rooms;
    for (const QString& line : arrows_file.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        if (line.startsWith('#') || colon < 0) continue;
        rooms.append({line.left(colon).trimmed(), line.mid(colon + 1).simplified().split(' ', Qt::SkipEmptyParts)});
    }
    return rooms;
}

QStringList include_complaints(const QString& path, const QString& text, const QList<Room>& rooms)
{
    const Room* room = room_of(path, rooms);
    if (room == nullptr)
        return {QStringLiteral("%1: its folder is not listed in tests/architecture/arrows.txt").arg(path)};

    static const QRegularExpression include("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]",
                                            QRegularExpression::MultilineOption);
    QStringList complaints;
    for (auto found = include.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const QString target = match.captured(2);
        if (lies_in(path, "core") && is_qt_header(target)) {
            complaints << QStringLiteral("%1: core must not see Qt: %2").arg(path, target);
        } else if (match.captured(1) == "\"" && !target.endsWith(".moc") && !allows(*room, target, rooms)) {
            complaints << QStringLiteral("%1: %2 may not include %3").arg(path, room->folder, target);
        }
    }
    return complaints;
}

QStringList shape_complaints(const QString& path, const QString& text)
{
    QStringList complaints;
    const qsizetype lines = text.count('\n');
    if (lines > longest_file)
        complaints << QStringLiteral("%1: %2 lines, split above %3").arg(path).arg(lines).arg(longest_file);
    const QString licence = lies_in(path, "core") ? "Apache-2.0" : "GPL-3.0-or-later";
    if (!text.startsWith(QStringLiteral("// SPDX-License-Identifier: %1\n").arg(licence))) {
        complaints << QStringLiteral("%1: the first line must be the SPDX line of %2").arg(path, licence);
    }
    if (path.endsWith(".h") && !text.contains("\n#pragma once\n")) {
        complaints << QStringLiteral("%1: no #pragma once").arg(path);
    }
    return complaints;
}

QStringList defined_types(const QString& text)
{
    static const QRegularExpression space("^namespace ([\\w:]+) \\{");
    static const QRegularExpression type(
        "^(?:class|struct|enum class|enum) (\\w+)(?: final)?(?: ?: [^;]*)?(?: \\{.*)?$");
    QStringList types;
    QString inside;
    for (const QString& line : text.split('\n')) {
        if (const QRegularExpressionMatch match = space.match(line); match.hasMatch()) inside = match.captured(1);
        if (const QRegularExpressionMatch match = type.match(line); match.hasMatch())
            types << inside + QStringLiteral("::") + match.captured(1);
    }
    return types;
}

QStringList leftover_complaints(const QString& path, const QString& text)
{
    static const QRegularExpression words(QStringLiteral("\\b(TO") + QStringLiteral("DO|FIX") +
                                          QStringLiteral("ME|XX") + QStringLiteral("X|HA") + "CK)\\b");
    return matches(path, text, words, "left over");
}

QStringList machine_path_complaints(const QString& path, const QString& text)
{
    static const QRegularExpression paths("(?:^|[^\\w./~-])(/(?:home|root|work|Users)/\\w+)");
    return matches(path, text, paths, "a machine path");
}

QStringList chained_argument_complaints(const QString& path, const QString& text)
{
    // If the first text contains "%2", the second would replace that instead of its own place.
    static const QRegularExpression chain("(\\btr\\([^;]*\\)\\s*\\.arg\\((?:[^()]|\\([^()]*\\))*\\)\\s*\\.arg\\()");
    QString joined = text;
    joined.replace(QRegularExpression("\n\\s+\\.arg\\("), ".arg(");
    return matches(path, joined, chain, "arguments one by one");
}

QStringList locale_complaints(const QString& path, const QString& text)
{
    static const QRegularExpression functions(
        "\\b((?:to(?:lower|upper)|is(?:alpha|alnum|digit|space|upper|lower|punct))\\()");
    return matches(path, text, functions, "follows the locale, see core/json/characters.h");
}

QStringList network_complaints(const QString& path, const QString& text)
{
    static const QRegularExpression headers(
        QStringLiteral("^\\s*#\\s*include\\s*<((?:QtNetwork/|QNetwork|QTcp|QUdp|QSsl|QHttp|QLocalSo|QHostInfo|sys/"
                       "socket|netdb)[^>]*)>"));
    return matches(path, text, headers, "the program stays off the network");
}

QList<Expectation> read_checklist(const QString& text)
{
    QList<Expectation> all;
    for (const QString& line : text.split('\n')) {
        const qsizetype colon = line.lastIndexOf(": ");
        if (line.startsWith('#') || colon < 0) continue;
        all.append({line.left(colon), line.mid(colon + 2).split(' ', Qt::SkipEmptyParts)});
    }
    return all;
}

} // namespace rigwright::rules
