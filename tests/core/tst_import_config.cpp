// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/importing/hf_config.h"
#include "core/network/operator_counts.h"
#include "core/scenario/resolved_model.h"
#include "core/zoo/build.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>

namespace rigwright::test::tst_import_config {

Network built(const HfConfigReading& reading)
{
    return build_network(*family_of(reading.family), reading.shape, reading.input, {});
}

std::int64_t whole(const HfConfigReading& reading, const char* key)
{
    const auto found = reading.shape.find(key);
    return found == reading.shape.end() ? -1 : std::get<std::int64_t>(found->second);
}

// The keys and values of configurations as published, without irrelevant ones.

const char* const gpt2 =
    R"({"model_type": "gpt2", "activation_function": "gelu_new", "architectures": ["GPT2LMHeadModel"],
  "attn_pdrop": 0.1, "embd_pdrop": 0.1, "resid_pdrop": 0.1, "n_ctx": 1024, "n_embd": 768, "n_head": 12, "n_layer": 12,
  "n_positions": 1024, "layer_norm_epsilon": 1e-05, "vocab_size": 50257})";

const char* const llama_3_8b = R"({"architectures": ["LlamaForCausalLM"], "attention_bias": false,
  "attention_dropout": 0.0, "hidden_act": "silu", "hidden_size": 4096, "intermediate_size": 14336,
  "max_position_embeddings": 8192, "model_type": "llama", "num_attention_heads": 32, "num_hidden_layers": 32,
  "num_key_value_heads": 8, "pretraining_tp": 1, "rms_norm_eps": 1e-05, "rope_scaling": null, "rope_theta": 500000.0,
  "tie_word_embeddings": false, "torch_dtype": "bfloat16", "use_cache": true, "vocab_size": 128256})";

const char* const llama_2_7b = R"({"hidden_act": "silu", "hidden_size": 4096, "intermediate_size": 11008,
  "max_position_embeddings": 4096, "model_type": "llama", "num_attention_heads": 32, "num_hidden_layers": 32,
  "num_key_value_heads": 32, "tie_word_embeddings": false, "vocab_size": 32000})";

const char* const mistral_7b = R"({"hidden_act": "silu", "hidden_size": 4096, "intermediate_size": 14336,
  "max_position_embeddings": 32768, "model_type": "mistral", "num_attention_heads": 32, "num_hidden_layers": 32,
  "num_key_value_heads": 8, "rms_norm_eps": 1e-05, "rope_theta": 10000.0, "sliding_window": 4096,
  "tie_word_embeddings": false, "vocab_size": 32000})";

const char* const qwen2_5_half_b = R"({"attention_dropout": 0.0, "hidden_act": "silu", "hidden_size": 896,
  "intermediate_size": 4864, "max_position_embeddings": 32768, "max_window_layers": 24, "model_type": "qwen2",
  "num_attention_heads": 14, "num_hidden_layers": 24, "num_key_value_heads": 2, "rms_norm_eps": 1e-06,
  "sliding_window": 32768, "tie_word_embeddings": true, "use_sliding_window": false, "vocab_size": 151936})";

const char* const mpt_7b = R"({"attn_config": {"alibi": true, "attn_impl": "torch", "attn_pdrop": 0, "qk_ln": false},
  "d_model": 4096, "emb_pdrop": 0, "expansion_ratio": 4, "learned_pos_emb": true, "max_seq_len": 2048,
  "model_type": "mpt", "n_heads": 32, "n_layers": 32, "no_bias": true, "norm_type": "low_precision_layernorm",
  "resid_pdrop": 0, "vocab_size": 50432})";

const char* const bert_base = R"({"architectures": ["BertForMaskedLM"], "attention_probs_dropout_prob": 0.1,
  "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "hidden_size": 768, "intermediate_size": 3072,
  "max_position_embeddings": 512, "model_type": "bert", "num_attention_heads": 12, "num_hidden_layers": 12,
  "position_embedding_type": "absolute", "type_vocab_size": 2, "vocab_size": 30522})";

const char* const roberta_base = R"({"attention_probs_dropout_prob": 0.1, "hidden_act": "gelu",
  "hidden_dropout_prob": 0.1, "hidden_size": 768, "intermediate_size": 3072, "max_position_embeddings": 514,
  "model_type": "roberta", "num_attention_heads": 12, "num_hidden_layers": 12, "type_vocab_size": 1,
  "vocab_size": 50265})";

const char* const distilbert = R"({"activation": "gelu", "attention_dropout": 0.1, "dim": 768, "dropout": 0.1,
  "hidden_dim": 3072, "max_position_embeddings": 512, "model_type": "distilbert", "n_heads": 12, "n_layers": 6,
  "qa_dropout": 0.1, "seq_classif_dropout": 0.2, "sinusoidal_pos_embds": false, "tie_weights_": true,
  "vocab_size": 30522})";

const char* const t5_small = R"({"d_ff": 2048, "d_kv": 64, "d_model": 512, "dropout_rate": 0.1,
  "feed_forward_proj": "relu", "is_encoder_decoder": true, "layer_norm_epsilon": 1e-06, "model_type": "t5",
  "n_positions": 512, "num_decoder_layers": 6, "num_heads": 8, "num_layers": 6,
  "relative_attention_num_buckets": 32, "vocab_size": 32128})";

const char* const bart_large = R"({"activation_function": "gelu", "attention_dropout": 0.1, "d_model": 1024,
  "decoder_attention_heads": 16, "decoder_ffn_dim": 4096, "decoder_layerdrop": 0.0, "decoder_layers": 12,
  "dropout": 0.1, "encoder_attention_heads": 16, "encoder_ffn_dim": 4096, "encoder_layerdrop": 0.0,
  "encoder_layers": 12, "max_position_embeddings": 1024, "model_type": "bart", "num_hidden_layers": 12,
  "scale_embedding": false, "vocab_size": 50265})";

std::string vit_base()
{
    std::string labels;
    for (int i = 0; i < 1000; ++i)
        labels += (i > 0 ? ", \"" : "\"") + std::to_string(i) + "\": \"class " + std::to_string(i) + "\"";
    return R"({"attention_probs_dropout_prob": 0.0, "hidden_act": "gelu", "hidden_dropout_prob": 0.0,
      "hidden_size": 768, "image_size": 224, "intermediate_size": 3072, "model_type": "vit", "num_attention_heads": 12,
      "num_channels": 3, "num_hidden_layers": 12, "patch_size": 16, "qkv_bias": true, "id2label": {)" +
           labels + "}}";
}

const char* const mixtral = R"({"hidden_act": "silu", "hidden_size": 4096, "intermediate_size": 14336,
  "max_position_embeddings": 32768, "model_type": "mixtral", "num_attention_heads": 32, "num_experts_per_tok": 2,
  "num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 8, "output_router_logits": false,
  "sliding_window": null, "tie_word_embeddings": false, "vocab_size": 32000})";

const char* const deepseek_v3 = R"({"first_k_dense_replace": 3, "hidden_act": "silu", "hidden_size": 7168,
  "intermediate_size": 18432, "kv_lora_rank": 512, "max_position_embeddings": 163840, "model_type": "deepseek_v3",
  "moe_intermediate_size": 2048, "moe_layer_freq": 1, "n_group": 8, "n_routed_experts": 256, "n_shared_experts": 1,
  "num_attention_heads": 128, "num_experts_per_tok": 8, "num_hidden_layers": 61, "num_key_value_heads": 128,
  "num_nextn_predict_layers": 1, "q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 129280,
  "tie_word_embeddings": false, "quantization_config": {"quant_method": "fp8", "fmt": "e4m3"}})";

const char* const qwen3_0_6b = R"({"attention_bias": false, "head_dim": 128, "hidden_act": "silu", "hidden_size": 1024,
  "intermediate_size": 3072, "max_position_embeddings": 40960, "model_type": "qwen3", "num_attention_heads": 16,
  "num_hidden_layers": 28, "num_key_value_heads": 8, "sliding_window": null, "tie_word_embeddings": true,
  "use_sliding_window": false, "vocab_size": 151936})";

const char* const qwen3_30b = R"({"attention_bias": false, "decoder_sparse_step": 1, "head_dim": 128,
  "hidden_act": "silu", "hidden_size": 2048, "intermediate_size": 6144, "max_position_embeddings": 40960,
  "mlp_only_layers": [], "model_type": "qwen3_moe", "moe_intermediate_size": 768, "norm_topk_prob": true,
  "num_attention_heads": 32, "num_experts": 128, "num_experts_per_tok": 8, "num_hidden_layers": 48,
  "num_key_value_heads": 4, "tie_word_embeddings": false, "use_sliding_window": false, "vocab_size": 151936})";

std::string gpt_oss_20b()
{
    std::string types;
    for (int i = 0; i < 24; ++i) types += i % 2 == 0 ? "\"sliding_attention\", " : "\"full_attention\", ";
    types.resize(types.size() - 2);
    return R"({"attention_bias": true, "head_dim": 64, "hidden_act": "silu", "hidden_size": 2880,
      "initial_context_length": 4096, "intermediate_size": 2880, "max_position_embeddings": 131072,
      "model_type": "gpt_oss", "num_attention_heads": 64, "num_experts_per_tok": 4, "num_hidden_layers": 24,
      "num_key_value_heads": 8, "num_local_experts": 32, "quantization_config": {"quant_method": "mxfp4"},
      "sliding_window": 128, "swiglu_limit": 7.0, "tie_word_embeddings": false, "vocab_size": 201088,
      "layer_types": [)" +
           types + "]}";
}

/// The gpt2 configuration with one key changed, added or, for null text, taken out.
std::string changed(const char* key, const char* value)
{
    std::string text = gpt2;
    const std::string quoted = '"' + std::string(key) + '"';
    const std::size_t start = text.find(quoted);
    if (start != std::string::npos) {
        const std::size_t end = std::min(text.find(',', start), text.size() - 1);
        text.erase(start, end - start + (end + 1 < text.size() ? 1 : 0));
    }
    if (value == nullptr) return text;
    return "{" + quoted + ": " + value + ", " + text.substr(1);
}

class ImportConfigTest : public QObject {
    Q_OBJECT
private slots:
    void counts_the_parameters_of_published_models()
    {
        const Rows<std::string, qint64> rows{
            // The totals of the published checkpoints, tied embeddings counted once, heads of pre-training left out.
            {"gpt2", gpt2, 124'439'808},
            {"llama 3 8B", llama_3_8b, 8'030'261'248},
            {"llama 2 7B", llama_2_7b, 6'738'415'616},
            {"mistral 7B", mistral_7b, 7'241'732'096},
            {"qwen 2.5 0.5B", qwen2_5_half_b, 494'032'768},
            {"qwen 3 0.6B", qwen3_0_6b, 596'049'920},
            {"qwen 3 30B-A3B", qwen3_30b, 30'532'122'624},
            {"mixtral 8x7B", mixtral, 46'702'792'704},
            {"gpt-oss 20B", gpt_oss_20b(), 20'914'757'184},
            {"deepseek v3", deepseek_v3, 671'026'404'352},
            {"mpt 7B", mpt_7b, 6'649'286'656},
            {"bert base", bert_base, 109'514'298},
            {"roberta base", roberta_base, 124'645'632},
            {"distilbert", distilbert, 66'362'880},
            {"t5 small", t5_small, 60'506'624},
            {"bart large", bart_large, 406'291'456},
            {"vit base", vit_base(), 86'567'656},
        };
        rows.each([&](const auto& config, auto parameters) {
            const HfConfigReading reading = import_hf_config(config);
            QCOMPARE(described(reading.issues), std::string());
            const Network network = built(reading);
            QVERIFY(network.issues.empty());
            QCOMPARE(static_cast<qint64>(count_parameters(network).total.value()), parameters);
        });
    }

    void counts_the_parameters_of_every_class()
    {
        each_of(
            json_lines("data/configs.jsonl"), [](const nlohmann::json& line) { return line.at("config").dump(); },
            [&](const nlohmann::json& line) {
                const HfConfigReading reading = import_hf_config(line.at("config").dump());
                QCOMPARE(described(reading.issues), std::string());
                QCOMPARE(reading.ignored, line.value("ignored", std::vector<std::string>{}));
                const Network network = built(reading);
                QVERIFY(network.issues.empty());
                QCOMPARE(count_parameters(network).total.value(), line.at("parameters").get<std::int64_t>());
            });
    }

    void biases_and_norms_of_variants()
    {
        const auto differs = [](const char* type, const nlohmann::json& changes) {
            nlohmann::json config;
            for (const nlohmann::json& line : json_lines("data/configs.jsonl"))
                if (line.at("config").at("model_type") == type) config = line.at("config");
            const auto counted = [&] {
                const HfConfigReading reading = import_hf_config(config.dump());
                return reading.issues.empty() ? count_parameters(built(reading)).total.value() : std::int64_t{-1};
            };
            const std::int64_t before = counted();
            config.update(changes);
            return counted() - before;
        };
        // One layer norm instead of two, biases of query, key and value in 32 layers of 2,560.
        QCOMPARE(differs("stablelm", {{"use_parallel_residual", true}}), -32 * 2 * 2560);
        QCOMPARE(differs("stablelm", {{"use_qkv_bias", true}}), 32 * 3 * 2560);
        QCOMPARE(differs("gpt_neox", {{"attention_bias", false}}), -44 * 4 * 6144);
        QCOMPARE(differs("gpt_neox", {{"use_parallel_residual", false}}), 0);
        // Two layer norms in each of 60 layers become one.
        QCOMPARE(differs("falcon", {{"num_ln_in_parallel_attn", 1}}), -60 * 2 * 8192);
        QCOMPARE(differs("phimoe", {{"lm_head_bias", true}}), 32'064);
        QCOMPARE(differs("phi", {{"attention_bias", true}}), 0);
        QCOMPARE(differs("opt", {{"layer_norm_elementwise_affine", false}}), -(12 * 2 + 1) * 2 * 768);
        QCOMPARE(differs("gpt_bigcode", {{"multi_query", false}}), 12 * 2 * (769 * (768 - 64)));
        QCOMPARE(differs("seed_oss", {{"attention_out_bias", true}}), 64 * 4096);
        QCOMPARE(differs("qwen2_moe", {{"norm_topk_prob", true}}), 0);
    }

    void windows_follow_the_file_or_the_class()
    {
        const auto every = [](const char* type, const nlohmann::json& keys = {}) {
            nlohmann::json config{{"model_type", type},  {"num_hidden_layers", 6},   {"hidden_size", 64},
                                  {"vocab_size", 1000},  {"num_attention_heads", 4}, {"intermediate_size", 128},
                                  {"sliding_window", 32}};
            if (!keys.is_null()) config.update(keys);
            return whole(import_hf_config(config.dump()), "full_attention_every");
        };
        QCOMPARE(every("gemma2"), std::int64_t{2});
        QCOMPARE(every("cohere2"), std::int64_t{4});
        QCOMPARE(every("gemma3_text"), std::int64_t{6});
        QCOMPARE(every("gemma3_text", {{"sliding_window_pattern", 3}}), std::int64_t{3});
        QCOMPARE(every("exaone4", {{"sliding_window_pattern", "LLLG"}}), std::int64_t{4});
        QCOMPARE(every("olmo3", {{"layer_types", {"sliding_attention", "full_attention"}}}), std::int64_t{2});
        // A window in every layer.
        QCOMPARE(every("ministral"), std::int64_t{-1});
    }

    void builds_without_issues_at_its_own_input()
    {
        const HfConfigReading reading = import_hf_config(vit_base());
        QCOMPARE(reading.family, std::string("vision-transformer"));
        QCOMPARE(reading.input.image_height, std::optional<std::int64_t>(224));
        QCOMPARE(reading.input.channels, std::optional<std::int64_t>(3));
        QCOMPARE(whole(reading, "classes"), std::int64_t{1000});
    }

    void takes_what_the_family_expresses()
    {
        const HfConfigReading reading = import_hf_config(gpt2);
        QCOMPARE(reading.model_type, std::string("gpt2"));
        QCOMPARE(reading.family, std::string("decoder-transformer"));
        const ModelShape expected = shape_from(R"({"layers": 12, "d_model": 768, "heads": 12, "vocabulary": 50257,
        "max_positions": 1024, "activation": "gelu-new", "dropout": 0.1, "attention_dropout": 0.1,
        "tied_embeddings": true})");
        QVERIFY(reading.shape == expected);
        QVERIFY(reading.ignored.empty());
    }

    void lists_ignored_keys()
    {
        QVERIFY(import_hf_config(mistral_7b).ignored.empty());
        QCOMPARE(whole(import_hf_config(mistral_7b), "sliding_window"), std::int64_t{4096});
        QVERIFY(import_hf_config(qwen2_5_half_b).ignored.empty());
        // Switched off, so that they change nothing.
        QCOMPARE(import_hf_config(bart_large).ignored, std::vector<std::string>{});
        QCOMPARE(import_hf_config(changed("my_own_flag", "false")).ignored, std::vector<std::string>{});
        QCOMPARE(import_hf_config(changed("my_own_key", "3")).ignored, std::vector<std::string>{"$.my_own_key"});
    }

    void takes_experts_and_latent_attention()
    {
        const HfConfigReading experts = import_hf_config(mixtral);
        QCOMPARE(whole(experts, "experts"), std::int64_t{8});
        QCOMPARE(whole(experts, "experts_per_token"), std::int64_t{2});
        QCOMPARE(whole(experts, "expert_d_ff"), std::int64_t{14336});
        const HfConfigReading latent = import_hf_config(deepseek_v3);
        QCOMPARE(whole(latent, "q_lora_rank"), std::int64_t{1536});
        QCOMPARE(whole(latent, "dense_layers"), std::int64_t{3});
        QCOMPARE(whole(latent, "shared_experts"), std::int64_t{1});
        QCOMPARE(latent.ignored, (std::vector<std::string>{"$.quantization_config", "$.num_nextn_predict_layers"}));
        const HfConfigReading windows = import_hf_config(gpt_oss_20b());
        QCOMPARE(whole(windows, "sliding_window"), std::int64_t{128});
        QCOMPARE(whole(windows, "full_attention_every"), std::int64_t{2});
    }

    void reports_errors()
    {
        const auto one = [](const char* type, const nlohmann::json& keys) {
            nlohmann::json config{
                {"model_type", type},       {"num_hidden_layers", 4},   {"hidden_size", 64},
                {"num_attention_heads", 4}, {"vocab_size", 1000},       {"max_position_embeddings", 512},
                {"ffn_dim", 128},           {"intermediate_size", 128}, {"n_routed_experts", 8},
                {"num_local_experts", 8},   {"num_experts_per_tok", 2}, {"moe_intermediate_size", 32}};
            config.update(keys);
            return config.dump();
        };
        const std::string twice = std::string(gpt2).replace(0, 1, R"({"n_layer": 1, )");
        const Rows<std::string, QByteArray> rows{
            {"no JSON", "layers: 12", "$ syntax"},
            {"empty", "", "$ ends-early"},
            {"no object", "[1]", "$ wrong-type"},
            {"no model type", "{}", "$.model_type missing-key"},
            {"a UNet of Diffusers", R"({"_class_name": "UNet2DConditionModel", "cross_attention_dim": 768})",
             "$ diffusers-preset"},
            {"a pipeline of Diffusers", R"({"_class_name": "FluxPipeline"})", "$ diffusers-config"},
            {"an adapter", R"({"peft_type": "LORA", "base_model_name_or_path": "Qwen/Qwen2.5-7B", "r": 16})",
             "$ adapter-config"},
            {"a tokenizer", R"({"add_bos_token": false, "tokenizer_class": "Qwen2Tokenizer"})", "$ tokenizer-config"},
            {"image preparation", R"({"image_processor_type": "ViTImageProcessor"})", "$ processor-config"},
            {"generation", R"({"_from_model_config": true, "bos_token_id": 1})", "$ generation-config"},
            {"model type is no text", R"({"model_type": 3})", "$.model_type wrong-type"},
            {"unknown model type", R"({"model_type": "mamba"})", "$.model_type unknown-model-type"},
            {"missing size", changed("n_layer", nullptr), "$.n_layer missing-key"},
            {"null size", changed("n_layer", "null"), "$.n_layer missing-key"},
            {"size as text", changed("n_embd", "\"768\""), "$.n_embd wrong-type"},
            {"size as fraction", changed("n_embd", "768.5"), "$.n_embd wrong-type"},
            {"negative size", changed("n_head", "-12"), "$.n_head out-of-range"},
            {"size beyond the family", changed("n_layer", "2000000"), "$.n_layer out-of-range"},
            {"zero layers", changed("n_layer", "0"), "$.n_layer out-of-range"},
            {"rate above one", changed("resid_pdrop", "1.5"), "$.resid_pdrop out-of-range"},
            {"unknown activation", changed("activation_function", "\"mish\""),
             "$.activation_function unsupported-variant"},
            {"cross-attention", changed("add_cross_attention", "true"), "$.add_cross_attention unsupported-variant"},
            {"an encoder alone", R"({"model_type": "t5", "architectures": ["T5EncoderModel"], "d_ff": 2048, "d_kv": 64,
        "d_model": 512, "num_heads": 8, "num_layers": 6, "vocab_size": 32128})",
             "$.architectures unsupported-variant"},
            {"norms after the sums", one("opt", {{"do_layer_norm_before", false}}),
             "$.do_layer_norm_before unsupported-variant"},
            {"narrow embedding", one("opt", {{"word_embed_proj_dim", 32}}),
             "$.word_embed_proj_dim unsupported-variant"},
            {"norm of the residual", one("bloom", {{"apply_residual_connection_post_layernorm", true}}),
             "$.apply_residual_connection_post_layernorm unsupported-variant"},
            {"two norms of an old Falcon", one("falcon", {{"num_ln_in_parallel_attn", 2}}),
             "$.num_ln_in_parallel_attn unsupported-variant"},
            {"a new Falcon in sequence", one("falcon", {{"new_decoder_architecture", true}, {"parallel_attn", false}}),
             "$.parallel_attn unsupported-variant"},
            {"norms of single heads", one("cohere", {{"use_qk_norm", true}}), "$.use_qk_norm unsupported-variant"},
            {"norms with biases of single heads", one("phi", {{"qk_layernorm", true}}),
             "$.qk_layernorm unsupported-variant"},
            {"attention to both sides", one("gemma", {{"use_bidirectional_attention", true}}),
             "$.use_bidirectional_attention unsupported-variant"},
            {"windows out of turn", one("gemma2", {{"layer_types", {"full_attention", "sliding_attention"}}}),
             "$.layer_types unsupported-variant"},
            {"windows in no turn of GPT-Neo", one("gpt_neo", {{"attention_layers", {"global", "global"}}}),
             "$.attention_layers unsupported-variant"},
            {"layers of GPT-Neo as text", one("gpt_neo", {{"attention_layers", "global"}}),
             "$.attention_layers unsupported-variant"},
            {"dense layers after experts",
             one("glm4_moe", {{"mlp_layer_types", {"dense", "sparse", "dense", "sparse"}}}),
             "$.mlp_layer_types unsupported-variant"},
            {"linear attention", one("minimax_m2", {{"attn_type_list", {0, 1}}}),
             "$.attn_type_list unsupported-variant"},
            {"packed weights of ModelOpt",
             changed("quantization_config", R"({"quant_method": "modelopt", "quant_algo": "W4A16_AWQ"})"),
             "$.quantization_config unsupported-variant"},
            {"packed weights", changed("quantization_config", R"({"quant_method": "gptq"})"),
             "$.quantization_config unsupported-variant"},
            {"duplicate key", twice, "$.n_layer duplicate-key"},
        };
        rows.each([&](const auto& config, const auto& issue) {
            QCOMPARE(QByteArray::fromStdString(described(import_hf_config(config).issues)), issue);
        });
    }

    void diffusers_classes_name_presets()
    {
        for (const char* name : {"UNet2DConditionModel", "AutoencoderKL", "ControlNetModel"}) {
            const HfConfigReading reading = import_hf_config(nlohmann::json{{"_class_name", name}}.dump());
            for (const QString& preset : QString::fromStdString(reading.issues.at(0).expected).split(", "))
                QVERIFY2(preset_of(engine_data().presets, preset.toStdString()), qPrintable(preset));
        }
    }

    void every_prefix_is_refused_without_harm()
    {
        const std::string text = gpt2;
        for (std::size_t length = 0; length < text.size(); ++length)
            QVERIFY2(!import_hf_config(text.substr(0, length)).issues.empty(), qPrintable(QString::number(length)));
    }

    void the_named_class_decides_the_head()
    {
        const std::string llama =
            R"("model_type": "llama", "hidden_act": "silu", "hidden_size": 4096, "intermediate_size": 11008,
        "max_position_embeddings": 2048, "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 32,
        "tie_word_embeddings": false, "vocab_size": 32000)";
        const std::string labels =
            R"(, "id2label": {"0": "A", "1": "B", "2": "C", "3": "D", "4": "E", "5": "F", "6": "G"})";
        constexpr qint64 whole = 6'738'415'616;
        constexpr qint64 head = 32000LL * 4096;
        const std::string bert =
            R"("model_type": "bert", "hidden_act": "gelu", "hidden_size": 768, "intermediate_size": 3072,
        "max_position_embeddings": 512, "num_attention_heads": 12, "num_hidden_layers": 12, "type_vocab_size": 2,
        "vocab_size": 30522)";
        const std::string vit =
            R"("model_type": "vit", "hidden_act": "gelu", "hidden_size": 768, "intermediate_size": 3072, "image_size": 224,
        "num_attention_heads": 12, "num_channels": 3, "num_hidden_layers": 12, "patch_size": 16, "qkv_bias": true)";
        const Rows<std::string, qint64> rows{
            {"language model", llama + R"(, "architectures": ["LlamaForCausalLM"])", whole},
            {"no class", llama, whole},
            {"without a head", llama + R"(, "architectures": ["LlamaModel"])", whole - head},
            {"seven classes", llama + labels + R"(, "architectures": ["LlamaForSequenceClassification"])",
             whole - head + 7 * 4096},
            // Four projections of 4,096 in each of 32 layers; gate, up and down.
            {"biases of attention", llama + R"(, "attention_bias": true)", whole + 32LL * 4 * 4096},
            {"biases of feed-forward layers", llama + R"(, "mlp_bias": true)", whole + 32LL * (2 * 11008 + 4096)},
            // Counted on the classes of the transformers library.
            {"encoder", bert + R"(, "architectures": ["BertModel"])", 109'482'240},
            {"masked words", bert + R"(, "architectures": ["BertForMaskedLM"])", 109'514'298},
            // The library's class without a head_dim, counted on it.
            {"experts without a head width", R"("model_type": "qwen3_moe", "architectures": ["Qwen3MoeForCausalLM"],
        "decoder_sparse_step": 1, "hidden_act": "silu", "hidden_size": 2048, "intermediate_size": 6144,
        "max_position_embeddings": 32768, "mlp_only_layers": [], "moe_intermediate_size": 768,
        "num_attention_heads": 32, "num_experts_per_tok": 8, "num_hidden_layers": 24, "num_key_value_heads": 4,
        "num_local_experts": 128, "tie_word_embeddings": false, "vocab_size": 151936)",
             15'350'731'776},
            {"image encoder with its pooler", vit + R"(, "architectures": ["ViTModel"])", 86'389'248},
        };
        rows.each([](const auto& keys, auto parameters) {
            const HfConfigReading reading = import_hf_config("{" + keys + "}");
            QCOMPARE(described(reading.issues), std::string());
            QCOMPARE(reading.ignored, std::vector<std::string>{});
            QCOMPARE(qint64{count_parameters(built(reading)).total.value()}, parameters);
        });
    }

    void reads_what_python_writes()
    {
        const HfConfigReading reading = import_hf_config(changed("limits", R"([0.0, Infinity])"));
        QCOMPARE(described(reading.issues), std::string());
        QCOMPARE(reading.ignored, std::vector<std::string>{"$.limits"});
        // No size is infinite, and text is kept.
        QCOMPARE(described(import_hf_config(changed("n_embd", "Infinity")).issues), std::string("$.n_embd wrong-type"));
        QCOMPARE(described(import_hf_config(changed("activation_function", "\"Infinity \\\" -Infinity\"")).issues),
                 std::string("$.activation_function unsupported-variant"));
        QCOMPARE(described(import_hf_config(changed("limits", "NaN")).issues), std::string("$.limits syntax"));
    }

    void experts_under_either_key()
    {
        std::string renamed = qwen3_30b;
        const std::size_t at = renamed.find("\"num_experts\"");
        QVERIFY(at != std::string::npos);
        renamed.replace(at, 13, "\"num_local_experts\"");
        const HfConfigReading reading = import_hf_config(renamed);
        QCOMPARE(described(reading.issues), std::string());
        QVERIFY(reading.shape == import_hf_config(qwen3_30b).shape);
    }
};

RIGWRIGHT_TEST(ImportConfigTest)

} // namespace rigwright::test::tst_import_config

#include "tst_import_config.moc"
