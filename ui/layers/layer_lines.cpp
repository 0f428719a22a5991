// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layers/layer_lines.h"

#include "core/network/layer_table.h"
#include "ui/format/words.h"

namespace rigwright {

namespace {

/// "layer3.1" and "layer3.35" as "layer3.1…35": what both names begin with is written once.
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

/// The operators of a group. A parameter that all copies share stands in the first copy's row only, so the other
/// copies' parameters are those of the second.
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
