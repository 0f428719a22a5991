// SPDX-License-Identifier: Apache-2.0
#include "core/importing/config_keys.h"

#include "core/json/characters.h"
#include "core/json/object_reader.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

using nlohmann::json;

/// Keys that change neither sizes nor operators: names, tokens, numerical details, generation defaults.
constexpr auto harmless = std::to_array<std::string_view>({"_name_or_path",
                                                           "_num_labels",
                                                           "add_bos_token",
                                                           "add_final_layer_norm",
                                                           "attention_multiplier",
                                                           "attention_softmax_in_fp32",
                                                           "auto_map",
                                                           "begin_suppress_tokens",
                                                           "bos_token_id",
                                                           "cache_implementation",
                                                           "chunk_size_feed_forward",
                                                           "classif_dropout",
                                                           "classifier_dropout",
                                                           "decoder_start_token_id",
                                                           "dtype",
                                                           "early_stopping",
                                                           "embedding_fraction",
                                                           "encoder_stride",
                                                           "eos_token_id",
                                                           "finetuning_task",
                                                           "force_bos_token_to_be_generated",
                                                           "forced_bos_token_id",
                                                           "forced_eos_token_id",
                                                           "gradient_checkpointing",
                                                           "id2label",
                                                           "num_labels",
                                                           "init_config",
                                                           "init_device",
                                                           "init_std",
                                                           "initializer_cutoff_factor",
                                                           "initializer_factor",
                                                           "initializer_range",
                                                           "is_encoder_decoder",
                                                           "label2id",
                                                           "layer_norm_eps",
                                                           "layer_norm_epsilon",
                                                           "length_penalty",
                                                           "logit_scale",
                                                           "max_length",
                                                           "max_window_layers",
                                                           "min_length",
                                                           "model_type",
                                                           "no_repeat_ngram_size",
                                                           "norm_topk_prob",
                                                           "norm_eps",
                                                           "norm_epsilon",
                                                           "normalize_before",
                                                           "num_beams",
                                                           "original_max_position_embeddings",
                                                           "output_attentions",
                                                           "output_past",
                                                           "output_router_logits",
                                                           "pad_token_id",
                                                           "partial_rotary_factor",
                                                           "prefix",
                                                           "pretraining_tp",
                                                           "problem_type",
                                                           "query_pre_attn_scalar",
                                                           "reorder_and_upcast_attn",
                                                           "rms_norm_eps",
                                                           "rope_interleave",
                                                           "rope_local_base_freq",
                                                           "rope_parameters",
                                                           "rope_scaling",
                                                           "rope_theta",
                                                           "rotary_dim",
                                                           "initial_context_length",
                                                           "rotary_emb_base",
                                                           "rotary_pct",
                                                           "routed_scaling_factor",
                                                           "router_aux_loss_coef",
                                                           "aux_loss_alpha",
                                                           "router_jitter_noise",
                                                           "scale_attn_by_inverse_layer_idx",
                                                           "scale_attention_softmax_in_fp32",
                                                           "scale_attn_weights",
                                                           "scale_decoder_outputs",
                                                           "scale_embedding",
                                                           "seq_aux",
                                                           "sep_token_id",
                                                           "sinusoidal_pos_embds",
                                                           "summary_activation",
                                                           "summary_first_dropout",
                                                           "summary_proj_to_labels",
                                                           "summary_type",
                                                           "summary_use_proj",
                                                           "swiglu_limit",
                                                           "seq_classif_dropout",
                                                           "qa_dropout",
                                                           "task_specific_params",
                                                           "tokenizer_class",
                                                           "torch_dtype",
                                                           "torchscript",
                                                           "transformers_version",
                                                           "unk_token_id",
                                                           "use_cache",
                                                           "verbose"});

/// Names of activation functions in configurations and in this program.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> config_activations{{
    {"gelu", "gelu"},
    {"gelu_fast", "gelu-new"},
    {"gelu_new", "gelu-new"},
    {"gelu_pytorch_tanh", "gelu-tanh"},
    {"quick_gelu", "quick-gelu"},
    {"relu", "relu"},
    {"relu2", "relu-squared"},
    {"silu", "silu"},
    {"swish", "silu"},
    {"tanh", "tanh"},
}};

std::string accepted_by(const Hyperparameter& hyperparameter)
{
    if (hyperparameter.type == HyperparameterType::choice) return joined(hyperparameter.choices);
    return "[" + json_excerpt(hyperparameter.minimum) + ", " + json_excerpt(hyperparameter.maximum) + "]";
}

/// A value that disables its key.
bool is_off(const json& value)
{
    return value.is_null() || value == false || value == 0 || (value.is_structured() && value.empty());
}

} // namespace

void ConfigKeys::choose_family(std::string_view id)
{
    family_ = family_of(id);
    reading_.family = id;
}

void ConfigKeys::report(std::string_view key, std::string code, std::string found, std::string expected)
{
    reading_.issues.push_back({path_of(key), std::move(code), std::move(found), std::move(expected)});
}

const json* ConfigKeys::find(std::initializer_list<std::string_view> keys, std::string_view& found)
{
    found = *keys.begin();
    const json* value = nullptr;
    for (const std::string_view key : keys) {
        const auto place = object_.find(key);
        if (place == object_.end()) continue;
        used_.emplace(key);
        if (value != nullptr || place->is_null()) continue;
        value = &*place;
        found = key;
    }
    return value;
}

std::optional<std::int64_t> ConfigKeys::integer(std::initializer_list<std::string_view> keys)
{
    std::string_view key;
    const json* value = find(keys, key);
    if (value == nullptr) return std::nullopt;
    const bool fits = is_whole(*value) && *value >= 0 && *value <= std::int64_t{1'000'000'000'000};
    if (fits) return value->get<std::int64_t>();
    report(key, is_whole(*value) ? "out-of-range" : "wrong-type", json_excerpt(*value), "integer [0, 1e12]");
    return std::nullopt;
}

std::optional<double> ConfigKeys::number(std::initializer_list<std::string_view> keys)
{
    std::string_view key;
    const json* value = find(keys, key);
    if (value == nullptr) return std::nullopt;
    if (value->is_number()) return value->get<double>();
    report(key, "wrong-type", json_excerpt(*value), "number");
    return std::nullopt;
}

std::optional<bool> ConfigKeys::flag(std::string_view key)
{
    std::string_view found;
    const json* value = find({key}, found);
    if (value == nullptr) return std::nullopt;
    if (value->is_boolean()) return value->get<bool>();
    report(key, "wrong-type", json_excerpt(*value), "true, false");
    return std::nullopt;
}

std::optional<std::string> ConfigKeys::text(std::string_view key)
{
    std::string_view found;
    const json* value = find({key}, found);
    if (value == nullptr) return std::nullopt;
    if (value->is_string()) return value->get<std::string>();
    report(key, "wrong-type", json_excerpt(*value), "text");
    return std::nullopt;
}

const json* ConfigKeys::any(std::string_view key)
{
    std::string_view found;
    return find({key}, found);
}

std::int64_t ConfigKeys::require(std::string_view hyperparameter, std::initializer_list<std::string_view> keys)
{
    std::string_view key;
    const std::size_t issues = reading_.issues.size();
    const auto value = integer(keys);
    if (!value) {
        if (issues == reading_.issues.size()) report(*keys.begin(), "missing-key", "", "integer");
        return 1;
    }
    find(keys, key);
    set(hyperparameter, *value, key);
    return std::max<std::int64_t>(*value, 1);
}

void ConfigKeys::take(std::string_view hyperparameter, std::initializer_list<std::string_view> keys)
{
    std::string_view key;
    find(keys, key);
    if (const auto value = integer(keys)) set(hyperparameter, *value, key);
}

void ConfigKeys::take_flag(std::string_view hyperparameter, std::string_view key, bool otherwise)
{
    set(hyperparameter, flag(key).value_or(otherwise), key);
}

void ConfigKeys::take_rate(std::string_view hyperparameter, std::initializer_list<std::string_view> keys,
                           double otherwise)
{
    std::string_view key;
    find(keys, key);
    set(hyperparameter, number(keys).value_or(otherwise), key);
}

void ConfigKeys::take_activation(std::string_view key, std::string_view otherwise)
{
    const std::string name = text(key).value_or(std::string(otherwise));
    const auto known = std::ranges::find_if(config_activations, [&](const auto& entry) { return entry.first == name; });
    if (known == config_activations.end())
        refuse(key, json_excerpt(name), joined(config_activations, [](const auto& each) { return each.first; }));
    else
        set("activation", std::string(known->second), key);
}

void ConfigKeys::set(std::string_view hyperparameter, FieldValue value, std::string_view because_of)
{
    if (family_ == nullptr) return;
    const auto& known = family_->hyperparameters;
    const auto found = std::ranges::find(known, hyperparameter, &Hyperparameter::key);
    if (found == known.end())
        refuse(because_of, excerpt_of(value), reading_.family + ": " + std::string(hyperparameter));
    else if (found->accepts(value))
        reading_.shape.insert_or_assign(std::string(hyperparameter), std::move(value));
    else
        report(because_of, found->type == HyperparameterType::choice ? "unsupported-variant" : "out-of-range",
               excerpt_of(value), accepted_by(*found));
}

void ConfigKeys::refuse_flag(std::string_view key)
{
    if (flag(key).value_or(false)) refuse(key, "true", "false");
}

void ConfigKeys::refuse(std::string_view key, std::string found, std::string expected)
{
    report(key, "unsupported-variant", std::move(found), std::move(expected));
}

void ConfigKeys::drop(std::string_view hyperparameter)
{
    const auto place = reading_.shape.find(hyperparameter);
    if (place != reading_.shape.end()) reading_.shape.erase(place);
}

void ConfigKeys::finish()
{
    for (const auto& [key, value] : object_.items()) {
        const bool known = std::ranges::find(harmless, key) != harmless.end();
        if (!known && used_.find(key) == used_.end() && !is_off(value)) reading_.ignored.push_back(path_of(key));
    }
}

} // namespace rigwright
