// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/closed_form_terms.h"
#include "core/estimate/working/workings.h"
#include "core/scenario/resolved_model.h"

namespace rigwright {

namespace {

struct Model {
    ShapeReader shape;
    ModelInput input;
};

bool has_experts(const ShapeReader& shape) { return shape.integer("experts") > 0; }

CountTerm layers_term(const std::string& name, std::int64_t count, const std::string& key)
{
    return hyperparameter_term(name, name, count, key);
}

CountTerm vocabulary_term(std::int64_t words)
{
    return hyperparameter_term("vocabulary", "vocabulary", words, "vocabulary");
}

CountTerm positions_term(std::int64_t rows, std::int64_t d)
{
    return table_term("positions", hyperparameter_term("positions", "position_rows", rows, "max_positions"), d);
}

/// The output layer: nothing of its own where it shares the embedding table.
CountTerm output_term(bool tied, std::int64_t words, std::int64_t d)
{
    return tied ? absent_term("output") : table_term("output", vocabulary_term(words), d);
}

Derivation closed_form(Count total, const std::string& formula, const std::vector<CountTerm>& terms)
{
    Derivation node = computed_term("", total, formula, terms).working;
    node.quantity = "quantity.model.closed_form_parameters";
    node.source = "source.closed-form";
    return node;
}

std::int64_t norm_vectors(const ShapeReader& shape)
{
    return shape.choice("norm") == "layer" && shape.flag("bias") ? 2 : 1;
}

/// The layers of a transformer, or nothing where some have experts.
std::optional<LayerForm> layer_form(const ShapeReader& shape)
{
    if (has_experts(shape)) return std::nullopt;
    LayerForm form;
    form.d = shape.integer("d_model");
    const std::int64_t heads = shape.integer("heads");
    const std::int64_t head_width = shape.integer_or("head_dim", form.d / heads);
    form.attention = heads * head_width;
    form.keys = shape.integer_or("kv_heads", heads) * head_width;
    form.d_ff = shape.integer_or("d_ff", 4 * form.d);
    form.feed_forward_matrices = shape.flag("gated_ffn") || shape.flag("clamped_gate") ? 3 : 2;
    form.feed_forward_bias = shape.flag("bias");
    form.projection_bias = form.output_bias = shape.flag_or("attention_bias", shape.flag("bias"));
    form.norm_vectors = norm_vectors(shape);
    return form;
}

std::int64_t encoder_layers(const ShapeReader& shape)
{
    return shape.integer_or("encoder_layers", shape.integer("layers"));
}

std::int64_t decoder_layers(const ShapeReader& shape)
{
    return shape.integer_or("decoder_layers", shape.integer("layers"));
}

/// Where tokens get their order from: a table for each stack, a bias by distance for each stack, or nothing.
CountTerm both_positions(const Model& model, std::int64_t d)
{
    const ShapeReader& shape = model.shape;
    const std::string_view kind = shape.choice("positions");
    if (kind == "none") return absent_term("positions");
    if (kind == "relative-bias") {
        const CountTerm buckets =
            hyperparameter_term("buckets", "relative_buckets", shape.integer("relative_buckets"), "relative_buckets");
        const CountTerm heads = hyperparameter_term("heads", "heads", shape.integer("heads"), "heads");
        return computed_term("positions", Count(2) * buckets.value * heads.value, "relative-positions",
                             {buckets, heads});
    }
    const std::int64_t source = *model.input.sequence_length;
    const std::int64_t target = model.input.target_sequence_length.value_or(source);
    const CountTerm sources =
        hyperparameter_term("source", "source_positions", shape.integer_or("max_positions", source), "max_positions");
    const CountTerm targets =
        hyperparameter_term("target", "target_positions", shape.integer_or("max_positions", target), "max_positions");
    return computed_term("positions", (sources.value + targets.value) * Count(d), "positions-of-both",
                         {sources, targets, width_term(d)});
}

std::optional<Derivation> encoder_decoder(const Model& model)
{
    const ShapeReader& shape = model.shape;
    const std::optional<LayerForm> form = layer_form(shape);
    if (!form) return std::nullopt;
    const std::int64_t words = shape.integer("vocabulary");
    const CountTerm embedding = table_term("embedding", vocabulary_term(words), form->d);
    const CountTerm encoders = layers_term("encoder_layers", encoder_layers(shape), "encoder_layers");
    const CountTerm decoders = layers_term("decoder_layers", decoder_layers(shape), "decoder_layers");
    const CountTerm encoder = layer_term(*form, "encoder_layer");
    const CountTerm decoder = decoder_layer_term(*form);
    const CountTerm norms =
        norms_term("outer_norms", (shape.flag("final_norm") ? 2 : 0) + (shape.flag("embedding_norm") ? 2 : 0), *form);
    const CountTerm positions = both_positions(model, form->d);
    const CountTerm output = output_term(shape.flag("tied_embeddings"), words, form->d);
    const Count total = embedding.value + encoders.value * encoder.value + decoders.value * decoder.value +
                        norms.value + positions.value + output.value;
    return closed_form(total, "encoder-decoder",
                       {embedding, encoders, encoder, decoders, decoder, norms, positions, output});
}

/// Norms over query and key heads, and a logit for each head of an attention sink.
std::int64_t decoder_extras(const ShapeReader& shape, std::int64_t heads, std::int64_t head_width)
{
    // Code that projects queries, keys and values at once has no place for norms between.
    const bool norms = shape.flag("qk_norm") && shape.choice("positions") == "rotary";
    return (norms ? 2 * head_width : 0) + (shape.flag("attention_sinks") ? heads : 0);
}

/// Logits over the vocabulary, or over classes (without a bias), or nothing.
CountTerm decoder_output_term(const ShapeReader& shape, std::int64_t words, std::int64_t d)
{
    const std::string_view head = shape.choice("head");
    if (head == "none") return absent_term("output");
    if (head == "causal-lm") return output_term(shape.flag("tied_embeddings"), words, d);
    return table_term("output", hyperparameter_term("rows", "classes", shape.integer("classes"), "classes"), d);
}

std::optional<Derivation> decoder_only(const Model& model)
{
    const ShapeReader& shape = model.shape;
    std::optional<LayerForm> made = layer_form(shape);
    if (!made || shape.choice("attention") == "mla") return std::nullopt;
    LayerForm& form = *made;
    form.projection_bias = shape.flag_or("qkv_bias", form.output_bias);
    const std::int64_t heads = shape.integer("heads");
    form.extras = decoder_extras(shape, heads, form.attention / heads);
    const std::int64_t words = shape.integer("vocabulary");
    const CountTerm embedding = table_term("embedding", vocabulary_term(words), form.d);
    const CountTerm positions = shape.choice("positions") == "learned"
                               ? positions_term(shape.integer_or("max_positions", *model.input.sequence_length), form.d)
                               : absent_term("positions");
    const CountTerm layers = layers_term("layers", shape.integer("layers"), "layers");
    const CountTerm layer = layer_term(form, "layer");
    const CountTerm norms = norms_term("outer_norms", 1, form);
    const CountTerm output = decoder_output_term(shape, words, form.d);
    const Count total = embedding.value + positions.value + layers.value * layer.value + norms.value + output.value;
    return closed_form(total, "decoder", {embedding, positions, layers, layer, norms, output});
}

/// The dense layer over the first token, with its bias.
CountTerm pooler_term(bool present, std::int64_t d)
{
    if (!present) return absent_term("pooler");
    return computed_term("pooler", Count(d) * Count(d) + Count(d), "pooler", {width_term(d)});
}

/// What the head adds to the body and its pooler; its output matrix over words is the embedding table.
CountTerm task_head_term(const ShapeReader& shape, std::int64_t d)
{
    const std::string_view head = shape.choice("head");
    const CountTerm words = vocabulary_term(shape.integer("vocabulary"));
    const Count width(d);
    const Count word_head = width * width + Count(3) * width + words.value;
    if (head == "masked-lm")
        return computed_term("task_head", word_head, "word-head", {width_term(d), words.at("words")});
    if (head == "pretraining")
        return computed_term("task_head", word_head + Count(2) * width + Count(2), "pretraining-head",
                             {width_term(d), words.at("words")});
    if (head == "question-answering")
        return computed_term("task_head", Count(2) * width + Count(2), "span-head", {width_term(d)});
    if (head == "none") return absent_term("task_head");
    const CountTerm classes = hyperparameter_term("classes", "classes", shape.integer("classes"), "classes");
    return computed_term("task_head", width * classes.value + classes.value, "class-head", {width_term(d), classes});
}

/// Whether the first token goes through a dense layer: asked for, or part of the head.
bool has_pooler(const ShapeReader& shape)
{
    const std::string_view head = shape.choice("head");
    return head == "none" ? shape.flag("pooler") : head == "pretraining" || head == "sequence-classification";
}

std::optional<Derivation> encoder_only(const Model& model)
{
    const ShapeReader& shape = model.shape;
    LayerForm form;
    form.d = form.attention = form.keys = shape.integer("d_model");
    form.d_ff = shape.integer_or("d_ff", 4 * form.d);
    form.projection_bias = form.output_bias = form.feed_forward_bias = shape.flag("bias");
    form.norm_vectors = shape.flag("bias") ? 2 : 1;
    const std::int64_t segments = shape.integer("segments");
    const CountTerm embedding = table_term("embedding", vocabulary_term(shape.integer("vocabulary")), form.d);
    const CountTerm kinds =
        segments == 0
            ? absent_term("segments")
            : table_term("segments", hyperparameter_term("segments", "segment_rows", segments, "segments"), form.d);
    const CountTerm positions = positions_term(shape.integer_or("max_positions", *model.input.sequence_length), form.d);
    const CountTerm layers = layers_term("layers", shape.integer("layers"), "layers");
    const CountTerm layer = layer_term(form, "layer");
    const CountTerm norms = norms_term("outer_norms", 1, form);
    const CountTerm pooler = pooler_term(has_pooler(shape), form.d);
    const CountTerm head = task_head_term(shape, form.d);
    const Count total = embedding.value + kinds.value + positions.value + layers.value * layer.value + norms.value +
                        pooler.value + head.value;
    return closed_form(total, "encoder", {embedding, kinds, positions, layers, layer, norms, pooler, head});
}

CountTerm input_term(const std::string& symbol, const std::string& field, std::int64_t value)
{
    CountTerm term = hyperparameter_term(symbol, field, value, field);
    term.working.quantity = "field.input." + field;
    term.working.origin = "input." + field;
    return term;
}

/// The convolution that turns squares of pixels into tokens, with its bias.
CountTerm patches_term(const Model& model, std::int64_t d)
{
    const CountTerm channels = input_term("channels", "channels", *model.input.channels);
    const CountTerm patch = hyperparameter_term("patch", "patch", model.shape.integer("patch"), "patch");
    const Count total = channels.value * patch.value * patch.value * Count(d) + Count(d);
    return computed_term("patches", total, "patches", {channels, patch, width_term(d)});
}

/// A learned position for every patch and for the class token, and the class token itself.
CountTerm places_term(const Model& model, std::int64_t d)
{
    const std::int64_t patch = model.shape.integer("patch");
    const std::int64_t count = (*model.input.image_height / patch) * (*model.input.image_width / patch);
    const CountTerm places = computed_term("patch_count", Count(count), "patch-count",
                                      {input_term("height", "image_height", *model.input.image_height),
                                       input_term("width", "image_width", *model.input.image_width),
                                       hyperparameter_term("patch", "patch", patch, "patch")});
    return computed_term("class_and_positions", (places.value + Count(2)) * Count(d), "class-and-positions",
                         {places, width_term(d)});
}

/// The classifier with its biases, or the dense layer over the class token.
CountTerm vision_head_term(const ShapeReader& shape, std::int64_t d)
{
    const std::string_view head = shape.choice("head");
    if (head == "none") return absent_term("head");
    const std::string rows = head == "pooler" ? "d_model" : "classes";
    const CountTerm classes = hyperparameter_term("classes", rows, shape.integer(rows), rows);
    return computed_term("head", Count(d) * classes.value + classes.value, "head", {width_term(d), classes});
}

std::optional<Derivation> vision(const Model& model)
{
    const ShapeReader& shape = model.shape;
    LayerForm form;
    form.d = form.attention = form.keys = shape.integer("d_model");
    form.d_ff = shape.integer_or("d_ff", 4 * form.d);
    const CountTerm patches = patches_term(model, form.d);
    const CountTerm places = places_term(model, form.d);
    const CountTerm layers = layers_term("layers", shape.integer("layers"), "layers");
    const CountTerm layer = layer_term(form, "layer");
    const CountTerm norms = norms_term("outer_norms", 1, form);
    const CountTerm head = vision_head_term(shape, form.d);
    const Count total = patches.value + places.value + layers.value * layer.value + norms.value + head.value;
    return closed_form(total, "vision", {patches, places, layers, layer, norms, head});
}

struct ClosedForm {
    std::string_view family;
    std::optional<Derivation> (*write)(const Model&);
};

constexpr ClosedForm forms[] = {
    {"encoder-decoder-transformer", encoder_decoder},
    {"decoder-transformer", decoder_only},
    {"encoder-transformer", encoder_only},
    {"vision-transformer", vision},
};

} // namespace

std::optional<Derivation> explain_closed_form(const Evaluation& e, const EngineData& data)
{
    const ResolvedModel model = resolve_model(e.scenario, data.presets);
    // Adapters are in none of the terms.
    if (model.imported || model.family == nullptr || e.scenario.training.lora) return std::nullopt;
    for (const ClosedForm& form : forms) {
        if (form.family == model.family->id)
            return form.write({ShapeReader(model.shape, model.family->hyperparameters), model.input});
    }
    return std::nullopt;
}

} // namespace rigwright
