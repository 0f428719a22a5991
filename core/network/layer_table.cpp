// SPDX-License-Identifier: Apache-2.0
#include "core/network/layer_table.h"

#include "core/network/operator_counts.h"

#include <algorithm>

namespace rigwright {

std::string shape_text(const Shape& shape)
{
    std::string text;
    for (int axis = 0; axis < shape.rank(); ++axis) text += (axis > 0 ? "×" : "") + std::to_string(shape[axis]);
    return text;
}

LayerTable::LayerTable(const Network& network, const Analysis& analysis, Count micro_batch)
    : network_(network),
      analysis_(analysis),
      micro_batch_(micro_batch),
      own_parameters_(network.operators.size())
{
    add_groups();
    assign_parameters();
}

void LayerTable::add_groups()
{
    const auto& facts = analysis_.facts;
    for (std::size_t i = 0; i < facts.size();) {
        Group group{size_, facts[i].first_copy, facts[i].block, facts[i].copies, {}};
        for (; i < facts.size() && facts[i].block == group.block && facts[i].first_copy == group.first_copy; ++i) {
            const Operator& op = network_.operators[facts[i].op];
            const bool free = std::holds_alternative<View>(op.kind) && op.parameters[0] == no_id;
            if (!free) group.facts.push_back(i);
        }
        size_ += static_cast<std::int64_t>(group.facts.size()) * group.copies;
        if (!group.facts.empty()) groups_.push_back(std::move(group));
    }
}

void LayerTable::assign_parameters()
{
    std::vector<bool> assigned(network_.parameters.size());
    for (std::size_t block = 0; block < network_.blocks.size(); ++block) {
        for (std::size_t i = network_.blocks[block].first; i < network_.blocks[block].last; ++i) {
            for (const ParameterId id : network_.operators[i].parameters) {
                const auto index = static_cast<std::size_t>(id);
                if (id == no_id || assigned[index]) continue;
                assigned[index] = true;
                const Parameter& parameter = network_.parameters[index];
                const bool owned = static_cast<std::size_t>(parameter.block) == block;
                (owned ? own_parameters_[i].every_copy : own_parameters_[i].first_copy) += parameter.elements;
            }
        }
    }
}

LayerRow LayerTable::row(std::int64_t index) const
{
    const auto after = std::ranges::upper_bound(groups_, index, {}, &Group::first_row);
    const Group& group = *std::prev(after);
    const auto width = static_cast<std::int64_t>(group.facts.size());
    const std::int64_t copy = group.first_copy + (index - group.first_row) / width;
    const OperatorFacts& facts =
        analysis_.facts[group.facts[static_cast<std::size_t>((index - group.first_row) % width)]];
    const Operator& op = network_.operators[facts.op];
    const std::string block = name_of_copy(network_.blocks[group.block], copy);

    LayerRow row;
    row.name = block.empty() ? op.name : block + "." + op.name;
    row.kind = word_of(op.kind);
    row.output = network_.shape_of(op.output);
    row.parameters = own_parameters_[facts.op].every_copy;
    if (copy == 0) row.parameters += own_parameters_[facts.op].first_copy;
    row.macs = forward_macs(network_, op);
    row.kept = facts.kept.at(micro_batch_);
    return row;
}

AlikeLayers LayerTable::summed(const Group& group) const
{
    const Block& block = network_.blocks[group.block];
    AlikeLayers sum;
    sum.first_name = name_of_copy(block, group.first_copy);
    sum.last_name = name_of_copy(block, group.first_copy + group.copies - 1);
    sum.copies = group.copies;
    sum.first_row = group.first_row;
    sum.rows = static_cast<std::int64_t>(group.facts.size());
    const Count copies = group.copies;
    for (const std::size_t index : group.facts) {
        const OperatorFacts& facts = analysis_.facts[index];
        const OwnParameters& own = own_parameters_[facts.op];
        sum.parameters += own.every_copy * copies;
        if (group.first_copy == 0) sum.parameters += own.first_copy;
        sum.macs += forward_macs(network_, network_.operators[facts.op]) * copies;
        sum.kept += facts.kept.at(micro_batch_) * copies;
    }
    return sum;
}

std::vector<AlikeLayers> LayerTable::groups() const
{
    std::vector<AlikeLayers> sums;
    sums.reserve(groups_.size());
    for (const Group& group : groups_) sums.push_back(summed(group));
    return sums;
}

} // namespace rigwright
