// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/words.h"

#include "core/estimate/estimate_json.h"
#include "core/estimate/run/run_cost.h"
#include "core/text/number_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QUrl>

namespace rigwright {

Localization::Localization(const DataDirectory& directory)
    : english_(load_messages(directory, Language::english).messages),
      chinese_(load_messages(directory, Language::chinese).messages)
{}

void Localization::use(const QString& language)
{
    language_ = from_word<Language>(language.toStdString()).value_or(Language::english);
}

void Localization::speak_of_processors(bool alone)
{
    english_.speak_of_processors(alone);
    chinese_.speak_of_processors(alone);
}

QString Localization::text(std::string_view code, const Arguments& arguments) const
{
    return from_utf8(table().text(code, arguments));
}

QString Localization::text(const Finding& finding) const { return from_utf8(table().text_of_finding(finding)); }

QString Localization::text(const Value& value) const { return from_utf8(text_of(value, language_)); }

QString Localization::text(const TypedNumber& typed) const { return from_utf8(text_of_typed(typed, table())); }

QString Localization::text(Finding::Severity severity) const
{
    return text(std::string("severity.") + key_of(severity));
}

QString Localization::choice(std::string_view path, std::string_view word) const
{
    const std::string code = std::string(path.substr(path.rfind('.') + 1)) + "." + std::string(word);
    return table().has(code) ? text(code) : from_utf8(word);
}

QString Localization::setting(std::string_view path, const FieldValue& value, const Scenario& plan,
                              const Catalog& hardware) const
{
    const std::string text = field_text(path, value, plan.economics.currency, hardware, table());
    return text.empty() ? QStringLiteral("–") : from_utf8(text);
}

std::optional<QString> Localization::figure(const EstimateQuantity& quantity, const Estimate& estimate) const
{
    const std::optional<Value> value = number_of(quantity, estimate);
    if (!value) return std::nullopt;
    return text(at_least(*value, is_lower_bound(quantity, estimate)));
}

QString Localization::quantity(std::string_view id) const { return text("quantity." + std::string(id)); }

QString range_between(const QString& low, const QString& high, const QString& number)
{
    return QString::fromStdString(range_between(low.toStdString(), high.toStdString(), number.toStdString()));
}

QString sentences(const QStringList& all)
{
    return all.join(QLatin1Char(' ')).replace(QStringLiteral("。 "), QStringLiteral("。"));
}

QString named_value(const QString& name, const QString& value)
{
    return QCoreApplication::translate("Words", "%1: %2", "a name and its value").arg(name, value);
}

QString listed(const QStringList& texts)
{
    return texts.join(QCoreApplication::translate("Words", ", ", "between names"));
}

QString from_utf8(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString months_text(double hours) { return from_utf8(fixed(hours / hours_of_a_month, 1)); }

std::unique_ptr<QMimeData> copied_rows(const QString& tab_separated, const std::vector<QStringList>& rows)
{
    QString html = QStringLiteral("<table>\n");
    QString cell = QStringLiteral("th");
    for (const QStringList& row : rows) {
        html += QStringLiteral("<tr>");
        for (const QString& text : row) html += QStringLiteral("<%1>%2</%1>").arg(cell, text.toHtmlEscaped());
        html += QStringLiteral("</tr>\n");
        cell = QStringLiteral("td");
    }
    auto data = std::make_unique<QMimeData>();
    data->setText(tab_separated);
    data->setHtml(html + QStringLiteral("</table>\n"));
    return data;
}

std::unique_ptr<QMimeData> copied_lines(const QString& tab_separated)
{
    std::vector<QStringList> rows;
    for (const QString& line : tab_separated.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        rows.push_back(line.split(QLatin1Char('\t')));
    return copied_rows(tab_separated, rows);
}

QStringList trouble_lines(const std::vector<Finding>& errors, const Localization& words)
{
    constexpr qsizetype most_lines = 8;
    QStringList lines;
    for (const Finding& error : errors) {
        if (lines.size() == most_lines) {
            lines << QCoreApplication::translate("Trouble", "… and more.");
            break;
        }
        const QString text = words.text(error);
        const bool has_place = !error.field.empty() && error.field != "model.import";
        lines << (has_place ? named_value(from_utf8(error.field), text) : text);
    }
    return lines;
}

QString issue_line(const JsonIssue& issue, const Localization& words)
{
    return named_value(listed({from_utf8(issue.file), from_utf8(issue.path)}),
                       from_utf8(text_of_issue(issue, words.table())));
}

QString trouble_text(const QString& what, const QString& path, const QStringList& why)
{
    return (QStringList(what.arg(QFileInfo(path).fileName())) + why).join(QLatin1Char('\n'));
}

QStringList local_files(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile()) files << url.toLocalFile();
    return files;
}

} // namespace rigwright
