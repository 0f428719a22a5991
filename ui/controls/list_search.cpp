// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/list_search.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Words in small letters: "GPT-2 (small)" as "gpt2", "small".
QStringList words_in(const QString& text)
{
    QString plain;
    plain.reserve(text.size());
    for (const QChar letter : text) {
        if (letter == QLatin1Char('-') || letter == QLatin1Char('_')) continue;
        const bool is_part = letter.isLetterOrNumber() || letter == QLatin1Char('.') || letter == QLatin1Char('+');
        plain += is_part ? letter.toLower() : QLatin1Char(' ');
    }
    return plain.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

bool is_edge(const QStringList& name, const QString& typed)
{
    for (qsizetype i = 1; i < name.size(); ++i)
        if (name.mid(i).join(QString()) == typed || name.first(i).join(QString()) == typed) return true;
    return false;
}

bool is_in(const QString& text, const QStringList& typed)
{
    return std::ranges::all_of(typed, [&text](const QString& word) { return text.contains(word); });
}

} // namespace

std::optional<NameMatch> match_of(const QString& name, const QStringList& other_names, const QString& typed)
{
    const QStringList words = words_in(typed);
    const QStringList of_name = words_in(name);
    const QString sought = words.join(QString());
    const QString whole = of_name.join(QString());
    if (whole == sought) return NameMatch::whole;
    QString all = whole;
    for (const QString& other : other_names) {
        const QString also = words_in(other).join(QString());
        if (!sought.isEmpty() && also == sought) return NameMatch::whole;
        all += QLatin1Char('\n') + also;
    }
    if (is_edge(of_name, sought)) return NameMatch::edge;
    if (whole.startsWith(sought)) return NameMatch::start;
    const bool begins = std::ranges::all_of(words, [&of_name](const QString& word) {
        return std::ranges::any_of(of_name, [&word](const QString& own) { return own.startsWith(word); });
    });
    if (begins) return NameMatch::words;
    if (is_in(whole, words)) return NameMatch::inside;
    if (is_in(all, words)) return NameMatch::elsewhere;
    return std::nullopt;
}

} // namespace rigwright
