// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layers/layer_table_model.h"

#include "core/network/layer_table.h"
#include "core/quantities/value.h"
#include "ui/format/words.h"

#include <QStringList>

#include <algorithm>

namespace rigwright {

namespace {

bool same_names(const std::vector<LayerLine>& a, const std::vector<LayerLine>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const LayerLine& left, const LayerLine& right) {
        return left.name == right.name && same_names(left.operators, right.operators);
    });
}

double number_of(const LayerLine& line, int column)
{
    switch (column) {
    case LayerTableModel::parameters_column: return line.parameters.as_double();
    case LayerTableModel::macs_column:
    case LayerTableModel::flops_column: return line.macs.as_double();
    case LayerTableModel::kept_column: return line.kept.as_double();
    default: return static_cast<double>(line.order);
    }
}

void order_by(std::vector<LayerLine>& lines, int column, Qt::SortOrder order)
{
    const auto before = [column](const LayerLine& a, const LayerLine& b) {
        switch (column) {
        case LayerTableModel::name_column: return a.name < b.name;
        case LayerTableModel::operator_column: return a.kind < b.kind;
        case LayerTableModel::shape_column: return a.shape < b.shape;
        default: return number_of(a, column) < number_of(b, column);
        }
    };
    std::ranges::sort(lines, {}, &LayerLine::order);
    if (column >= 0)
        std::ranges::stable_sort(lines, [&](const LayerLine& a, const LayerLine& b) {
            return order == Qt::AscendingOrder ? before(a, b) : before(b, a);
        });
    for (LayerLine& line : lines) order_by(line.operators, column, order);
}

QStringList exact_cells(const LayerLine& line, const QString& block, const QString& kind)
{
    const QString name = block.isEmpty() ? line.name : block + QLatin1Char('.') + line.name;
    return {spreadsheet_cell(name),
            kind,
            line.shape,
            exact_number(line.copies),
            exact_number(line.parameters.value()),
            exact_number(line.macs.value()),
            exact_number(line.flops()),
            exact_number(line.kept.count().value())};
}

} // namespace

LayerTableModel::LayerTableModel(const Localization& words, QObject* parent) : QAbstractItemModel(parent), words_(words)
{}

bool LayerTableModel::show_lines(std::vector<LayerLine> lines)
{
    order_by(lines, sort_column_, sort_order_);
    const bool same = same_names(lines, lines_);
    if (!same) beginResetModel();
    total_ = total_of(lines);
    lines_ = std::move(lines);
    if (!same) {
        endResetModel();
        return false;
    }
    if (lines_.empty()) return true;
    const int last = static_cast<int>(lines_.size()) - 1;
    emit dataChanged(index(0, 0), index(last, column_count - 1));
    for (int row = 0; row <= last; ++row) {
        const QModelIndex block = index(row, 0);
        const int inside = rowCount(block);
        if (inside > 0) emit dataChanged(index(0, 0, block), index(inside - 1, column_count - 1, block));
    }
    return true;
}

void LayerTableModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    show_lines(std::vector<LayerLine>(lines_));
}

void LayerTableModel::sort(int column, Qt::SortOrder order)
{
    beginResetModel();
    sort_column_ = column;
    sort_order_ = order;
    order_by(lines_, column, order);
    endResetModel();
}

QModelIndex LayerTableModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) return {};
    // Operators inside a block store its one-based row; top-level rows store zero.
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex LayerTableModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == 0) return {};
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr{0});
}

const LayerLine* LayerTableModel::line_at(const QModelIndex& index) const
{
    if (!index.isValid()) return nullptr;
    const auto row = static_cast<std::size_t>(index.row());
    if (index.internalId() == 0) return &lines_[row];
    return &lines_[static_cast<std::size_t>(index.internalId()) - 1].operators[row];
}

int LayerTableModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) return static_cast<int>(lines_.size());
    if (parent.column() != 0 || parent.internalId() != 0) return 0;
    return static_cast<int>(lines_[static_cast<std::size_t>(parent.row())].operators.size());
}

int LayerTableModel::columnCount(const QModelIndex&) const { return column_count; }

QString LayerTableModel::text(const LayerLine& line, int column) const
{
    switch (column) {
    case name_column: return line.copies > 1 ? tr("%1 ×%2").arg(line.name, copies_text(line)) : line.name;
    case operator_column: return line.kind.empty() ? tr("block") : words_.text("operator." + line.kind);
    case shape_column: return line.shape;
    case parameters_column: return words_.text(value_of(line.parameters));
    case macs_column: return words_.text(Value{line.macs.as_double(), Unit::macs});
    case flops_column: return words_.text(Value{line.flops(), Unit::flops});
    case kept_column: return words_.text(value_of(line.kept));
    default: return {};
    }
}

QString LayerTableModel::copies_text(const LayerLine& line) const { return words_.text(value_of(Count(line.copies))); }

QString LayerTableModel::tool_tip(const LayerLine& line) const
{
    if (line.copies == 1) return line.name;
    return tr("%1: %2 alike copies, numbers for all of them").arg(line.name, copies_text(line));
}

double LayerTableModel::share(const LayerLine& line, int column) const
{
    const double whole = number_of(total_, column);
    return whole > 0.0 ? number_of(line, column) / whole : 0.0;
}

QVariant LayerTableModel::data(const QModelIndex& index, int role) const
{
    const LayerLine* line = line_at(index);
    if (!line) return {};
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return text(*line, column);
    case Qt::ToolTipRole: return QStringLiteral("<p>%1</p>").arg(tool_tip(*line).toHtmlEscaped());
    case Qt::TextAlignmentRole:
        return QVariant((column >= parameters_column ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case share_role:
        return column >= parameters_column && column != flops_column ? QVariant(share(*line, column)) : QVariant();
    default: return {};
    }
}

QVariant LayerTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section >= parameters_column ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == kept_column)
        return tr("What this layer is the first to keep for the backward pass, for the whole micro-batch");
    if (role == Qt::ToolTipRole && section == macs_column)
        return tr("Multiply-accumulates of one sample, forward; each is two FLOPs");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case name_column: return tr("Layer");
    case operator_column: return tr("Operator");
    case shape_column: return tr("Output");
    case parameters_column: return tr("Parameters");
    case macs_column: return tr("MACs");
    case flops_column: return tr("FLOPs");
    case kept_column: return tr("Saved");
    default: return {};
    }
}

QString LayerTableModel::tab_separated() const
{
    QStringList rows{QStringList{tr("Layer"), tr("Operator"), tr("Output"), tr("Copies"), tr("Parameters"), tr("MACs"),
                                 tr("FLOPs"), tr("Saved (bytes)")}
                         .join(QLatin1Char('\t'))};
    for (const LayerLine& line : lines_) {
        if (line.operators.empty()) {
            rows << exact_cells(line, {}, text(line, operator_column)).join(QLatin1Char('\t'));
            continue;
        }
        for (const LayerLine& inner : line.operators)
            rows << exact_cells(inner, line.name, text(inner, operator_column)).join(QLatin1Char('\t'));
    }
    return rows.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

namespace {

/// "layer3.1" and "layer3.35" as "layer3.1…35": the common prefix is written once.
QString name_of(const AlikeLayers& group)
{
    if (group.copies == 1) return from_utf8(group.first_name);
    const std::size_t dot = group.last_name.rfind('.');
    const bool same_stem = dot != std::string::npos && group.first_name.rfind('.') == dot &&
                           group.first_name.compare(0, dot, group.last_name, 0, dot) == 0;
    const std::string last = same_stem ? group.last_name.substr(dot + 1) : group.last_name;
    return from_utf8(group.first_name) + QStringLiteral("…") + from_utf8(last);
}

LayerLine operator_line(const LayerRow& row, std::int64_t copies)
{
    const Count count = copies;
    return {from_utf8(row.name),
            row.kind,
            shape_text(row.output),
            copies,
            row.parameters * count,
            row.macs * count,
            row.kept * count,
            0,
            {}};
}

/// The operators of a group. A parameter shared by all copies is in the first copy's row only, so the other copies'
/// parameters are those of the second.
std::vector<LayerLine> operators_of(const LayerTable& table, const AlikeLayers& group)
{
    std::vector<LayerLine> lines;
    for (std::int64_t i = 0; i < group.rows; ++i) {
        const LayerRow first = table.row(group.first_row + i);
        LayerLine line = operator_line(first, group.copies);
        if (group.copies > 1) {
            const LayerRow second = table.row(group.first_row + group.rows + i);
            line.parameters = first.parameters + second.parameters * Count(group.copies - 1);
        }
        const auto stem = static_cast<qsizetype>(group.first_name.size());
        if (stem > 0) line.name = line.name.mid(stem + 1);
        line.order = static_cast<int>(i);
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

QString shape_text(const Shape& shape)
{
    QString text;
    for (int axis = 0; axis < shape.rank(); ++axis)
        text += (axis > 0 ? QStringLiteral("×") : QString()) + QString::number(shape[axis]);
    return text;
}

std::vector<LayerLine> layer_lines(const Evaluation& evaluation, bool by_block)
{
    std::vector<LayerLine> lines;
    if (!evaluation.network || !evaluation.estimate) return lines;
    const LayerTable table(*evaluation.network, *evaluation.analysis, evaluation.scenario.training.micro_batch);
    for (const AlikeLayers& group : table.groups()) {
        std::vector<LayerLine> operators = operators_of(table, group);
        const QString name = name_of(group);
        if (by_block && !name.isEmpty()) {
            lines.push_back({name, {}, {}, group.copies, group.parameters, group.macs, group.kept, 0, {}});
            lines.back().shape = operators.back().shape;
            lines.back().operators = std::move(operators);
            continue;
        }
        for (LayerLine& line : operators) {
            if (!name.isEmpty()) line.name = name + QLatin1Char('.') + line.name;
            lines.push_back(std::move(line));
        }
    }
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i].order = static_cast<int>(i);
    return lines;
}

LayerLine total_of(const std::vector<LayerLine>& lines)
{
    LayerLine total;
    for (const LayerLine& line : lines) {
        total.parameters += line.parameters;
        total.macs += line.macs;
        total.kept += line.kept;
    }
    return total;
}

} // namespace rigwright
