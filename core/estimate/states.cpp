// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/states.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Arrays smaller than this keep fp32 moments in 8-bit optimizers (bitsandbytes, `min_8bit_size`).
constexpr std::int64_t smallest_narrow_array = 4096;

Count copies_of(const Network& network, const Parameter& parameter)
{
    return network.blocks[static_cast<std::size_t>(parameter.block)].repeat;
}

/// Calls `visit(operator, parameter, slot)` once for each trainable parameter, with the operator that names it first.
template <typename Visit>
void for_each_trained(const Network& network, Visit visit)
{
    std::vector<bool> seen(network.parameters.size(), false);
    for (const Operator& op : network.operators) {
        for (std::size_t slot = 0; slot < op.parameters.size(); ++slot) {
            const ParameterId id = op.parameters[slot];
            if (id == no_id || seen[static_cast<std::size_t>(id)]) continue;
            seen[static_cast<std::size_t>(id)] = true;
            const Parameter& parameter = network.parameters[static_cast<std::size_t>(id)];
            if (parameter.trainable) visit(op, parameter, slot);
        }
    }
}

/// Row and column sums of a convolution's weight, which is a stack of kernel-height x kernel-width matrices.
Count convolution_sums(const Convolution& c, Count elements)
{
    return elements / Count(c.kernel[1] * c.kernel[2]) * Count(c.kernel[1] + c.kernel[2]);
}

/// Numbers that Adafactor remembers of one array.
Count sums_of(const Network& network, const Operator& op, const Parameter& parameter, std::size_t slot)
{
    if (slot != 0) return parameter.elements;
    if (const auto* linear = std::get_if<Linear>(&op.kind))
        return Count(linear->matrices) * (Count(linear->in_features) + Count(linear->out_features));
    if (const auto* convolution = std::get_if<Convolution>(&op.kind))
        return convolution_sums(*convolution, parameter.elements);
    if (std::holds_alternative<Embedding>(op.kind)) {
        const Count width = network.shape_of(op.output)[-1];
        return parameter.elements / width + width;
    }
    return parameter.elements;
}

MomentNumbers narrow_numbers(const Network& network)
{
    MomentNumbers numbers;
    for_each_trained(network, [&](const Operator& op, const Parameter& parameter, std::size_t) {
        const bool stays = std::holds_alternative<Embedding>(op.kind) || parameter.elements < smallest_narrow_array;
        (stays ? numbers.wide : numbers.narrow) += parameter.elements * copies_of(network, parameter);
    });
    return numbers;
}

MomentNumbers factored_numbers(const Network& network)
{
    MomentNumbers numbers;
    for_each_trained(network, [&](const Operator& op, const Parameter& parameter, std::size_t slot) {
        numbers.wide += sums_of(network, op, parameter, slot) * copies_of(network, parameter);
    });
    return numbers;
}

} // namespace

MomentNumbers moment_numbers(const Network& network, const OptimizerRow& optimizer, Count trainable)
{
    switch (optimizer.storage) {
    case MomentStorage::full: return {trainable, {}, {}};
    case MomentStorage::one_byte: return narrow_numbers(network);
    case MomentStorage::factored: return factored_numbers(network);
    }
    return {};
}

Bytes moment_bytes(const MomentNumbers& numbers, const OptimizerRow& optimizer, NumberFormat format,
                   double byte_moment_bytes)
{
    const Bytes one = bytes_of(numbers.full, format) + Bytes::rounded(numbers.narrow.as_double() * byte_moment_bytes) +
                      bytes_of(numbers.wide, NumberFormat::fp32);
    return one * Count(optimizer.moments);
}

Count largest_trainable_array(const Network& network)
{
    Count largest;
    for (const Parameter& parameter : network.parameters) {
        if (parameter.trainable) largest = std::max(largest, parameter.elements);
    }
    return largest;
}

QuantizedNumbers quantized_numbers(const Network& network)
{
    QuantizedNumbers numbers;
    std::vector<bool> seen(network.parameters.size(), false);
    for (const Operator& op : network.operators) {
        const ParameterId id = op.parameters[0];
        const auto* linear = std::get_if<Linear>(&op.kind);
        if (id == no_id || linear == nullptr || seen[static_cast<std::size_t>(id)]) continue;
        seen[static_cast<std::size_t>(id)] = true;
        const Parameter& weight = network.parameters[static_cast<std::size_t>(id)];
        if (!weight.stored_as) continue;
        numbers.elements += weight.elements * copies_of(network, weight);
        numbers.rows += weight.elements / Count(linear->in_features) * copies_of(network, weight);
    }
    return numbers;
}

Bytes quantized_bytes(const QuantizedNumbers& numbers, const BaseStorage& storage)
{
    return Bytes::rounded(numbers.elements.as_double() * storage.bytes_per_number()) +
           bytes_of(numbers.rows * Count(storage.row_scales), NumberFormat::fp32);
}

Bytes divided(Bytes amount, std::int64_t parts) { return Bytes(divide_rounding_up(amount.count(), Count(parts))); }

BatchBytes divided(const BatchBytes& amount, std::int64_t parts)
{
    return {divided(amount.fixed, parts), divided(amount.per_sample, parts)};
}

Bytes part_of(Bytes amount, Count part, Count whole)
{
    if (part == whole || whole == Count(0)) return amount;
    return Bytes::rounded(amount.as_double() * (part.as_double() / whole.as_double()));
}

} // namespace rigwright
