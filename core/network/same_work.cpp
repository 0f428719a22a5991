// SPDX-License-Identifier: Apache-2.0
#include "core/network/same_work.h"

#include <bit>

namespace rigwright {

namespace {

constexpr std::uint32_t empty_place = UINT32_MAX;

/// Finds earlier facts of the same work in a table with open addresses.
class WorkTable {
public:
    WorkTable(const Network& network, const std::vector<OperatorFacts>& facts)
        : network_(network),
          facts_(facts),
          places_(std::bit_ceil(2 * facts.size() + 1), empty_place)
    {}

    std::uint32_t first_like(std::uint32_t index)
    {
        const std::size_t mask = places_.size() - 1;
        for (std::size_t at = hash(facts_[index]) & mask;; at = (at + 1) & mask) {
            std::uint32_t& place = places_[at];
            if (place == empty_place) return place = index;
            if (alike(facts_[place], facts_[index])) return place;
        }
    }

private:
    const Tensor& tensor(TensorId id) const { return network_.tensors[static_cast<std::size_t>(id)]; }

    static std::size_t mixed(std::size_t hash, std::size_t value)
    {
        constexpr std::size_t golden_ratio = 0x9E3779B97F4A7C15; // 2^64 over the golden ratio (Knuth, section 6.4)
        return std::rotl((hash ^ value) * golden_ratio, 27);
    }

    std::size_t hash(const OperatorFacts& facts) const
    {
        const Operator& op = network_.operators[facts.op];
        std::size_t result = mixed(op.kind.index(), static_cast<std::size_t>(facts.input_format));
        const Shape& output = network_.shape_of(op.output);
        for (int axis = 0; axis < output.rank(); ++axis) result = mixed(result, static_cast<std::size_t>(output[axis]));
        if (op.inputs[0] != no_id) result = mixed(result, static_cast<std::size_t>(network_.shape_of(op.inputs[0])[0]));
        return result;
    }

    bool alike(const OperatorFacts& a, const OperatorFacts& b) const
    {
        const Operator& one = network_.operators[a.op];
        const Operator& other = network_.operators[b.op];
        return a.input_format == b.input_format && a.output_format == b.output_format && a.casts == b.casts &&
               a.output == b.output && a.fused == b.fused && a.input_gradient == b.input_gradient &&
               a.weight_gradient == b.weight_gradient && one.kind == other.kind && one.called_as == other.called_as &&
               same_size(one.output, other.output) && same_inputs(one, other) && stored_as(one) == stored_as(other);
    }

    bool same_inputs(const Operator& one, const Operator& other) const
    {
        for (std::size_t i = 0; i < Operator::max_inputs; ++i) {
            if (one.inputs[i] == no_id && other.inputs[i] == no_id) return true;
            if (!same_size(one.inputs[i], other.inputs[i])) return false;
        }
        return true;
    }

    bool same_size(TensorId one, TensorId other) const
    {
        if (one == other) return true;
        if (one == no_id || other == no_id) return false;
        return tensor(one).per_sample == tensor(other).per_sample && tensor(one).shape == tensor(other).shape;
    }

    std::optional<NumberFormat> stored_as(const Operator& op) const
    {
        const ParameterId weight = op.parameters[0];
        return weight == no_id ? std::nullopt : network_.parameters[static_cast<std::size_t>(weight)].stored_as;
    }

    const Network& network_;
    const std::vector<OperatorFacts>& facts_;
    std::vector<std::uint32_t> places_;
};

} // namespace

std::vector<std::uint32_t> first_of_same_work(const Network& network, const std::vector<OperatorFacts>& facts)
{
    WorkTable table(network, facts);
    std::vector<std::uint32_t> first(facts.size());
    for (std::uint32_t i = 0; i < first.size(); ++i) first[i] = table.first_like(i);
    return first;
}

} // namespace rigwright
