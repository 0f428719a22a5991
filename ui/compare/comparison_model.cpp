// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_model.h"

#include "core/report/comparison_text.h"
#include "ui/format/words.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFont>
#include <QRegularExpression>

#include <algorithm>

namespace rigwright {

namespace {

/// Unit of the exact numbers on the clipboard.
QString exact_unit(const ComparedRow& row)
{
    const auto known = std::ranges::find_if(row.values, [](const auto& value) { return value.has_value(); });
    if (known == row.values.end()) return {};
    switch ((*known)->value.unit) {
    case Unit::bytes: return QStringLiteral("bytes");
    case Unit::seconds: return QStringLiteral("s");
    case Unit::watts: return QStringLiteral("W");
    case Unit::kilowatt_hours: return QStringLiteral("kWh");
    case Unit::samples_per_second: return QStringLiteral("samples/s");
    case Unit::money: return QString::fromLatin1((*known)->value.currency.data());
    default: return {};
    }
}

} // namespace

ComparisonModel::ComparisonModel(Document& document, const Localization& words, const BuildActions& actions,
                                 QObject* parent)
    : TableModel(parent),
      document_(document),
      words_(words),
      actions_(actions)
{}

void ComparisonModel::follow()
{
    beginResetModel();
    builds_ = actions_.compared();
    names_.clear();
    std::vector<std::shared_ptr<const Evaluation>> answers;
    std::vector<const Evaluation*> compared;
    for (const std::size_t build : builds_) {
        names_.push_back(actions_.name_of(build));
        answers.push_back(document_.answer_of(build));
        compared.push_back(answers.back().get());
    }
    comparison_ = compared.empty() ? Comparison{} : compare(compared, actions_.baseline_place(), *document_.data());
    fill();
    std::vector<TableColumn> columns;
    if (!builds_.empty())
        columns.push_back({[] { return tr("Metric"); }, [this](int row) { return caption(line_at(row)); }});
    for (std::size_t column = 0; column < builds_.size(); ++column) columns.push_back(build_column(column));
    if (!builds_.empty())
        columns.push_back({[] { return tr("Best"); }, [this](int row) { return best(line_at(row)); }});
    set_columns(std::move(columns));
    endResetModel();
}

TableColumn ComparisonModel::build_column(std::size_t column) const
{
    const Build& build = document_.project().builds[builds_[column]];
    const auto title = [this, column, exception = build.exception] {
        const QString name = (exception ? exception_badge : QString()) + names_[column];
        return column == comparison_.baseline ? tr("%1\n(baseline)").arg(name) : name;
    };
    const auto hint = [this, column, exception = build.exception, pin = build.pin] {
        QString tip = names_[column];
        if (pin) {
            const QString date = from_utf8(pin->date);
            tip = pin->database.empty() ? tr("Added to the comparison on %1").arg(date)
                                        : tr("Added to the comparison on %1 with the prices of database %2")
                                              .arg(date, from_utf8(pin->database));
        }
        return exception ? tr("%1, with a task of its own").arg(tip) : tip;
    };
    return {.title = title, .text = [this, column](int row) { return text(line_at(row), column); }, .hint = hint};
}

void ComparisonModel::fill()
{
    lines_.clear();
    if (builds_.empty()) return;
    const auto& verdicts = comparison_.verdicts;
    const auto differs = [&](const auto& verdict) { return verdict != verdicts.front(); };
    if (!differences_only_ || std::ranges::any_of(verdicts, differs)) lines_.push_back({});
    for (const ComparedRow& row : comparison_.rows)
        if (!differences_only_ || !row.all_equal()) lines_.push_back({&row, nullptr});
    for (const ComparedInput& input : comparison_.inputs) lines_.push_back({nullptr, &input});
}

void ComparisonModel::show_differences_only(bool only)
{
    beginResetModel();
    differences_only_ = only;
    fill();
    endResetModel();
}

std::optional<std::size_t> ComparisonModel::build_at(const QModelIndex& index) const
{
    const int column = index.column() - 1;
    if (column < 0 || column >= static_cast<int>(builds_.size())) return std::nullopt;
    return builds_[static_cast<std::size_t>(column)];
}

QString ComparisonModel::quantity_at(const QModelIndex& index) const
{
    const ComparedRow* row = index.isValid() ? line_at(index.row()).row : nullptr;
    if (!build_at(index) || row == nullptr || !row->has_working()) return {};
    return row->values[static_cast<std::size_t>(index.column() - 1)] ? from_utf8(row->quantity) : QString();
}

QString ComparisonModel::caption(const Line& line) const
{
    if (line.row != nullptr) return from_utf8(row_name(*line.row, words_.table()));
    if (line.input != nullptr) return words_.text("field." + line.input->field);
    return tr("Fits");
}

QString ComparisonModel::value_text(const ComparedRow& row, std::size_t column) const
{
    const std::optional<ComparedValue>& value = row.values[column];
    QString text = from_utf8(compared_text(value, words_.table()));
    if (column != comparison_.baseline && row.deltas[column])
        text += QStringLiteral("   ") +
                from_utf8(delta_text(*row.deltas[column], *row.values[comparison_.baseline], words_.table()));
    if (value && value->has_range() && !value->is_lower_bound())
        text += QLatin1Char('\n') + shown_range(from_utf8(range_text(*value, words_.table())));
    return text;
}

/// Wraps a range only between its ends, never before a unit.
QString ComparisonModel::shown_range(QString range) const
{
    if (range_width_ == 0 || range_metrics_.horizontalAdvance(range) <= range_width_) return range;
    static const QRegularExpression dash(QStringLiteral("\u2013 ?"));
    return range.replace(dash, QStringLiteral("\u2013\n"));
}

void ComparisonModel::break_ranges(int width, const QFontMetrics& metrics)
{
    range_metrics_ = metrics;
    if (range_width_ == width) return;
    range_width_ = width;
    rows_changed();
}

int ComparisonModel::widest_caption(const QFontMetrics& metrics) const
{
    int widest = 0;
    for (const Line& line : lines_) widest = std::max(widest, metrics.horizontalAdvance(caption(line)));
    return widest;
}

int ComparisonModel::widest_number(int column, const QFontMetrics& metrics) const
{
    int widest = 0;
    for (const Line& line : lines_) {
        if (line.row == nullptr) continue;
        for (const QString& part : value_text(*line.row, static_cast<std::size_t>(column - 1)).split(QLatin1Char('\n')))
            widest = std::max(widest, metrics.horizontalAdvance(part));
    }
    return widest;
}

QString ComparisonModel::text(const Line& line, std::size_t column) const
{
    if (line.row != nullptr) return value_text(*line.row, column);
    if (line.input != nullptr)
        return words_.setting(line.input->field, line.input->values[column], document_.scenario(),
                              document_.data()->hardware);
    return from_utf8(verdict_text(comparison_.verdicts[column], words_.table()));
}

QString ComparisonModel::best(const Line& line) const
{
    if (line.input != nullptr) return {};
    std::vector<std::string> names;
    for (const QString& name : names_) names.push_back(name.toStdString());
    return from_utf8(line.row != nullptr ? ranking_text(*line.row, names, words_.table())
                                         : working_text(comparison_, names));
}

QVariant ComparisonModel::colour(const Line& line, std::size_t column) const
{
    const Theme& theme = theme_of(QApplication::palette());
    if (line.row != nullptr) {
        const auto& value = line.row->values[column];
        return value && value->hypothetical ? QVariant(theme.muted) : QVariant();
    }
    const ComparedVerdict& verdict = comparison_.verdicts[column];
    if (line.input != nullptr || !verdict.verdict) return {};
    return theme.of(verdict.works() ? *verdict.verdict : Verdict::does_not_fit);
}

QFont ComparisonModel::font(const Line& line, std::size_t column) const
{
    QFont font = QApplication::font();
    if (line.row == nullptr && line.input == nullptr) font.setBold(true);
    if (line.row != nullptr) {
        font.setBold(line.row->best == column);
        font.setStrikeOut(line.row->values[column] && line.row->values[column]->hypothetical);
    }
    return font;
}

QVariant ComparisonModel::special(int row, int at, int role) const
{
    if (at == 0 || at == columnCount() - 1) return {};
    const Line& line = line_at(row);
    const auto column = static_cast<std::size_t>(at - 1);
    const ComparedValue* value = line.row != nullptr && line.row->values[column] ? &*line.row->values[column] : nullptr;
    switch (role) {
    case Qt::TextAlignmentRole: return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ForegroundRole: return colour(line, column);
    case Qt::FontRole: return font(line, column);
    case Qt::ToolTipRole: return value != nullptr && value->hypothetical ? tr("Hypothetical") : QVariant();
    default: return {};
    }
}

PlotCell ComparisonModel::cell(const Line& line, std::size_t column) const
{
    const QString shown = text(line, column);
    const ComparedValue* value = line.row != nullptr && line.row->values[column] ? &*line.row->values[column] : nullptr;
    return {shown, value != nullptr ? exact_number(value->value.number) : spreadsheet_cell(shown)};
}

PlotTable ComparisonModel::table() const
{
    PlotTable table;
    table.columns = {{tr("Metric"), {}}, {tr("Unit"), {}}};
    for (const QString& name : names_) table.columns.push_back({spreadsheet_cell(name), {}});
    table.columns.push_back({tr("Best"), {}});
    for (const Line& line : lines_) {
        const QString unit = line.row != nullptr ? exact_unit(*line.row) : QString();
        std::vector<PlotCell> cells{{caption(line), spreadsheet_cell(caption(line))}, {unit, unit}};
        for (std::size_t column = 0; column < builds_.size(); ++column) cells.push_back(cell(line, column));
        cells.push_back({best(line), spreadsheet_cell(best(line))});
        table.rows.push_back(std::move(cells));
    }
    return table;
}

} // namespace rigwright
