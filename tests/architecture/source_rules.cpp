// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/source_rules.h"

#include <QRegularExpression>

#include <algorithm>

namespace rigwright::rules {

namespace {

constexpr qsizetype longest_file = 900;

bool lies_in(const QString& path, const QString& folder_or_file)
{
    return path == folder_or_file || path.startsWith(folder_or_file + QLatin1Char('/'));
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
    return std::any_of(room.may_include.begin(), room.may_include.end(),
                       [&](const QString& allowed) { return lies_in(target, allowed); });
}

bool is_qt_header(const QString& header)
{
    static const QRegularExpression pattern(QStringLiteral("^(Q[A-Z]|Qt|qt|qcustomplot)"));
    return pattern.match(header).hasMatch();
}

QStringList matches(const QString& path, const QString& text, const QRegularExpression& pattern,
                    const QString& complaint)
{
    QStringList found;
    qsizetype line_number = 0;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
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
    for (const QString& line : arrows_file.split(QLatin1Char('\n'))) {
        const qsizetype colon = line.indexOf(QLatin1Char(':'));
        if (line.startsWith(QLatin1Char('#')) || colon < 0) continue;
        rooms.append(
            {line.left(colon).trimmed(), line.mid(colon + 1).simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts)});
    }
    return rooms;
}

QStringList include_complaints(const QString& path, const QString& text, const QList<Room>& rooms)
{
    const Room* room = room_of(path, rooms);
    if (room == nullptr)
        return {QStringLiteral("%1: its folder is not listed in tests/architecture/arrows.txt").arg(path)};

    static const QRegularExpression include(QStringLiteral("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]"),
                                            QRegularExpression::MultilineOption);
    QStringList complaints;
    for (auto found = include.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const QString target = match.captured(2);
        if (lies_in(path, QStringLiteral("core")) && is_qt_header(target)) {
            complaints << QStringLiteral("%1: core must not see Qt: %2").arg(path, target);
        } else if (match.captured(1) == QLatin1String("\"") && !target.endsWith(QLatin1String(".moc")) &&
                   !allows(*room, target, rooms)) {
            complaints << QStringLiteral("%1: %2 may not include %3").arg(path, room->folder, target);
        }
    }
    return complaints;
}

QStringList shape_complaints(const QString& path, const QString& text)
{
    QStringList complaints;
    const qsizetype lines = text.count(QLatin1Char('\n'));
    if (lines > longest_file)
        complaints << QStringLiteral("%1: %2 lines, split above %3").arg(path).arg(lines).arg(longest_file);
    const QString licence =
        lies_in(path, QStringLiteral("core")) ? QStringLiteral("Apache-2.0") : QStringLiteral("GPL-3.0-or-later");
    if (!text.startsWith(QStringLiteral("// SPDX-License-Identifier: %1\n").arg(licence))) {
        complaints << QStringLiteral("%1: the first line must be the SPDX line of %2").arg(path, licence);
    }
    if (path.endsWith(QLatin1String(".h")) && !text.contains(QLatin1String("\n#pragma once\n"))) {
        complaints << QStringLiteral("%1: no #pragma once").arg(path);
    }
    return complaints;
}

QStringList defined_types(const QString& text)
{
    static const QRegularExpression space(QStringLiteral("^namespace ([\\w:]+) \\{"));
    static const QRegularExpression type(
        QStringLiteral("^(?:class|struct|enum class|enum) (\\w+)(?: final)?(?: ?: [^;]*)?(?: \\{.*)?$"));
    QStringList types;
    QString inside;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        if (const QRegularExpressionMatch match = space.match(line); match.hasMatch()) inside = match.captured(1);
        if (const QRegularExpressionMatch match = type.match(line); match.hasMatch())
            types << inside + QStringLiteral("::") + match.captured(1);
    }
    return types;
}

QStringList leftover_complaints(const QString& path, const QString& text)
{
    static const QRegularExpression words(QStringLiteral("\\b(TO") + QStringLiteral("DO|FIX") +
                                          QStringLiteral("ME|XX") + QStringLiteral("X|HA") + QStringLiteral("CK)\\b"));
    return matches(path, text, words, QStringLiteral("left over"));
}

QStringList machine_path_complaints(const QString& path, const QString& text)
{
    static const QRegularExpression paths(QStringLiteral("(?:^|[^\\w./~-])(/(?:home|root|work|Users)/\\w+)"));
    return matches(path, text, paths, QStringLiteral("a machine path"));
}

QStringList chained_argument_complaints(const QString& path, const QString& text)
{
    // A text that is inserted first and holds "%2" would take the place of the second.
    static const QRegularExpression chain(
        QStringLiteral("(\\btr\\([^;]*\\)\\s*\\.arg\\((?:[^()]|\\([^()]*\\))*\\)\\s*\\.arg\\()"));
    QString joined = text;
    joined.replace(QRegularExpression(QStringLiteral("\n\\s+\\.arg\\(")), QStringLiteral(".arg("));
    return matches(path, joined, chain, QStringLiteral("arguments one by one"));
}

QStringList locale_complaints(const QString& path, const QString& text)
{
    static const QRegularExpression functions(
        QStringLiteral("\\b((?:to(?:lower|upper)|is(?:alpha|alnum|digit|space|upper|lower|punct))\\()"));
    return matches(path, text, functions, QStringLiteral("follows the locale, see core/json/characters.h"));
}

QStringList network_complaints(const QString& path, const QString& text)
{
    static const QRegularExpression headers(
        QStringLiteral("^\\s*#\\s*include\\s*<((?:QtNetwork/|QNetwork|QTcp|QUdp|QSsl|QHttp|QLocalSo|QHostInfo|sys/"
                       "socket|netdb)[^>]*)>"));
    return matches(path, text, headers, QStringLiteral("the program stays off the network"));
}

QList<Expectation> read_checklist(const QString& text)
{
    QList<Expectation> all;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        const qsizetype colon = line.lastIndexOf(QLatin1String(": "));
        if (line.startsWith(QLatin1Char('#')) || colon < 0) continue;
        all.append({line.left(colon), line.mid(colon + 2).split(QLatin1Char(' '), Qt::SkipEmptyParts)});
    }
    return all;
}

} // namespace rigwright::rules
