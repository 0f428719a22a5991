// SPDX-License-Identifier: Apache-2.0
#include "core/importing/hf_config.h"

#include "core/importing/config_keys.h"
#include "core/json/characters.h"
#include "core/json/object_reader.h"
#include "core/json/strict_json.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace rigwright {

namespace {

using nlohmann::json;

// One function per model type. The keys, their defaults and the resulting layers are those of the configuration and
// modeling files of the `transformers` library (4.30 to 5.3).

void absolute_positions_only(ConfigKeys& c)
{
    const auto kind = c.text("position_embedding_type");
    if (kind && *kind != "absolute") c.refuse("position_embedding_type", json_excerpt(*kind), "absolute");
}

/// BERT and models based on its code; the heads of pre-training and of tasks are not part of it.
void bert(ConfigKeys& c)
{
    c.choose_family("encoder-transformer");
    c.require("layers", {"num_hidden_layers"});
    c.require("d_model", {"hidden_size"});
    c.require("heads", {"num_attention_heads"});
    c.require("d_ff", {"intermediate_size"});
    c.require("vocabulary", {"vocab_size"});
    c.require("max_positions", {"max_position_embeddings"});
    c.take("segments", {"type_vocab_size"});
    c.take_activation("hidden_act", "gelu");
    c.take_rate("dropout", {"hidden_dropout_prob"}, 0.1);
    c.take_rate("attention_dropout", {"attention_probs_dropout_prob"}, 0.1);
    c.set("pooler", true);
    c.set("norm_first", false);
    absolute_positions_only(c);
    c.refuse_flag("is_decoder");
    c.refuse_flag("add_cross_attention");
}

void distilbert(ConfigKeys& c)
{
    c.choose_family("encoder-transformer");
    c.require("layers", {"n_layers", "num_hidden_layers"});
    c.require("d_model", {"dim", "hidden_size"});
    c.require("heads", {"n_heads", "num_attention_heads"});
    c.require("d_ff", {"hidden_dim"});
    c.require("vocabulary", {"vocab_size"});
    c.require("max_positions", {"max_position_embeddings"});
    c.take_activation("activation", "gelu");
    c.take_rate("dropout", {"dropout"}, 0.1);
    c.take_rate("attention_dropout", {"attention_dropout"}, 0.1);
    c.set("norm_first", false);
}

/// "relu", or "gated-gelu", whose GELU is that of GPT-2.
void t5_feed_forward(ConfigKeys& c, const char* otherwise)
{
    std::string name = c.text("feed_forward_proj").value_or(otherwise);
    const bool gated = name.starts_with("gated-");
    if (gated) name = name.substr(6);
    if (gated && name == "gelu") name = "gelu-new";
    if (name != "relu" && name != "gelu-new" && name != "gelu" && name != "silu")
        c.refuse("feed_forward_proj", json_excerpt(name), "relu, gelu, silu, gated-gelu, gated-silu");
    else
        c.set("activation", name, "feed_forward_proj");
    c.set("gated_ffn", gated, "feed_forward_proj");
    for (const char* key : {"dense_act_fn", "is_gated_act"}) c.any(key);
}

void t5_like(ConfigKeys& c, const char* feed_forward)
{
    c.choose_family("encoder-decoder-transformer");
    const std::int64_t layers = c.require("layers", {"num_layers"});
    if (const auto decoder = c.integer({"num_decoder_layers"}); decoder && *decoder != layers)
        c.set("decoder_layers", *decoder, "num_decoder_layers");
    c.require("d_model", {"d_model"});
    c.require("heads", {"num_heads"});
    c.require("head_dim", {"d_kv"});
    c.require("d_ff", {"d_ff"});
    c.require("vocabulary", {"vocab_size"});
    c.take("relative_buckets", {"relative_attention_num_buckets"});
    c.take_rate("dropout", {"dropout_rate"}, 0.1);
    c.take_flag("tied_embeddings", "tie_word_embeddings", true);
    t5_feed_forward(c, feed_forward);
    c.set("norm", std::string("rms"));
    c.set("positions", std::string("relative-bias"));
    c.set("bias", false);
    for (const char* key : {"n_positions", "relative_attention_max_distance"}) c.any(key);
}

void t5(ConfigKeys& c) { t5_like(c, "relu"); }
void mt5(ConfigKeys& c) { t5_like(c, "gated-gelu"); }

void bart(ConfigKeys& c)
{
    c.choose_family("encoder-decoder-transformer");
    const std::int64_t layers = c.require("layers", {"encoder_layers"});
    const auto decoder = c.integer({"decoder_layers"});
    if (decoder && *decoder != layers) c.set("decoder_layers", *decoder, "decoder_layers");
    c.any("num_hidden_layers");
    c.require("d_model", {"d_model"});
    const std::int64_t heads = c.require("heads", {"encoder_attention_heads"});
    const std::int64_t width = c.require("d_ff", {"encoder_ffn_dim"});
    if (const auto other = c.integer({"decoder_attention_heads"}); other && *other != heads)
        c.refuse("decoder_attention_heads", std::to_string(*other), std::to_string(heads));
    if (const auto other = c.integer({"decoder_ffn_dim"}); other && *other != width)
        c.refuse("decoder_ffn_dim", std::to_string(*other), std::to_string(width));
    c.require("vocabulary", {"vocab_size"});
    // Two rows of the position table are reserved for padding.
    if (const auto positions = c.integer({"max_position_embeddings"}))
        c.set("max_positions", *positions + 2, "max_position_embeddings");
    else
        c.require("max_positions", {"max_position_embeddings"});
    c.take_activation("activation_function", "gelu");
    c.take_rate("dropout", {"dropout"}, 0.1);
    c.take_rate("attention_dropout", {"attention_dropout"}, 0.0);
    c.take_flag("tied_embeddings", "tie_word_embeddings", true);
    c.set("norm_first", false);
    c.set("embedding_norm", true);
    c.set("final_norm", false);
    c.set("separate_projections", true);
}

/// As many classes as labels; the library's default is two.
std::int64_t labels_of(ConfigKeys& c)
{
    const json* labels = c.any("id2label");
    const auto number = c.integer({"num_labels"});
    if (labels != nullptr && labels->is_object()) return static_cast<std::int64_t>(labels->size());
    return number.value_or(2);
}

void vit(ConfigKeys& c, ModelInput& input)
{
    c.choose_family("vision-transformer");
    c.require("layers", {"num_hidden_layers"});
    c.require("d_model", {"hidden_size"});
    c.require("heads", {"num_attention_heads"});
    c.require("d_ff", {"intermediate_size"});
    c.require("patch", {"patch_size"});
    c.set("classes", labels_of(c), "id2label");
    c.take_rate("dropout", {"hidden_dropout_prob"}, 0.0);
    c.take_rate("attention_dropout", {"attention_probs_dropout_prob"}, 0.0);
    for (const char* key : {"pooler_act", "pooler_output_size"}) c.any(key);
    if (const auto function = c.text("hidden_act"); function && *function != "gelu")
        c.refuse("hidden_act", json_excerpt(*function), "gelu");
    if (!c.flag("qkv_bias").value_or(true)) c.refuse("qkv_bias", "false", "true");
    const auto side = c.integer({"image_size"});
    if (side && (*side < 1 || *side > largest_side)) c.refuse("image_size", std::to_string(*side), "[1, 65536]");
    input.image_height = input.image_width = side.value_or(224);
    input.channels = c.integer({"num_channels"}).value_or(3);
}

/// The head that the class named in a configuration adds to the last layer.
struct ArchitectureHead {
    std::string_view family;
    /// Suffix of the class name.
    std::string_view ending;
    /// Value of the family's hyperparameter "head"; empty to keep the value set by the reader of the model type.
    std::string_view head;
};

constexpr std::array architecture_heads{
    ArchitectureHead{"decoder-transformer", "ForCausalLM", ""},
    ArchitectureHead{"decoder-transformer", "LMHeadModel", ""},
    ArchitectureHead{"decoder-transformer", "ForSequenceClassification", "sequence-classification"},
    ArchitectureHead{"decoder-transformer", "Model", "none"},
    ArchitectureHead{"encoder-transformer", "ForMaskedLM", "masked-lm"},
    ArchitectureHead{"encoder-transformer", "ForPreTraining", "pretraining"},
    ArchitectureHead{"encoder-transformer", "ForSequenceClassification", "sequence-classification"},
    ArchitectureHead{"encoder-transformer", "ForTokenClassification", "token-classification"},
    ArchitectureHead{"encoder-transformer", "ForQuestionAnswering", "question-answering"},
    ArchitectureHead{"encoder-transformer", "Model", ""},
    ArchitectureHead{"encoder-decoder-transformer", "ForConditionalGeneration", ""},
    ArchitectureHead{"vision-transformer", "ForImageClassification", ""},
    ArchitectureHead{"vision-transformer", "Model", "pooler"},
};

/// Uses the head of the first class in `architectures`. Without that key the model type's usual head applies.
void take_architecture(ConfigKeys& c, const HfConfigReading& reading)
{
    const json* names = c.any("architectures");
    if (names == nullptr || (names->is_array() && names->empty())) return;
    if (!names->is_array() || !names->front().is_string()) {
        c.refuse("architectures", json_excerpt(*names), "[\"...\"]");
        return;
    }
    const auto name = names->front().get<std::string>();
    std::string accepted;
    for (const ArchitectureHead& known : architecture_heads) {
        if (known.family != reading.family) continue;
        accepted += (accepted.empty() ? "..." : ", ...") + std::string(known.ending);
        // An encoder alone is a different network than an encoder-decoder.
        if (!name.ends_with(known.ending) || name.ends_with("EncoderModel")) continue;
        if (known.head.empty()) return;
        if (known.head == "pooler") c.drop("classes");
        if (known.head.ends_with("classification")) c.set("classes", labels_of(c), "id2label");
        c.set("head", std::string(known.head), "architectures");
        return;
    }
    c.refuse("architectures", json_excerpt(name), accepted);
}

struct ModelType {
    std::string_view name;
    void (*read)(ConfigKeys& config);
};

constexpr std::array model_types{
    ModelType{"bart", bart},      ModelType{"bert", bert},
    ModelType{"camembert", bert}, ModelType{"distilbert", distilbert},
    ModelType{"mt5", mt5},        ModelType{"roberta", bert},
    ModelType{"t5", t5},          ModelType{"xlm-roberta", bert},
};

/// Weights stored in 8 or 4 bit floating point keep their shapes, so training can start from them; packed integers do
/// not. ModelOpt names the format beside the method.
void check_quantization(ConfigKeys& c, HfConfigReading& reading)
{
    const json* quantization = c.any("quantization_config");
    if (quantization == nullptr) return;
    const auto word = [&](const char* key) {
        const bool given = quantization->is_object() && quantization->contains(key);
        return given ? json_excerpt(quantization->at(key)) : std::string();
    };
    const std::string method = word("quant_method");
    const std::string format = word("quant_algo");
    if (method == "\"fp8\"" || method == "\"mxfp4\"" || format == "\"FP8\"" || format == "\"NVFP4\"")
        reading.ignored.emplace_back("$.quantization_config");
    else
        c.refuse("quantization_config", method.empty() ? json_excerpt(*quantization) : method,
                 "no quantization_config");
}

/// Python writes an infinite number as a bare word, which is not JSON. As a text it is not a valid size, and harmless
/// if unread.
std::string without_infinities(std::string_view text)
{
    constexpr std::string_view infinity = "Infinity";
    std::string result;
    result.reserve(text.size());
    bool quoted = false;
    for (std::size_t i = 0; i < text.size();) {
        if (!quoted && text.substr(i).starts_with(infinity) && (i == 0 || text[i - 1] != '-')) {
            result += "\"Infinity\"";
            i += infinity.size();
            continue;
        }
        if (text[i] == '"') quoted = !quoted;
        if (quoted && text[i] == '\\' && i + 1 < text.size()) result += text[i++];
        result += text[i++];
    }
    return result;
}

/// Keys of other files that people find beside a model, the code of their message, and the key that it quotes.
struct OtherConfig {
    std::string_view key;
    const char* code;
    const char* quoted;
};
constexpr std::array other_configs{OtherConfig{"_class_name", "diffusers-config", "_class_name"},
                                   OtherConfig{"peft_type", "adapter-config", "base_model_name_or_path"},
                                   OtherConfig{"tokenizer_class", "tokenizer-config", ""},
                                   OtherConfig{"added_tokens_decoder", "tokenizer-config", ""},
                                   OtherConfig{"image_processor_type", "processor-config", ""},
                                   OtherConfig{"_from_model_config", "generation-config", ""},
                                   OtherConfig{"do_sample", "generation-config", ""}};

/// Diffusers' classes of which there are presets.
struct DiffusersClass {
    std::string_view name;
    const char* presets;
};
constexpr std::array diffusers_classes{DiffusersClass{"UNet2DConditionModel", "sd15_unet, sd21_unet"},
                                       DiffusersClass{"AutoencoderKL", "sd15_vae"},
                                       DiffusersClass{"ControlNetModel", "controlnet_sd15"}};

/// What an object without `model_type` is.
JsonIssue without_model_type(const json& object)
{
    const auto other =
        std::ranges::find_if(other_configs, [&object](const OtherConfig& one) { return object.contains(one.key); });
    if (other == other_configs.end()) return {"$.model_type", "missing-key", "", "text"};
    const auto quoted = object.find(other->quoted);
    const std::string found = quoted != object.end() && quoted->is_string() ? quoted->get<std::string>() : "";
    const auto known = std::ranges::find(diffusers_classes, found, &DiffusersClass::name);
    if (known == diffusers_classes.end()) return {"$", other->code, found, ""};
    return {"$", "diffusers-preset", found, known->presets};
}

void read_model(const json& object, HfConfigReading& reading)
{
    ConfigKeys keys(object, "$", reading);
    const auto type = keys.text("model_type");
    if (!type) {
        if (reading.issues.empty()) reading.issues.push_back(without_model_type(object));
        return;
    }
    reading.model_type = *type;
    const auto known = std::ranges::find(model_types, *type, &ModelType::name);
    if (*type == "vit")
        vit(keys, reading.input);
    else if (known != model_types.end())
        known->read(keys);
    else if (!read_decoder(*type, keys)) {
        reading.issues.push_back({"$.model_type", "unknown-model-type", json_excerpt(*type), ""});
        return;
    }
    take_architecture(keys, reading);
    check_quantization(keys, reading);
    keys.finish();
}

} // namespace

std::vector<std::string> known_model_types()
{
    std::vector<std::string> names{"vit"};
    for (const ModelType& type : model_types) names.emplace_back(type.name);
    for (const std::string_view name : decoder_type_names()) names.emplace_back(name);
    std::ranges::sort(names);
    return names;
}

HfConfigReading import_hf_config(std::string_view text)
{
    HfConfigReading reading;
    const JsonDocument document = parse_json(without_infinities(text));
    reading.issues = document.issues;
    if (!reading.issues.empty()) return reading;
    if (document.value.is_object())
        read_model(document.value, reading);
    else
        reading.issues.push_back({"$", "wrong-type", json_excerpt(document.value), "object"});
    return reading;
}

} // namespace rigwright
