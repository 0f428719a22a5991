// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/walk_stops.h"

namespace rigwright {

namespace {

template <typename Kind>
bool is(const Operator& op)
{
    return std::holds_alternative<Kind>(op.kind);
}

bool is_product(const Operator& op, ProductRole role)
{
    const auto* product = std::get_if<MatrixProduct>(&op.kind);
    return product != nullptr && product->role == role;
}

BatchBytes inputs_of(const Network& network, const Operator& op, NumberFormat format)
{
    BatchBytes total;
    for (const TensorId id : op.inputs) {
        if (id != no_id) total += activation_bytes(network, id, format);
    }
    return total;
}

/// Gradients alive while an operator runs backward: that of its output and those it makes for its inputs. An addition
/// hands its gradient on, a view is no work.
BatchBytes backward_gradients(const Network& network, const OperatorFacts& facts)
{
    const Operator& op = network.operators[facts.op];
    if (is<View>(op) || !(facts.input_gradient || facts.weight_gradient)) return {};
    BatchBytes total = activation_bytes(network, op.output, facts.output_format);
    const auto* binary = std::get_if<Binary>(&op.kind);
    const bool hands_on = binary != nullptr && binary->operation == BinaryOperation::add;
    if (facts.input_gradient && !hands_on) total += inputs_of(network, op, facts.input_format);
    return total;
}

/// Which operator names a parameter first (its 16-bit copy is made there) and last (its gradient is born there).
struct ParameterUse {
    std::size_t first = 0;
    std::size_t last = 0;
};

std::vector<ParameterUse> parameter_uses(const Network& network)
{
    constexpr std::size_t unused = static_cast<std::size_t>(-1);
    std::vector<ParameterUse> uses(network.parameters.size(), {unused, unused});
    for (std::size_t op = 0; op < network.operators.size(); ++op) {
        for (const ParameterId id : network.operators[op].parameters) {
            if (id == no_id) continue;
            ParameterUse& use = uses[static_cast<std::size_t>(id)];
            if (use.first == unused) use.first = op;
            use.last = op;
        }
    }
    return uses;
}

class Planner {
public:
    Planner(const Network& network, const Analysis& analysis, const WalkOptions& options)
        : network_(network),
          analysis_(analysis),
          options_(options),
          uses_(parameter_uses(network))
    {}

    WalkPlan plan()
    {
        plan_.stops.reserve(analysis_.facts.size());
        for (const OperatorFacts& facts : analysis_.facts) add_stop(facts);
        for (WalkGroup& group : plan_.groups) settle(group);
        return std::move(plan_);
    }

private:
    void add_stop(const OperatorFacts& facts)
    {
        const Operator& op = network_.operators[facts.op];
        if (starts_group(facts)) {
            plan_.groups.push_back({});
            plan_.groups.back().first = plan_.stops.size();
            plan_.groups.back().first_copy = facts.first_copy;
            plan_.groups.back().copies = facts.copies;
            in_attention_ = false;
            block_ = facts.block;
            first_copy_ = facts.first_copy;
        }
        WalkStop stop;
        stop.op = facts.op;
        stop.kept = facts.kept;
        stop.forward_temporary = facts.output;
        if (!options_.training) stop.forward_temporary += inputs_of(network_, op, facts.input_format);
        if (options_.training) stop.backward_temporary = backward_gradients(network_, facts);
        stop.attention_internal = attention_internal(op, facts);
        add_parameters(facts, stop);
        plan_.stops.push_back(stop);
        plan_.groups.back().last = plan_.stops.size();
    }

    bool starts_group(const OperatorFacts& facts) const
    {
        return plan_.groups.empty() || facts.block != block_ || facts.first_copy != first_copy_;
    }

    /// Everything between the product of queries and keys and the product with the values is made of scores; the latter
    /// product also keeps the scores it multiplies.
    BatchBytes attention_internal(const Operator& op, const OperatorFacts& facts)
    {
        if (is_product(op, ProductRole::query_key)) {
            in_attention_ = true;
            return {};
        }
        if (!in_attention_) return {};
        if (!is_product(op, ProductRole::attention_value)) return facts.kept;
        in_attention_ = false;
        const BatchBytes scores = activation_bytes(network_, op.inputs[0], facts.input_format);
        return facts.kept.per_sample >= scores.per_sample ? scores : BatchBytes{};
    }

    void add_parameters(const OperatorFacts& facts, WalkStop& stop)
    {
        for (const ParameterId id : network_.operators[facts.op].parameters) {
            if (id == no_id) continue;
            const Parameter& parameter = network_.parameters[static_cast<std::size_t>(id)];
            add_full_matrix(facts, parameter, stop);
            if (!parameter.trainable) {
                add_frozen_copy(facts, parameter, id, stop);
                continue;
            }
            const ParameterUse& use = uses_[static_cast<std::size_t>(id)];
            const bool shared = parameter.block != static_cast<int>(facts.block);
            if (use.last == facts.op && options_.training) {
                (shared ? plan_.groups.back().shared_gradients : stop.gradients) +=
                    bytes_of(parameter.elements, options_.gradients);
            }
            if (use.first == facts.op && options_.weight_copies && parameter.in_product && !shared) {
                stop.weight_copies += bytes_of(parameter.elements, *options_.weight_copies);
            }
        }
    }

    /// A quantised weight is turned into a full matrix for each product, forward and backward.
    static void add_full_matrix(const OperatorFacts& facts, const Parameter& weight, WalkStop& stop)
    {
        if (!weight.stored_as) return;
        const Bytes matrix = bytes_of(weight.elements, facts.input_format);
        stop.forward_temporary.fixed += matrix;
        if (facts.input_gradient) stop.backward_temporary.fixed += matrix;
    }

    /// A frozen weight is converted at every use; the copy stays where a gradient passes through the product.
    void add_frozen_copy(const OperatorFacts& facts, const Parameter& weight, ParameterId id, WalkStop& stop) const
    {
        const bool first = network_.operators[facts.op].parameters[0] == id;
        if (options_.weight_copies && first && weight.in_product && facts.input_gradient)
            stop.weight_copies += bytes_of(weight.elements, *options_.weight_copies);
    }

    void settle(WalkGroup& group)
    {
        BatchBytes internal;
        for (std::size_t i = group.first; i < group.last; ++i) {
            const WalkStop& stop = plan_.stops[i];
            group.kept += stop.kept;
            group.gradients += stop.gradients;
            group.weight_copies += stop.weight_copies;
            internal += stop.attention_internal;
        }
        switch (options_.recompute) {
        case Recompute::none: group.left = group.kept; break;
        case Recompute::selective:
            group.left = {group.kept.fixed - internal.fixed, group.kept.per_sample - internal.per_sample};
            break;
        case Recompute::full: settle_full(group); break;
        }
    }

    /// One boundary for each copy of a named block; operators outside blocks keep what they keep.
    void settle_full(WalkGroup& group)
    {
        const OperatorFacts& facts = analysis_.facts[group.first];
        const Block& block = network_.blocks[facts.block];
        group.rebuilt = !block.name.empty();
        group.left = group.kept;
        if (!group.rebuilt) return;
        const TensorId boundary =
            block.carried.empty() ? network_.operators[facts.op].inputs[0] : block.carried.front().into;
        group.left = boundary == no_id ? BatchBytes{} : activation_bytes(network_, boundary, facts.input_format);
    }

    const Network& network_;
    const Analysis& analysis_;
    const WalkOptions& options_;
    std::vector<ParameterUse> uses_;
    WalkPlan plan_;
    bool in_attention_ = false;
    std::size_t block_ = 0;
    std::int64_t first_copy_ = 0;
};

} // namespace

BatchBytes activation_bytes(const Network& network, TensorId id, NumberFormat format)
{
    const Tensor& tensor = network.tensors[static_cast<std::size_t>(id)];
    if (tensor.content != Content::activation) return {};
    const Bytes bytes = bytes_of(tensor.shape.elements(), format);
    return tensor.per_sample ? BatchBytes{{}, bytes} : BatchBytes{bytes, {}};
}

WalkPlan plan_walk(const Network& network, const Analysis& analysis, const WalkOptions& options)
{
    return Planner(network, analysis, options).plan();
}

} // namespace rigwright
