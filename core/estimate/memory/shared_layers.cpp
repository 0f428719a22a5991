// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory/shared_layers.h"

#include "core/network/network.h"
#include "core/network/saved_tensor_rules.h"

#include <algorithm>
#include <vector>

namespace rigwright {

namespace {

/// Whether a step can be fused into one kernel: element by element.
bool is_elementwise(const OperatorKind& kind)
{
    return std::holds_alternative<Activation>(kind) || std::holds_alternative<Binary>(kind) ||
           std::holds_alternative<Scale>(kind) || std::holds_alternative<Cast>(kind) ||
           std::holds_alternative<Dropout>(kind) || std::holds_alternative<MaskedFill>(kind);
}

/// Whether the result at one position depends on all positions of a row.
bool needs_rows(const Operator& op)
{
    return is<Normalization>(op) || is<Mean>(op) || is<TopK>(op) || is<Indices>(op) || is<Gather>(op) ||
           is<ScatterAdd>(op) || is<Pooling>(op) || is<Resize>(op) || is<GridSample>(op) || is<Convolution>(op);
}

/// Whether input and output are distributed over the ranks alike.
bool carries_on(const Operator& op)
{
    return is_elementwise(op.kind) || is<Copy>(op) || is<View>(op) || is<Concatenate>(op) || is<Softmax>(op);
}

/// Whether rows are cut into heads: a value that is whole in a head need not be whole across heads.
bool cuts_heads(const Network& network, const Operator& op)
{
    return is<View>(op) && op.inputs[0] != no_id &&
           network.shape_of(op.output).rank() > network.shape_of(op.inputs[0]).rank();
}

std::vector<bool> needed_whole(const Network& network)
{
    std::vector<bool> whole(network.tensors.size(), false);
    // Between layers the rows are whole.
    for (const Block& block : network.blocks) {
        for (const Block::Carried& pair : block.carried) whole[index_of(pair.from)] = true;
    }
    for (std::size_t i = network.operators.size(); i-- > 0;) {
        const Operator& op = network.operators[i];
        const bool demands =
            needs_rows(op) || (carries_on(op) && whole[index_of(op.output)] && !cuts_heads(network, op));
        if (!demands) continue;
        for (const TensorId id : op.inputs) {
            if (id == no_id) break;
            whole[index_of(id)] = true;
        }
    }
    return whole;
}

/// Whether tensor parallelism divides each tensor among its ranks (Shoeybi et al. 2019, Megatron-LM): a product with a
/// whole input is split by columns, and so is its output; the next product is split by rows and makes its output whole.
/// Products whose output a norm, a router or a mean needs entire are replicated. Indexed by tensor.
std::vector<bool> split_tensors(const Network& network)
{
    const std::vector<bool> whole = needed_whole(network);
    std::vector<bool> split(network.tensors.size(), false);
    for (const Operator& op : network.operators) {
        const bool any = std::any_of(op.inputs.begin(), op.inputs.end(),
                                     [&](TensorId id) { return id != no_id && split[index_of(id)]; });
        if (const auto* linear = std::get_if<Linear>(&op.kind)) {
            split[index_of(op.output)] = !any && linear->matrices == 1 && !whole[index_of(op.output)];
        } else if (!is<Embedding>(op) && !is<Gather>(op) && !is<ScatterAdd>(op)) {
            split[index_of(op.output)] = any;
        }
    }
    return split;
}

bool is_expert(const Operator& op)
{
    const auto* linear = std::get_if<Linear>(&op.kind);
    return linear != nullptr && linear->matrices > 1;
}

/// Walks a network once, block by block.
class Reader {
public:
    Reader(const Network& network, const Analysis& analysis, NumberFormat format, LayerKernels kernels)
        : network_(network),
          analysis_(analysis),
          format_(format),
          fused_(kernels != LayerKernels::separate),
          in_place_(kernels == LayerKernels::fused_in_place),
          split_(split_tensors(network)),
          kept_(network.tensors.size(), false),
          made_elementwise_(network.tensors.size(), false),
          in_graph_(network.tensors.size(), false),
          root_(network.tensors.size()),
          counted_(network.parameters.size(), false),
          group_of_block_(network.blocks.size(), 0)
    {
        for (std::size_t i = 0; i < root_.size(); ++i) root_[i] = static_cast<TensorId>(i);
    }

    LayerPlan read()
    {
        plan_.groups.reserve(network_.blocks.size());
        for (const Block& block : network_.blocks) open(block);
        for (const OperatorFacts& facts : analysis_.facts) visit(facts);
        for (const LayerShares& group : plan_.groups) plan_.layers += group.layer ? group.copies : 0;
        plan_.output_elements = network_.output_elements();
        return std::move(plan_);
    }

private:
    void open(const Block& block)
    {
        LayerShares group;
        group.copies = block.repeat;
        group.layer = !block.name.empty();
        group.first_op = group.widest_op = block.first;
        for (const Block::Carried& pair : block.carried) group.boundary += bytes(pair.into);
        const TensorId entering = block.first < block.last ? network_.operators[block.first].inputs[0] : no_id;
        if (group.layer && block.carried.empty() && entering != no_id) group.boundary += bytes(entering);
        group_of_block_[static_cast<std::size_t>(&block - network_.blocks.data())] = plan_.groups.size();
        plan_.groups.push_back(group);
    }

    SharedBytes bytes(TensorId id) const
    {
        const Tensor& tensor = network_.tensors[index_of(id)];
        Bytes amount;
        switch (tensor.content) {
        case Content::activation: amount = bytes_of(tensor.shape.elements(), format_); break;
        case Content::index: amount = Bytes(tensor.shape.elements() * Count(8)); break;
        case Content::mask: amount = Bytes(tensor.shape.elements()); break;
        }
        return placed(tensor.per_sample ? BatchBytes{{}, amount} : BatchBytes{amount, {}}, split_[index_of(id)]);
    }

    static SharedBytes placed(const BatchBytes& amount, bool split)
    {
        return split ? SharedBytes{amount, {}} : SharedBytes{{}, amount};
    }

    SharedBytes rows(Count fp32, TensorId like) const
    {
        return placed({{}, bytes_of(fp32, NumberFormat::fp32)}, split_[index_of(like)]);
    }

    void visit(const OperatorFacts& facts)
    {
        LayerShares& group = plan_.groups[group_of_block_[facts.block]];
        const Operator& op = network_.operators[facts.op];
        // A group whose first copy behaves differently is visited twice: the later copies represent all.
        const bool again = facts.first_copy > 0;
        if (!fused_) {
            const bool inside = op.inputs[0] != no_id && split_[index_of(op.inputs[0])];
            const SharedBytes kept = placed(facts.kept, inside);
            if (again && facts.op == group.first_op) group.kept = group.scores = {};
            group.kept += kept;
            note_scores(op, facts, group, kept);
        }
        if (again) return;
        note_tensors(op, facts);
        if (fused_) keep_fused(op, facts, group);
        measure(op, facts, group);
        add_parameters(op, group);
    }

    /// Everything from the product of queries and keys to the product with the values consists of scores.
    void note_scores(const Operator& op, const OperatorFacts& facts, LayerShares& group, const SharedBytes& kept)
    {
        if (is_product(op, ProductRole::query_key)) {
            in_scores_ = true;
        } else if (in_scores_ && is_product(op, ProductRole::attention_value)) {
            in_scores_ = false;
            const SharedBytes scores = bytes(op.inputs[0]);
            if (facts.kept.per_sample >= scores.split.per_sample + scores.whole.per_sample) group.scores += scores;
        } else if (in_scores_) {
            group.scores += kept;
        }
    }

    /// Notes which tensors share memory where kernels read any layout and norms convert inside.
    void note_tensors(const Operator& op, const OperatorFacts& facts)
    {
        const TensorId out = op.output;
        made_elementwise_[index_of(out)] = is_elementwise(op.kind) || is<Mean>(op);
        in_graph_[index_of(out)] = facts.input_gradient || facts.weight_gradient;
        const bool same = is<Copy>(op) || is<Cast>(op) || is<View>(op);
        if (!same || op.inputs[0] == no_id) return;
        const TensorId in = op.inputs[0];
        const bool all = network_.shape_of(in).elements() == network_.shape_of(out).elements();
        // A part of a tensor is saved as a part, a repetition as its source.
        if (all || (is<Copy>(op) && network_.shape_of(in).elements() < network_.shape_of(out).elements())) {
            root_[index_of(out)] = root_[index_of(in)];
            made_elementwise_[index_of(out)] = made_elementwise_[index_of(in)];
        }
    }

    SharedBytes keep(TensorId id)
    {
        if (id == no_id || network_.tensors[index_of(id)].parameter) return {};
        const TensorId root = root_[index_of(id)];
        if (kept_[index_of(root)]) return {};
        kept_[index_of(root)] = true;
        return bytes(root);
    }

    void keep_fused(const Operator& op, const OperatorFacts& facts, LayerShares& group)
    {
        if (!facts.input_gradient && !facts.weight_gradient) return;
        const SharedBytes kept = kept_by(op, facts);
        group.kept += kept;
        note_scores(op, facts, group, kept);
    }

    SharedBytes kept_by(const Operator& op, const OperatorFacts& facts)
    {
        if (is<Linear>(op)) return facts.weight_gradient ? keep(op.inputs[0]) : SharedBytes{};
        if (is<Activation>(op)) return kept_by_activation(op);
        if (const auto* b = std::get_if<Binary>(&op.kind)) return kept_by_binary(op, *b);
        if (is<MatrixProduct>(op)) {
            SharedBytes total = keep(op.inputs[0]);
            total += keep(op.inputs[1]);
            return total;
        }
        if (is<Scale>(op) || is<MaskedFill>(op) || is<Mean>(op)) return {};
        if (is<ScatterAdd>(op)) return keep(op.inputs[1]);
        return kept_by_rule(op, facts);
    }

    /// The norm of eager code, written out as steps, begins with a square, which saves the norm's input; its root is a
    /// statistic in fp32.
    SharedBytes kept_by_activation(const Operator& op)
    {
        if (std::get<Activation>(op.kind).function == ActivationFunction::rsqrt)
            return rows(network_.shape_of(op.output).elements(), op.output);
        return keep(saved_tensor_rule(op.kind, {}).output ? op.output : op.inputs[0]);
    }

    /// Each factor whose partner needs a gradient, unless the same kernel has just computed it.
    SharedBytes kept_by_binary(const Operator& op, const Binary& binary)
    {
        if (binary.operation != BinaryOperation::multiply || op.inputs[1] == no_id) return {};
        SharedBytes total;
        for (std::size_t i = 0; i < 2; ++i) {
            const TensorId partner = op.inputs[1 - i];
            if (in_graph_[index_of(partner)] && !made_elementwise_[index_of(op.inputs[i])]) total += keep(op.inputs[i]);
        }
        return total;
    }

    SharedBytes kept_by_rule(const Operator& op, const OperatorFacts& facts)
    {
        GradientNeeds needs;
        needs.weight = facts.weight_gradient;
        for (std::size_t i = 0; i < op.inputs.size(); ++i)
            needs.inputs[i] = op.inputs[i] != no_id && in_graph_[index_of(op.inputs[i])];
        const SavedTensorRule rule = saved_tensor_rule(op.kind, needs);
        SharedBytes total;
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            if (rule.inputs[i]) total += keep(op.inputs[i]);
        }
        if (rule.output) total += keep(op.output);
        const Bytes extra(network_.shape_of(op.output).elements() * rule.bytes_per_output_element);
        total += placed({bytes_of(rule.fp32_fixed, NumberFormat::fp32), extra}, split_[index_of(op.output)]);
        total += rows(rule.fp32_per_sample, op.output);
        return total;
    }

    void measure(const Operator& op, const OperatorFacts& facts, LayerShares& group)
    {
        if (is<Linear>(op)) group.products += bytes(op.output);
        note_vocabulary(op, group);
        if (is<FusedAttention>(op)) {
            plan_.fused_attention = true;
            group.attended += bytes(op.output);
            group.attended += rows(saved_tensor_rule(op.kind, {}).fp32_per_sample, op.output);
            measure_attention(op, group);
        }
        if (is_product(op, ProductRole::query_key) || is_product(op, ProductRole::attention_value))
            measure_attention(op, group);
        const bool wide = is<Binary>(op) || is<Activation>(op);
        if (!wide || !facts.input_gradient || network_.shape_of(op.output).rank() > 2) return;
        SharedBytes alive = bytes(op.output);
        for (const TensorId id : op.inputs) {
            if (in_place_ || id == no_id || !in_graph_[index_of(id)]) continue;
            alive += bytes(id);
        }
        if (amount(group.widest) < amount(alive)) {
            group.widest = alive;
            group.widest_op = facts.op;
        }
    }

    /// Vocabulary tables, whose rows trainers pad.
    void note_vocabulary(const Operator& op, LayerShares& group)
    {
        if (is<Embedding>(op) && network_.tensors[index_of(op.inputs[0])].per_sample && op.parameters[0] != no_id) {
            group.vocabulary_width = network_.shape_of(op.output)[-1];
            group.vocabulary =
                (network_.parameters[index_of(op.parameters[0])].elements / group.vocabulary_width).value();
        }
        const auto* linear = std::get_if<Linear>(&op.kind);
        const bool last =
            std::find(network_.outputs.begin(), network_.outputs.end(), op.output) != network_.outputs.end();
        if (linear == nullptr || !last) return;
        group.makes_output = true;
        group.vocabulary = linear->out_features;
        group.vocabulary_width = linear->in_features;
    }

    static Bytes amount(const SharedBytes& b) { return b.split.per_sample + b.whole.per_sample; }

    /// A product of scores adds only keys, one with values only values.
    void measure_attention(const Operator& op, LayerShares& group)
    {
        const bool fused = is<FusedAttention>(op);
        const auto source = [&](std::size_t i) { return bytes(root_[index_of(op.inputs[i])]); };
        if (!is_product(op, ProductRole::attention_value)) group.attention += source(0);
        group.attention += source(1);
        group.keys_values += source(1);
        if (fused) {
            group.attention += source(2);
            group.keys_values += source(2);
        }
        if (!is_product(op, ProductRole::query_key)) group.attention += bytes(op.output);
    }

    /// Vocabulary tables are split by rows, position tables replicated.
    bool splits_parameter(const Operator& op, std::size_t place) const
    {
        if (is<Embedding>(op)) return network_.tensors[index_of(op.inputs[0])].per_sample;
        if (!is<Linear>(op)) return split_[index_of(op.output)] && op.inputs[0] != no_id && is<Binary>(op);
        const bool by_rows = split_[index_of(op.inputs[0])];
        return (by_rows && place == 0) || split_[index_of(op.output)];
    }

    void add_parameters(const Operator& op, LayerShares& group)
    {
        for (std::size_t place = 0; place < op.parameters.size(); ++place) {
            const ParameterId id = op.parameters[place];
            if (id == no_id) continue;
            const Parameter& parameter = network_.parameters[index_of(id)];
            ParameterShares shares;
            const bool expert = parameter.parts > 1 || is_expert(op);
            (expert ? shares.experts : splits_parameter(op, place) ? shares.split : shares.whole) = parameter.elements;
            // Weights of a recurrent cell belong to the block around its steps, tied ones to the first block that reads
            // them.
            LayerShares& owner = plan_.groups[group_of_block_[static_cast<std::size_t>(parameter.block)]];
            if (&owner != &group) group.borrowed += shares;
            if (counted_[index_of(id)]) continue;
            counted_[index_of(id)] = true;
            owner.parameters.all += shares;
            if (parameter.trainable) owner.parameters.trained += shares;
            if (parameter.stored_as) owner.parameters.quantized += shares;
            if (parameter.in_product && !parameter.stored_as) owner.parameters.converted += shares;
        }
    }

    const Network& network_;
    const Analysis& analysis_;
    NumberFormat format_;
    bool fused_;
    bool in_place_;
    std::vector<bool> split_;
    std::vector<bool> kept_;
    std::vector<bool> made_elementwise_;
    std::vector<bool> in_graph_;
    std::vector<TensorId> root_;
    std::vector<bool> counted_;
    std::vector<std::size_t> group_of_block_;
    bool in_scores_ = false;
    LayerPlan plan_;
};

} // namespace

ParameterShares& ParameterShares::operator+=(const ParameterShares& other)
{
    split += other.split;
    whole += other.whole;
    experts += other.experts;
    return *this;
}

GatheredShares& GatheredShares::operator+=(const GatheredShares& other)
{
    all += other.all;
    trained += other.trained;
    quantized += other.quantized;
    converted += other.converted;
    return *this;
}

ParameterShares operator*(const ParameterShares& amount, Count copies)
{
    return {amount.split * copies, amount.whole * copies, amount.experts * copies};
}

LayerPlan share_layers(const Network& network, const Analysis& analysis, NumberFormat format, LayerKernels kernels)
{
    return Reader(network, analysis, format, kernels).read();
}

} // namespace rigwright
