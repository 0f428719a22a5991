// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/recipes.h"
#include "core/estimate/run/samples_as_read.h"
#include "core/estimate/working/closed_form_terms.h"
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"
#include "core/network/commonly_quoted_counts.h"
#include "core/scenario/resolved_model.h"

#include <utility>

namespace rigwright {

namespace {

/// Value and gradient of every feature map.
constexpr std::int64_t copies_of_a_feature_map = 2;

Bytes textbook_of(Bytes layer_outputs) { return layer_outputs * Count(copies_of_a_feature_map); }

double share_of_textbook(Bytes kept, Bytes textbook)
{
    return textbook > Bytes() ? kept.as_double() / textbook.as_double() : 0.0;
}

} // namespace

PopularFigures commonly_quoted_figures(const Evaluation& e, const EngineData& data)
{
    PopularFigures figures;
    figures.thop_macs = thop_macs(evaluation_network(e.scenario, data));
    figures.layer_outputs = layer_output_bytes(*e.network);
    figures.textbook_activations = textbook_of(figures.layer_outputs);
    figures.saved_over_textbook =
        share_of_textbook(e.estimate->model.saved_activation_bytes_per_sample, figures.textbook_activations);
    return figures;
}

Derivation explain_thop_macs(const Evaluation& e, const EngineData& data)
{
    Derivation node =
        computed("", "model.thop_macs_per_sample", macs_value(thop_macs(evaluation_network(e.scenario, data))),
                 "thop-macs", {explain_forward_macs(e, data)});
    node.source = "source.thop";
    return node;
}

Derivation explain_textbook_activations(const Evaluation& e)
{
    const Bytes outputs = layer_output_bytes(*e.network);
    Derivation node = computed("textbook", "model.textbook_activation_bytes_per_sample", value_of(textbook_of(outputs)),
                               "textbook-activations",
                               {leaf("outputs", "layer_output_bytes", value_of(outputs), "source.layer-outputs")});
    node.source = "source.textbook-activations";
    return node;
}

Derivation explain_saved_over_textbook(const Evaluation& e)
{
    Derivation kept = explain_saved_activations(e);
    kept.symbol = "kept";
    const Bytes textbook = textbook_of(layer_output_bytes(*e.network));
    Derivation node =
        computed("", "model.saved_over_textbook",
                 {share_of_textbook(e.estimate->model.saved_activation_bytes_per_sample, textbook), Unit::ratio},
                 "saved-over-textbook", {std::move(kept), explain_textbook_activations(e)});
    node.source = "source.saved-over-textbook";
    return node;
}

namespace {

/// Textbooks count in fp32, with the weights, their gradients and the optimizer's numbers.
constexpr double bytes_of_a_number = storage_bytes(NumberFormat::fp32);
constexpr int weights_and_gradients = 2;

Derivation parameters(const Evaluation& e)
{
    return leaf("parameters", "model.parameters", value_of(e.estimate->model.parameters));
}

Derivation bytes_leaf() { return leaf("bytes", "rule_bytes", {bytes_of_a_number, Unit::bytes_per_element}); }

Derivation weights_alone(const Evaluation& e)
{
    const double bytes = bytes_of_a_number * e.estimate->model.parameters.as_double();
    Derivation node = computed("", "memory.textbook_bytes", {bytes, Unit::bytes}, "textbook-memory-inference",
                               {bytes_leaf(), parameters(e)});
    node.source = "source.textbook-memory-inference";
    return node;
}

} // namespace

std::optional<Derivation> explain_textbook_memory(const Evaluation& e)
{
    if (e.scenario.training.mode != RunMode::train) return weights_alone(e);
    const int copies = weights_and_gradients + optimizer_row(e.scenario.training.optimizer).moments;
    Derivation maps = explain_textbook_activations(e);
    const std::int64_t batch = e.scenario.training.micro_batch;
    const double bytes = copies * bytes_of_a_number * e.estimate->model.parameters.as_double() +
                         maps.value.number * static_cast<double>(batch);
    Derivation node = computed(
        "", "memory.textbook_bytes", {bytes, Unit::bytes}, "textbook-memory",
        {leaf("copies", "textbook_copies", whole_value(copies), "source.textbook-copies", "training.optimizer"),
         bytes_leaf(), parameters(e), placed("maps", std::move(maps)),
         from_field("micro_batch", "training.micro_batch", whole_value(batch))});
    node.source = "source.textbook-memory";
    return node;
}

Derivation explain_training_macs(const Evaluation& e)
{
    constexpr double flops_of_a_mac = 2.0;
    Derivation node = computed("", "model.training_macs_per_sample",
                               {e.estimate->model.training_flops_per_sample.base() / flops_of_a_mac, Unit::macs},
                               "macs-of-flops", {placed("flops", explain_training_flops(e))});
    node.source = "source.mac-convention";
    return node;
}

std::optional<Derivation> explain_every_gpu_batch(const Evaluation& e)
{
    const BuildChoice& build = e.scenario.build;
    if (!e.time || gpu_count(build) < 2) return std::nullopt;
    const std::int64_t batch = e.scenario.training.micro_batch;
    const Count product = Count(e.time->accumulation) * Count(gpu_count(build)) * Count(batch);
    Derivation node = computed(
        "", "time.every_gpu_batch", value_of(product), "every-gpu-batch",
        {from_field("accumulation", "training.gradient_accumulation", whole_value(e.time->accumulation)),
         machines_field(e.scenario), from_field("gpus", "build.gpus_per_node", whole_value(build.gpus_per_node)),
         from_field("micro_batch", "training.micro_batch", whole_value(batch))});
    node.source = "source.every-gpu-batch";
    return node;
}

std::optional<Derivation> explain_closed_form_time(const Evaluation& e)
{
    if (!e.estimate->time || !e.scenario.dataset.samples || e.estimate->time->steps_per_epoch == 0) return std::nullopt;
    const TimeEstimate& time = *e.estimate->time;
    const std::int64_t samples = *samples_with_tiles(e.scenario);
    const std::int64_t epochs = e.scenario.training.epochs;
    const double steps = divide_rounding_up(Count(samples), Count(time.global_batch)).as_double();
    Derivation node = computed(
        "", "time.closed_form_seconds", value_of(time.step * (static_cast<double>(epochs) * steps)), "closed-form-time",
        {from_field("epochs", "training.epochs", whole_value(epochs)),
         working_from("samples", [&e](Trace& trace) { return samples_of_epoch(e.scenario, trace); }),
         leaf("global_batch", "time.global_batch", whole_value(time.global_batch)),
         leaf("step", "time.step_seconds", value_of(time.step))});
    node.source = "source.closed-form-time";
    return node;
}

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

    std::vector<CountTerm> terms() const
    {
        return {hyperparameter_term("vocabulary", "vocabulary", words, "vocabulary"), width_term(d),
                hyperparameter_term("encoder_layers", "encoder_layers", encoders, "encoder_layers"),
                hyperparameter_term("decoder_layers", "decoder_layers", decoders, "decoder_layers")};
    }
};

Derivation commonly_quoted_line(const std::string& quantity, Count value, const std::string& formula,
                                const Popular& popular, const std::string& source)
{
    Derivation node = computed_term("", value, formula, popular.terms()).working;
    node.quantity = "quantity." + quantity;
    node.source = source;
    return node;
}

/// The example that the formula is usually printed with: d = 64, N = 2, d_ff = 256, 10,000 words.
constexpr Popular printed_example{64, 10'000, 2, 2};

Derivation commonly_quoted_transformer(const Popular& popular, Derivation right)
{
    Derivation node = commonly_quoted_line("model.popular_transformer_parameters", popular.value(2, 9, 11),
                                           "popular-as-printed", popular, "source.popular-transformer");
    Derivation example = commonly_quoted_line("popular.printed_example", printed_example.value(2, 9, 11),
                                              "popular-as-printed", printed_example, "source.popular-arithmetic");
    // Its numbers are no settings of this model.
    for (Derivation& input : example.inputs) input.origin.clear();
    node.inputs.push_back(std::move(example));
    node.inputs.push_back(commonly_quoted_line("popular.encoder_once", popular.value(1, 9, 11), "popular-encoder-once",
                                               popular, "source.popular-encoder-once"));
    node.inputs.push_back(commonly_quoted_line("popular.with_biases", popular.value(1, 13, 19), "popular-with-biases",
                                               popular, "source.popular-with-biases"));
    node.inputs.push_back(std::move(right));
    return node;
}

} // namespace

std::optional<Derivation> explain_commonly_quoted_transformer(const Evaluation& e, const EngineData& data)
{
    const ResolvedModel model = resolve_model(e.scenario, data.presets);
    if (model.family_id() != "encoder-decoder-transformer") return std::nullopt;
    std::optional<Derivation> right = explain_closed_form(e, data);
    if (!right) return std::nullopt;
    const ShapeReader shape(model.shape, model.family->hyperparameters);
    const std::int64_t layers = shape.integer("layers");
    const Popular popular{shape.integer("d_model"), shape.integer("vocabulary"),
                          shape.integer_or("encoder_layers", layers), shape.integer_or("decoder_layers", layers)};
    return commonly_quoted_transformer(popular, std::move(*right));
}

} // namespace rigwright
