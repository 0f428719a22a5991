// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/model_counts.h"
#include "core/estimate/recipes.h"
#include "core/estimate/run/data_loading.h"
#include "core/estimate/textbook/textbook.h"
#include "core/network/operator_counts.h"

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

CommonlyQuotedFigures commonly_quoted_figures(const Evaluation& e, const EngineData& data)
{
    Trace untraced(false);
    const Term textbook = textbook_activations(e, untraced);
    CommonlyQuotedFigures figures;
    figures.thop_macs = thop_macs(evaluation_network(e.scenario, data));
    figures.layer_outputs = layer_output_bytes(*e.network);
    figures.textbook_activations = Bytes::rounded(textbook.amount());
    figures.saved_over_textbook = saved_over_textbook(e, textbook, untraced).amount();
    return figures;
}

Derivation explain_thop_macs(const Evaluation& e, const EngineData& data)
{
    const double counted = thop_macs(evaluation_network(e.scenario, data)).as_double();
    Derivation node = leaf({}, "model.thop_macs_per_sample", {counted, Unit::macs}, "source.thop");
    node.formula = "formula.thop-macs";
    node.inputs = {explain_forward_macs(e, data)};
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
    // Textbooks count in fp32, with the weights, their gradients and the optimizer state.
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

namespace {

/// MACs of attention, and those that a causal mask hides. Only fused kernels know their mask, so this evaluates the
/// network with them, whichever kernel the plan uses.
struct CausalAttention {
    Count hidden;
    Count all;
};

CausalAttention attention_of(const Evaluation& e, const EngineData& data)
{
    Scenario scenario = e.scenario;
    scenario.training.attention = AttentionChoice::fused;
    const Network network = evaluation_network(scenario, data);
    return {masked_macs(network), forward_macs(network).attention};
}

/// FLOPs of attention in a training step's forward and backward pass, one sample: the backward pass computes the
/// gradient of both factors of each product.
double attention_flops(const Evaluation& e)
{
    constexpr double flops_of_a_mac = 2.0;
    constexpr double passes_with_gradients = 3.0;
    double flops = 0.0;
    for (const OperatorFacts& facts : e.analysis->facts) {
        const Operator& op = e.network->operators[facts.op];
        if (!is_attention(op.kind)) continue;
        const double macs = forward_macs(*e.network, op).as_double() * static_cast<double>(facts.copies);
        flops += flops_of_a_mac * macs * (facts.input_gradient ? passes_with_gradients : 1.0);
    }
    return flops;
}

/// FLOPs or MACs of one sample without the masked part.
Derivation without_masked(std::string_view id, Derivation full, double hidden, Unit unit)
{
    Trace trace(true);
    const double amount = full.value.number;
    const Term left = trace.given(std::move(full), amount) - trace.given("masked_work", hidden, unit);
    return trace.name(id, left, unit, "source.causal-attention").working();
}

} // namespace

std::optional<Derivation> explain_causal_forward(const Evaluation& e, const EngineData& data)
{
    const CausalAttention attention = attention_of(e, data);
    if (attention.hidden == Count()) return std::nullopt;
    return without_masked("model.causal_forward_macs_per_sample", explain_forward_macs(e, data),
                          attention.hidden.as_double(), Unit::macs);
}

std::optional<Derivation> explain_causal_training(const Evaluation& e, const EngineData& data)
{
    const CausalAttention attention = attention_of(e, data);
    if (attention.hidden == Count()) return std::nullopt;
    const double hidden = attention_flops(e) * attention.hidden.as_double() / attention.all.as_double();
    return without_masked("model.causal_training_flops_per_sample", explain_training_flops(e), hidden, Unit::flops);
}

} // namespace rigwright
