// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_template.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/resolved_model.h"
#include "core/zoo/language/decoder_parts.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

// Arguments: https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/arguments.py

/// The number of steps of a run and between checkpoints, if known.
void add_length(TemplateValues& values, const LaunchPlan& plan)
{
    values.insert({{"train_iters", std::nullopt}, {"save_interval", std::nullopt}});
    const std::optional<TimeEstimate>& time = plan.estimate().time;
    if (!time || !time->knows_run()) return;
    values["train_iters"] = std::to_string(time->steps_per_epoch * plan.training().epochs);
    const std::optional<Seconds> interval = time->run ? time->run->checkpoint_interval : std::nullopt;
    if (!interval || time->step.base() <= 0.0) return;
    const double steps = std::max(1.0, std::round(interval->base() / time->step.base()));
    values["save_interval"] = std::to_string(static_cast<std::int64_t>(steps));
}

std::optional<std::string> number_where(bool said, std::int64_t number)
{
    return said ? std::optional(std::to_string(number)) : std::nullopt;
}

std::optional<std::string> position_word(Positions positions)
{
    switch (positions) {
    case Positions::learned: return "learned_absolute";
    case Positions::rotary: return "rope";
    case Positions::absent: return "none";
    case Positions::alibi: return std::nullopt;
    }
    return std::nullopt;
}

/// Whether the layer is SwiGLU: gates come with SiLU, plain layers with GELU.
bool is_swiglu(const FeedForwardShape& f) { return f.gated && f.activation.function == ActivationFunction::silu; }

TemplateValues model_values(const DecoderShape& d)
{
    const MixtureShape mixture = d.mixture.value_or(MixtureShape{});
    const bool mixed = d.mixture.has_value();
    return {{"layers", std::to_string(d.layers)},
            {"d_model", std::to_string(d.d_model)},
            {"heads", std::to_string(d.heads)},
            {"tokens", std::to_string(d.tokens)},
            {"max_positions", std::to_string(std::max(d.max_positions, d.tokens))},
            {"vocabulary", std::to_string(d.vocabulary)},
            {"kv_heads", number_where(d.kv_heads != d.heads, d.kv_heads)},
            {"head_dim", number_where(!d.latent && d.head_width * d.heads != d.d_model, d.head_width)},
            {"qk_norm", flag_word(d.qk_norm)},
            {"d_ff", std::to_string(d.feed_forward.width)},
            {"bias", flag_word(d.feed_forward.bias)},
            {"qkv_bias", flag_word(d.qkv_bias)},
            {"swiglu", flag_word(is_swiglu(d.feed_forward))},
            {"positions", position_word(d.positions)},
            {"norm", d.norm.kind == NormalizationKind::rms ? "RMSNorm" : "LayerNorm"},
            {"tied_embeddings", flag_word(d.tied)},
            {"dropout", excerpt_of(FieldValue(d.dropout))},
            {"attention_dropout", excerpt_of(FieldValue(d.attention_dropout))},
            {"experts", number_where(mixed, mixture.experts)},
            {"experts_per_token", number_where(mixed, mixture.active)},
            {"expert_d_ff", number_where(mixed, mixture.expert.width)},
            {"shared_expert_d_ff", number_where(mixture.shared_width > 0, mixture.shared_width)}};
}

/// The hyperparameters that Megatron-LM has no argument for.
std::vector<std::string> not_described(const DecoderShape& d)
{
    const FeedForwardShape& f = d.feed_forward;
    const bool gelu =
        f.activation.function == ActivationFunction::gelu || f.activation.function == ActivationFunction::gelu_tanh;
    const std::pair<bool, const char*> rows[]{
        {d.latent.has_value(), "attention"},
        {d.sinks, "attention_sinks"},
        {d.qk_norm && d.qk_norm_across_heads, "qk_norm_across_heads"},
        {d.block != DecoderBlock::pre_norm, "block"},
        {d.embedding_norm, "embedding_norm"},
        {!d.norm.scale, "norm"},
        {d.norm.kind == NormalizationKind::layer && !d.norm.shift, "norm_bias"},
        {d.sliding_window > 0, "sliding_window"},
        {f.bias != d.output_bias, "attention_bias"},
        {d.head != "causal-lm", "head"},
        {d.head_bias, "lm_head_bias"},
        {f.bias && !d.qkv_bias, "qkv_bias"},
        {!is_swiglu(f) && (f.gated || !gelu), "activation"},
        {f.clamped, "clamped_gate"},
        {d.positions == Positions::alibi, "positions"},
        {d.mixture && d.dense_layers > 0, "dense_layers"},
        {d.mixture && d.mixture->shared_gate, "shared_expert_gate"},
        {d.mixture && d.expert_layers_every > 1, "expert_layers_every"},
        {d.mixture && d.mixture->capacity > 0, "expert_capacity_factor"},
    };
    std::vector<std::string> missing;
    for (const auto& [is_missing, key] : rows)
        if (is_missing) missing.emplace_back(key);
    return missing;
}

/// The exchanges that the estimate hides behind computation; Megatron-LM hides only those that it is told to.
void add_overlap(TemplateValues& values, const LaunchPlan& plan)
{
    const std::int64_t stage = plan.parallel().zero_stage;
    const bool overlaps = plan.parallel().data_parallel_overlap.value_or(true);
    const bool gathers = stage == 3 || (stage > 0 && plan.training().stack == SoftwareStack::tuned);
    values["hides_reduction"] = flag_word(overlaps);
    values["hides_gathering"] = flag_word(overlaps && gathers);
}

DecoderShape decoder_of(const LaunchPlan& plan)
{
    const ResolvedModel model = resolve_model(plan.scenario(), plan.data.presets);
    const ShapeReader shape(model.shape, model.family->hyperparameters);
    return read_decoder(shape, model.input, build_options(plan.training()));
}

} // namespace

std::optional<LaunchLines> megatron_lines(const LaunchPlan& plan)
{
    TemplateValues values = model_values(decoder_of(plan));
    values["run_name"] = shell_word(plan.scenario().name);
    values["global_batch"] = std::to_string(global_batch(plan.scenario()));
    add_length(values, plan);
    add_overlap(values, plan);
    return fill_template(plan, "megatron.sh", values);
}

bool megatron_needs_sequence_parallel(const LaunchPlan& plan)
{
    const Parallel& parallel = plan.parallel();
    return parallel.tensor > 1 && !parallel.sequence_parallel && decoder_of(plan).mixture;
}

std::vector<Finding> megatron_findings(const LaunchPlan& plan)
{
    std::vector<Finding> findings;
    for (const std::string& key : not_described(decoder_of(plan)))
        findings.push_back(Finding{Finding::Severity::blocks,
                                   "launch-model-not-described",
                                   json_member_path("model.shape", key),
                                   {{"key", key}}});
    for (Finding& finding : learning_rate_finding(plan)) findings.push_back(std::move(finding));
    return findings;
}

} // namespace rigwright
