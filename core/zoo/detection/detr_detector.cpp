// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/detection/detectors.h"
#include "core/zoo/language/transformer_parts.h"

namespace rigwright {

namespace {

/// Writes DETR after its backbone (Carion et al. 2020): a post-norm transformer over the cells of the last feature map,
/// learned object queries, and heads on the output of every decoder layer. Positions are added to queries and keys of
/// every attention; norms follow the sums.
class DetrWriter {
public:
    DetrWriter(NetworkBuilder& builder, const ShapeReader& shape, bool training)
        : builder_(builder),
          shape_(shape),
          width_(shape.integer("d_model")),
          queries_(shape.integer("queries")),
          dropout_(training ? shape.real("dropout") : 0.0)
    {
        self_.name = "self";
        self_.heads = shape.integer("heads");
        self_.dropout = dropout_;
        self_.returns_weights = true;
        self_.tokens_first = true;
        cross_ = self_;
        cross_.name = "cross";
    }

    Network write(TensorId feature_map)
    {
        const TensorId map = builder_.convolution("input_proj", feature_map, biased_square(width_, 1));
        const Shape shape = builder_.shape_of(map);
        const Shape tokens{shape[1] * shape[2], width_};
        // Sinusoidal positions of the cells, computed from the padding mask.
        const TensorId positions = builder_.copy("position", builder_.input(tokens), tokens);
        builder_.mark(CalledAs::result_of_layer);
        const TensorId memory = encoder(builder_.view("flatten", map, tokens), positions);
        return heads(decoder(memory, positions));
    }

private:
    TensorId encoder(TensorId x, TensorId positions)
    {
        // The first layer reads the channels-first feature map, which products copy into order beyond batch 1.
        MultiheadAttention first = self_;
        first.tokens_first = false;
        builder_.begin_block("encoder.{}", 1);
        TensorId y = encoder_layer(x, positions, first);
        builder_.end_block();
        const std::int64_t layers = shape_.integer("encoder_layers");
        if (layers == 1) return y;
        builder_.begin_block("encoder.{}", layers - 1, 1);
        const TensorId output = encoder_layer(y, positions, self_);
        builder_.end_block({{y, output}});
        return output;
    }

    /// The normalized output of every layer, concatenated: {layers x queries, width}.
    TensorId decoder(TensorId memory, TensorId positions)
    {
        const std::int64_t layers = shape_.integer("decoder_layers");
        const Shape shape{queries_, width_};
        const TensorId table = builder_.parameter_tensor("query_embed", shape);
        const TensorId queries = builder_.repeat("repeat", table);
        const TensorId x = builder_.input(shape);
        const ParameterId scale = builder_.add_parameter(Count(width_), false);
        const ParameterId shift = builder_.add_parameter(Count(width_), false);
        builder_.begin_block("decoder.{}", layers);
        const TensorId y = decoder_layer(x, queries, memory, positions);
        shared_norm(y, scale, shift);
        builder_.end_block({{x, y}});
        // The code normalizes the last output once more and replaces its list entry by the result.
        const TensorId last = shared_norm(y, scale, shift);
        return builder_.copy("stack", last, {layers * queries_, width_});
    }

    Network heads(TensorId decoded)
    {
        const Shape shape = builder_.shape_of(decoded);
        const auto ordered = [&] { return builder_.copy("order", decoded, shape, {.view_at_batch_one = true}); };
        // One class more: no object.
        const TensorId classes = builder_.linear("class_embed", ordered(), shape_.integer("classes") + 1);
        TensorId x = builder_.linear("bbox.layers.0", ordered(), width_);
        x = builder_.linear("bbox.layers.1", function(ActivationFunction::relu, "bbox.relu", x), width_);
        x = builder_.linear("bbox.layers.2", function(ActivationFunction::relu, "bbox.relu", x), 4);
        return builder_.finish({classes, function(ActivationFunction::sigmoid, "sigmoid", x)});
    }

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

    TensorId sum(TensorId x, TensorId y) { return builder_.add("add", x, builder_.dropout("drop", y, dropout_)); }

    TensorId feed_forward(TensorId x)
    {
        TensorId y = function(ActivationFunction::relu, "relu", builder_.linear("linear1", x, shape_.integer("d_ff")));
        return builder_.linear("linear2", builder_.dropout("dropout", y, dropout_), width_);
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
    const ShapeReader& shape_;
    std::int64_t width_;
    std::int64_t queries_;
    double dropout_;
    MultiheadAttention self_;
    MultiheadAttention cross_;
};

} // namespace

Network detr_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    if (report_indivisible(builder, "heads-do-not-divide-width", "heads", shape.integer("d_model"),
                           shape.integer("heads")))
        return builder.finish({});
    std::optional<ResidualBody> body = detection_body(builder, shape, options, 2);
    if (!body) return builder.finish({});
    body->dilated_last_stage = shape.flag("dilated_last_stage");
    if (body->dilated_last_stage && body->block == ResidualBody::BlockKind::basic) {
        builder.report("basic-blocks-cannot-dilate", "backbone", 1, 0);
        return builder.finish({});
    }
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    return DetrWriter(builder, shape, options.training).write(residual_body(builder, image, *body)[3]);
}

} // namespace rigwright
