// SPDX-License-Identifier: Apache-2.0
#include "core/importing/onnx/onnx_lowering.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace rigwright {

namespace {

class PatternSearch {
public:
    explicit PatternSearch(const OnnxGraph& graph) : graph_(graph), found_(graph.nodes.size())
    {
        for (const OnnxTensor& tensor : graph.initializers) initializers_.emplace(tensor.name, &tensor);
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            for (const std::string& name : graph.nodes[i].outputs) producers_.emplace(name, i);
            for (const std::string& name : graph.nodes[i].inputs)
                if (!name.empty()) consumers_[name].push_back(i);
        }
        for (const OnnxValueInfo& output : graph.outputs) consumers_[output.name].push_back(graph.nodes.size());
    }

    std::vector<FoundPattern> run()
    {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const std::string& kind = graph_.nodes[i].kind;
            if (kind == "Sub") layer_norm(i);
            if (kind == "InstanceNormalization") group_norm(i);
            if (kind == "Erf") gelu(i);
            if (kind == "Sigmoid") silu(i);
            if (kind == "HardSigmoid") gated(i, Pattern::hardswish, graph_.nodes[i].inputs);
            if (kind == "Clip") written_hardswish(i);
            if (kind == "MatMul") biased_linear(i);
        }
        return std::move(found_);
    }

private:
    const OnnxNode& node(std::size_t i) const { return graph_.nodes[i]; }

    /// The node that writes a value, if it is of that kind.
    std::optional<std::size_t> producer(std::string_view name, std::string_view kind) const
    {
        const auto place = producers_.find(std::string(name));
        if (place == producers_.end() || node(place->second).kind != kind) return std::nullopt;
        return place->second;
    }

    /// The only node that reads a node's value, if it is of that kind.
    std::optional<std::size_t> only_reader(std::size_t i, std::string_view kind) const
    {
        if (node(i).outputs.size() != 1) return std::nullopt;
        const auto place = consumers_.find(node(i).outputs.front());
        if (place == consumers_.end() || place->second.size() != 1) return std::nullopt;
        const std::size_t reader = place->second.front();
        if (reader == graph_.nodes.size() || node(reader).kind != kind) return std::nullopt;
        return reader;
    }

    std::size_t readers(const std::string& name) const
    {
        const auto place = consumers_.find(name);
        return place == consumers_.end() ? 0 : place->second.size();
    }

    static std::string other_input(const OnnxNode& of, const std::string& name)
    {
        if (of.inputs.size() != 2) return {};
        return of.inputs[0] == name ? of.inputs[1] : of.inputs[0];
    }

    const OnnxTensor* stored(const std::string& name) const
    {
        const auto place = initializers_.find(name);
        return place == initializers_.end() ? nullptr : place->second;
    }

    /// A constant, in an initializer or a separate node; null if it is none.
    const OnnxTensor* constant(std::string_view name) const
    {
        if (const OnnxTensor* tensor = stored(std::string(name))) return tensor;
        const auto maker = producer(name, "Constant");
        const OnnxAttribute* value = maker ? node(*maker).attribute("value") : nullptr;
        return value != nullptr && value->tensor ? &*value->tensor : nullptr;
    }

    bool is_number(const std::string& name, double expected) const
    {
        const OnnxTensor* tensor = constant(name);
        if (tensor == nullptr || !tensor->reals || tensor->reals->size() != 1) return false;
        return std::fabs(tensor->reals->front() - expected) < 1e-3 * std::max(1.0, std::fabs(expected));
    }

    bool is_vector(const std::string& name) const
    {
        const OnnxTensor* tensor = stored(name);
        return tensor != nullptr && tensor->type == OnnxType::real && tensor->extents.size() == 1;
    }

    bool free(const std::vector<std::size_t>& nodes) const
    {
        return std::ranges::all_of(nodes, [this](std::size_t i) { return found_[i].pattern == Pattern::none; });
    }

    void record(const std::vector<std::size_t>& nodes, FoundPattern pattern)
    {
        if (!free(nodes)) return;
        for (const std::size_t i : nodes) found_[i].pattern = Pattern::part;
        pattern.first = nodes.front();
        pattern.parts = nodes;
        found_[nodes.back()] = std::move(pattern);
    }

    bool over_last_axis(std::size_t reduction) const
    {
        const OnnxNode& mean = node(reduction);
        std::vector<std::int64_t> axes = mean.integers("axes");
        if (const OnnxTensor* given = constant(mean.input(1)); given != nullptr && given->integers)
            axes = *given->integers;
        return axes == std::vector<std::int64_t>{-1} && mean.integer("keepdims", 1) == 1;
    }

    /// (x - mean) / sqrt(mean of squares + epsilon) * weight + bias, over the last axis.
    void layer_norm(std::size_t centred)
    {
        const OnnxNode& sub = node(centred);
        if (sub.inputs.size() != 2 || readers(sub.outputs.empty() ? "" : sub.outputs.front()) != 2) return;
        const auto mean = producer(sub.inputs[1], "ReduceMean");
        if (!mean || node(*mean).input(0) != sub.inputs[0] || readers(sub.inputs[1]) != 1 || !over_last_axis(*mean))
            return;
        const auto& uses = consumers_.at(sub.outputs.front());
        std::optional<std::size_t> square;
        std::optional<std::size_t> quotient;
        for (const std::size_t use : uses) {
            if (use == graph_.nodes.size()) return;
            if (node(use).kind == "Pow") square = use;
            if (node(use).kind == "Div") quotient = use;
        }
        if (!square || !quotient || node(*square).inputs.size() != 2 || !is_number(node(*square).inputs[1], 2.0))
            return;
        const auto variance = only_reader(*square, "ReduceMean");
        if (!variance || !over_last_axis(*variance)) return;
        const auto shifted = only_reader(*variance, "Add");
        const auto root = shifted ? only_reader(*shifted, "Sqrt") : std::nullopt;
        if (!root || only_reader(*root, "Div") != quotient || node(*quotient).inputs[0] != sub.outputs.front()) return;
        std::vector<std::size_t> parts{*mean, centred, *square, *variance, *shifted, *root, *quotient};
        FoundPattern pattern{Pattern::layer_norm, sub.inputs[0], "", "", 0, 1};
        add_affine(parts, pattern);
        record(parts, std::move(pattern));
    }

    /// Adds a product with a stored vector and a sum with another one after the last part.
    void add_affine(std::vector<std::size_t>& parts, FoundPattern& pattern) const
    {
        const auto product = only_reader(parts.back(), "Mul");
        if (!product) return;
        const std::string weight = other_input(node(*product), node(parts.back()).outputs.front());
        if (!is_stored_affine(weight)) return;
        pattern.weight = weight;
        parts.push_back(*product);
        const auto sum = only_reader(*product, "Add");
        if (!sum) return;
        const std::string bias = other_input(node(*sum), node(*product).outputs.front());
        if (!is_stored_affine(bias)) return;
        pattern.bias = bias;
        parts.push_back(*sum);
    }

    /// At most one axis longer than 1, as in {channels, 1, 1}.
    bool is_stored_affine(const std::string& name) const
    {
        const OnnxTensor* tensor = stored(name);
        if (tensor == nullptr || tensor->type != OnnxType::real || tensor->extents.empty()) return false;
        return std::ranges::count_if(tensor->extents, [](std::int64_t e) { return e != 1; }) <= 1;
    }

    /// Group norm: channels folded into groups, an instance norm without affine, the shape restored.
    void group_norm(std::size_t instance)
    {
        const OnnxNode& norm = node(instance);
        if (norm.inputs.size() != 3 || norm.outputs.empty()) return;
        const auto before = producer(norm.inputs[0], "Reshape");
        const auto after = only_reader(instance, "Reshape");
        const std::int64_t groups = vector_length(norm.inputs[1]);
        if (!before || !after || groups < 1 || readers(norm.inputs[0]) != 1) return;
        if (node(*before).inputs.empty()) return;
        std::vector<std::size_t> parts{*before, instance, *after};
        FoundPattern pattern{Pattern::group_norm, node(*before).inputs.front(), "", "", 0, groups};
        add_affine(parts, pattern);
        if (!pattern.bias.empty()) record(parts, std::move(pattern));
    }

    std::int64_t vector_length(const std::string& name) const
    {
        const OnnxTensor* tensor = constant(name);
        return tensor != nullptr && tensor->extents.size() == 1 ? tensor->extents.front() : 0;
    }

    /// x * (1 + erf(x / sqrt 2)) / 2, in the orders written by exporters.
    void gelu(std::size_t erf)
    {
        if (node(erf).inputs.size() != 1 || readers(node(erf).inputs[0]) != 1) return;
        auto scaled = producer(node(erf).inputs[0], "Div");
        const bool divided = scaled.has_value();
        if (!scaled) scaled = producer(node(erf).inputs[0], "Mul");
        const auto sum = only_reader(erf, "Add");
        const auto product = sum ? only_reader(*sum, "Mul") : std::nullopt;
        if (!scaled || !product || node(*scaled).inputs.size() != 2) return;
        if (!is_number(node(*scaled).inputs[1], divided ? std::sqrt(2.0) : std::sqrt(0.5))) return;
        if (!is_number(other_input(node(*sum), node(erf).outputs.front()), 1.0)) return;
        const std::string x = node(*scaled).inputs[0];
        const std::string other = other_input(node(*product), node(*sum).outputs.front());
        std::vector<std::size_t> parts{*scaled, erf, *sum, *product};
        if (other == x) {
            const auto half = only_reader(*product, "Mul");
            if (!half || !is_number(other_input(node(*half), node(*product).outputs.front()), 0.5)) return;
            parts.push_back(*half);
        } else {
            const auto half = producer(other, "Mul");
            if (!half || readers(other) != 1 || !is_number(other_input(node(*half), x), 0.5)) return;
            parts.insert(parts.begin(), *half);
        }
        record(parts, {Pattern::gelu, x, "", "", 0, 1});
    }

    /// x * f(x), f being the node `i` of `inputs`.
    void gated(std::size_t i, Pattern pattern, const std::vector<std::string>& inputs)
    {
        const auto product = only_reader(i, "Mul");
        if (inputs.size() != 1 || !product) return;
        if (other_input(node(*product), node(i).outputs.front()) != inputs[0]) return;
        record({i, *product}, {pattern, inputs[0], "", "", 0, 1});
    }

    void silu(std::size_t sigmoid)
    {
        gated(sigmoid, Pattern::silu, node(sigmoid).inputs);
        if (found_[sigmoid].pattern != Pattern::none || node(sigmoid).inputs.size() != 1) return;
        const auto scaled = producer(node(sigmoid).inputs[0], "Mul");
        const auto product = only_reader(sigmoid, "Mul");
        if (!scaled || !product || readers(node(sigmoid).inputs[0]) != 1 || node(*scaled).inputs.size() != 2) return;
        const std::string x = other_input(node(*product), node(sigmoid).outputs.front());
        if (is_number(other_input(node(*scaled), x), 1.702))
            record({*scaled, sigmoid, *product}, {Pattern::quick_gelu, x, "", "", 0, 1});
    }

    /// x * clip(x + 3, 0, 6) / 6, as exported before the HardSwish operator existed.
    void written_hardswish(std::size_t clip)
    {
        if (node(clip).inputs.empty() || readers(node(clip).inputs[0]) != 1) return;
        const std::optional<std::size_t> sum = producer(node(clip).inputs[0], "Add");
        if (!sum) return;
        const std::size_t shifted = *sum;
        const auto product = only_reader(clip, "Mul");
        const auto quotient = product ? only_reader(*product, "Div") : std::nullopt;
        if (!quotient) return;
        const std::string x = other_input(node(*product), node(clip).outputs.front());
        if (!is_number(other_input(node(shifted), x), 3.0) || node(*quotient).inputs.size() != 2) return;
        if (is_number(node(*quotient).inputs[1], 6.0))
            record({shifted, clip, *product, *quotient}, {Pattern::hardswish, x, "", "", 0, 1});
    }

    void biased_linear(std::size_t product)
    {
        if (node(product).inputs.size() != 2) return;
        const OnnxTensor* weight = stored(node(product).inputs[1]);
        const auto sum = only_reader(product, "Add");
        if (weight == nullptr || weight->extents.size() != 2 || !sum) return;
        const std::string bias = other_input(node(*sum), node(product).outputs.front());
        if (!is_vector(bias) || stored(bias)->extents[0] != weight->extents[1] || weight->extents[1] == 1) return;
        record({product, *sum}, {Pattern::biased_linear, node(product).inputs[0], node(product).inputs[1], bias, 0, 1});
    }

    const OnnxGraph& graph_;
    std::vector<FoundPattern> found_;
    std::unordered_map<std::string, const OnnxTensor*> initializers_;
    std::unordered_map<std::string, std::size_t> producers_;
    std::unordered_map<std::string, std::vector<std::size_t>> consumers_;
};

} // namespace

std::vector<FoundPattern> find_patterns(const OnnxGraph& graph) { return PatternSearch(graph).run(); }

} // namespace rigwright
