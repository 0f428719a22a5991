// SPDX-License-Identifier: Apache-2.0
#include "core/explain/closed_form_terms.h"
#include "core/explain/explain_closed_form.h"
#include "core/scenario/resolved_model.h"

#include <utility>

namespace rigwright {

namespace {

/// What stands once in each line of the popular formula.
struct Popular {
    std::int64_t d, words, encoders, decoders;

    /// V·d + `encoder_factor`·N(12d² + `encoder_vectors`·d) + N(16d² + `decoder_vectors`·d).
    Count value(std::int64_t encoder_factor, std::int64_t encoder_vectors, std::int64_t decoder_vectors) const
    {
        const Count width(d);
        const Count square = width * width;
        return Count(words) * width +
               Count(encoder_factor) * Count(encoders) * (Count(12) * square + Count(encoder_vectors) * width) +
               Count(decoders) * (Count(16) * square + Count(decoder_vectors) * width);
    }

    std::vector<Term> terms() const
    {
        return {hyperparameter_term("vocabulary", "vocabulary", words, "vocabulary"), width_term(d),
                hyperparameter_term("encoder_layers", "encoder_layers", encoders, "encoder_layers"),
                hyperparameter_term("decoder_layers", "decoder_layers", decoders, "decoder_layers")};
    }
};

Working popular_line(const std::string& quantity, Count value, const std::string& formula, const Popular& popular,
                     const std::string& source)
{
    Working node = computed_term("", value, formula, popular.terms()).working;
    node.quantity = "quantity." + quantity;
    node.source = source;
    return node;
}

/// The example that the formula is usually printed with: d = 64, N = 2, d_ff = 256, 10,000 words.
constexpr Popular printed_example{64, 10'000, 2, 2};

Working popular_transformer(const Popular& popular, Working right)
{
    Working node = popular_line("model.popular_transformer_parameters", popular.value(2, 9, 11), "popular-as-printed",
                                popular, "source.popular-transformer");
    Working example = popular_line("popular.printed_example", printed_example.value(2, 9, 11), "popular-as-printed",
                                   printed_example, "source.popular-arithmetic");
    // Its numbers are no settings of this model.
    for (Working& input : example.inputs) input.origin.clear();
    node.inputs.push_back(std::move(example));
    node.inputs.push_back(popular_line("popular.encoder_once", popular.value(1, 9, 11), "popular-encoder-once", popular,
                                       "source.popular-encoder-once"));
    node.inputs.push_back(popular_line("popular.with_biases", popular.value(1, 13, 19), "popular-with-biases", popular,
                                       "source.popular-with-biases"));
    node.inputs.push_back(std::move(right));
    return node;
}

} // namespace

std::optional<Working> explain_popular_transformer(const Evaluation& e, const EngineData& data)
{
    const ResolvedModel model = resolve_model(e.scenario, data.presets);
    if (model.family_id() != "encoder-decoder-transformer") return std::nullopt;
    std::optional<Working> right = explain_closed_form(e, data);
    if (!right) return std::nullopt;
    const ShapeReader shape(model.shape, model.family->hyperparameters);
    const std::int64_t layers = shape.integer("layers");
    const Popular popular{shape.integer("d_model"), shape.integer("vocabulary"),
                          shape.integer_or("encoder_layers", layers), shape.integer_or("decoder_layers", layers)};
    return popular_transformer(popular, std::move(*right));
}

} // namespace rigwright
