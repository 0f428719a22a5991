// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/language/mixture_of_experts.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Softmax called as a function by the model's code.
TensorId softmax(Builder& builder, TensorId x)
{
    const TensorId y = builder.softmax("mlp.probabilities", x);
    builder.mark(CalledAs::function);
    return y;
}

/// Weights divided by their sum over the selected experts.
TensorId normalised(Builder& builder, TensorId weights, const Shape& shape)
{
    const TensorId sum = builder.mean("mlp.weight_sum", weights, shape.with(-1, 1));
    const TensorId y = builder.multiply("mlp.normalise", weights, sum);
    builder.mark(CalledAs::function);
    return y;
}

/// The code of gpt-oss and DeepSeek-V3 multiplies by bare parameters, the latter in fp32.
TensorId router(Builder& builder, TensorId x, const MixtureShape& m)
{
    if (m.routing == Routing::sigmoid) x = builder.cast("mlp.router_cast", x);
    const TensorId logits = builder.linear("mlp.router", x, m.experts, m.expert.bias);
    const bool bare = m.routing == Routing::softmax_of_chosen || m.routing == Routing::sigmoid;
    if (bare) builder.mark(CalledAs::function);
    return logits;
}

/// Weights of the selected experts: {tokens, active}.
TensorId routed(Builder& builder, TensorId x, const MixtureShape& m)
{
    const TensorId logits = router(builder, x, m);
    const Shape chosen = builder.shape_of(logits).with(-1, m.active);
    switch (m.routing) {
    case Routing::softmax_kept: {
        const TensorId picked = builder.top_k("mlp.top_k", softmax(builder, logits), m.active);
        return builder.cast("mlp.cast", picked, x);
    }
    case Routing::softmax: {
        const TensorId picked = builder.top_k("mlp.top_k", softmax(builder, logits), m.active);
        return builder.cast("mlp.cast", normalised(builder, picked, chosen), x);
    }
    case Routing::softmax_of_chosen: return softmax(builder, builder.top_k("mlp.top_k", logits, m.active));
    case Routing::sigmoid: {
        const TensorId scores = builder.activation("mlp.scores", logits, ActivationFunction::sigmoid);
        builder.mark(CalledAs::function);
        const TensorId picked = builder.top_k("mlp.top_k", scores, m.active);
        return builder.scale("mlp.scale", normalised(builder, picked, chosen));
    }
    }
    return logits;
}

/// Writes linear layers with one matrix, or one per expert.
class Products {
public:
    Products(Builder& builder, std::string_view prefix, const MixtureShape* mixture)
        : builder_(builder),
          prefix_(prefix),
          mixture_(mixture)
    {}

    TensorId linear(const char* name, TensorId x, std::int64_t width, bool bias)
    {
        if (mixture_ == nullptr) return builder_.linear(prefix_ + name, x, width, bias);
        const TensorId y = builder_.expert_linear(prefix_ + name, x, width, mixture_->experts, mixture_->active, bias);
        // If gate and up are one product, the experts' weights are also bare parameters.
        if (mixture_->expert.clamped) builder_.mark(CalledAs::function);
        return y;
    }

    TensorId feed_forward(TensorId x, const FeedForwardShape& shape)
    {
        const std::int64_t width = builder_.shape_of(x)[-1];
        TensorId y = no_id;
        if (shape.clamped) {
            y = clamped(linear("gate_up", x, 2 * shape.width, shape.bias), shape.width);
        } else if (shape.gated) {
            y = linear("gate", x, shape.width, shape.bias);
            y = activated(builder_, prefix_ + "act", y, shape.activation);
            y = builder_.multiply(prefix_ + "product", y, linear("up", x, shape.width, shape.bias));
        } else {
            y = linear("up", x, shape.width, shape.bias);
            y = activated(builder_, prefix_ + "act", y, shape.activation);
        }
        if (shape.dropout > 0) y = builder_.dropout(prefix_ + "dropout", y, shape.dropout);
        return linear("down", y, width, shape.bias);
    }

private:
    TensorId function(const char* name, TensorId x, ActivationFunction which)
    {
        const TensorId y = builder_.activation(prefix_ + name, x, which);
        builder_.mark(CalledAs::function);
        return y;
    }

    TensorId clamped(TensorId both, std::int64_t width)
    {
        const Shape half = builder_.shape_of(both).with(-1, width);
        const TensorId gate = function("clamp", builder_.view(prefix_ + "half", both, half), ActivationFunction::clamp);
        const TensorId up = function("clamp", builder_.view(prefix_ + "half", both, half), ActivationFunction::clamp);
        const TensorId slope = function("act", builder_.scale(prefix_ + "slope", gate), ActivationFunction::sigmoid);
        const TensorId bent = builder_.multiply(prefix_ + "gated", gate, slope);
        return builder_.multiply(prefix_ + "product", builder_.copy(prefix_ + "up_one", up, half), bent);
    }

    Builder& builder_;
    const std::string prefix_;
    const MixtureShape* mixture_;
};

Routing routing_of(std::string_view name)
{
    if (name == "softmax-of-chosen") return Routing::softmax_of_chosen;
    if (name == "softmax-kept") return Routing::softmax_kept;
    return name == "sigmoid" ? Routing::sigmoid : Routing::softmax;
}

/// Maximum number of one sample's tokens per expert: given directly, or as a factor on the even share.
std::int64_t capacity_of(const ShapeReader& shape, const MixtureShape& mixture, std::int64_t tokens)
{
    if (shape.has("expert_capacity_tokens")) return shape.integer("expert_capacity_tokens");
    if (!shape.has("expert_capacity_factor")) return 0;
    const double even =
        static_cast<double>(tokens) * static_cast<double>(mixture.active) / static_cast<double>(mixture.experts);
    return std::max<std::int64_t>(1, std::llround(std::ceil(shape.real("expert_capacity_factor") * even)));
}

} // namespace

std::vector<Hyperparameter> mixture_hyperparameters()
{
    return {
        Hyperparameter::integer("experts", 0, 0, 1e5),
        Hyperparameter::derived("experts_per_token", 1, 1e5),
        Hyperparameter::choice("routing", {"softmax", "softmax-kept", "softmax-of-chosen", "sigmoid"}),
        Hyperparameter::derived("expert_d_ff", 1, 1e7),
        Hyperparameter::integer("shared_experts", 0, 0, 1e4),
        Hyperparameter::derived("shared_expert_d_ff", 1, 1e8),
        Hyperparameter::integer("expert_layers_every", 1, 1, 64),
        Hyperparameter::derived_real("expert_capacity_factor", 0.01, 1e4),
        Hyperparameter::derived("expert_capacity_tokens", 1, 1e9),
        Hyperparameter::flag("pad_experts_to_capacity", false),
    };
}

std::optional<MixtureShape> read_mixture(const ShapeReader& shape, const FeedForwardShape& dense, std::int64_t tokens)
{
    const std::int64_t experts = shape.integer("experts");
    if (experts == 0) return std::nullopt;
    MixtureShape m;
    m.experts = experts;
    m.active = shape.integer_or("experts_per_token", std::min<std::int64_t>(2, experts));
    m.routing = routing_of(shape.choice("routing"));
    m.expert = dense;
    m.expert.width = shape.integer_or("expert_d_ff", dense.width);
    m.capacity = capacity_of(shape, m, tokens);
    m.padded = shape.flag("pad_experts_to_capacity");
    const std::int64_t shared = shape.integer("shared_experts");
    if (shared > 0) m.shared_width = shape.integer_or("shared_expert_d_ff", shared * m.expert.width);
    return m;
}

bool report_impossible_mixture(NetworkBuilder& builder, const MixtureShape& m)
{
    if (m.active <= m.experts) return false;
    builder.report("experts-per-token-exceed-experts", "experts_per_token", m.active, m.experts);
    return true;
}

std::int64_t routed_tokens(const MixtureShape& m, std::int64_t tokens)
{
    const std::int64_t chosen = tokens * m.active;
    if (m.capacity <= 0) return chosen;
    // No expert takes more than all tokens, so that no product here exceeds 64 bits.
    const std::int64_t room = m.experts * std::min(m.capacity, tokens);
    return m.padded ? room : std::min(chosen, room);
}

TensorId feed_forward(NetworkBuilder& builder, std::string_view prefix, TensorId x, const FeedForwardShape& shape)
{
    return Products(builder, prefix, nullptr).feed_forward(x, shape);
}

TensorId mixture_of_experts(NetworkBuilder& builder, TensorId x, const MixtureShape& m)
{
    const Shape shape = builder.shape_of(x);
    const TensorId weights = routed(builder, x, m);
    const Shape rows = shape.with(0, routed_tokens(m, shape[0]));
    const TensorId token = builder.indices("mlp.tokens", weights, {rows[0]});
    const TensorId slot = builder.indices("mlp.slots", weights, {rows[0]});
    const TensorId picked = builder.gather("mlp.gather", x, {token}, rows);
    const TensorId y = Products(builder, "mlp.experts.", &m).feed_forward(picked, m.expert);
    const TensorId factor = builder.gather("mlp.weights", weights, {token, slot}, {rows[0], 1});
    const TensorId sum = builder.scatter_add("mlp.sum", builder.multiply("mlp.weighted", y, factor), token, shape);
    if (m.shared_width == 0) return sum;
    FeedForwardShape shared = m.expert;
    shared.width = m.shared_width;
    return builder.add("mlp.add", sum, feed_forward(builder, "mlp.shared_experts.", x, shared));
}

} // namespace rigwright
