// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/layer_list.h"

#include "core/network/layer_table.h"
#include "core/network/network_builder.h"
#include "core/network/operator_counts.h"
#include "core/zoo/family_list.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <unordered_map>
#include <utility>

// Well-known networks written as lists of layers.

namespace rigwright {

namespace {

using Builder = NetworkBuilder;
/// A layer's output; nothing if an issue makes it unknown.
using Place = std::optional<TensorId>;

/// No GPU holds larger maps and rows; below them nothing in the builder overflows.
constexpr std::int64_t most_map_channels = std::int64_t{1} << 20;
constexpr std::int64_t longest_row = std::int64_t{1} << 52;

/// One layer during construction.
struct Layer {
    std::size_t index;
    const std::string& name;
    std::string_view type;
    ShapeReader options;
};

class ListBuilder {
public:
    ListBuilder(const LayerSpecs& layers, const BuildOptions& options)
        : layers_(layers),
          options_(options),
          names_(layer_names(layers))
    {
        for (std::size_t i = 0; i < names_.size(); ++i) index_of_.try_emplace(names_[i], i);
    }

    LayerListNetwork run(const Shape& input)
    {
        input_ = builder_.input(input);
        LayerListNetwork built;
        built.layers.reserve(layers_.size());
        for (std::size_t i = 0; i < layers_.size(); ++i) built.layers.push_back(add(i));
        const bool whole = !outputs_.empty() && outputs_.back();
        built.network = whole ? builder_.finish({*outputs_.back()}) : builder_.finish({});
        built.network.issues = std::move(issues_);
        return built;
    }

private:
    BuiltLayer add(std::size_t index)
    {
        const LayerType& type = *layer_type_of(layers_[index].type);
        const Layer layer{index, names_[index], type.id, ShapeReader(layers_[index].options, type.options)};
        check_name(layer);
        BuiltLayer built{layer.name, {}, builder_.operator_count(), 0};
        const Place source = place_of(layer, "reads");
        joined_ = no_id;
        const bool may_write = source && may_overwrite(layer, *source);
        Place output = may_write ? write(layer, type.group, *source) : Place{};
        if (output && !is_within_limits(layer, *output)) output.reset();
        if (output) traces_[*output] = trace_of(layer, type.group, *source);
        outputs_.push_back(output);
        if (output) built.output = builder_.shape_of(*output);
        built.last = builder_.operator_count();
        return built;
    }

    void refuse(const Layer& layer, std::string code, std::string_view key, std::int64_t found = 0,
                std::int64_t expected = 0, std::vector<std::pair<std::string, std::string>> words = {})
    {
        std::string field = "layers[" + std::to_string(layer.index) + "]";
        if (!key.empty()) field += "." + std::string(key);
        issues_.push_back({std::move(code), layer.name, found, expected, std::move(field), std::move(words)});
    }

    void check_name(const Layer& layer)
    {
        const bool reserved = layer.name == network_input_name;
        const auto first = index_of_.find(layer.name);
        if (reserved || (first != index_of_.end() && first->second != layer.index))
            refuse(layer, "layer-name-taken", "name");
    }

    /// The output of the layer that an option names, otherwise of the previous layer.
    Place place_of(const Layer& layer, std::string_view key)
    {
        const auto given = layers_[layer.index].options.find(key);
        if (given == layers_[layer.index].options.end())
            return layer.index == 0 ? Place(input_) : outputs_[layer.index - 1];
        const auto* name = std::get_if<std::string>(&given->second);
        const auto* place = std::get_if<std::int64_t>(&given->second);
        if (name != nullptr && *name == network_input_name) return input_;
        const std::string called = name != nullptr ? *name : std::to_string(place != nullptr ? *place : 0);
        const std::optional<std::size_t> index = name != nullptr ? index_of(*name) : index_of(place);
        if (!index || *index >= layer.index) {
            refuse(layer, index ? "layer-reference-forward" : "layer-reference-unknown", key, 0, 0,
                   {{"other", called}});
            return {};
        }
        return outputs_[*index];
    }

    std::optional<std::size_t> index_of(const std::string& name) const
    {
        const auto found = index_of_.find(name);
        return found == index_of_.end() ? std::nullopt : std::optional(found->second);
    }

    std::optional<std::size_t> index_of(const std::int64_t* place) const
    {
        const bool exists = place != nullptr && *place >= 0 && *place < static_cast<std::int64_t>(layers_.size());
        return exists ? std::optional(static_cast<std::size_t>(*place)) : std::nullopt;
    }

    bool is_within_limits(const Layer& layer, TensorId output)
    {
        const Shape& shape = builder_.shape_of(output);
        for (int axis = 0; axis < shape.rank(); ++axis) {
            std::int64_t limit = axis == 0 ? most_map_channels : largest_side;
            if (shape.rank() == 1) limit = longest_row;
            if (shape[axis] <= limit) continue;
            refuse(layer, "layer-output-too-large", "", shape[axis], limit);
            return false;
        }
        return true;
    }

    /// Backward-pass state of a tensor.
    struct Trace {
        bool needs_gradient = false;
        /// The layer that saves this tensor for its backward pass; empty if none does.
        std::string_view keeper;
    };

    bool works_in_place(const Layer& layer) const
    {
        const bool idle = layer.type == "dropout" && !(options_.training && layer.options.real("probability") > 0.0);
        return !idle && layer.options.has("in_place") && layer.options.flag("in_place");
    }

    /// PyTorch refuses the backward pass if a tensor was overwritten after it was saved.
    bool may_overwrite(const Layer& layer, TensorId x)
    {
        const std::string_view keeper = traces_[x].keeper;
        if (keeper.empty() || !works_in_place(layer)) return true;
        refuse(layer, "layer-overwrites-kept", "in_place", 0, 0, {{"other", std::string(keeper)}});
        return false;
    }

    Trace trace_of(const Layer& layer, LayerGroup group, TensorId x)
    {
        const bool affine = group == LayerGroup::normalization && layer.options.flag("affine") &&
                            !(layer.type == "batch-norm" && options_.normalization == NormalizationMode::frozen);
        const bool joined = joined_ != no_id && traces_[joined_].needs_gradient;
        Trace trace{traces_[x].needs_gradient || joined || affine || group == LayerGroup::product, {}};
        constexpr std::array keep_output{"relu", "sigmoid", "tanh", "softmax"};
        constexpr std::array keep_it_in_place{"relu6", "leaky-relu"};
        const bool keeps = std::ranges::find(keep_output, layer.type) != keep_output.end();
        const bool keeps_in_place = std::ranges::find(keep_it_in_place, layer.type) != keep_it_in_place.end();
        // Flattened tensors share memory with their input; a dropout at probability zero returns its input.
        if (layer.type == "flatten" || (layer.type == "dropout" && !options_.training))
            trace.keeper = traces_[x].keeper;
        if (layer.type == "dropout" && layer.options.real("probability") <= 0.0) trace.keeper = traces_[x].keeper;
        if (options_.training && trace.needs_gradient && (keeps || (keeps_in_place && works_in_place(layer))))
            trace.keeper = layer.name;
        return trace;
    }

    Place write(const Layer& layer, LayerGroup group, TensorId x)
    {
        switch (group) {
        case LayerGroup::product: return layer.type == "linear" ? linear(layer, x) : convolution(layer, x);
        case LayerGroup::normalization: return normalization(layer, x);
        case LayerGroup::activation: return activation(layer, x);
        case LayerGroup::pooling: return pooling(layer, x);
        case LayerGroup::shape: return layer.type == "flatten" ? flatten(layer, x) : upsample(layer, x);
        case LayerGroup::joining: return join(layer, x);
        }
        return {};
    }

    bool is_map(const Layer& layer, TensorId x)
    {
        const Shape& shape = builder_.shape_of(x);
        if (shape.rank() == 3) return true;
        refuse(layer, "layer-needs-map", "type", shape[0]);
        return false;
    }

    Place linear(const Layer& layer, TensorId x)
    {
        const Shape& shape = builder_.shape_of(x);
        if (shape.rank() != 1) {
            refuse(layer, "layer-needs-flatten", "type", shape.elements().value(), 0, {{"input", shape_text(shape)}});
            return {};
        }
        return builder_.linear(layer.name, x, layer.options.integer("out_features"), layer.options.flag("bias"));
    }

    Builder::ConvolutionOptions convolution_options(const Layer& layer, std::int64_t in_channels) const
    {
        const ShapeReader& given = layer.options;
        const bool depthwise = layer.type == "depthwise-conv";
        const std::int64_t out = depthwise ? in_channels * given.integer("multiplier") : given.integer("out_channels");
        Builder::ConvolutionOptions options =
            Builder::square(out, given.integer("kernel"), given.integer("stride"), given.integer("padding"));
        options.transposed = layer.type == "transposed-conv";
        const std::int64_t dilation = options.transposed ? 1 : given.integer("dilation");
        options.dilation = {1, dilation, dilation};
        options.groups = depthwise ? in_channels : given.integer("groups");
        options.bias = given.flag("bias");
        return options;
    }

    Place convolution(const Layer& layer, TensorId x)
    {
        if (!is_map(layer, x)) return {};
        const Shape& shape = builder_.shape_of(x);
        const Builder::ConvolutionOptions options = convolution_options(layer, shape[0]);
        for (const std::int64_t channels : {shape[0], options.out_channels}) {
            if (channels % options.groups == 0) continue;
            refuse(layer, "layer-groups-do-not-divide", "groups", channels, options.groups);
            return {};
        }
        const std::int64_t smaller = std::min(shape[1], shape[2]);
        const std::int64_t span = options.dilation[1] * (options.kernel[1] - 1) + 1;
        if (options.transposed) {
            const std::int64_t extent = (smaller - 1) * options.stride[1] + span - 2 * options.padding[1];
            if (extent < 1) return empty_output(layer, extent);
        } else if (!window_fits(layer, smaller, span, options.padding[1])) {
            return {};
        }
        return builder_.convolution(layer.name, x, options);
    }

    Place empty_output(const Layer& layer, std::int64_t extent)
    {
        refuse(layer, "layer-output-empty", "padding", extent, 1);
        return {};
    }

    bool window_fits(const Layer& layer, std::int64_t extent, std::int64_t span, std::int64_t padding)
    {
        if (extent + 2 * padding >= span) return true;
        refuse(layer, "layer-kernel-larger-than-input", "kernel", span, extent + 2 * padding);
        return false;
    }

    Place normalization(const Layer& layer, TensorId x)
    {
        const bool affine = layer.options.flag("affine");
        if (layer.type == "batch-norm")
            return builder_.normalization(layer.name, x, NormalizationKind::batch, options_.normalization, 1, affine);
        if (layer.type == "layer-norm") return layer_norm(layer, x, affine);
        const std::int64_t groups = layer.options.integer("groups");
        const std::int64_t channels = builder_.shape_of(x)[0];
        if (channels % groups != 0) {
            refuse(layer, "layer-groups-do-not-divide", "groups", channels, groups);
            return {};
        }
        return builder_.normalization(layer.name, x, NormalizationKind::group, NormalizationMode::train, groups,
                                      affine);
    }

    /// Over all numbers of a sample, like a layer norm over the map's whole shape.
    TensorId layer_norm(const Layer& layer, TensorId x, bool affine)
    {
        const Shape shape = builder_.shape_of(x);
        if (shape.rank() > 1) x = builder_.view(layer.name, x, {shape.elements().value()});
        x = builder_.normalization(layer.name, x, NormalizationKind::layer, NormalizationMode::train, 1, affine);
        return shape.rank() > 1 ? builder_.view(layer.name, x, shape) : x;
    }

    TensorId activation(const Layer& layer, TensorId x)
    {
        if (layer.type == "softmax") return builder_.softmax(layer.name, x);
        const bool has_choice = layer_option_of(*layer_type_of(layer.type), "in_place") != nullptr;
        const bool in_place = has_choice && layer.options.flag("in_place");
        if (layer.type == "dropout") {
            const double probability = options_.training ? layer.options.real("probability") : 0.0;
            return builder_.dropout(layer.name, x, probability, in_place);
        }
        const auto function = from_word<ActivationFunction>(layer.type).value_or(ActivationFunction::relu);
        return builder_.activation(layer.name, x, function, in_place);
    }

    Place pooling(const Layer& layer, TensorId x)
    {
        if (!is_map(layer, x)) return {};
        if (layer.type == "global-average-pool") return builder_.adaptive_average(layer.name, x, 1);
        const ShapeReader& given = layer.options;
        if (layer.type == "adaptive-average-pool")
            return builder_.adaptive_average(layer.name, x, given.integer("size"));
        const std::int64_t kernel = given.integer("kernel");
        const std::int64_t padding = given.integer("padding");
        if (padding > kernel / 2) {
            refuse(layer, "layer-padding-too-large", "padding", padding, kernel / 2);
            return {};
        }
        const Shape& shape = builder_.shape_of(x);
        if (!window_fits(layer, std::min(shape[1], shape[2]), kernel, padding)) return {};
        const PoolingKind kind = layer.type == "max-pool" ? PoolingKind::maximum : PoolingKind::average;
        const std::int64_t stride = given.has("stride") ? given.integer("stride") : kernel;
        return builder_.pooling(layer.name, x, {kind, kernel, stride, padding, given.flag("round_up")});
    }

    TensorId flatten(const Layer& layer, TensorId x)
    {
        return builder_.view(layer.name, x, {builder_.shape_of(x).elements().value()});
    }

    Place upsample(const Layer& layer, TensorId x)
    {
        if (!is_map(layer, x)) return {};
        const Shape& shape = builder_.shape_of(x);
        const std::int64_t scale = layer.options.integer("scale");
        const ResizeMode mode = layer.options.word<ResizeMode>("mode");
        return builder_.resize(layer.name, x, {shape[0], shape[1] * scale, shape[2] * scale}, mode);
    }

    Place join(const Layer& layer, TensorId x)
    {
        const Place other = place_of(layer, "from");
        if (!other) return {};
        joined_ = *other;
        const Shape& mine = builder_.shape_of(x);
        const Shape& theirs = builder_.shape_of(*other);
        const bool sum = layer.type == "add-from";
        const bool fits = sum ? mine == theirs : mine.rank() == theirs.rank() && mine.with(0, theirs[0]) == theirs;
        if (!fits) {
            refuse(layer, sum ? "layer-shapes-differ" : "layer-sizes-differ", "from", 0, 0,
                   {{"input", shape_text(mine)}, {"other", shape_text(theirs)}});
            return {};
        }
        if (sum) return builder_.add(layer.name, x, *other, layer.options.flag("in_place"));
        return builder_.concatenate(layer.name, {x, *other}, 0);
    }

    const LayerSpecs& layers_;
    const BuildOptions& options_;
    std::vector<std::string> names_;
    std::unordered_map<std::string_view, std::size_t> index_of_;
    Builder builder_;
    TensorId input_ = no_id;
    /// The other input of the current joining layer.
    TensorId joined_ = no_id;
    std::unordered_map<TensorId, Trace> traces_;
    std::vector<Place> outputs_;
    std::vector<NetworkIssue> issues_;
};

Network build_layer_list(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    return build_layers(shape.layers("layers"), layer_list_input(shape.choice("input"), input), options).network;
}

} // namespace

LayerListNetwork build_layers(const LayerSpecs& layers, const Shape& input, const BuildOptions& options)
{
    return ListBuilder(layers, options).run(input);
}

Shape layer_list_input(std::string_view kind, const ModelInput& input)
{
    const Shape image{input.channels.value_or(1), input.image_height.value_or(1), input.image_width.value_or(1)};
    return kind == "features" ? Shape{image.elements().value()} : image;
}

std::vector<LayerFigures> layer_figures(const LayerListNetwork& built, const FormatPolicy& policy, Count micro_batch)
{
    const Network& network = built.network;
    const Analysis analysis = analyse(network, policy);
    std::vector<LayerFigures> figures;
    figures.reserve(built.layers.size());
    for (const BuiltLayer& layer : built.layers) {
        LayerFigures sum{layer.output, {}, {}, {}};
        // A list is one block that runs once: its operators and their facts have the same indices.
        for (std::size_t i = layer.first; i < layer.last; ++i) {
            const Operator& op = network.operators[i];
            for (const ParameterId id : op.parameters)
                if (id != no_id) sum.parameters += network.parameters[static_cast<std::size_t>(id)].elements;
            sum.macs += forward_macs(network, op);
            sum.kept += analysis.facts[i].kept.at(micro_batch);
        }
        figures.push_back(sum);
    }
    return figures;
}

Family layer_list_family()
{
    return image_family("layer-list", build_layer_list, 28, 1)
        .with(Hyperparameter::layers("layers", lenet_layers()))
        .with(Hyperparameter::choice("input", {"image", "features"}));
}

namespace {

LayerSpec plain(const char* type) { return {type, "", {}}; }
LayerSpec relu() { return {"relu", "", {{"in_place", true}}}; }
LayerSpec linear(std::int64_t out) { return {"linear", "", {{"out_features", out}}}; }
LayerSpec max_pool(std::int64_t kernel, std::int64_t stride)
{
    return {"max-pool", "", {{"kernel", kernel}, {"stride", stride}}};
}
LayerSpec adaptive(std::int64_t size) { return {"adaptive-average-pool", "", {{"size", size}}}; }

LayerSpec conv(std::int64_t out, std::int64_t kernel, std::int64_t stride, std::int64_t padding)
{
    return {"conv", "", {{"out_channels", out}, {"kernel", kernel}, {"stride", stride}, {"padding", padding}}};
}

void append(LayerSpecs& list, std::initializer_list<LayerSpec> more)
{
    list.insert(list.end(), more.begin(), more.end());
}

/// Convolution and batch norm; the convolution needs no bias.
void append_conv_norm(LayerSpecs& list, LayerSpec convolution)
{
    convolution.options["bias"] = false;
    append(list, {std::move(convolution), plain("batch-norm")});
}

} // namespace

LayerSpecs lenet_layers()
{
    return {
        conv(6, 5, 1, 2), plain("tanh"), plain("average-pool"), conv(16, 5, 1, 0), plain("tanh"), plain("average-pool"),
        plain("flatten"), linear(120),   plain("tanh"),         linear(84),        plain("tanh"), linear(10),
    };
}

LayerSpecs alexnet_layers()
{
    return {
        conv(64, 11, 4, 2),
        relu(),
        max_pool(3, 2),
        conv(192, 5, 1, 2),
        relu(),
        max_pool(3, 2),
        conv(384, 3, 1, 1),
        relu(),
        conv(256, 3, 1, 1),
        relu(),
        conv(256, 3, 1, 1),
        relu(),
        max_pool(3, 2),
        adaptive(6),
        plain("flatten"),
        plain("dropout"),
        linear(4096),
        relu(),
        plain("dropout"),
        linear(4096),
        relu(),
        linear(1000),
    };
}

LayerSpecs vgg16_layers()
{
    LayerSpecs list;
    constexpr std::array<std::pair<int, int>, 5> stages{{{64, 2}, {128, 2}, {256, 3}, {512, 3}, {512, 3}}};
    for (const auto& [width, count] : stages) {
        for (int i = 0; i < count; ++i) append(list, {conv(width, 3, 1, 1), relu()});
        list.push_back(max_pool(2, 2));
    }
    append(list, {adaptive(7), plain("flatten"), linear(4096), relu(), plain("dropout"), linear(4096), relu(),
                  plain("dropout"), linear(1000)});
    return list;
}

LayerSpecs dense_layers() { return {plain("flatten"), linear(512), relu(), linear(256), relu(), linear(10)}; }

LayerSpecs small_residual_layers()
{
    LayerSpecs list;
    append_conv_norm(list, conv(64, 3, 1, 1));
    append(list, {{"relu", "block1", {}}});
    append_conv_norm(list, conv(64, 3, 1, 1));
    append(list, {relu()});
    append_conv_norm(list, conv(64, 3, 1, 1));
    append(list, {{"add-from", "", {{"from", "block1"}}}, {"relu", "block2", {}}});
    append_conv_norm(list, conv(128, 3, 2, 1));
    append(list, {relu()});
    append_conv_norm(list, conv(128, 3, 1, 1));
    list.back().name = "main";
    append_conv_norm(list, conv(128, 1, 2, 0));
    list[list.size() - 2].options["reads"] = std::string("block2");
    append(list,
           {{"add-from", "", {{"from", "main"}}}, relu(), plain("global-average-pool"), plain("flatten"), linear(10)});
    return list;
}

} // namespace rigwright
