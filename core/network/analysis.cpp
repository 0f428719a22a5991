// SPDX-License-Identifier: Apache-2.0
#include "core/network/analysis.h"

#include "core/network/format_rules.h"
#include "core/network/fusion.h"
#include "core/network/keep_rules.h"
#include "core/network/same_work.h"
#include "core/network/tensor_states.h"

#include <algorithm>

namespace rigwright {

namespace {

NumberFormat wider(NumberFormat a, NumberFormat b) { return storage_bits(a) >= storage_bits(b) ? a : b; }

/// Walks the operators of a network once per distinct block copy.
class Walk {
public:
    Walk(const Network& network, const FormatPolicy& policy)
        : network_(network),
          policy_(policy),
          states_(network, policy),
          written_in_(network.tensors.size(), 0)
    {}

    Analysis run()
    {
        analysis_.facts.reserve(network_.operators.size() + 16);
        for (std::size_t block = 0; block < network_.blocks.size(); ++block) visit_block(block);
        for (const OperatorFacts& facts : analysis_.facts) analysis_.kept += facts.kept * Count(facts.copies);
        if (policy_.autocast) analysis_.weight_copies = cached_weight_copies();
        const std::vector<float> fused = fused_shares(network_);
        for (OperatorFacts& facts : analysis_.facts) facts.fused = fused[facts.op];
        analysis_.like = first_of_same_work(network_, analysis_.facts);
        return std::move(analysis_);
    }

private:
    /// What a copy takes over from the one before, as the first copy found it.
    struct Entry {
        TensorStates::State state;
        bool kept = false;
    };

    void visit_block(std::size_t index)
    {
        const Block& block = network_.blocks[index];
        const std::size_t start = analysis_.facts.size();
        entries_.clear();
        if (block.repeat > 1)
            for (const Block::Carried& pair : block.carried)
                entries_.push_back({states_[pair.into], states_[states_[pair.into].storage].kept});
        visit_copies(index, 0, 1);
        if (block.repeat == 1) return;
        // The second copy reads what the first one wrote; from there on every copy is like the one before it.
        for (const Block::Carried& pair : block.carried) states_.carry(pair.into, pair.from);
        const std::size_t second = analysis_.facts.size();
        if (enters_as_before(block)) {
            for (std::size_t i = start; i < second; ++i) analysis_.facts[i].copies = block.repeat;
            // The last copy keeps what is handed to it, as the first did.
            for (const TensorId owner : kept_outside_) states_.keep(owner);
            return;
        }
        visit_copies(index, 1, block.repeat - 1);
        merge_if_alike(start, second, block.repeat);
    }

    /// Whether the second copy finds all that it reads as the first one did; both then do the same. What the first kept
    /// of tensors outside the block is there for the second already.
    bool enters_as_before(const Block& block)
    {
        std::size_t entry = 0;
        for (const Block::Carried& pair : block.carried) {
            const Entry& first = entries_[entry++];
            const TensorStates::State& now = states_[pair.into];
            if (first.state.format != now.format || first.state.needs_gradient != now.needs_gradient) return false;
            const bool own = first.state.storage == pair.into && block.carried.size() == 1;
            if (first.kept != now.kept || !(first.kept || own)) return false;
        }
        return !keeps_outside(block);
    }

    /// Whether the copy that was just followed has kept what neither it wrote nor another copy handed to it.
    bool keeps_outside(const Block& block) const
    {
        return std::any_of(kept_outside_.begin(), kept_outside_.end(), [&](TensorId owner) {
            return std::none_of(block.carried.begin(), block.carried.end(),
                                [owner](const Block::Carried& pair) { return pair.into == owner; });
        });
    }

    /// Where the first copy does the same as the others, one entry stands for all.
    void merge_if_alike(std::size_t first, std::size_t second, std::int64_t copies)
    {
        const auto begin = analysis_.facts.begin();
        const auto at = [&](std::size_t index) { return begin + static_cast<std::ptrdiff_t>(index); };
        const auto alike = [](const OperatorFacts& a, const OperatorFacts& b) {
            return a.kept == b.kept && a.output == b.output && a.casts == b.casts && a.input_format == b.input_format &&
                   a.output_format == b.output_format && a.input_gradient == b.input_gradient &&
                   a.weight_gradient == b.weight_gradient && a.gradient_inputs == b.gradient_inputs;
        };
        if (!std::equal(at(first), at(second), at(second), alike)) return;
        analysis_.facts.resize(second);
        for (std::size_t i = first; i < second; ++i) analysis_.facts[i].copies = copies;
    }

    void visit_copies(std::size_t block, std::int64_t first_copy, std::int64_t copies)
    {
        ++copy_;
        kept_outside_.clear();
        for (std::size_t i = network_.blocks[block].first; i < network_.blocks[block].last; ++i) {
            OperatorFacts& facts = analysis_.facts.emplace_back();
            visit(network_.operators[i], facts);
            facts.op = i;
            facts.block = block;
            facts.first_copy = first_copy;
            facts.copies = copies;
        }
    }

    GradientNeeds gradient_needs(const Operator& op) const
    {
        GradientNeeds needs;
        // The second input of a conversion names the format; no gradient flows to it.
        const std::size_t sources = std::holds_alternative<Cast>(op.kind) ? 1 : op.inputs.size();
        for (std::size_t i = 0; i < sources && op.inputs[i] != no_id; ++i)
            needs.inputs[i] = states_[op.inputs[i]].needs_gradient;
        for (const ParameterId id : op.parameters) {
            needs.weight = needs.weight || (policy_.training && id != no_id &&
                                            network_.parameters[static_cast<std::size_t>(id)].trainable);
        }
        const ParameterId weight = op.parameters[0];
        needs.quantized_weight =
            weight != no_id && network_.parameters[static_cast<std::size_t>(weight)].stored_as.has_value();
        return needs;
    }

    NumberFormat widest_input(const Operator& op) const
    {
        NumberFormat format = states_[op.inputs[0]].format;
        for (const TensorId id : op.inputs) {
            if (id != no_id) format = wider(format, states_[id].format);
        }
        return format;
    }

    /// The format in which an operator reads its inputs.
    NumberFormat operand_format(const Operator& op) const
    {
        if (op.inputs[0] == no_id || std::holds_alternative<Embedding>(op.kind)) return policy_.parameters;
        const AutocastRule rule = autocast_rule(op.kind);
        if (rule == AutocastRule::widest && op.parameters[0] == no_id) return widest_input(op);
        if (rule == AutocastRule::widest || rule == AutocastRule::widest_with_weights)
            return wider(widest_input(op), policy_.parameters);
        if (!policy_.autocast || rule == AutocastRule::as_input) return states_[op.inputs[0]].format;
        return rule == AutocastRule::lower ? *policy_.autocast : NumberFormat::fp32;
    }

    NumberFormat output_format(const Operator& op, NumberFormat operand) const
    {
        if (!std::holds_alternative<Cast>(op.kind)) return operand;
        return op.inputs[1] == no_id ? NumberFormat::fp32 : states_[op.inputs[1]].format;
    }

    bool shares_storage(const Operator& op, NumberFormat input, NumberFormat output) const
    {
        const auto* copy = std::get_if<Copy>(&op.kind);
        if (copy != nullptr && copy->view_at_batch_one && policy_.batch_is_one) return true;
        return std::holds_alternative<Cast>(op.kind) && input == output;
    }

    void visit(const Operator& op, OperatorFacts& facts)
    {
        const GradientNeeds needs = gradient_needs(op);
        facts.input_format = operand_format(op);
        facts.output_format = output_format(op, facts.input_format);
        facts.weight_gradient = needs.weight;
        for (std::size_t i = 0; i < needs.inputs.size(); ++i)
            if (needs.inputs[i]) facts.gradient_inputs |= bit(i);
        facts.input_gradient = facts.gradient_inputs != 0;
        const bool in_graph = facts.weight_gradient || facts.input_gradient;
        facts.output = define_output(op, facts, in_graph);
        KeepRule rule = in_graph ? keep_rule(op.kind, needs) : KeepRule{};
        if (in_graph && policy_.softmax_keeps_input && std::holds_alternative<Softmax>(op.kind)) rule.inputs[0] = true;
        read_inputs(op, rule, facts);
        keep_extras(op, rule, facts);
    }

    /// Marks the storage of a tensor as kept; gives its bytes if it was not kept before.
    BatchBytes keep(TensorId id)
    {
        const TensorId owner = states_[id].storage;
        const bool before = states_[owner].kept;
        const BatchBytes bytes = states_.keep(id);
        if (!before && written_in_[index(owner)] != copy_) kept_outside_.push_back(owner);
        return bytes;
    }

    static std::size_t index(TensorId id) { return static_cast<std::size_t>(id); }

    static std::uint8_t bit(std::size_t input) { return static_cast<std::uint8_t>(1U << input); }

    BatchBytes define_output(const Operator& op, OperatorFacts& facts, bool in_graph)
    {
        const TensorId id = op.output;
        const Tensor& tensor = network_.tensors[static_cast<std::size_t>(id)];
        const bool alias = tensor.storage != id;
        TensorId storage = alias && op.inputs[0] != no_id ? states_[op.inputs[0]].storage : id;
        if (op.inputs[0] != no_id && shares_storage(op, states_[op.inputs[0]].format, facts.output_format))
            storage = states_[op.inputs[0]].storage;
        states_.define(id, {facts.output_format, in_graph && tensor.content == Content::activation, false, storage});
        written_in_[index(id)] = copy_;
        facts.shares_input = storage != id;
        return storage == id ? states_.bytes_of_tensor(id, facts.output_format) : BatchBytes{};
    }

    /// Counts the copies that autocast makes of the inputs and keeps inputs (or their copies) as the rule says.
    void read_inputs(const Operator& op, const KeepRule& rule, OperatorFacts& facts)
    {
        for (std::size_t i = 0; i < op.inputs.size() && op.inputs[i] != no_id; ++i) {
            const TensorId id = op.inputs[i];
            const bool cast = states_[id].format != facts.input_format && converts_inputs(op.kind) &&
                              network_.tensors[index(id)].content == Content::activation;
            if (cast) {
                const BatchBytes converted = states_.bytes_of_tensor(id, facts.input_format);
                facts.converted_inputs |= bit(i);
                facts.casts += converted;
                (rule.inputs[i] ? facts.kept_fresh : facts.passing_casts) += converted;
            } else if (rule.inputs[i]) {
                facts.keeps_inputs |= bit(i);
                facts.kept += keep(id);
            }
        }
    }

    void keep_extras(const Operator& op, const KeepRule& rule, OperatorFacts& facts)
    {
        facts.keeps_output = rule.output;
        if (rule.output) facts.kept += keep(op.output);
        if (rule.input_clone) facts.kept_fresh += states_.bytes_of_tensor(op.inputs[0], facts.input_format);
        if (rule.bytes_per_output_element != Count(0)) {
            const Tensor& output = network_.tensors[index(op.output)];
            const Bytes by_element(output.shape.elements() * rule.bytes_per_output_element);
            (output.per_sample ? facts.kept_fresh.per_sample : facts.kept_fresh.fixed) += by_element;
        }
        const Count fp32_bytes(storage_bits(NumberFormat::fp32) / 8);
        facts.kept_fresh.per_sample += Bytes(rule.fp32_per_sample * fp32_bytes + rule.bytes_per_sample);
        facts.kept_fresh.fixed += Bytes(rule.fp32_fixed * fp32_bytes + rule.bytes_fixed);
        facts.kept += facts.kept_fresh;
    }

    Bytes cached_weight_copies() const
    {
        Bytes total;
        for (const Parameter& parameter : network_.parameters) {
            const Count copies = network_.blocks[static_cast<std::size_t>(parameter.block)].repeat;
            if (parameter.in_product && parameter.trainable)
                total += bytes_of(parameter.elements, *policy_.autocast) * copies;
        }
        for (const OperatorFacts& facts : analysis_.facts) total += copies_of_frozen(facts);
        return total;
    }

    /// A frozen weight is converted anew at every use, and the copy kept where a gradient passes through.
    Bytes copies_of_frozen(const OperatorFacts& facts) const
    {
        const ParameterId id = network_.operators[facts.op].parameters[0];
        if (id == no_id || !facts.input_gradient) return {};
        const Parameter& weight = network_.parameters[static_cast<std::size_t>(id)];
        if (weight.trainable || !weight.in_product) return {};
        return bytes_of(weight.elements, *policy_.autocast) * Count(facts.copies);
    }

    const Network& network_;
    const FormatPolicy& policy_;
    TensorStates states_;
    /// Number of the copy that wrote a tensor last, and of the present one, counted from 1.
    std::vector<std::int32_t> written_in_;
    std::int32_t copy_ = 0;
    std::vector<Entry> entries_;
    /// Storage that the present copy has kept and not written.
    std::vector<TensorId> kept_outside_;
    Analysis analysis_;
};

} // namespace

Analysis analyse(const Network& network, const FormatPolicy& policy) { return Walk(network, policy).run(); }

} // namespace rigwright
