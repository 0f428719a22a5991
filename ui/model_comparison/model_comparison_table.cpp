// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model_comparison/model_comparison_table.h"

#include "core/estimate/quantities.h"
#include "core/report/comparison_text.h"
#include "ui/format/tool_tip.h"
#include "ui/format/words.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QGuiApplication>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int first_figure = ModelComparisonTable::parameters_column;
constexpr int first_answer = ModelComparisonTable::memory_column;

QString none() { return QStringLiteral("–"); }

bool is_time(int column) { return column >= ModelComparisonTable::step_column; }

/// A model that does not fit has no real time; the displayed one is hypothetical.
bool is_hypothetical(const ModelRow& row) { return row.estimate && row.estimate->verdict == Verdict::does_not_fit; }

bool same_models(const std::vector<ModelRow>& a, const std::vector<ModelRow>& b)
{
    return std::ranges::equal(a, b, [](const ModelRow& x, const ModelRow& y) {
        return x.preset == y.preset && x.data_holds == y.data_holds && x.estimate.has_value() == y.estimate.has_value();
    });
}

} // namespace

ModelComparisonTable::ModelComparisonTable(std::shared_ptr<const EngineData> data, const Localization& words,
                                           QObject* parent)
    : TableModel(parent, Headings::aligned),
      data_(std::move(data)),
      words_(words)
{
    const auto worded = [this](Column column) { return [this, column](int row) { return word(row_at(row), column); }; };
    const auto shown = [this](Column column) {
        return [this, column](int row) { return figure(row_at(row), column).shown; };
    };
    set_columns({{[] { return tr("Model"); }, worded(name_column)},
                 {[] { return tr("Task"); }, worded(task_column)},
                 {[] { return tr("Input"); }, worded(input_column)},
                 {[] { return tr("Parameters"); }, shown(parameters_column), true},
                 {[] { return tr("MACs"); }, shown(macs_column), true},
                 {[] { return tr("FLOPs"); }, shown(flops_column), true},
                 {[] { return tr("Memory"); }, shown(memory_column), true},
                 {[] { return tr("Verdict"); }, shown(verdict_column)},
                 {[] { return tr("Largest batch"); }, shown(largest_batch_column), true},
                 {[] { return tr("Step time (range)"); }, shown(step_column), true},
                 {[] { return tr("Epoch time"); }, shown(epoch_column), true},
                 {[] { return tr("Training time"); }, shown(training_column), true}});
    set_hint(macs_column, [] { return tr("Forward MACs of one sample; each is two FLOPs"); });
    set_hint(memory_column, [] { return tr("Memory per GPU at the current micro-batch"); });
    set_hint(largest_batch_column, [] { return tr("Largest micro-batch that fits on this machine"); });
}

void ModelComparisonTable::show_rows(std::vector<ModelRow> rows)
{
    std::vector<ModelRow> next = ordered(rows);
    const bool same = !next.empty() && same_models(next, rows_);
    if (!same) beginResetModel();
    listed_ = std::move(rows);
    rows_ = std::move(next);
    if (same) {
        rows_changed();
    } else {
        endResetModel();
    }
}

int ModelComparisonTable::row_of(const QString& preset) const
{
    const auto found = std::ranges::find(rows_, preset.toStdString(), &ModelRow::preset);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

void ModelComparisonTable::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    show_rows(std::vector<ModelRow>(listed_));
}

void ModelComparisonTable::sort(int column, Qt::SortOrder order)
{
    beginResetModel();
    sort_column_ = column;
    sort_order_ = order;
    rows_ = ordered(listed_);
    endResetModel();
}

std::vector<ModelRow> ModelComparisonTable::ordered(std::vector<ModelRow> rows) const
{
    if (sort_column_ < 0) return rows;
    const bool falling = sort_order_ == Qt::DescendingOrder;
    std::ranges::stable_sort(rows, [this, falling](const ModelRow& a, const ModelRow& b) {
        if (sort_column_ < first_figure) {
            const int order = QString::localeAwareCompare(word(a, sort_column_), word(b, sort_column_));
            return falling ? order > 0 : order < 0;
        }
        const std::optional<double> x = figure(a, sort_column_).exact;
        const std::optional<double> y = figure(b, sort_column_).exact;
        if (!x || !y) return x.has_value() && !y.has_value();
        return falling ? *x > *y : *x < *y;
    });
    return rows;
}

QString ModelComparisonTable::title_of(const ModelRow& row) const
{
    const Preset* preset = data_->preset(row.preset);
    return preset ? from_utf8(preset->title) : tr("Own model");
}

QString ModelComparisonTable::task_of(const ModelRow& row) const
{
    const Preset* preset = data_->preset(row.preset);
    return preset ? words_.choice("group", preset->group) : none();
}

QString ModelComparisonTable::word(const ModelRow& row, int column) const
{
    if (column == input_column) return from_utf8(input_text(row.input, words_.table()));
    if (column == task_column) return task_of(row);
    return row.current ? tr("%1 (current)").arg(title_of(row)) : title_of(row);
}

ModelComparisonTable::Figure ModelComparisonTable::number(const Estimate& estimate, std::string_view quantity) const
{
    const std::optional<Value> value = number_of(quantity, estimate);
    if (!value) return {std::nullopt, none()};
    return {value->number, words_.text(*value)};
}

ModelComparisonTable::Figure ModelComparisonTable::step_figure(const Estimate& estimate) const
{
    Figure step = number(estimate, "time.step_seconds");
    if (step.exact)
        step.shown = tr("%1 (%2–%3)", "a time and its range")
                         .arg(step.shown, number(estimate, "time.low_seconds").shown,
                              number(estimate, "time.high_seconds").shown);
    return step;
}

ModelComparisonTable::Figure ModelComparisonTable::figure(const ModelRow& row, int column) const
{
    Figure absent{std::nullopt, none()};
    if (!row.estimate || (column >= first_answer && row.data_holds)) return absent;
    const ModelEstimate& model = row.estimate->model;
    const double macs = model.forward_macs_per_sample.as_double();
    const double flops = model.forward_flops_per_sample.base();
    switch (column) {
    case parameters_column: return {model.parameters.as_double(), words_.text(value_of(model.parameters))};
    case macs_column: return {macs, words_.text(Value{macs, Unit::macs})};
    case flops_column: return {flops, words_.text(Value{flops, Unit::flops})};
    case verdict_column:
        if (!row.estimate->verdict) return absent;
        return {static_cast<double>(*row.estimate->verdict),
                words_.text(std::string("verdict.") + key_of(*row.estimate->verdict))};
    case memory_column: return number(*row.estimate, "memory.total_bytes");
    case largest_batch_column: return number(*row.estimate, "memory.max_micro_batch");
    case step_column: return step_figure(*row.estimate);
    case epoch_column: return number(*row.estimate, "time.epoch_seconds");
    default: return number(*row.estimate, "time.total_seconds");
    }
}

QString ModelComparisonTable::tool_tip(const ModelRow& row, int column) const
{
    QString reason = from_utf8(reason_text(row, words_.table()));
    if (!reason.isEmpty() && column >= first_answer) return reason;
    if (column == name_column) return from_utf8(row.preset);
    if (!row.estimate || !row.estimate->time || !is_time(column)) return {};
    if (is_hypothetical(row)) return tr("Hypothetical: does not fit");
    const TimeEstimate& time = *row.estimate->time;
    if (column != training_column || !time.knows_run())
        return tr("Bottleneck: %1").arg(words_.text(std::string("bottleneck.") + key_of(time.bottleneck)));
    return tr("range %1–%2").arg(words_.text(value_of(time.total_low)), words_.text(value_of(time.total_high)));
}

QVariant ModelComparisonTable::decoration(const ModelRow& row) const
{
    if (!row.estimate || !row.estimate->verdict || row.data_holds) return {};
    const Theme& theme = theme_of(QGuiApplication::palette());
    return symbol_icon(symbol_of(*row.estimate->verdict), theme.of(*row.estimate->verdict), theme.base);
}

QVariant ModelComparisonTable::special(int at, int column, int role) const
{
    const ModelRow& row = row_at(at);
    const bool reasoned = column == memory_column && (row.data_holds || !row.estimate);
    switch (role) {
    case Qt::DisplayRole:
    case reason_role: return reasoned ? from_utf8(reason_text(row, words_.table())) : QVariant();
    case Qt::ToolTipRole: {
        const QString tip = tool_tip(row, column);
        return tip.isEmpty() ? QString() : paragraph(tip);
    }
    case Qt::TextAlignmentRole: return reasoned ? QVariant(Qt::AlignLeft | Qt::AlignVCenter) : QVariant();
    case Qt::DecorationRole: return column == verdict_column ? decoration(row) : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setBold(row.current && column == name_column);
        font.setStrikeOut(is_time(column) && is_hypothetical(row) && !row.data_holds);
        font.setItalic(reasoned);
        return font;
    }
    case Qt::ForegroundRole: return reasoned ? theme_of(QGuiApplication::palette()).muted : QVariant();
    case preset_role: return from_utf8(row.preset);
    default: return {};
    }
}

QStringList ModelComparisonTable::exact_cells(const ModelRow& row) const
{
    const auto exact = [&](int column) {
        const std::optional<double> number = figure(row, column).exact;
        return number ? exact_number(*number) : QString();
    };
    QStringList cells{spreadsheet_cell(from_utf8(row.preset)), spreadsheet_cell(title_of(row)),
                      spreadsheet_cell(task_of(row)), spreadsheet_cell(word(row, input_column))};
    for (const int column : {parameters_column, macs_column, flops_column, memory_column}) cells << exact(column);
    cells << (row.estimate && !row.data_holds ? spreadsheet_cell(figure(row, verdict_column).shown) : QString());
    cells << exact(largest_batch_column) << exact(step_column);
    const bool timed = row.estimate && row.estimate->time && !row.data_holds;
    cells << (timed ? exact_number(row.estimate->time->low.base()) : QString())
          << (timed ? exact_number(row.estimate->time->high.base()) : QString());
    cells << exact(epoch_column) << exact(training_column)
          << spreadsheet_cell(from_utf8(reason_text(row, words_.table())));
    return cells;
}

QString ModelComparisonTable::tab_separated(const QList<int>& rows) const
{
    QStringList lines{QStringList{tr("Preset"), tr("Model"), tr("Task"), tr("Input"), tr("Parameters"), tr("MACs"),
                                  tr("FLOPs"), tr("Memory (bytes)"), tr("Verdict"), tr("Largest micro-batch"),
                                  tr("Step time (s)"), tr("Lower bound (s)"), tr("Upper bound (s)"),
                                  tr("Epoch time (s)"), tr("Training time (s)"), tr("Remark")}
                          .join(QLatin1Char('\t'))};
    for (int row = 0; row < rowCount(); ++row) {
        if (rows.isEmpty() || rows.contains(row)) lines << exact_cells(row_at(row)).join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace rigwright
