// SPDX-License-Identifier: Apache-2.0
#include "core/network/analysis.h"

#include "core/network/operator.h"
#include "core/network/saved_tensor_rules.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace rigwright {

namespace {

/// The format in which an operator reads its inputs under autocast.
enum class AutocastRule {
    /// The 16-bit format: convolutions, linear layers, products of activations, attention.
    lower,
    /// fp32: layer and group norm, softmax, losses, powers and exponentials.
    fp32,
    /// The format of the input.
    as_input,
    /// The widest format among the inputs.
    widest,
    /// The widest format among inputs and weights: an ordinary product or sum with a parameter.
    widest_with_weights,
};

AutocastRule normalization_rule(const Normalization& norm)
{
    switch (norm.kind) {
    case NormalizationKind::batch:
        return norm.mode == NormalizationMode::frozen ? AutocastRule::widest_with_weights : AutocastRule::as_input;
    case NormalizationKind::instance: return AutocastRule::as_input;
    case NormalizationKind::layer:
    case NormalizationKind::group:
    case NormalizationKind::rms: return AutocastRule::fp32;
    }
    return AutocastRule::as_input;
}

AutocastRule activation_rule(const Activation& activation)
{
    switch (activation.function) {
    case ActivationFunction::exp:
    case ActivationFunction::rsqrt:
    case ActivationFunction::square:
    case ActivationFunction::softplus: return AutocastRule::fp32;
    // On the list of operators that run in 16 bit, unlike all other activations.
    case ActivationFunction::prelu: return AutocastRule::lower;
    case ActivationFunction::relu:
    case ActivationFunction::relu6:
    case ActivationFunction::leaky_relu:
    case ActivationFunction::gelu:
    case ActivationFunction::gelu_tanh:
    case ActivationFunction::silu:
    case ActivationFunction::sigmoid:
    case ActivationFunction::tanh:
    case ActivationFunction::hardswish:
    case ActivationFunction::hardsigmoid:
    case ActivationFunction::quick_gelu:
    case ActivationFunction::sqrt:
    case ActivationFunction::clamp: return AutocastRule::as_input;
    }
    return AutocastRule::as_input;
}

/// False for operators that read mixed formats directly, element by element, so that no converted copy exists.
bool converts_inputs(const OperatorKind& kind)
{
    if (const auto* norm = std::get_if<Normalization>(&kind)) return norm->mode != NormalizationMode::frozen;
    return !std::holds_alternative<Cast>(kind) && !std::holds_alternative<View>(kind) &&
           !std::holds_alternative<Binary>(kind) && !std::holds_alternative<Concatenate>(kind);
}

/// The operator lists of `torch.autocast` for CUDA devices (PyTorch documentation, "Autocast Op Reference").
AutocastRule autocast_rule(const OperatorKind& kind)
{
    using Rule = AutocastRule;
    return std::visit(Match{
                          [](const Convolution&) { return Rule::lower; },
                          [](const Linear&) { return Rule::lower; },
                          [](const MatrixProduct& p) { return p.in_fp32 ? Rule::fp32 : Rule::lower; },
                          [](const FusedAttention&) { return Rule::lower; },
                          [](const Normalization& norm) { return normalization_rule(norm); },
                          [](const Activation& activation) { return activation_rule(activation); },
                          [](const Binary& binary) { return binary.in_place ? Rule::as_input : Rule::widest; },
                          [](const Scale&) { return Rule::as_input; },
                          [](const MaskedFill&) { return Rule::as_input; },
                          [](const Softmax&) { return Rule::fp32; },
                          [](const Dropout&) { return Rule::as_input; },
                          [](const Pooling&) { return Rule::as_input; },
                          [](const Resize&) { return Rule::as_input; },
                          [](const Concatenate&) { return Rule::widest; },
                          [](const Copy&) { return Rule::as_input; },
                          [](const View&) { return Rule::as_input; },
                          [](const Cast&) { return Rule::as_input; },
                          [](const Embedding&) { return Rule::as_input; },
                          [](const TopK&) { return Rule::as_input; },
                          [](const Indices&) { return Rule::as_input; },
                          [](const Gather&) { return Rule::as_input; },
                          [](const ScatterAdd&) { return Rule::as_input; },
                          [](const Mean&) { return Rule::as_input; },
                          [](const GridSample&) { return Rule::widest; },
                          [](const CrossEntropy&) { return Rule::fp32; },
                      },
                      kind);
}

constexpr std::uint32_t empty_place = UINT32_MAX;

/// Hash table with open addressing that finds earlier facts of the same work.
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
               one.beside == other.beside && same_size(one.output, other.output) && same_inputs(one, other) &&
               stored_as(one) == stored_as(other) && has_bias(one) == has_bias(other);
    }

    /// Whether the operator has a bias, whose gradient is a separate kernel.
    static bool has_bias(const Operator& op) { return op.parameters[1] != no_id; }

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

/// For each of `facts`, the index of the first one that launches the same kernels at every batch size, or its own
/// index: same kind of operator, same tensor sizes and formats, gradients for the same operands. Names, values, saved
/// tensors and the position in the network are ignored.
std::vector<std::uint32_t> first_of_same_work(const Network& network, const std::vector<OperatorFacts>& facts)
{
    WorkTable table(network, facts);
    std::vector<std::uint32_t> first(facts.size());
    for (std::uint32_t i = 0; i < first.size(); ++i) first[i] = table.first_like(i);
    return first;
}

/// State of each tensor while the operators are visited in order: its format, whether a gradient flows to it, whose
/// storage it uses at run time, and whether that storage is already saved for backward.
class TensorStates {
public:
    struct State {
        NumberFormat format = NumberFormat::fp32;
        bool needs_gradient = false;
        /// Only valid for the owner of the storage.
        bool kept = false;
        TensorId storage = no_id;

        bool operator==(const State&) const = default;
    };

    TensorStates(const Network& network, const FormatPolicy& policy);

    const State& operator[](TensorId id) const { return states_[static_cast<std::size_t>(id)]; }
    void define(TensorId id, const State& state) { states_[static_cast<std::size_t>(id)] = state; }
    /// Copies the state of `from` to `into`, as at the start of the next copy of a block.
    void carry(TensorId into, TensorId from);
    /// Marks the storage of a tensor as saved for backward; returns its bytes if it was not saved before.
    BatchBytes keep(TensorId id);

private:
    const Network& network_;
    std::vector<State> states_;
};

TensorStates::TensorStates(const Network& network, const FormatPolicy& policy)
    : network_(network),
      states_(network.tensors.size())
{
    for (std::size_t i = 0; i < states_.size(); ++i) {
        states_[i].format = policy.parameters;
        states_[i].storage = network.tensors[i].storage;
    }
}

void TensorStates::carry(TensorId into, TensorId from)
{
    const bool kept = (*this)[(*this)[from].storage].kept;
    State state = (*this)[from];
    state.kept = kept;
    state.storage = into;
    define(into, state);
}

BatchBytes TensorStates::keep(TensorId id)
{
    const TensorId owner = (*this)[id].storage;
    State& state = states_[static_cast<std::size_t>(owner)];
    if (state.kept || network_.tensors[static_cast<std::size_t>(owner)].parameter) return {};
    state.kept = true;
    return tensor_bytes(network_, owner, state.format);
}

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
    /// State that a copy receives from the previous one, as the first copy found it.
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
        // The second copy reads the output of the first; all later copies are like their predecessor.
        for (const Block::Carried& pair : block.carried) states_.carry(pair.into, pair.from);
        const std::size_t second = analysis_.facts.size();
        if (enters_as_before(block)) {
            for (std::size_t i = start; i < second; ++i) analysis_.facts[i].copies = block.repeat;
            // The last copy saves the tensors passed to it, as the first did.
            for (const TensorId owner : kept_outside_) states_.keep(owner);
            return;
        }
        visit_copies(index, 1, block.repeat - 1);
        merge_if_alike(start, second, block.repeat);
    }

    /// Whether the second copy starts from the same state as the first; both then do the same. Outside tensors that the
    /// first copy saved are already saved for the second.
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

    /// Whether the last visited copy saved a tensor that neither it nor another copy wrote.
    bool keeps_outside(const Block& block) const
    {
        return std::ranges::any_of(kept_outside_, [&](TensorId owner) {
            return std::ranges::none_of(block.carried,
                                        [owner](const Block::Carried& pair) { return pair.into == owner; });
        });
    }

    /// If the first copy behaves like the others, one entry represents all.
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
        if (weight == no_id) return needs;
        const std::optional<NumberFormat>& stored = network_.parameters[static_cast<std::size_t>(weight)].stored_as;
        needs.quantized_product = stored && (*stored != NumberFormat::nf4 || policy_.nf4_keeps_input);
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
        if (copy != nullptr && copy->view_in_16_bit && storage_bits(input) == 16) return true;
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
        const SavedTensorRule rule = in_graph ? rule_of_version(op, needs) : SavedTensorRule{};
        read_inputs(op, rule, facts);
        keep_extras(op, rule, facts);
    }

    SavedTensorRule rule_of_version(const Operator& op, const GradientNeeds& needs) const
    {
        SavedTensorRule rule = saved_tensor_rule(op.kind, needs);
        if (policy_.softmax_keeps_input && std::holds_alternative<Softmax>(op.kind)) rule.inputs[0] = true;
        const auto* activation = std::get_if<Activation>(&op.kind);
        if (activation != nullptr && activation->function == ActivationFunction::relu) {
            rule.inputs[0] = policy_.relu_keeps_input && !activation->in_place;
            rule.input_clone = policy_.keeps_all_operands && activation->in_place;
            rule.output = !rule.inputs[0] && !rule.input_clone;
        }
        if (policy_.keeps_all_operands && multiplies_as_operator(op)) rule.inputs[0] = rule.inputs[1] = true;
        return rule;
    }

    /// Whether it is an out-of-place product; frozen norms are also written as one.
    static bool multiplies_as_operator(const Operator& op)
    {
        const auto* binary = std::get_if<Binary>(&op.kind);
        if (binary != nullptr) return binary->operation == BinaryOperation::multiply && !binary->in_place;
        const auto* norm = std::get_if<Normalization>(&op.kind);
        return norm != nullptr && norm->mode == NormalizationMode::frozen;
    }

    /// Marks the storage of a tensor as saved for backward; returns its bytes if it was not saved before.
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
        return storage == id ? tensor_bytes(network_, id, facts.output_format) : BatchBytes{};
    }

    /// Counts the input copies that autocast makes and saves the inputs (or their copies) as the rule requires.
    void read_inputs(const Operator& op, const SavedTensorRule& rule, OperatorFacts& facts)
    {
        for (std::size_t i = 0; i < op.inputs.size() && op.inputs[i] != no_id; ++i) {
            const TensorId id = op.inputs[i];
            const bool cast = states_[id].format != facts.input_format && converts_inputs(op.kind) &&
                              network_.tensors[index(id)].content == Content::activation;
            if (cast) {
                const BatchBytes converted = tensor_bytes(network_, id, facts.input_format);
                facts.converted_inputs |= bit(i);
                facts.casts += converted;
                (rule.inputs[i] ? facts.kept_fresh : facts.passing_casts) += converted;
            } else if (rule.inputs[i]) {
                facts.keeps_inputs |= bit(i);
                facts.kept += keep(id);
            }
        }
    }

    void keep_extras(const Operator& op, const SavedTensorRule& rule, OperatorFacts& facts)
    {
        facts.keeps_output = rule.output;
        if (rule.output) facts.kept += keep(op.output);
        if (rule.input_clone) facts.kept_fresh += tensor_bytes(network_, op.inputs[0], facts.input_format);
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

    /// A frozen weight is converted again at every use; the copy is saved if a gradient passes through.
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
    /// Index of the copy that last wrote a tensor, and of the current copy, counted from 1.
    std::vector<std::int32_t> written_in_;
    std::int32_t copy_ = 0;
    std::vector<Entry> entries_;
    /// Storage that the current copy saved but did not write.
    std::vector<TensorId> kept_outside_;
    Analysis analysis_;
};

} // namespace

Analysis analyse(const Network& network, const FormatPolicy& policy) { return Walk(network, policy).run(); }

namespace {

/// Passes over elements and sums over rows.
bool joins_chains(const OperatorKind& kind)
{
    return std::visit(Match{[](const Normalization& norm) { return norm.kind != NormalizationKind::batch; },
                            [](const Activation&) { return true; }, [](const Binary&) { return true; },
                            [](const Scale&) { return true; }, [](const MaskedFill&) { return true; },
                            [](const Softmax&) { return true; }, [](const Dropout&) { return true; },
                            [](const Concatenate&) { return true; }, [](const Copy&) { return true; },
                            [](const View&) { return true; }, [](const Cast&) { return true; },
                            [](const Mean&) { return true; }, [](const auto&) { return false; }},
                      kind);
}

/// Matrix products and similar operators end a chain: a tensor's depth is the number of products before it.
class Chains {
public:
    explicit Chains(const Network& network) : network_(network), tensors_(network.tensors.size())
    {
        for (const Operator& op : network.operators) enter(op);
        for (const Operator& op : network.operators) read(op);
        for (const TensorId id : network.outputs) at(id).leaves = true;
        for (const Block& block : network.blocks)
            for (const Block::Carried& pair : block.carried) at(pair.from).leaves = true;
        // A view leaves the chain if its base does.
        for (auto op = network.operators.rbegin(); op != network.operators.rend(); ++op)
            if (std::holds_alternative<View>(op->kind) && op->inputs[0] != no_id && at(op->output).leaves)
                at(op->inputs[0]).leaves = true;
    }

    float share(const Operator& op) const
    {
        if (!joins_chains(op.kind)) return 0.0F;
        double all = 0.0;
        double inside = 0.0;
        const auto count = [&](TensorId id) {
            const double size = network_.shape_of(id).elements().as_double();
            all += size;
            if (at(id).made_by_chain && !(id == op.output && at(id).leaves) && depth(op) == at(id).depth)
                inside += size;
        };
        for (const TensorId id : op.inputs)
            if (id != no_id) count(id);
        count(op.output);
        return all > 0.0 ? static_cast<float>(inside / all) : 0.0F;
    }

private:
    struct State {
        int depth = 0;
        bool made_by_chain = false;
        /// Read outside its chain.
        bool leaves = false;
    };

    State& at(TensorId id) { return tensors_[static_cast<std::size_t>(id)]; }
    const State& at(TensorId id) const { return tensors_[static_cast<std::size_t>(id)]; }

    int depth(const Operator& op) const
    {
        int deepest = 0;
        for (const TensorId id : op.inputs)
            if (id != no_id) deepest = std::max(deepest, at(id).depth);
        return deepest;
    }

    void enter(const Operator& op)
    {
        const bool joins = joins_chains(op.kind);
        State& output = at(op.output);
        output.depth = depth(op) + (joins ? 0 : 1);
        const bool view = std::holds_alternative<View>(op.kind) && op.inputs[0] != no_id;
        output.made_by_chain = view ? at(op.inputs[0]).made_by_chain : joins;
    }

    void read(const Operator& op)
    {
        const bool joins = joins_chains(op.kind);
        for (const TensorId id : op.inputs)
            if (id != no_id && (!joins || at(op.output).depth != at(id).depth)) at(id).leaves = true;
    }

    const Network& network_;
    std::vector<State> tensors_;
};

} // namespace

std::vector<float> fused_shares(const Network& network)
{
    const Chains chains(network);
    std::vector<float> shares;
    shares.reserve(network.operators.size());
    for (const Operator& op : network.operators) shares.push_back(chains.share(op));
    return shares;
}

Bytes bytes_of(Count elements, NumberFormat format)
{
    const int bits = storage_bits(format);
    return Bytes(bits % 8 == 0 ? elements * Count(bits / 8) : divide_rounding_up(elements * Count(bits), 8));
}

BatchBytes tensor_bytes(const Network& network, TensorId id, NumberFormat format)
{
    const Tensor& tensor = network.tensors[static_cast<std::size_t>(id)];
    const Count elements = tensor.shape.elements();
    Bytes bytes;
    switch (tensor.content) {
    case Content::activation: bytes = bytes_of(elements, format); break;
    case Content::index: bytes = Bytes(elements * Count(8)); break;
    case Content::mask: bytes = Bytes(elements); break;
    }
    return tensor.per_sample ? BatchBytes{{}, bytes} : BatchBytes{bytes, {}};
}

} // namespace rigwright
