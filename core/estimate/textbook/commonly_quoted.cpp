// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/recipes.h"
#include "core/estimate/run/samples_as_read.h"
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"
#include "core/network/commonly_quoted_counts.h"

namespace rigwright {

namespace {

/// Every feature map once for its value and once for its gradient.
Term textbook_activations(const Evaluation& e, Trace& trace)
{
    const Term outputs = trace.given("layer_output_bytes", layer_output_bytes(*e.network).as_double(), Unit::bytes,
                                     "source.layer-outputs");
    return trace.name("model.textbook_activation_bytes_per_sample", 2.0 * outputs, Unit::bytes,
                      "source.textbook-activations");
}

/// Zero where there are no layers.
Term saved_over_textbook(const Evaluation& e, const Term& textbook, Trace& trace)
{
    const double saved = e.estimate->model.saved_activation_bytes_per_sample.as_double();
    const Term kept = trace.keeps() ? trace.given(explain_saved_activations(e), saved) : Term(saved);
    const Term share = textbook.amount() > 0.0 ? kept / textbook : (kept / textbook).rounded_as(0.0);
    return trace.name("model.saved_over_textbook", share, Unit::ratio, "source.saved-over-textbook");
}

} // namespace

PopularFigures commonly_quoted_figures(const Evaluation& e, const EngineData& data)
{
    Trace untraced(false);
    const Term textbook = textbook_activations(e, untraced);
    PopularFigures figures;
    figures.thop_macs = thop_macs(evaluation_network(e.scenario, data));
    figures.layer_outputs = layer_output_bytes(*e.network);
    figures.textbook_activations = Bytes::rounded(textbook.amount());
    figures.saved_over_textbook = saved_over_textbook(e, textbook, untraced).amount();
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
    Trace trace(true);
    return textbook_activations(e, trace).working();
}

Derivation explain_saved_over_textbook(const Evaluation& e)
{
    Trace trace(true);
    return saved_over_textbook(e, textbook_activations(e, trace), trace).working();
}

namespace {

Term micro_batch(const Evaluation& e, Trace& trace)
{
    return trace.field("training.micro_batch", static_cast<double>(e.scenario.training.micro_batch), Unit::count);
}

} // namespace

Derivation explain_textbook_memory(const Evaluation& e)
{
    Trace trace(true);
    constexpr std::string_view id = "memory.textbook_bytes";
    // Textbooks count in fp32, with the weights, their gradients and the optimizer's numbers.
    const Term bytes = trace.given("rule_bytes", storage_bytes(NumberFormat::fp32), Unit::bytes_per_element);
    const Term parameters = trace.given("model.parameters", e.estimate->model.parameters.as_double(), Unit::count);
    if (e.scenario.training.mode != RunMode::train)
        return trace.name(id, bytes * parameters, Unit::bytes, "source.textbook-memory-inference").working();
    const Term copies = trace.given("textbook_copies", 2.0 + optimizer_row(e.scenario.training.optimizer).moments,
                                    Unit::count, "source.textbook-copies", "training.optimizer");
    const Term maps = textbook_activations(e, trace) * micro_batch(e, trace);
    return trace.name(id, copies * bytes * parameters + maps, Unit::bytes, "source.textbook-memory").working();
}

Derivation explain_training_macs(const Evaluation& e)
{
    Trace trace(true);
    const Term flops = trace.given(explain_training_flops(e), e.estimate->model.training_flops_per_sample.base());
    return trace.name("model.training_macs_per_sample", flops / 2.0, Unit::macs, "source.mac-convention").working();
}

std::optional<Derivation> explain_every_gpu_batch(const Evaluation& e)
{
    const BuildChoice& build = e.scenario.build;
    if (!e.time || gpu_count(build) < 2) return std::nullopt;
    Trace trace(true);
    const auto field = [&trace](const char* path, std::int64_t amount) {
        return trace.field(path, static_cast<double>(amount), Unit::count);
    };
    Term batch =
        field("build.nodes", build.nodes) * field("build.gpus_per_node", build.gpus_per_node) * micro_batch(e, trace);
    if (e.scenario.training.mode == RunMode::train)
        batch = field("training.gradient_accumulation", e.time->accumulation) * batch;
    return trace.name("time.every_gpu_batch", batch, Unit::count, "source.every-gpu-batch").working();
}

std::optional<Derivation> explain_closed_form_time(const Evaluation& e)
{
    if (!e.estimate->time || !e.scenario.dataset.samples || e.estimate->time->steps_per_epoch == 0) return std::nullopt;
    const TimeEstimate& time = *e.estimate->time;
    Trace trace(true);
    const Term batch = trace.given("time.global_batch", static_cast<double>(time.global_batch), Unit::count);
    const Term steps = ceil(samples_of_epoch(e.scenario, trace) / batch);
    const Term epochs = trace.field("training.epochs", static_cast<double>(e.scenario.training.epochs), Unit::count);
    const Term step = trace.given("time.step_seconds", time.step.base(), Unit::seconds);
    return trace.name("time.closed_form_seconds", epochs * steps * step, Unit::seconds, "source.closed-form-time")
        .working();
}

} // namespace rigwright
