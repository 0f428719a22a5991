// SPDX-License-Identifier: Apache-2.0
#include "core/network/low_rank_adapters.h"

#include <algorithm>
#include <map>

namespace rigwright {

namespace {

constexpr std::size_t no_operator = static_cast<std::size_t>(-1);

const Linear* linear_of(const Operator& op) { return std::get_if<Linear>(&op.kind); }

/// Whether the result of an operator still contains the values of one layer: moved, cast, rotated, scaled or
/// normalized.
bool hands_on(const OperatorKind& kind)
{
    return std::holds_alternative<View>(kind) || std::holds_alternative<Copy>(kind) ||
           std::holds_alternative<Cast>(kind) || std::holds_alternative<Scale>(kind) ||
           std::holds_alternative<Binary>(kind) || std::holds_alternative<Concatenate>(kind) ||
           std::holds_alternative<Normalization>(kind);
}

/// The operator that wrote each tensor.
class Producers {
public:
    explicit Producers(const Network& network) : network_(network), writer_(network.tensors.size(), no_operator)
    {
        for (std::size_t i = 0; i < network.operators.size(); ++i) {
            std::size_t& writer = writer_[index_of(network.operators[i].output)];
            if (writer == no_operator) writer = i;
        }
    }

    /// The linear layer that a tensor's values come from, or `none`.
    std::size_t linear_behind(TensorId tensor) const
    {
        for (std::size_t last = no_operator; tensor != no_id;) {
            const std::size_t writer = writer_[index_of(tensor)];
            if (writer == no_operator || writer >= last) return no_operator;
            const Operator& op = network_.operators[writer];
            if (linear_of(op) != nullptr) return writer;
            if (!hands_on(op.kind)) return no_operator;
            last = writer;
            tensor = op.inputs[0];
        }
        return no_operator;
    }

private:
    const Network& network_;
    std::vector<std::size_t> writer_;
};

/// Marks the layers that write the model's outputs.
std::vector<bool> output_layers(const Network& network, const Producers& producers)
{
    std::vector<bool> marks(network.operators.size(), false);
    for (const TensorId id : network.outputs) {
        const std::size_t layer = producers.linear_behind(id);
        if (layer != no_operator) marks[layer] = true;
    }
    return marks;
}

void mark_sources(const Operator& op, const Producers& producers, std::vector<bool>& marks)
{
    const auto mark = [&](TensorId id) {
        const std::size_t layer = producers.linear_behind(id);
        if (layer != no_operator) marks[layer] = true;
    };
    if (std::holds_alternative<FusedAttention>(op.kind)) {
        mark(op.inputs[0]);
        mark(op.inputs[2]);
    }
    const auto* product = std::get_if<MatrixProduct>(&op.kind);
    if (product == nullptr) return;
    if (product->role == ProductRole::query_key) mark(op.inputs[0]);
    if (product->role == ProductRole::attention_value) mark(op.inputs[1]);
}

std::vector<bool> targeted_layers(const Network& network, AdapterTargets targets)
{
    const Producers producers(network);
    if (targets == AdapterTargets::all_linear) {
        std::vector<bool> marks = output_layers(network, producers);
        for (std::size_t i = 0; i < marks.size(); ++i)
            marks[i] = !marks[i] && linear_of(network.operators[i]) != nullptr;
        return marks;
    }
    std::vector<bool> marks(network.operators.size(), false);
    for (const Operator& op : network.operators) mark_sources(op, producers, marks);
    return marks;
}

/// Rewrites the operators with adapters after the targeted layers.
class Adapting {
public:
    Adapting(Network& network, std::int64_t rank, double dropout, bool in_fp32)
        : network_(network),
          rank_(rank),
          dropout_(dropout),
          in_fp32_(in_fp32)
    {}

    Count adapt(const std::vector<bool>& targeted)
    {
        std::vector<Operator> old = std::move(network_.operators);
        network_.operators.clear();
        network_.operators.reserve(old.size() + 7 * static_cast<std::size_t>(std::ranges::count(targeted, true)));
        for (std::size_t block = 0; block < network_.blocks.size(); ++block) {
            const std::size_t first = network_.blocks[block].first;
            const std::size_t last = network_.blocks[block].last;
            network_.blocks[block].first = network_.operators.size();
            for (std::size_t i = first; i < last; ++i) {
                network_.operators.push_back(std::move(old[i]));
                if (targeted[i]) add_adapter(block);
            }
            network_.blocks[block].last = network_.operators.size();
        }
        return adapted_;
    }

private:
    struct Pair {
        ParameterId down = no_id;
        ParameterId up = no_id;
    };

    ParameterId new_parameter(Count elements, const Parameter& beside, int block)
    {
        Parameter parameter;
        parameter.elements = elements;
        parameter.in_product = true;
        parameter.block = block;
        parameter.parts = beside.parts;
        parameter.active_parts = beside.active_parts;
        network_.parameters.push_back(parameter);
        return static_cast<ParameterId>(network_.parameters.size() - 1);
    }

    /// Layers that read one whole weight share its adapters; layers that read a part of it have their own.
    Pair parameters_for(const Linear& layer, ParameterId weight, std::size_t block)
    {
        const Parameter beside = network_.parameters[index_of(weight)];
        const Count matrices = layer.matrices;
        const bool whole = beside.elements == matrices * Count(layer.in_features) * Count(layer.out_features);
        if (whole && shared_.count(weight) == 1) return shared_[weight];
        const int owner = whole ? beside.block : static_cast<int>(block);
        const Pair pair{new_parameter(matrices * Count(layer.in_features) * Count(rank_), beside, owner),
                        new_parameter(matrices * Count(rank_) * Count(layer.out_features), beside, owner)};
        if (whole) shared_[weight] = pair;
        return pair;
    }

    TensorId tensor_like(TensorId model, std::int64_t width)
    {
        Tensor tensor = network_.tensors[index_of(model)];
        tensor.shape.set(-1, width);
        tensor.content = Content::activation;
        tensor.parameter = false;
        tensor.storage = static_cast<TensorId>(network_.tensors.size());
        network_.tensors.push_back(tensor);
        return tensor.storage;
    }

    void append(const std::string& name, OperatorKind kind, std::array<TensorId, 2> inputs, TensorId output,
                ParameterId weight = no_id)
    {
        Operator op;
        op.name = name;
        op.kind = kind;
        op.inputs[0] = inputs[0];
        op.inputs[1] = inputs[1];
        op.output = output;
        op.parameters[0] = weight;
        if (weight == no_id) op.called_as = CalledAs::function;
        network_.operators.push_back(std::move(op));
    }

    /// The layer writes a new tensor, and the sum writes the tensor that others read, so no reader changes.
    void add_adapter(std::size_t block)
    {
        Operator& op = network_.operators.back();
        const Linear layer = *linear_of(op);
        const TensorId input = op.inputs[0];
        const TensorId result = op.output;
        const std::string name = op.name;
        const Pair pair = parameters_for(layer, op.parameters[0], block);
        const TensorId plain = op.output = tensor_like(result, layer.out_features);
        TensorId path = input;
        if (in_fp32_) {
            path = tensor_like(input, layer.in_features);
            append(name + ".lora_cast", Cast{}, {input, no_id}, path);
        }
        if (dropout_ > 0.0) {
            const TensorId whole = path;
            path = tensor_like(input, layer.in_features);
            append(name + ".lora_dropout", Dropout{dropout_, false}, {whole, no_id}, path);
            network_.operators.back().called_as = CalledAs::layer;
        }
        const TensorId narrow = tensor_like(result, rank_);
        const TensorId wide = tensor_like(result, layer.out_features);
        const TensorId scaled = tensor_like(result, layer.out_features);
        append(name + ".lora_A", Linear{layer.in_features, rank_, layer.matrices}, {path, no_id}, narrow, pair.down);
        append(name + ".lora_B", Linear{rank_, layer.out_features, layer.matrices}, {narrow, no_id}, wide, pair.up);
        append(name + ".lora_scale", Scale{}, {wide, no_id}, scaled);
        TensorId added = scaled;
        if (in_fp32_) {
            added = tensor_like(result, layer.out_features);
            append(name + ".lora_back", Cast{}, {scaled, plain}, added);
        }
        append(name + ".lora_add", Binary{}, {plain, added}, result);
        adapted_ += Count(network_.blocks[block].repeat) * Count(layer.matrices);
    }

    Network& network_;
    std::int64_t rank_;
    double dropout_;
    bool in_fp32_;
    std::map<ParameterId, Pair> shared_;
    Count adapted_;
};

} // namespace

Count add_low_rank_adapters(Network& network, std::int64_t rank, AdapterTargets targets, double dropout, bool in_fp32)
{
    const std::vector<bool> targeted = targeted_layers(network, targets);
    for (Parameter& parameter : network.parameters) parameter.trainable = false;
    return Adapting(network, rank, dropout, in_fp32).adapt(targeted);
}

void quantize_linear_weights(Network& network, NumberFormat format)
{
    const std::vector<bool> outputs = output_layers(network, Producers(network));
    std::vector<bool> stays(network.parameters.size(), false);
    for (std::size_t i = 0; i < network.operators.size(); ++i) {
        const Operator& op = network.operators[i];
        const bool table = std::holds_alternative<Embedding>(op.kind) || outputs[i];
        if (table && op.parameters[0] != no_id) stays[index_of(op.parameters[0])] = true;
    }
    for (const Operator& op : network.operators) {
        if (linear_of(op) == nullptr || op.parameters[0] == no_id || stays[index_of(op.parameters[0])]) continue;
        Parameter& weight = network.parameters[index_of(op.parameters[0])];
        weight.stored_as = format;
        // Autocast does not copy it: the full matrix is created for each product and freed again.
        weight.in_product = false;
    }
}

} // namespace rigwright
