// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/textbook/textbook.h"
#include "core/scenario/resolved_model.h"

namespace rigwright {

namespace {

/// A layer's parameters as a polynomial in its width d, as in textbooks.
struct Polynomial {
    double squares = 0.0;
    double widths = 0.0;

    Term of(const Term& d) const { return squares * square(d) + widths * d; }
};
constexpr Polynomial encoder_polynomial{12.0, 13.0};
constexpr Polynomial decoder_polynomial{16.0, 19.0};
/// Attention without biases.
constexpr Polynomial encoder_without_biases{12.0, 9.0};
constexpr Polynomial decoder_without_biases{16.0, 11.0};

/// Components of one layer. Widths: `d` of the model, `attention` of all query heads together, `keys` of all key (and
/// all value) heads together, `d_ff` of the feed-forward layer.
struct LayerForm {
    std::int64_t d = 0;
    std::int64_t attention = 0;
    std::int64_t keys = 0;
    std::int64_t d_ff = 0;
    /// Matrices between d and d_ff: two, three with a gate.
    std::int64_t feed_forward_matrices = 2;
    bool projection_bias = true;
    bool output_bias = true;
    bool feed_forward_bias = true;
    /// Vectors of a norm: scale and shift, only the scale, or none.
    std::int64_t norm_vectors = 2;
    /// Norms of a layer of self-attention and feed-forward.
    std::int64_t norms = 2;
    /// Norms over single heads and logits of attention sinks.
    std::int64_t extras = 0;

    /// Whether textbooks write the shape as a polynomial in d: everything as wide as the model, d_ff four times that.
    bool is_textbook() const
    {
        return attention == d && keys == d && d_ff == 4 * d && feed_forward_matrices == 2 && feed_forward_bias &&
               norm_vectors == 2 && norms == 2 && extras == 0 && projection_bias == output_bias;
    }
};

/// The layers of a transformer; empty if some have experts.
std::optional<LayerForm> layer_form(const ShapeReader& shape)
{
    if (shape.integer("experts") > 0) return std::nullopt;
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
    form.norm_vectors = shape.choice("norm") == "layer" && shape.flag("bias") ? 2 : 1;
    return form;
}

/// A layer as in vision transformers and BERT.
LayerForm plain_layer(const ShapeReader& shape)
{
    LayerForm form;
    form.d = form.attention = form.keys = shape.integer("d_model");
    form.d_ff = shape.integer_or("d_ff", 4 * form.d);
    return form;
}

/// Norms over query and key heads, each or all at once, and one logit per head of an attention sink.
std::int64_t decoder_extras(const ShapeReader& shape, const LayerForm& form)
{
    const std::int64_t heads = shape.integer("heads");
    const std::int64_t normed =
        shape.flag("qk_norm_across_heads") ? form.attention + form.keys : 2 * form.attention / heads;
    // Code that projects queries, keys and values at once cannot norm them separately.
    const bool norms = shape.flag("qk_norm") && shape.choice("positions") == "rotary";
    return (norms ? normed : 0) + (shape.flag("attention_sinks") ? heads : 0);
}

void read_decoder_norms(const ShapeReader& shape, LayerForm& form)
{
    if (shape.choice("norm") == "layer")
        form.norm_vectors = shape.flag_or("norm_bias", shape.flag("bias")) ? 2 : 1;
    else
        form.norm_vectors = shape.choice("norm") == "rms" ? 1 : 0;
    const std::string_view block = shape.choice("block");
    form.norms = block == "sandwich-norm" ? 4 : block == "parallel" ? 1 : 2;
}

/// Whether the first token goes through a dense layer: as set, or as part of the head.
bool has_pooler(const ShapeReader& shape)
{
    const std::string_view head = shape.choice("head");
    return head == "none" ? shape.flag("pooler") : head == "pretraining" || head == "sequence-classification";
}

/// The sums over the parameters of one model.
class ClosedForm {
public:
    ClosedForm(const ShapeReader& shape, const ModelInput& input, Trace& trace)
        : shape_(shape),
          input_(input),
          trace_(trace),
          d_(setting("d_model", "d_model", shape.integer("d_model")))
    {}

    std::optional<Term> encoder_decoder()
    {
        const std::optional<LayerForm> form = layer_form(shape_);
        if (!form) return std::nullopt;
        const Term encoders = setting("encoder_layers", "encoder_layers", layers_of("encoder_layers"));
        const Term decoders = setting("decoder_layers", "decoder_layers", layers_of("decoder_layers"));
        const std::int64_t norms = (shape_.flag("final_norm") ? 2 : 0) + (shape_.flag("embedding_norm") ? 2 : 0);
        return embedding() + encoders * layer("encoder_layer", *form) + decoders * decoder_layer(*form) +
               norms_of("outer_norms", norms, *form) + both_positions() + output(shape_.flag("tied_embeddings"));
    }

    std::optional<Term> decoder()
    {
        std::optional<LayerForm> form = layer_form(shape_);
        if (!form || shape_.choice("attention") == "mla") return std::nullopt;
        form->projection_bias = shape_.flag_or("qkv_bias", form->output_bias);
        form->extras = decoder_extras(shape_, *form);
        read_decoder_norms(shape_, *form);
        const Term places = shape_.choice("positions") == "learned" ? positions() : absent("positions");
        return embedding() + places + layers() * layer("layer", *form) +
               norms_of("outer_norms", shape_.flag("embedding_norm") ? 2 : 1, *form) + decoder_output();
    }

    std::optional<Term> encoder()
    {
        LayerForm form = plain_layer(shape_);
        form.projection_bias = form.output_bias = form.feed_forward_bias = shape_.flag("bias");
        form.norm_vectors = shape_.flag("bias") ? 2 : 1;
        const std::int64_t kinds = shape_.integer("segments");
        const Term segments =
            kinds == 0 ? absent("segments") : table("segments", setting("segment_rows", "segments", kinds));
        return embedding() + segments + positions() + layers() * layer("layer", form) +
               norms_of("outer_norms", 1, form) + pooler() + task_head();
    }

    std::optional<Term> vision()
    {
        const LayerForm form = plain_layer(shape_);
        return patches() + places() + layers() * layer("layer", form) + norms_of("outer_norms", 1, form) +
               vision_head();
    }

private:
    /// A hyperparameter; `key` leads to its control.
    Term setting(const char* name, const char* key, std::int64_t value)
    {
        return trace_.given(std::string("closed_form.") + name, static_cast<double>(value), Unit::count, {},
                            std::string("model.shape.") + key);
    }

    Term input(const char* field, std::int64_t value)
    {
        return trace_.field(std::string("input.") + field, static_cast<double>(value), Unit::count);
    }

    Term number(const char* name, std::int64_t value)
    {
        return trace_.given(std::string("closed_form.") + name, static_cast<double>(value), Unit::count);
    }

    Term named(const char* name, const Term& sum)
    {
        return trace_.name(std::string("closed_form.") + name, sum, Unit::count);
    }

    /// A summand that this model does not have: a line that says so.
    Term absent(const std::string& name) { return number(("no_" + name).c_str(), 0); }

    /// One row of the model's width per token, position or segment.
    Term table(const char* name, const Term& rows) { return named(name, rows * d_); }

    std::int64_t layers_of(const char* key) const { return shape_.integer_or(key, shape_.integer("layers")); }

    Term layers() { return setting("layers", "layers", shape_.integer("layers")); }
    Term words() { return setting("vocabulary", "vocabulary", shape_.integer("vocabulary")); }
    Term classes() { return setting("classes", "classes", shape_.integer("classes")); }
    Term embedding() { return table("embedding", words()); }

    /// The output layer: no parameters of its own if it shares the embedding table.
    Term output(bool tied) { return tied ? absent("output") : table("output", words()); }

    /// Logits over the vocabulary, or over classes (without a bias), or nothing.
    Term decoder_output()
    {
        const std::string_view head = shape_.choice("head");
        if (head == "none") return absent("output");
        const bool tied = shape_.flag("tied_embeddings");
        if (head == "causal-lm" && shape_.flag("lm_head_bias"))
            return named("output", tied ? words() : words() * d_ + words());
        if (head == "causal-lm") return output(tied);
        return table("output", classes());
    }

    Term positions()
    {
        return table("positions", setting("position_rows", "max_positions",
                                          shape_.integer_or("max_positions", input_.sequence_length.value_or(0))));
    }

    /// Position information: a table for each stack, a bias by distance for each stack, or nothing.
    Term both_positions()
    {
        const std::string_view kind = shape_.choice("positions");
        if (kind == "none") return absent("positions");
        if (kind == "relative-bias") {
            const Term buckets = setting("relative_buckets", "relative_buckets", shape_.integer("relative_buckets"));
            return named("positions", 2.0 * buckets * setting("heads", "heads", shape_.integer("heads")));
        }
        const std::int64_t source = input_.sequence_length.value_or(0);
        const std::int64_t target = input_.target_sequence_length.value_or(source);
        const auto rows = [this](const char* name, std::int64_t length) {
            return setting(name, "max_positions", shape_.integer_or("max_positions", length));
        };
        return named("positions", (rows("source_positions", source) + rows("target_positions", target)) * d_);
    }

    Term attention(const char* name, const LayerForm& form)
    {
        std::int64_t biases = form.projection_bias ? form.attention + 2 * form.keys : 0;
        if (form.output_bias) biases += form.d;
        const Term queries = number("attention_width", form.attention);
        return named(name, d_ * queries + 2.0 * d_ * number("key_width", form.keys) + queries * d_ +
                               number("biases", biases));
    }

    Term feed_forward(const LayerForm& form)
    {
        const std::int64_t biases = form.feed_forward_bias ? (form.feed_forward_matrices - 1) * form.d_ff + form.d : 0;
        return named("feed_forward", number("feed_forward_matrices", form.feed_forward_matrices) * d_ *
                                             setting("d_ff", "d_ff", form.d_ff) +
                                         number("biases", biases));
    }

    Term norms_of(const char* name, std::int64_t norms, const LayerForm& form)
    {
        if (norms == 0) return absent(name);
        return named(name, number("norm_count", norms) * number("norm_vectors", form.norm_vectors) * d_);
    }

    /// One layer of self-attention and feed-forward; 12d² + 13d in its textbook shape.
    Term layer(const char* name, const LayerForm& form)
    {
        const Term parts = attention("attention", form) + feed_forward(form) + norms_of("norms", form.norms, form);
        if (form.is_textbook())
            return named(name, (form.output_bias ? encoder_polynomial : encoder_without_biases).of(d_).beside(parts));
        return named(name, form.extras > 0 ? parts + number("layer_extras", form.extras) : parts);
    }

    /// A decoder layer with cross-attention between the two; 16d² + 19d in its textbook shape.
    Term decoder_layer(const LayerForm& form)
    {
        const Term parts = attention("attention", form) + attention("cross_attention", form) + feed_forward(form) +
                           norms_of("norms", 3, form);
        if (!form.is_textbook()) return named("decoder_layer", parts);
        return named("decoder_layer",
                     (form.output_bias ? decoder_polynomial : decoder_without_biases).of(d_).beside(parts));
    }

    /// The dense layer over the first token, with its bias.
    Term pooler() { return has_pooler(shape_) ? named("pooler", square(d_) + d_) : absent("pooler"); }

    /// Parameters that the head adds to the body and its pooler; its output matrix over the vocabulary is the embedding
    /// table.
    Term task_head()
    {
        const std::string_view head = shape_.choice("head");
        if (head == "none") return absent("task_head");
        if (head == "masked-lm") return named("task_head", square(d_) + 3.0 * d_ + words());
        if (head == "pretraining") return named("task_head", square(d_) + 5.0 * d_ + words() + 2.0);
        if (head == "question-answering") return named("task_head", 2.0 * d_ + 2.0);
        const Term rows = classes();
        return named("task_head", d_ * rows + rows);
    }

    Term patch() { return setting("patch", "patch", shape_.integer("patch")); }

    /// The convolution that turns patches into tokens, with its bias.
    Term patches()
    {
        return named("patches", input("channels", input_.channels.value_or(0)) * square(patch()) * d_ + d_);
    }

    /// A learned position for every patch and for the class token, and the class token itself.
    Term places()
    {
        const Term side = patch();
        const Term count = named("patch_count", floor(input("image_height", input_.image_height.value_or(0)) / side) *
                                                    floor(input("image_width", input_.image_width.value_or(0)) / side));
        return named("class_and_positions", (count + 2.0) * d_);
    }

    /// The classifier with its biases, or the dense layer over the class token.
    Term vision_head()
    {
        const std::string_view head = shape_.choice("head");
        if (head == "none") return absent("head");
        const Term rows = head == "pooler" ? setting("d_model", "d_model", shape_.integer("d_model")) : classes();
        return named("head", d_ * rows + rows);
    }

    const ShapeReader& shape_;
    const ModelInput& input_;
    Trace& trace_;
    /// The width of the model.
    const Term d_;
};

struct FamilyForm {
    std::string_view family;
    std::optional<Term> (ClosedForm::*sum)();
};

constexpr FamilyForm forms[] = {
    {"encoder-decoder-transformer", &ClosedForm::encoder_decoder},
    {"decoder-transformer", &ClosedForm::decoder},
    {"encoder-transformer", &ClosedForm::encoder},
    {"vision-transformer", &ClosedForm::vision},
};

} // namespace

std::optional<Derivation> explain_closed_form(const Evaluation& e, const EngineData& data)
{
    const ResolvedModel model = resolve_model(e.scenario, data.presets);
    // No term includes adapters.
    if (model.imported || model.family == nullptr || e.scenario.training.lora) return std::nullopt;
    for (const FamilyForm& form : forms) {
        if (form.family != model.family->id) continue;
        const ShapeReader shape(model.shape, model.family->hyperparameters);
        Trace trace(true);
        const std::optional<Term> sum = (ClosedForm(shape, model.input, trace).*form.sum)();
        if (!sum) return std::nullopt;
        return trace.name("model.closed_form_parameters", *sum, Unit::count, "source.closed-form").working();
    }
    return std::nullopt;
}

namespace {

/// The terms that occur once in each line of the commonly quoted formula.
struct CommonlyQuotedTerms {
    Term d, words, encoders, decoders;

    /// V·d + [2]N × a layer of the encoder + N × one of the decoder.
    Term sum(bool twice, const Polynomial& encoder, const Polynomial& decoder) const
    {
        return words * d + (twice ? 2.0 * encoders : encoders) * encoder.of(d) + decoders * decoder.of(d);
    }
};

/// `origin`: whether the numbers are settings of this model.
CommonlyQuotedTerms commonly_quoted_terms(std::int64_t d, std::int64_t words, std::int64_t encoders,
                                          std::int64_t decoders, bool origin, Trace& trace)
{
    const auto number = [&](const char* name, std::int64_t value) {
        return trace.given(std::string("closed_form.") + name, static_cast<double>(value), Unit::count, {},
                           origin ? std::string("model.shape.") + name : std::string());
    };
    return {number("d_model", d), number("vocabulary", words), number("encoder_layers", encoders),
            number("decoder_layers", decoders)};
}

} // namespace

std::optional<Derivation> explain_commonly_quoted_transformer(const Evaluation& e, const EngineData& data)
{
    const ResolvedModel model = resolve_model(e.scenario, data.presets);
    if (model.family_id() != "encoder-decoder-transformer") return std::nullopt;
    const std::optional<Derivation> right = explain_closed_form(e, data);
    if (!right) return std::nullopt;
    const ShapeReader shape(model.shape, model.family->hyperparameters);
    const std::int64_t layers = shape.integer("layers");
    Trace trace(true);
    const CommonlyQuotedTerms own = commonly_quoted_terms(shape.integer("d_model"), shape.integer("vocabulary"),
                                                          shape.integer_or("encoder_layers", layers),
                                                          shape.integer_or("decoder_layers", layers), true, trace);
    // The usual example of the formula: d = 64, N = 2, d_ff = 256, vocabulary 10,000.
    const CommonlyQuotedTerms printed = commonly_quoted_terms(64, 10'000, 2, 2, false, trace);
    const auto line = [&trace](const char* id, const Term& sum, const char* source) {
        return trace.name(id, sum, Unit::count, source);
    };
    const Term quoted =
        own.sum(true, encoder_without_biases, decoder_without_biases)
            .beside(line("commonly_quoted.printed_example",
                         printed.sum(true, encoder_without_biases, decoder_without_biases),
                         "source.commonly-quoted-arithmetic"))
            .beside(line("commonly_quoted.encoder_once", own.sum(false, encoder_without_biases, decoder_without_biases),
                         "source.commonly-quoted-encoder-once"))
            .beside(line("commonly_quoted.with_biases", own.sum(false, encoder_polynomial, decoder_polynomial),
                         "source.commonly-quoted-with-biases"))
            .beside(trace.given(*right, right->value.number));
    return line("model.commonly_quoted_parameters", quoted, "source.commonly-quoted-formula").working();
}

} // namespace rigwright
