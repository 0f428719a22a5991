// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"

#include <utility>

namespace rigwright {

NetworkBuilder::NetworkBuilder()
{
    // Room for most networks, so that building one allocates a handful of times.
    network_.operators.reserve(128);
    network_.tensors.reserve(160);
    network_.parameters.reserve(192);
    network_.blocks.reserve(16);
}

TensorId NetworkBuilder::new_tensor(const Shape& shape, bool per_sample, Content content)
{
    const auto id = static_cast<TensorId>(network_.tensors.size());
    network_.tensors.push_back({shape, content, per_sample, id, false});
    return id;
}

TensorId NetworkBuilder::alias_of(TensorId base, const Shape& shape)
{
    const Tensor& original = network_.tensors[static_cast<std::size_t>(base)];
    const Tensor alias{shape, original.content, original.per_sample, original.storage, original.parameter};
    network_.tensors.push_back(alias);
    return static_cast<TensorId>(network_.tensors.size() - 1);
}

Operator& NetworkBuilder::append(std::string_view name, const OperatorKind& kind, std::span<const TensorId> inputs,
                                 TensorId output)
{
    Operator& added = network_.operators.emplace_back();
    added.name = prefix_;
    added.name += name;
    added.kind = kind;
    std::size_t slot = 0;
    for (const TensorId id : inputs) {
        if (slot < Operator::max_inputs) added.inputs[slot++] = id;
    }
    added.output = output;
    return added;
}

void NetworkBuilder::close_plain_block()
{
    const std::size_t first = network_.blocks.empty() ? 0 : network_.blocks.back().last;
    const std::size_t last = network_.operators.size();
    const bool owns_parameters = !network_.parameters.empty() && network_.parameters.back().block == current_block();
    if (first == last && !owns_parameters) return;
    network_.blocks.push_back({"", 1, 0, first, last, {}});
}

void NetworkBuilder::begin_block(std::string name, std::int64_t repeat, std::int64_t first_index)
{
    close_plain_block();
    open_ = Block{std::move(name), repeat, first_index, network_.operators.size(), network_.operators.size(), {}};
    in_block_ = true;
}

void NetworkBuilder::end_block(std::vector<Block::Carried> carried)
{
    open_.last = network_.operators.size();
    open_.carried = std::move(carried);
    for (const Block::Carried& pair : open_.carried) {
        if (open_.repeat > 1 && !(shape_of(pair.into) == shape_of(pair.from))) {
            report("block-shape-changes", open_.name, shape_of(pair.from)[-1], shape_of(pair.into)[-1]);
        }
    }
    network_.blocks.push_back(open_);
    in_block_ = false;
}

TensorId NetworkBuilder::input(const Shape& shape, Content content) { return new_tensor(shape, true, content); }

TensorId NetworkBuilder::constant(const Shape& shape, Content content) { return new_tensor(shape, false, content); }

ParameterId NetworkBuilder::add_parameter(Count elements, bool in_product)
{
    network_.parameters.push_back({elements, !frozen_, in_product, current_block()});
    return static_cast<ParameterId>(network_.parameters.size() - 1);
}

ParameterId NetworkBuilder::last_parameter(int slot) const
{
    return network_.operators.back().parameters[static_cast<std::size_t>(slot)];
}

TensorId NetworkBuilder::parameter_tensor(std::string_view name, const Shape& shape, bool trainable)
{
    const bool was_frozen = std::exchange(frozen_, frozen_ || !trainable);
    const ParameterId parameter = add_parameter(shape.elements(), false);
    frozen_ = was_frozen;
    const TensorId output = new_tensor(shape, false);
    network_.tensors.back().parameter = true;
    append(name, View{}, {}, output).parameters[0] = parameter;
    return output;
}

void NetworkBuilder::report(std::string code, std::string_view layer, std::int64_t found, std::int64_t expected)
{
    const std::string where =
        in_block_ && !open_.name.empty() ? name_of_copy(open_, 0) + "." + std::string(layer) : std::string(layer);
    network_.issues.push_back({std::move(code), where, found, expected});
}

Network NetworkBuilder::finish(std::vector<TensorId> outputs)
{
    close_plain_block();
    network_.outputs = std::move(outputs);
    return std::move(network_);
}

} // namespace rigwright
