// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/detection/detectors.h"
#include "core/zoo/language/transformer_parts.h"

namespace rigwright {

namespace {

/// DETR after its backbone (Carion et al. 2020): a post-norm transformer over the cells of the last feature map,
/// learned object queries, and heads on the output of every decoder layer.
struct DetrHead {
    std::int64_t queries = 100;
    std::int64_t d_model = 256;
    std::int64_t heads = 8;
    std::int64_t d_ff = 2048;
    std::int64_t encoder_layers = 6;
    std::int64_t decoder_layers = 6;
    /// Classes without "no object", which the class head adds.
    std::int64_t classes = 91;
    double dropout = 0.1;
};

struct DetrOutputs {
    TensorId classes = no_id;
    TensorId boxes = no_id;
};

/// Writes the transformer of DETR: positions are added to queries and keys of every attention; norms follow the sums.
class DetrWriter {
public:
    DetrWriter(NetworkBuilder& builder, const DetrHead& head) : builder_(builder), head_(head)
    {
        self_.name = "self";
        self_.heads = head.heads;
        self_.dropout = head.dropout;
        self_.returns_weights = true;
        self_.tokens_first = true;
        cross_ = self_;
        cross_.name = "cross";
    }

    TensorId encoder(TensorId x, TensorId positions)
    {
        // The first layer reads the channels-first feature map, which products copy into order beyond batch 1.
        MultiheadAttention first = self_;
        first.tokens_first = false;
        builder_.begin_block("encoder.{}", 1);
        TensorId y = encoder_layer(x, positions, first);
        builder_.end_block();
        if (head_.encoder_layers == 1) return y;
        builder_.begin_block("encoder.{}", head_.encoder_layers - 1, 1);
        const TensorId output = encoder_layer(y, positions, self_);
        builder_.end_block({{y, output}});
        return output;
    }

    /// The normalized output of every layer, concatenated: {layers x queries, width}.
    TensorId decoder(TensorId memory, TensorId positions)
    {
        const std::int64_t width = head_.d_model;
        const Shape shape{head_.queries, width};
        const TensorId table = builder_.parameter_tensor("query_embed", shape);
        const TensorId queries = builder_.repeat("repeat", table);
        const TensorId x = builder_.input(shape);
        const ParameterId scale = builder_.add_parameter(Count(width), false);
        const ParameterId shift = builder_.add_parameter(Count(width), false);
        builder_.begin_block("decoder.{}", head_.decoder_layers);
        const TensorId y = decoder_layer(x, queries, memory, positions);
        shared_norm(y, scale, shift);
        builder_.end_block({{x, y}});
        // The code normalizes the last output once more and replaces its list entry by the result.
        const TensorId last = shared_norm(y, scale, shift);
        return builder_.copy("stack", last, {head_.decoder_layers * head_.queries, width});
    }

    DetrOutputs heads(TensorId decoded)
    {
        const Shape shape = builder_.shape_of(decoded);
        const TensorId classes = builder_.linear(
            "class_embed", builder_.copy("order", decoded, shape, {.view_at_batch_one = true}), head_.classes + 1);
        TensorId x = builder_.linear(
            "bbox.layers.0", builder_.copy("order", decoded, shape, {.view_at_batch_one = true}), head_.d_model);
        x = builder_.linear("bbox.layers.1", function(ActivationFunction::relu, "bbox.relu", x), head_.d_model);
        x = builder_.linear("bbox.layers.2", function(ActivationFunction::relu, "bbox.relu", x), 4);
        return {classes, function(ActivationFunction::sigmoid, "sigmoid", x)};
    }

private:
    TensorId function(ActivationFunction which, const char* name, TensorId x)
    {
        const TensorId y = builder_.activation(name, x, which);
        builder_.mark(CalledAs::function);
        return y;
    }

    TensorId norm(const char* name, TensorId x) { return builder_.normalization(name, x, NormalizationKind::layer); }

    TensorId shared_norm(TensorId x, ParameterId scale, ParameterId shift)
    {
        const TensorId y =
            builder_.normalization("norm", x, NormalizationKind::layer, NormalizationMode::train, 1, false);
        builder_.use_parameters(scale, shift);
        return y;
    }

    TensorId sum(TensorId x, TensorId y) { return builder_.add("add", x, builder_.dropout("drop", y, head_.dropout)); }

    TensorId feed_forward(TensorId x)
    {
        TensorId y = function(ActivationFunction::relu, "relu", builder_.linear("linear1", x, head_.d_ff));
        return builder_.linear("linear2", builder_.dropout("dropout", y, head_.dropout), head_.d_model);
    }

    TensorId encoder_layer(TensorId x, TensorId positions, const MultiheadAttention& attention)
    {
        const TensorId placed = builder_.add("positions", x, positions);
        const TensorId y = norm("norm1", sum(x, three_way_attention(builder_, placed, placed, x, attention)));
        return norm("norm2", sum(y, feed_forward(y)));
    }

    TensorId decoder_layer(TensorId x, TensorId queries, TensorId memory, TensorId positions)
    {
        const TensorId placed = builder_.add("queries", x, queries);
        const TensorId y = norm("norm1", sum(x, three_way_attention(builder_, placed, placed, x, self_)));
        const TensorId asking = builder_.add("queries", y, queries);
        const TensorId keys = builder_.add("positions", memory, positions);
        const TensorId z = norm("norm2", sum(y, three_way_attention(builder_, asking, keys, memory, cross_)));
        return norm("norm3", sum(z, feed_forward(z)));
    }

    NetworkBuilder& builder_;
    const DetrHead& head_;
    MultiheadAttention self_;
    MultiheadAttention cross_;
};

DetrOutputs detr_head(NetworkBuilder& builder, TensorId feature_map, const DetrHead& head)
{
    NetworkBuilder::ConvolutionOptions projection = biased_square(head.d_model, 1);
    const TensorId map = builder.convolution("input_proj", feature_map, projection);
    const Shape shape = builder.shape_of(map);
    const Shape tokens{shape[1] * shape[2], head.d_model};
    // Sinusoidal positions of the cells, computed from the padding mask.
    const TensorId positions = builder.copy("position", builder.input(tokens), tokens);
    builder.mark(CalledAs::result_of_layer);
    DetrWriter writer(builder, head);
    const TensorId memory = writer.encoder(builder.view("flatten", map, tokens), positions);
    return writer.heads(writer.decoder(memory, positions));
}

} // namespace

Network detr_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    DetrHead head;
    head.queries = shape.integer("queries");
    head.d_model = shape.integer("d_model");
    head.heads = shape.integer("heads");
    head.d_ff = shape.integer("d_ff");
    head.encoder_layers = shape.integer("encoder_layers");
    head.decoder_layers = shape.integer("decoder_layers");
    head.classes = shape.integer("classes");
    head.dropout = options.training ? shape.real("dropout") : 0.0;
    if (report_indivisible(builder, "heads-do-not-divide-width", "heads", head.d_model, head.heads))
        return builder.finish({});
    std::optional<ResidualBody> body = detection_body(builder, shape, options, 2);
    if (!body) return builder.finish({});
    body->dilated_last_stage = shape.flag("dilated_last_stage");
    if (body->dilated_last_stage && body->block == ResidualBody::BlockKind::basic) {
        builder.report("basic-blocks-cannot-dilate", "backbone", 1, 0);
        return builder.finish({});
    }
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    const DetrOutputs outputs = detr_head(builder, residual_body(builder, image, *body)[3], head);
    return builder.finish({outputs.classes, outputs.boxes});
}

} // namespace rigwright
