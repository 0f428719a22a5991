// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

enum class Cell { lstm, gru };

struct Recurrent {
    Cell cell = Cell::lstm;
    std::int64_t layers, width, embedding, vocabulary, steps;
    /// Width of a generator's input at each step; 0 for a language model, which reads tokens.
    std::int64_t observation;
    bool tied;
    double dropout;
};

Recurrent read_recurrent(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Recurrent r{};
    r.cell = shape.choice("cell") == "gru" ? Cell::gru : Cell::lstm;
    r.layers = shape.integer("layers");
    r.width = shape.integer("d_model");
    r.embedding = shape.integer_or("d_embedding", r.width);
    r.vocabulary = shape.integer("vocabulary");
    r.steps = *input.sequence_length;
    r.observation = shape.integer_or("observation_width", 0);
    r.tied = shape.flag("tied_embeddings");
    r.dropout = options.training ? shape.real("dropout") : 0.0;
    return r;
}

/// State passed from step to step; a GRU has no cell state.
struct State {
    TensorId hidden = no_id;
    TensorId memory = no_id;
};

struct Weights {
    ParameterId input, hidden, input_bias, hidden_bias;
};

std::int64_t gates_of(const Recurrent& r) { return r.cell == Cell::lstm ? 4 : 3; }

Weights weights_of(Builder& builder, const Recurrent& r, std::int64_t in_features)
{
    const Count gates = Count(gates_of(r)) * Count(r.width);
    Weights weights{};
    weights.input = builder.add_parameter(gates * Count(in_features), true);
    weights.hidden = builder.add_parameter(gates * Count(r.width), true);
    weights.input_bias = builder.add_parameter(gates, true);
    weights.hidden_bias = builder.add_parameter(gates, true);
    return weights;
}

/// The steps of one cell in PyTorch's kernels without a fused cell: gates of one product, in place.
class CellWriter {
public:
    CellWriter(Builder& builder, const Recurrent& r, const Weights& weights, std::string name)
        : builder_(builder),
          r_(r),
          weights_(weights),
          name_(std::move(name))
    {}

    /// The input's contribution to the gates {tokens, features}.
    TensorId from_input(TensorId x)
    {
        return marked(
            builder_.linear_shared(name_ + "input", x, gates_of(r_) * r_.width, weights_.input, weights_.input_bias));
    }

    State step(TensorId from_input, const State& before)
    {
        const State after = r_.cell == Cell::lstm ? lstm(from_input, before) : gru(from_input, before);
        builder_.mark(CalledAs::cell_result);
        return after;
    }

private:
    TensorId marked(TensorId x)
    {
        builder_.mark(CalledAs::recurrent_step);
        return x;
    }
    TensorId from_hidden(const State& before)
    {
        return marked(builder_.linear_shared(name_ + "hidden", before.hidden, gates_of(r_) * r_.width, weights_.hidden,
                                             weights_.hidden_bias));
    }
    TensorId slice(TensorId gates) { return marked(builder_.view(name_ + "slice", gates, {1, r_.width})); }
    TensorId squashed(const char* gate, TensorId x, ActivationFunction function)
    {
        return marked(builder_.activation(name_ + gate, x, function, true));
    }
    TensorId sum(const char* what, TensorId a, TensorId b) { return marked(builder_.add(name_ + what, a, b, true)); }
    TensorId product(const char* what, TensorId a, TensorId b, bool in_place = false)
    {
        return marked(builder_.multiply(name_ + what, a, b, in_place));
    }

    State lstm(TensorId from_input, const State& before)
    {
        const TensorId gates = sum("gates", from_hidden(before), from_input);
        const TensorId in = squashed("in_gate", slice(gates), ActivationFunction::sigmoid);
        const TensorId forget = squashed("forget_gate", slice(gates), ActivationFunction::sigmoid);
        const TensorId cell = squashed("cell_gate", slice(gates), ActivationFunction::tanh);
        const TensorId out = squashed("out_gate", slice(gates), ActivationFunction::sigmoid);
        const TensorId memory = sum("memory", product("forget", forget, before.memory), product("remember", in, cell));
        const TensorId shown = marked(builder_.activation(name_ + "tanh", memory, ActivationFunction::tanh));
        return {product("output", out, shown), memory};
    }

    State gru(TensorId from_input, const State& before)
    {
        const TensorId gates = from_hidden(before);
        const TensorId reset =
            squashed("reset_gate", sum("reset", slice(gates), slice(from_input)), ActivationFunction::sigmoid);
        const TensorId update =
            squashed("update_gate", sum("update", slice(gates), slice(from_input)), ActivationFunction::sigmoid);
        const TensorId recalled = product("recall", slice(gates), reset, true);
        const TensorId summed = marked(builder_.add(name_ + "candidate", slice(from_input), recalled));
        const TensorId candidate = squashed("new_gate", summed, ActivationFunction::tanh);
        const TensorId change = marked(builder_.add(name_ + "change", before.hidden, candidate));
        return {sum("output", product("blend", change, update, true), candidate), no_id};
    }

    Builder& builder_;
    const Recurrent& r_;
    const Weights weights_;
    const std::string name_;
};

State initial_state(Builder& builder, const Recurrent& r)
{
    State state;
    state.hidden = builder.input({1, r.width});
    if (r.cell == Cell::lstm) state.memory = builder.input({1, r.width});
    return state;
}

void end_steps(Builder& builder, const State& first, const State& last)
{
    if (first.memory == no_id)
        builder.end_block({{first.hidden, last.hidden}});
    else
        builder.end_block({{first.hidden, last.hidden}, {first.memory, last.memory}});
}

/// One layer over all steps; the input's contribution is computed for all steps at once.
TensorId layer(Builder& builder, TensorId x, const Recurrent& r, std::int64_t index)
{
    const std::string name = "rnn.l" + std::to_string(index);
    CellWriter cell(builder, r, weights_of(builder, r, builder.shape_of(x)[-1]), "");
    builder.name_prefix(name + ".");
    const TensorId from_input = cell.from_input(x);
    builder.name_prefix("");
    const State first = initial_state(builder, r);
    builder.begin_block(name + ".step{}", r.steps);
    const TensorId now = builder.view("now", from_input, {1, gates_of(r) * r.width});
    const State last = cell.step(now, first);
    end_steps(builder, first, last);
    const bool top = index == r.layers - 1;
    const TensorId output = builder.copy(name + ".stack", last.hidden, {r.steps, r.width});
    if (top) builder.mark(CalledAs::result_of_layer);
    if (top) {
        builder.copy("rnn.h_n", last.hidden, {r.layers, r.width});
        builder.mark(CalledAs::result_of_layer);
    }
    if (top && last.memory != no_id) {
        builder.copy("rnn.c_n", last.memory, {r.layers, r.width});
        builder.mark(CalledAs::result_of_layer);
    }
    return output;
}

TensorId language_model(Builder& builder, const Recurrent& r)
{
    const TensorId tokens = builder.input({r.steps}, Content::index);
    TensorId x = builder.embedding("encoder", tokens, r.vocabulary, r.embedding);
    const ParameterId table = builder.last_parameter();
    x = builder.dropout("drop", x, r.dropout);
    for (std::int64_t index = 0; index < r.layers; ++index) {
        if (index > 0 && r.dropout > 0) {
            x = builder.dropout("rnn.dropout", x, r.dropout);
            builder.mark(CalledAs::function);
        }
        x = layer(builder, x, r, index);
    }
    x = builder.dropout("drop", x, r.dropout);
    if (!r.tied) return builder.linear("decoder", x, r.vocabulary);
    const ParameterId bias = builder.add_parameter(Count(r.vocabulary), true);
    return builder.linear_shared("decoder", x, r.vocabulary, table, bias);
}

/// Generator of deep symbolic regression (Tenachi et al. 2023): every step reads the previous step's choice, so that
/// dense input, cells and dense output run step by step; a learned temperature is added to the logits.
TensorId generator(Builder& builder, const Recurrent& r)
{
    std::array<ParameterId, 4> dense{};
    dense[0] = builder.add_parameter(Count(r.observation) * Count(r.width), true);
    dense[1] = builder.add_parameter(Count(r.width), true);
    std::vector<CellWriter> cells;
    for (std::int64_t index = 0; index < r.layers; ++index) {
        const std::string name = "stacked_cells." + std::to_string(index) + ".";
        cells.emplace_back(builder, r, weights_of(builder, r, r.width), name);
    }
    dense[2] = builder.add_parameter(Count(r.width) * Count(r.vocabulary), true);
    dense[3] = builder.add_parameter(Count(r.vocabulary), true);
    const TensorId temperature = builder.parameter_tensor("logTemperature", {1});
    const TensorId observed = builder.input({r.steps, r.observation});
    std::vector<State> first;
    for (std::int64_t index = 0; index < r.layers; ++index) first.push_back(initial_state(builder, r));
    std::vector<Block::Carried> carried;

    builder.begin_block("step{}", r.steps);
    const TensorId seen = builder.copy("observation", observed, {1, r.observation});
    TensorId x = builder.linear_shared("input_dense", seen, r.width, dense[0], dense[1]);
    for (std::size_t index = 0; index < cells.size(); ++index) {
        const State last = cells[index].step(cells[index].from_input(x), first[index]);
        x = last.hidden;
        carried.push_back({first[index].hidden, builder.copy("states", last.hidden, {1, r.width})});
        if (last.memory != no_id)
            carried.push_back({first[index].memory, builder.copy("states", last.memory, {1, r.width})});
    }
    x = builder.linear_shared("output_dense", x, r.vocabulary, dense[2], dense[3]);
    x = builder.add("temperature", x, temperature);
    x = builder.activation("relu", x, ActivationFunction::relu);
    builder.mark(CalledAs::function);
    builder.end_block(carried);
    return builder.copy("outputs", x, {r.steps, r.vocabulary});
}

Network build_recurrent(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const Recurrent r = read_recurrent(shape, input, options);
    if (r.observation == 0 && r.tied && r.embedding != r.width) {
        builder.report("tied-widths-differ", "d_embedding", r.embedding, r.width);
        return builder.finish({});
    }
    return builder.finish({r.observation > 0 ? generator(builder, r) : language_model(builder, r)});
}

} // namespace

Family recurrent_family()
{
    return sequence_family("recurrent", build_recurrent, 35)
        .with(Hyperparameter::choice("cell", {"lstm", "gru"}))
        .with(Hyperparameter::integer("layers", 2, 1, 100))
        .with(Hyperparameter::integer("d_model", 650, 1, 1e6))
        .with(Hyperparameter::derived("d_embedding", 1, 1e6))
        .with(Hyperparameter::integer("vocabulary", 10000, 1, 1e8))
        .with(Hyperparameter::flag("tied_embeddings", false))
        .with(Hyperparameter::real("dropout", 0.5, 0, 1))
        .with(Hyperparameter::derived("observation_width", 1, 1e6));
}

} // namespace rigwright
