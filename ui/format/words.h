// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/quantities.h"
#include "core/json/characters.h"
#include "core/scenario/finding.h"
#include "core/text/messages.h"
#include "core/text/number_text.h"

#include <QMimeData>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QTextDocument>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace rigwright {

/// The window's message tables: sentences, names and numbers in the current language.
class Localization {
public:
    explicit Localization(const DataDirectory& directory);

    /// "en" or "zh_CN"; widgets update on their LanguageChange event.
    void use(const QString& language);
    /// Selects texts for plans that train on the CPU alone, or those for GPUs; widgets update as for `use`.
    void speak_of_processors(bool alone);
    Language language() const { return language_; }

    QString text(std::string_view code, const Arguments& arguments = {}) const;
    QString text(const Finding& finding) const;
    QString text(const Value& value) const;
    QString text(Finding::Severity severity) const;
    /// Why a typed number is invalid.
    QString text(const TypedNumber& typed) const;
    /// The name of a choice ("training.precision", "fp16-amp"); the choice itself if the table has none.
    QString choice(std::string_view path, std::string_view word) const;
    /// The value of a setting with its unit, amounts of money in the currency of `plan`; a dash for no value.
    QString setting(std::string_view path, const FieldValue& value, const Scenario& plan,
                    const Catalog& hardware) const;
    /// The number of a quantity, with a sign if it is a lower bound; empty if the estimate has none.
    std::optional<QString> figure(const EstimateQuantity& quantity, const Estimate& estimate) const;
    /// The name of a quantity in calculations ("memory.parts.weights").
    QString quantity(std::string_view id) const;
    /// The message table, for texts composed by the engine.
    const Messages& table() const { return table(language_); }
    /// Reports may be in another language than the window.
    const Messages& table(Language language) const { return language == Language::chinese ? chinese_ : english_; }

private:
    Messages english_;
    Messages chinese_;
    Language language_ = Language::english;
};

QString range_between(const QString& low, const QString& high, const QString& number = {});

/// Joins sentences: with a space, but not after a Chinese full stop.
QString sentences(const QStringList& all);
/// "GPU: RTX 4090" and "A, B" with the language's own punctuation.
QString named_value(const QString& name, const QString& value);
QString listed(const QStringList& texts);
/// The first texts, with dots for the others.
inline QStringList first_of(const QStringList& all, qsizetype most)
{
    return all.size() > most ? all.first(most) << QStringLiteral("…") : all;
}

/// UTF-8 text of the engine as Qt text.
QString from_utf8(std::string_view text);

/// Clipboard data: tab-separated lines, the first with headings, and `rows` as an HTML table.
std::unique_ptr<QMimeData> copied_rows(const QString& tab_separated, const std::vector<QStringList>& rows);
/// The same; the lines are rows.
std::unique_ptr<QMimeData> copied_lines(const QString& tab_separated);

// For clipboards and files: no grouping, a point, no unit, reads back as the same number.
inline QString exact_number(double number) { return QString::number(number, 'g', 15); }
inline QString exact_number(std::int64_t number) { return QString::number(number); }

/// Calendar hours as months, with the same precision on every page: "46.2".
QString months_text(double hours);

/// An amount of memory in both prefixes: "2.99 GiB = 3.21 GB".
inline QString both_prefixes(Bytes amount, const Localization& words)
{
    const auto text = [&](BytePrefixes prefixes) {
        return from_utf8(text_of(value_of(amount), words.language(), prefixes));
    };
    return QStringLiteral("%1 = %2").arg(text(BytePrefixes::binary), text(BytePrefixes::decimal));
}

/// Text as one cell of a tab-separated table.
inline QString spreadsheet_cell(const QString& text) { return QString::fromStdString(tab_cell(text.toStdString())); }

/// A sentence per error, with its location if useful; at most the first few.
QStringList trouble_lines(const std::vector<Finding>& errors, const Localization& words);
/// The file, the location in it, and the issue.
QString issue_line(const JsonIssue& issue, const Localization& words);
/// The failed operation, then the reasons.
QString trouble_text(const QString& what, const QString& path, const QStringList& why);

/// The local files among dropped data.
QStringList local_files(const QMimeData& data);

/// Keeps a number and its unit, a count and its noun, a sign and its number together.
inline QString kept_together(QString text)
{
    static const QRegularExpression breaks(
        QStringLiteral("(?<=\\d) (?=(?:[kKMGTPE]i?B|[nm\u00b5]?s|h|min|d|k?Wh?|[kKMGTPE]?(?:FLOP|MAC|Hz|B)[^ ]*|GPUs?|"
                       "samples|tokens|TB|kg)(?![A-Za-z])|×|天|小时|分钟|秒)|(?<=\\d [×]) |(?<=[≥<~]) (?=\\S)"));
    return text.replace(breaks, QStringLiteral("\u00a0"));
}

/// Escapes text as a rich text paragraph, which wraps.
inline QString paragraph(const QString& text)
{
    return QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")));
}

/// Text of a tooltip, literally (file names too): Qt guesses whether it is markup.
inline QString tool_tip(const QString& text) { return Qt::mightBeRichText(text) ? paragraph(text) : text; }

} // namespace rigwright
