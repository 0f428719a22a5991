// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_plan.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/resolved_model.h"
#include "core/zoo/decoder_shape.h"

#include <algorithm>

namespace rigwright {

namespace {

using Severity = Finding::Severity;

/// The arguments of a model while they are collected, and the hyperparameters that have none.
struct Described {
    LaunchLines lines;
    std::vector<std::string> missing;

    void flag(const std::string& text, const char* key)
    {
        lines.push_back(traced("    --" + text, {std::string("model.shape.") + key}));
    }
    void number(const char* name, std::int64_t value, const char* key)
    {
        flag(std::string(name) + " " + std::to_string(value), key);
    }
    void share(const char* name, double value, const char* key)
    {
        flag(std::string(name) + " " + excerpt_of(FieldValue(value)), key);
    }
};

void describe_sizes(const DecoderShape& d, Described& out)
{
    out.number("num-layers", d.layers, "layers");
    out.number("hidden-size", d.d_model, "d_model");
    out.number("num-attention-heads", d.heads, "heads");
    out.lines.push_back(traced("    --seq-length " + std::to_string(d.tokens), {"input.sequence_length"}));
    out.number("max-position-embeddings", std::max(d.max_positions, d.tokens), "max_positions");
    out.number("vocab-size", d.vocabulary, "vocabulary");
}

void describe_attention(const DecoderShape& d, Described& out)
{
    if (d.latent) out.missing.emplace_back("attention");
    if (d.sinks) out.missing.emplace_back("attention_sinks");
    if (d.sliding_window > 0) out.missing.emplace_back("sliding_window");
    if (d.kv_heads != d.heads) {
        out.flag("group-query-attention", "kv_heads");
        out.number("num-query-groups", d.kv_heads, "kv_heads");
    }
    if (!d.latent && d.head_width * d.heads != d.d_model) out.number("kv-channels", d.head_width, "head_dim");
    if (d.qk_norm) out.flag("qk-layernorm", "qk_norm");
}

/// Gates come with SiLU, plain layers with GELU.
void describe_feed_forward(const DecoderShape& d, Described& out)
{
    const FeedForwardShape& f = d.feed_forward;
    out.number("ffn-hidden-size", f.width, "d_ff");
    if (!f.bias) out.flag("disable-bias-linear", "bias");
    if (!f.bias && d.qkv_bias) out.flag("add-qkv-bias", "qkv_bias");
    if (f.bias != d.output_bias) out.missing.emplace_back("attention_bias");
    if (d.head != "causal-lm") out.missing.emplace_back("head");
    if (f.bias && !d.qkv_bias) out.missing.emplace_back("qkv_bias");
    if (f.gated && f.activation == ActivationFunction::silu)
        out.flag("swiglu", "gated_ffn");
    else if (f.gated || (f.activation != ActivationFunction::gelu && f.activation != ActivationFunction::gelu_tanh))
        out.missing.emplace_back("activation");
    if (f.clamped) out.missing.emplace_back("clamped_gate");
}

void describe_positions(const DecoderShape& d, Described& out)
{
    switch (d.positions) {
    case Positions::learned: out.flag("position-embedding-type learned_absolute", "positions"); return;
    case Positions::rotary: out.flag("position-embedding-type rope", "positions"); return;
    case Positions::absent: out.flag("position-embedding-type none", "positions"); return;
    case Positions::alibi: out.missing.emplace_back("positions"); return;
    }
}

void describe_experts(const DecoderShape& d, Described& out)
{
    if (!d.mixture) return;
    const MixtureShape& mixture = *d.mixture;
    out.number("num-experts", mixture.experts, "experts");
    out.number("moe-router-topk", mixture.active, "experts_per_token");
    out.number("moe-ffn-hidden-size", mixture.expert.width, "expert_d_ff");
    if (mixture.shared_width > 0)
        out.number("moe-shared-expert-intermediate-size", mixture.shared_width, "shared_expert_d_ff");
    if (d.dense_layers > 0) out.missing.emplace_back("dense_layers");
    if (d.expert_layers_every > 1) out.missing.emplace_back("expert_layers_every");
    if (mixture.capacity > 0) out.missing.emplace_back("expert_capacity_factor");
}

Described describe(const DecoderShape& d)
{
    Described out;
    describe_sizes(d, out);
    describe_attention(d, out);
    describe_feed_forward(d, out);
    describe_positions(d, out);
    const bool rms = d.norm.kind == NormalizationKind::rms;
    out.flag(std::string("normalization ") + (rms ? "RMSNorm" : "LayerNorm"), "norm");
    if (!d.tied) out.flag("untie-embeddings-and-output-weights", "tied_embeddings");
    out.share("hidden-dropout", d.dropout, "dropout");
    out.share("attention-dropout", d.attention_dropout, "attention_dropout");
    describe_experts(d, out);
    return out;
}

} // namespace

LaunchLines megatron_model_lines(const LaunchPlan& plan, std::vector<Finding>& findings)
{
    const ResolvedModel model = resolve_model(plan.scenario(), plan.data.presets);
    const ShapeReader shape(model.shape, model.family->hyperparameters);
    Described described = describe(read_decoder(shape, model.input, build_options(plan.training())));
    for (const std::string& key : described.missing)
        findings.push_back(
            Finding{Severity::blocks, "launch-model-not-described", member_field("model.shape", key), {{"key", key}}});
    return std::move(described.lines);
}

} // namespace rigwright
