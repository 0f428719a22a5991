// SPDX-License-Identifier: Apache-2.0
#include "core/importing/config_keys.h"
#include "core/json/object_reader.h"
#include "core/json/strict_json.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace rigwright {

namespace {

using nlohmann::json;

enum class QkNorm { absent, each_head, all_heads };

/// Fixed properties and defaults of a class in the library. Partial rotary widths and layers without rotary positions
/// change no size.
struct Facts {
    const char* activation = "silu";
    const char* norm = "rms";
    const char* block = "pre-norm";
    const char* positions = "rotary";
    /// Rows of the position table reserved for padding.
    std::int64_t padding_positions = 0;
    bool gated = true;
    /// The feed-forward width may be absent: it is then four times the width of the model.
    bool four_times = false;
    /// Default for the biases of attention and feed-forward layers.
    bool biases = false;
    bool fused_qkv = false;
    bool tied = false;
    QkNorm qk_norm = QkNorm::absent;
    /// Absent: the width of the model divided by the heads.
    std::optional<std::int64_t> head_dim = {};
    /// Windows in all layers except every n-th, in all for 0; absent if the class has none.
    std::optional<std::int64_t> full_attention_every = {};
    double dropout = 0.0;
};

void read_sizes(ConfigKeys& c, const Facts& facts)
{
    c.require("layers", {"num_hidden_layers", "n_layer", "num_layers"});
    c.require("d_model", {"hidden_size", "n_embed"});
    c.require("heads", {"num_attention_heads", "n_head", "num_heads"});
    c.take("kv_heads", {"num_key_value_heads"});
    c.take("head_dim", {"head_dim"});
    if (facts.head_dim && c.any("head_dim") == nullptr) c.set("head_dim", *facts.head_dim);
    c.require("vocabulary", {"vocab_size"});
    if (facts.four_times)
        c.take("d_ff", {"intermediate_size", "ffn_hidden_size"});
    else
        c.require("d_ff", {"intermediate_size", "ffn_dim"});
    // Other positions need no table.
    const auto positions = c.integer({"max_position_embeddings"});
    if (facts.positions != std::string_view("learned")) return c.set("positions", std::string(facts.positions));
    c.require("max_positions", {"max_position_embeddings"});
    if (positions) c.set("max_positions", *positions + facts.padding_positions, "max_position_embeddings");
}

void read_biases(ConfigKeys& c, bool biases)
{
    for (const char* key : {"use_bias", "enable_bias", "bias"}) biases = c.flag(key).value_or(biases);
    const bool attention = c.flag("attention_bias").value_or(biases);
    const bool feed_forward = c.flag("mlp_bias").value_or(biases);
    c.set("bias", feed_forward, "mlp_bias");
    if (attention != feed_forward) c.set("attention_bias", attention, "attention_bias");
}

void read_activation(ConfigKeys& c, const Facts& facts)
{
    const char* known = "hidden_act";
    for (const char* key : {"activation", "activation_function", "hidden_act", "hidden_activation"})
        if (c.any(key) != nullptr) known = key;
    c.take_activation(known, facts.activation);
    c.set("gated_ffn", facts.gated);
}

/// Sliding windows in every layer except every n-th, as in `layer_types` where accepted.
void windows_in_turn(ConfigKeys& c, std::int64_t every)
{
    c.take("sliding_window", {"sliding_window"});
    // A number, or in EXAONE "LLLG": three local layers, one global.
    const json* pattern = c.any("sliding_window_pattern");
    if (pattern != nullptr && pattern->is_string())
        every = static_cast<std::int64_t>(pattern->get_ref<const std::string&>().find('G')) + 1;
    else
        every = c.integer({"sliding_window_pattern", "_sliding_window_pattern"}).value_or(every);
    const json* types = c.any("layer_types");
    if (types != nullptr && types->is_array()) {
        const auto full = std::ranges::find(*types, "full_attention");
        every = full == types->end() ? 0 : static_cast<std::int64_t>(full - types->begin()) + 1;
        for (std::size_t i = 0; i < types->size(); ++i) {
            const bool window = every == 0 || (i + 1) % static_cast<std::size_t>(every) != 0;
            if ((*types)[i] == (window ? "sliding_attention" : "full_attention")) continue;
            c.refuse("layer_types", json_excerpt((*types)[i]), "windows and full attention in regular turn");
            return;
        }
    }
    if (every != 0) c.set("full_attention_every", every, "layer_types");
}

void read_attention(ConfigKeys& c, const Facts& facts)
{
    const bool usual = facts.positions != std::string_view("rotary");
    if (facts.fused_qkv != usual) c.set("fused_qkv", facts.fused_qkv);
    if (facts.qk_norm != QkNorm::absent) c.set("qk_norm", true);
    if (facts.qk_norm == QkNorm::all_heads) c.set("qk_norm_across_heads", true);
    if (facts.full_attention_every)
        windows_in_turn(c, *facts.full_attention_every);
    else if (!c.flag("use_sliding_window").value_or(true))
        // Every layer attends to all previous tokens; an enabled window is listed as ignored.
        for (const char* key : {"sliding_window", "layer_types"}) c.any(key);
}

void read_class(ConfigKeys& c, const Facts& facts)
{
    c.choose_family("decoder-transformer");
    read_sizes(c, facts);
    read_biases(c, facts.biases);
    read_activation(c, facts);
    read_attention(c, facts);
    c.set("norm", std::string(facts.norm));
    // Layer norms have biases, whether or not the projections do.
    if (facts.norm == std::string_view("layer")) c.set("norm_bias", true);
    if (facts.block != std::string_view("pre-norm")) c.set("block", std::string(facts.block));
    c.take_rate("dropout",
                {"hidden_dropout", "hidden_dropout_prob", "dropout", "resid_pdrop", "embd_pdrop", "resid_dropout",
                 "embed_dropout", "residual_dropout", "embedding_dropout"},
                facts.dropout);
    c.take_rate("attention_dropout", {"attention_dropout", "attention_probs_dropout_prob"}, facts.dropout);
    c.take_flag("tied_embeddings", "tie_word_embeddings", facts.tied);
}

// Further keys of single classes.

void gpt2(ConfigKeys& c)
{
    c.choose_family("decoder-transformer");
    c.require("layers", {"n_layer", "num_hidden_layers"});
    c.require("d_model", {"n_embd", "hidden_size"});
    c.require("heads", {"n_head", "num_attention_heads"});
    c.take("d_ff", {"n_inner"});
    c.require("vocabulary", {"vocab_size"});
    c.require("max_positions", {"n_positions", "n_ctx"});
    c.take_activation("activation_function", "gelu_new");
    c.take_rate("dropout", {"resid_pdrop", "embd_pdrop"}, 0.1);
    c.take_rate("attention_dropout", {"attn_pdrop"}, 0.1);
    c.take_flag("tied_embeddings", "tie_word_embeddings", true);
    c.refuse_flag("add_cross_attention");
}

void gpt_bigcode(ConfigKeys& c)
{
    gpt2(c);
    if (c.flag("multi_query").value_or(true)) c.set("kv_heads", std::int64_t{1}, "multi_query");
    c.take_activation("activation_function", "gelu_pytorch_tanh");
    c.any("num_key_value_heads");
}

void gptj(ConfigKeys& c)
{
    gpt2(c);
    c.drop("max_positions");
    c.set("positions", std::string("rotary"));
    c.set("attention_bias", false);
    c.set("lm_head_bias", true);
    c.set("block", std::string("parallel"));
    c.take_rate("dropout", {"resid_pdrop", "embd_pdrop"}, 0.0);
    c.take_rate("attention_dropout", {"attn_pdrop"}, 0.0);
    c.take_flag("tied_embeddings", "tie_word_embeddings", false);
}

/// GPT-J whose queries, keys and values are one product.
void codegen(ConfigKeys& c)
{
    gptj(c);
    c.set("fused_qkv", true);
}

void mpt_attention(ConfigKeys& c)
{
    const json* attention = c.any("attn_config");
    const auto is = [&](const char* key, bool otherwise) {
        if (attention == nullptr || !attention->is_object()) return otherwise;
        const auto value = attention->find(key);
        return value != attention->end() && value->is_boolean() ? value->get<bool>() : otherwise;
    };
    const bool alibi = is("alibi", true);
    const bool learned = c.flag("learned_pos_emb").value_or(true);
    c.set("positions", std::string(alibi ? "alibi" : learned ? "learned" : "none"), "attn_config");
    for (const char* key : {"qk_ln", "prefix_lm", "rope"})
        if (is(key, false)) c.refuse("attn_config", key, "false");
    if (attention != nullptr && attention->is_object() && attention->contains("kv_n_heads"))
        c.refuse("attn_config", "kv_n_heads", "no kv_n_heads");
}

void mpt(ConfigKeys& c)
{
    c.choose_family("decoder-transformer");
    c.require("layers", {"n_layers"});
    const std::int64_t width = c.require("d_model", {"d_model"});
    c.require("heads", {"n_heads"});
    const auto ratio = c.integer({"expansion_ratio"}).value_or(4);
    c.set("d_ff", std::min<std::int64_t>(ratio, 1'000'000) * std::min<std::int64_t>(width, 1'000'000),
          "expansion_ratio");
    c.require("vocabulary", {"vocab_size"});
    c.require("max_positions", {"max_seq_len"});
    mpt_attention(c);
    c.set("bias", !c.flag("no_bias").value_or(true), "no_bias");
    c.take_rate("dropout", {"resid_pdrop", "emb_pdrop"}, 0.0);
    c.set("attention_dropout", 0.0);
    c.take_flag("tied_embeddings", "tie_word_embeddings", true);
    if (const auto norm = c.text("norm_type"); norm && norm->find("layernorm") == std::string::npos)
        c.refuse("norm_type", json_excerpt(*norm), "low_precision_layernorm, layernorm");
}

void opt(ConfigKeys& c)
{
    c.take_rate("attention_dropout", {"attention_dropout"}, 0.0);
    if (!c.flag("layer_norm_elementwise_affine").value_or(true))
        c.set("norm", std::string("non-parametric"), "layer_norm_elementwise_affine");
    if (!c.flag("do_layer_norm_before").value_or(true)) c.refuse("do_layer_norm_before", "false", "true");
    c.refuse_flag("_remove_final_layer_norm");
    const auto width = c.integer({"hidden_size"});
    if (const auto words = c.integer({"word_embed_proj_dim"}); words && words != width)
        c.refuse("word_embed_proj_dim", std::to_string(*words), std::to_string(width.value_or(0)));
}

/// Every other layer attends to a window. Unlike in this family, the first does not, so their number must be even.
void gpt_neo(ConfigKeys& c)
{
    c.set("qkv_bias", false);
    c.take("sliding_window", {"window_size"});
    c.set("full_attention_every", std::int64_t{2}, "attention_layers");
    // One name per layer, or in older files [[["global", "local"], 12]].
    const json* kinds = c.any("attention_layers");
    const json* pairs = c.any("attention_types");
    bool in_turn = kinds == nullptr || (kinds->is_array() && kinds->size() % 2 == 0);
    for (std::size_t i = 0; in_turn && kinds != nullptr && i < kinds->size(); ++i)
        in_turn = (*kinds)[i] == (i % 2 == 0 ? "global" : "local");
    if (kinds == nullptr && pairs != nullptr) in_turn = pairs->dump().starts_with(R"([[["global","local"],)");
    if (!in_turn) c.refuse("attention_layers", json_excerpt(kinds != nullptr ? *kinds : *pairs), "global, local, ...");
}

void bloom(ConfigKeys& c)
{
    c.set("embedding_norm", true);
    c.refuse_flag("apply_residual_connection_post_layernorm");
    for (const char* key : {"offset_alibi", "bias_dropout_fusion", "masked_softmax_fusion", "skip_bias_add"})
        c.any(key);
}

/// Queries of one key head share it; the new architecture has a norm for each of the two parallel parts.
void falcon(ConfigKeys& c)
{
    if (c.flag("alibi").value_or(false)) c.set("positions", std::string("alibi"), "alibi");
    const std::int64_t heads = c.integer({"num_attention_heads", "n_head"}).value_or(1);
    const bool newer = c.flag("new_decoder_architecture").value_or(false);
    const bool shared = c.flag("multi_query").value_or(true);
    const std::int64_t groups = c.integer({"num_kv_heads", "n_head_kv"}).value_or(heads);
    c.set("kv_heads", newer ? groups : shared ? std::int64_t{1} : heads, newer ? "num_kv_heads" : "multi_query");
    const bool parallel = c.flag("parallel_attn").value_or(true);
    const std::int64_t norms = c.integer({"num_ln_in_parallel_attn"}).value_or(newer ? 2 : 1);
    if (newer && !parallel) c.refuse("parallel_attn", "false", "true");
    if (norms != 1 && (norms != 2 || !newer)) c.refuse("num_ln_in_parallel_attn", std::to_string(norms), "1");
    if (parallel) c.set("block", std::string(norms == 2 ? "parallel-two-norms" : "parallel"), "parallel_attn");
}

void gpt_neox(ConfigKeys& c)
{
    if (c.flag("use_parallel_residual").value_or(true))
        c.set("block", std::string("parallel-two-norms"), "use_parallel_residual");
}

void stablelm(ConfigKeys& c)
{
    c.set("qkv_bias", c.flag("use_qkv_bias").value_or(false), "use_qkv_bias");
    if (c.flag("use_parallel_residual").value_or(false))
        c.set("block", std::string("parallel"), "use_parallel_residual");
    c.refuse_flag("qk_layernorm");
}

void phi(ConfigKeys& c)
{
    // The class does not read the key.
    c.set("attention_bias", true);
    c.set("lm_head_bias", true);
    c.refuse_flag("qk_layernorm");
}

/// Its layer norms have no biases.
void cohere(ConfigKeys& c)
{
    c.set("norm_bias", false);
    c.refuse_flag("use_qk_norm");
}

void gemma(ConfigKeys& c) { c.refuse_flag("use_bidirectional_attention"); }

/// `attention_bias` is for queries, keys and values.
void only_qkv_bias(ConfigKeys& c, bool otherwise)
{
    c.set("qkv_bias", c.flag("attention_bias").value_or(otherwise), "attention_bias");
    c.set("attention_bias", c.flag("attention_out_bias").value_or(false), "attention_out_bias");
}

void glm(ConfigKeys& c) { only_qkv_bias(c, true); }
void helium(ConfigKeys& c) { only_qkv_bias(c, false); }

void qwen2(ConfigKeys& c) { c.set("qkv_bias", c.flag("qkv_bias").value_or(true), "qkv_bias"); }

/// Experts of Qwen's mixtures and the layers that have them.
void qwen_moe(ConfigKeys& c)
{
    c.require("experts", {"num_experts", "num_local_experts"});
    c.require("experts_per_token", {"num_experts_per_tok"});
    c.require("expert_d_ff", {"moe_intermediate_size"});
    if (const auto step = c.integer({"decoder_sparse_step"}); step.value_or(1) != 1)
        c.set("expert_layers_every", *step, "decoder_sparse_step");
    // The first layers may be dense.
    if (const json* dense = c.any("mlp_only_layers"); dense != nullptr && !dense->empty()) {
        std::int64_t next = 0;
        for (const json& layer : *dense) next = layer == next ? next + 1 : -1;
        if (!dense->is_array() || next < 1)
            c.refuse("mlp_only_layers", json_excerpt(*dense), "[], [0], [0, 1], ...");
        else
            c.set("dense_layers", next, "mlp_only_layers");
    }
}

void scores_kept(ConfigKeys& c)
{
    if (!c.flag("norm_topk_prob").value_or(false)) c.set("routing", std::string("softmax-kept"), "norm_topk_prob");
}

void qwen2_moe(ConfigKeys& c)
{
    qwen2(c);
    qwen_moe(c);
    scores_kept(c);
    c.set("shared_experts", std::int64_t{1});
    c.require("shared_expert_d_ff", {"shared_expert_intermediate_size"});
    c.set("shared_expert_gate", true);
}

void mixtral(ConfigKeys& c)
{
    c.require("experts", {"num_local_experts", "num_experts"});
    c.require("experts_per_token", {"num_experts_per_tok", "experts_per_token"});
    c.require("expert_d_ff", {"intermediate_size"});
}

void granitemoe(ConfigKeys& c)
{
    mixtral(c);
    c.set("routing", std::string("softmax-of-chosen"));
}

void olmoe(ConfigKeys& c)
{
    mixtral(c);
    scores_kept(c);
}

/// Its routing by SparseMixer is counted as a softmax.
void phimoe(ConfigKeys& c)
{
    mixtral(c);
    c.set("routing", std::string("softmax-kept"));
    c.set("lm_head_bias", c.flag("lm_head_bias").value_or(false), "lm_head_bias");
}

void minimax_m2(ConfigKeys& c)
{
    mixtral(c);
    c.set("routing", std::string("sigmoid"));
    for (const char* key : {"scoring_func", "qk_norm_type", "use_qk_norm", "use_routing_bias"}) c.any(key);
    const json* kinds = c.any("attn_type_list");
    if (kinds != nullptr && !std::ranges::all_of(*kinds, [](const json& kind) { return kind == 1; }))
        c.refuse("attn_type_list", json_excerpt(*kinds), "1, 1, ...");
}

/// Every projection, the router and the experts have a bias; each head has a learned sink.
void gpt_oss(ConfigKeys& c)
{
    mixtral(c);
    c.set("attention_sinks", true);
    c.set("clamped_gate", true);
    c.set("routing", std::string("softmax-of-chosen"));
}

/// Routed and shared experts in all layers except the first `dense`.
void deepseek_experts(ConfigKeys& c, std::int64_t dense, std::int64_t shared = 1)
{
    c.set("routing", c.text("scoring_func").value_or("sigmoid"), "scoring_func");
    c.require("experts", {"n_routed_experts", "num_experts"});
    c.require("experts_per_token", {"num_experts_per_tok"});
    c.require("expert_d_ff", {"moe_intermediate_size"});
    c.set("shared_experts", c.integer({"n_shared_experts", "num_shared_experts"}).value_or(shared), "n_shared_experts");
    dense = c.integer({"first_k_dense_replace"}).value_or(dense);
    if (const json* kinds = c.any("mlp_layer_types"); kinds != nullptr && kinds->is_array()) {
        const auto sparse = std::ranges::find(*kinds, "sparse");
        dense = static_cast<std::int64_t>(sparse - kinds->begin());
        if (std::find(sparse, kinds->end(), "dense") != kinds->end())
            c.refuse("mlp_layer_types", "dense", "dense, ..., sparse, ...");
    }
    c.set("dense_layers", dense, "first_k_dense_replace");
    if (const auto step = c.integer({"moe_layer_freq"}); step.value_or(1) != 1)
        c.set("expert_layers_every", *step, "moe_layer_freq");
    // The selection among groups of experts changes no size.
    for (const char* key : {"n_group", "topk_group", "topk_method", "ep_size"}) c.any(key);
}

void latent_experts(ConfigKeys& c, std::int64_t dense, std::int64_t shared = 1)
{
    c.set("attention", std::string("mla"));
    for (const char* key : {"kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim"})
        c.require(key, {key});
    // Null: queries are not compressed.
    c.set("q_lora_rank", c.integer({"q_lora_rank"}).value_or(0), "q_lora_rank");
    c.refuse_flag("attention_bias");
    // These follow from the widths above.
    c.any("qk_head_dim");
    c.drop("head_dim");
    deepseek_experts(c, dense, shared);
}

void deepseek_v2(ConfigKeys& c)
{
    latent_experts(c, 0, 2);
    c.set("routing", std::string("softmax-kept"));
}

void deepseek_v3(ConfigKeys& c) { latent_experts(c, 3); }
void glm4_moe_lite(ConfigKeys& c) { latent_experts(c, 1); }

void glm4_moe(ConfigKeys& c)
{
    only_qkv_bias(c, false);
    c.set("qk_norm", c.flag("use_qk_norm").value_or(false), "use_qk_norm");
    deepseek_experts(c, 1);
    // The class rounds down if the heads do not divide the width.
    const std::int64_t heads = c.integer({"num_attention_heads"}).value_or(1);
    if (c.any("head_dim") == nullptr)
        c.set("head_dim", c.integer({"hidden_size"}).value_or(1) / std::max<std::int64_t>(heads, 1), "hidden_size");
}

void exaone_moe(ConfigKeys& c) { deepseek_experts(c, 1); }

struct DecoderType {
    std::string_view name;
    /// Absent if the function reads everything.
    std::optional<Facts> facts;
    void (*more)(ConfigKeys& config) = nullptr;
};

constexpr DecoderType types[] = {
    {"arcee", Facts{.activation = "relu2", .gated = false}},
    {"biogpt", Facts{.activation = "gelu",
                     .norm = "layer",
                     .positions = "learned",
                     .padding_positions = 2,
                     .gated = false,
                     .biases = true,
                     .tied = true,
                     .dropout = 0.1}},
    {"bloom",
     Facts{.activation = "gelu_pytorch_tanh",
           .norm = "layer",
           .positions = "alibi",
           .gated = false,
           .four_times = true,
           .biases = true,
           .fused_qkv = true,
           .tied = true},
     bloom},
    {"codegen", {}, codegen},
    {"cohere", Facts{.norm = "layer", .block = "parallel", .tied = true}, cohere},
    {"cohere2", Facts{.norm = "layer", .block = "parallel", .tied = true, .full_attention_every = 4}, cohere},
    {"deepseek_v2", Facts{}, deepseek_v2},
    {"deepseek_v3", Facts{}, deepseek_v3},
    {"ernie4_5", Facts{.tied = true, .head_dim = 128}},
    {"exaone4", Facts{.block = "norm-after", .qk_norm = QkNorm::each_head, .full_attention_every = 4}},
    {"exaone_moe", Facts{.qk_norm = QkNorm::each_head, .full_attention_every = 4}, exaone_moe},
    {"falcon",
     Facts{.activation = "gelu", .norm = "layer", .gated = false, .four_times = true, .fused_qkv = true, .tied = true},
     falcon},
    {"flex_olmo", Facts{.block = "norm-after", .qk_norm = QkNorm::all_heads}, olmoe},
    {"gemma", Facts{.activation = "gelu_pytorch_tanh", .tied = true, .head_dim = 256}, gemma},
    {"gemma2",
     Facts{.activation = "gelu_pytorch_tanh",
           .block = "sandwich-norm",
           .tied = true,
           .head_dim = 256,
           .full_attention_every = 2},
     gemma},
    {"gemma3_text",
     Facts{.activation = "gelu_pytorch_tanh",
           .block = "sandwich-norm",
           .tied = true,
           .qk_norm = QkNorm::each_head,
           .head_dim = 256,
           .full_attention_every = 6},
     gemma},
    {"glm", Facts{.head_dim = 128}, glm},
    {"glm4", Facts{.block = "sandwich-norm", .head_dim = 128}, glm},
    {"glm4_moe", Facts{}, glm4_moe},
    {"glm4_moe_lite", Facts{}, glm4_moe_lite},
    {"gpt2", {}, gpt2},
    {"gpt_bigcode", {}, gpt_bigcode},
    {"gpt_neo",
     Facts{.activation = "gelu_new",
           .norm = "layer",
           .positions = "learned",
           .gated = false,
           .four_times = true,
           .biases = true,
           .tied = true},
     gpt_neo},
    {"gpt_neox", Facts{.activation = "gelu", .norm = "layer", .gated = false, .biases = true, .fused_qkv = true},
     gpt_neox},
    {"gpt_oss", Facts{.biases = true, .full_attention_every = 2}, gpt_oss},
    {"gptj", {}, gptj},
    {"granite", Facts{}},
    {"granitemoe", Facts{}, granitemoe},
    {"helium", Facts{.head_dim = 128}, helium},
    {"hunyuan_v1_dense", Facts{.qk_norm = QkNorm::each_head}},
    {"jais2", Facts{.activation = "relu2", .norm = "layer", .gated = false, .biases = true}},
    {"kimi_k2", Facts{}, deepseek_v3},
    {"llama", Facts{}},
    {"minimax_m2", Facts{.qk_norm = QkNorm::all_heads, .head_dim = 128}, minimax_m2},
    {"ministral", Facts{.full_attention_every = 0}},
    {"ministral3", Facts{.head_dim = 128, .full_attention_every = 0}},
    {"mistral", Facts{.full_attention_every = 0}},
    {"mixtral", Facts{.full_attention_every = 0}, mixtral},
    {"mpt", {}, mpt},
    {"nemotron", Facts{.activation = "relu2", .norm = "layer", .gated = false}},
    {"olmo", Facts{.norm = "non-parametric"}},
    {"olmo2", Facts{.block = "norm-after", .qk_norm = QkNorm::all_heads}},
    {"olmo3", Facts{.block = "norm-after", .qk_norm = QkNorm::all_heads, .full_attention_every = 4}},
    {"olmoe", Facts{.qk_norm = QkNorm::all_heads}, olmoe},
    {"opt",
     Facts{.activation = "relu",
           .norm = "layer",
           .positions = "learned",
           .padding_positions = 2,
           .gated = false,
           .biases = true,
           .tied = true,
           .dropout = 0.1},
     opt},
    {"phi", Facts{.activation = "gelu_new", .norm = "layer", .block = "parallel", .gated = false, .biases = true}, phi},
    {"phi3", Facts{.fused_qkv = true, .full_attention_every = 0}},
    {"phimoe", Facts{.norm = "layer", .full_attention_every = 0}, phimoe},
    {"qwen2", Facts{}, qwen2},
    {"qwen2_moe", Facts{}, qwen2_moe},
    {"qwen3", Facts{.qk_norm = QkNorm::each_head, .head_dim = 128}},
    {"qwen3_moe", Facts{.qk_norm = QkNorm::each_head}, qwen_moe},
    {"seed_oss", Facts{.head_dim = 128, .dropout = 0.1}, glm},
    {"smollm3", Facts{.tied = true}},
    {"stablelm", Facts{.norm = "layer"}, stablelm},
    {"starcoder2", Facts{.activation = "gelu_pytorch_tanh",
                         .norm = "layer",
                         .gated = false,
                         .biases = true,
                         .tied = true,
                         .full_attention_every = 0}},
    {"vaultgemma", Facts{.activation = "gelu_pytorch_tanh", .tied = true, .head_dim = 256, .full_attention_every = 2},
     gemma},
};

} // namespace

std::vector<std::string_view> decoder_type_names()
{
    std::vector<std::string_view> names;
    for (const DecoderType& type : types) names.push_back(type.name);
    return names;
}

bool read_decoder(std::string_view model_type, ConfigKeys& config)
{
    const auto type = std::ranges::find(types, model_type, &DecoderType::name);
    if (type == std::end(types)) return false;
    if (type->facts) read_class(config, *type->facts);
    if (type->more != nullptr) type->more(config);
    return true;
}

} // namespace rigwright
