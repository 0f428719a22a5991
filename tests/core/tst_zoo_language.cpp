// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/time/kernels.h"
#include "core/scenario/resolved_model.h"
#include "tests/support/suite.h"
#include "tests/support/zoo_networks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright::test::tst_zoo_language {

std::int64_t active(const Network& network) { return count_parameters(network).active.value(); }

ModelShape mixture(std::int64_t experts, std::int64_t chosen)
{
    return shape_from({{"d_model", 64},
                       {"heads", 4},
                       {"vocabulary", 1000},
                       {"layers", 4},
                       {"experts", experts},
                       {"experts_per_token", chosen},
                       {"max_positions", 128},
                       {"dropout", 0.0}});
}

ModelShape with(const ModelShape& base, const json& changes) { return with_changes(base, shape_from(changes)); }

Network decoder(const ModelShape& shape, std::int64_t length = 128)
{
    return of_family("decoder-transformer", shape, tokens(length));
}

/// The operator of a name (prefix included), or a failure.
const Operator& named(const Network& network, const std::string& name)
{
    for (const Operator& op : network.operators) {
        if (op.name == name) return op;
    }
    static const Operator none;
    QTest::qFail(("no operator " + name).c_str(), __FILE__, __LINE__);
    return none;
}

std::size_t count_of(const Network& network, const std::string& name)
{
    return static_cast<std::size_t>(std::ranges::count(network.operators, name, &Operator::name));
}

std::int64_t kept_in(const Network& network, NumberFormat weights, std::optional<NumberFormat> autocast = {})
{
    return analyse(network, {weights, autocast}).kept.at(1).value();
}

class ZooLanguageTest : public QObject {
    Q_OBJECT

private slots:
    void multiply_adds_follow_the_active_parameters()
    {
        // Every active weight but the input embedding and the norms meets every token once.
        const Network mixtral = built("mixtral-8x7b", {}, tokens(512));
        const std::int64_t norms = 65 * 4096;
        QCOMPARE(forward_macs(mixtral).linear.value(), 512 * (12'879'925'248 - 32'000 * 4'096 - norms));
        const Network deepseek = built("deepseek-v3", {}, tokens(512));
        const std::int64_t deepseek_norms = 61 * (2 * 7'168 + 1'536 + 512) + 7'168;
        QCOMPARE(forward_macs(deepseek).linear.value(), 512 * (37'552'282'624 - 129'280 * 7'168 - deepseek_norms));
        // Scores of 192, values of 128 in each of 128 heads.
        QCOMPARE(forward_macs(deepseek).attention.value(), std::int64_t{61} * 128 * 512 * 512 * (192 + 128));
    }

    void dense_decoders_of_the_papers()
    {
        const Rows<qint64, qint64, qint64> rows{
            {"mpt-125m", 12, 768, 12}, {"mpt-350m", 24, 1024, 16}, {"mpt-760m", 24, 1536, 12},
            {"mpt-1b", 24, 2048, 16},  {"mpt-3b", 32, 2560, 20},   {"mpt-7b", 32, 4096, 32},
            {"mpt-13b", 40, 5120, 40}, {"mpt-30b", 48, 7168, 56},  {"mpt-70b", 80, 8192, 64},
        };
        rows.each_named([&](const char* preset, auto layers, auto d, auto heads) {
            // No biases, tied, vocabulary 50,368, learned positions to the sequence length.
            for (const std::int64_t length : {2048, 8192}) {
                const Network network = built(preset, {}, tokens(length));
                QCOMPARE(parameters(network), layers * (12 * d * d + 2 * d) + (50'368 + length) * d + d);
                QCOMPARE(count_parameters(network).active, count_parameters(network).total);
                QCOMPARE(std::get<MatrixProduct>(named(network, "attn.qk").kind).groups, std::int64_t(heads));
            }
        });
    }

    void experts_run_as_grouped_products()
    {
        const Network network = built("mixtral-8x7b", {}, tokens(512));
        const Analysis analysis = analyse(network, {});
        for (const OperatorFacts& facts : analysis.facts) {
            if (network.operators[facts.op].name != "mlp.experts.gate") continue;
            BatchShare share;
            share.samples = 4;
            const Kernels kernels = operator_kernels(network, facts, share);
            QCOMPARE(kernels.count, std::size_t{3});
            const Kernel& forward = kernels.items[0];
            // 4 x 512 tokens, two experts each, shared evenly by eight matrices of 4,096 x 14,336.
            QCOMPARE(forward.groups, 8.0);
            QCOMPARE(forward.rows, 512.0);
            QCOMPARE(forward.columns, 14336.0);
            QCOMPARE(forward.depth, 4096.0);
            QCOMPARE(forward.weights, 8.0 * 4096 * 14336);
            QCOMPARE(forward.flops, 2.0 * 4096 * 4096 * 14336);
            QCOMPARE(kernels.items[2].depth, 512.0);
            return;
        }
        QFAIL("no expert layer");
    }

    void experts_of_few_tokens_are_not_all_read()
    {
        const Network network = built("deepseek-v3", {}, tokens(1));
        const Analysis analysis = analyse(network, {});
        for (const OperatorFacts& facts : analysis.facts) {
            if (network.operators[facts.op].name != "mlp.experts.down") continue;
            const Kernel forward = operator_kernels(network, facts, {}).items[0];
            QCOMPARE(forward.groups, 8.0);
            QCOMPARE(forward.rows, 1.0);
            QCOMPARE(forward.weights, 8.0 * 2048 * 7168);
            return;
        }
        QFAIL("no expert layer");
    }

    void experts_of_a_layer_are_one_array()
    {
        // Embedding, head, last norm; per layer two norms, four projections, the router, and three arrays of experts.
        QCOMPARE(count_parameters(built("mixtral-8x7b")).tensors.value(), 3 + 32 * 10);
    }

    void capacity_limits_and_pads()
    {
        const auto routed = [](const json& changes) {
            const Network network = decoder(with(mixture(8, 2), changes));
            return network.shape_of(named(network, "mlp.gather").output)[0];
        };
        // 128 tokens to two experts each: 256 in all, 32 for each of eight.
        QCOMPARE(routed({}), 256);
        QCOMPARE(routed({{"expert_capacity_factor", 1.25}}), 256);
        QCOMPARE(routed({{"expert_capacity_factor", 1.25}, {"pad_experts_to_capacity", true}}), 8 * 40);
        QCOMPARE(routed({{"expert_capacity_factor", 0.5}}), 8 * 16);
        QCOMPARE(routed({{"expert_capacity_tokens", 10}}), 80);
        QCOMPARE(routed({{"expert_capacity_tokens", 100}}), 256);
        QCOMPARE(routed({{"expert_capacity_tokens", 100}, {"pad_experts_to_capacity", true}}), 800);
    }

    void sparse_layers_alternate()
    {
        // A plain expert is 2 d f + f + d with f = 4 d, a router d E + E; the dense layer of GPT-2 has one of them.
        const std::int64_t d = 64;
        const std::int64_t expert = 8 * d * d + 5 * d;
        const std::int64_t router = 8 * d + 8;
        const std::int64_t dense = parameters(decoder(with(mixture(0, 1), {{"layers", 7}})));
        const auto total = [&](std::int64_t every, std::int64_t first) {
            return parameters(
                decoder(with(mixture(8, 2), {{"layers", 7}, {"expert_layers_every", every}, {"dense_layers", first}})));
        };
        QCOMPARE(total(1, 0), dense + 7 * (7 * expert + router));
        QCOMPARE(total(2, 0), dense + 3 * (7 * expert + router));
        QCOMPARE(total(3, 0), dense + 2 * (7 * expert + router));
        QCOMPARE(total(3, 3), dense + 1 * (7 * expert + router));
        QCOMPARE(total(1, 7), dense);
        // Layers that alternate are still written once for each place.
        const ModelShape deep = shape_from({{"layers", 1'000'000}, {"expert_layers_every", 4}});
        QVERIFY(decoder(with_changes(mixture(8, 2), deep)).operators.size() < 200);
        QCOMPARE(active(decoder(with(mixture(8, 2), {{"expert_layers_every", 2}}))),
                 parameters(decoder(mixture(0, 1))) + 2 * (expert + router));
    }

    void experts_of_both_stacks()
    {
        // Switch Transformer's order: every second layer of either stack has experts, one for each token, at most 64
        // tokens.
        const std::int64_t d = 64;
        const std::int64_t f = 256;
        const ModelShape t5 = shape_from({{"encoder_layers", 4},
                                          {"decoder_layers", 6},
                                          {"d_model", d},
                                          {"heads", 4},
                                          {"kv_heads", 4},
                                          {"d_ff", f},
                                          {"vocabulary", 1000},
                                          {"bias", false},
                                          {"activation", "relu"},
                                          {"norm", "rms"},
                                          {"positions", "relative-bias"}});
        const ModelShape experts = shape_from(R"({"experts": 4, "experts_per_token": 1, "expert_layers_every": 2,
        "expert_capacity_tokens": 64, "routing": "softmax-kept"})");
        const Network dense = of_family("encoder-decoder-transformer", t5, tokens(512));
        const Network sparse = of_family("encoder-decoder-transformer", with_changes(t5, experts), tokens(512));
        QVERIFY(sparse.issues.empty());
        // Two encoder and three decoder layers: three experts more, and a router.
        QCOMPARE(parameters(sparse) - parameters(dense), 5 * (3 * 2 * d * f + 4 * d));
        QCOMPARE(active(sparse) - parameters(dense), 5 * 4 * d);
        // Of 512 tokens 4 x 64 are computed.
        QCOMPARE(forward_macs(sparse).linear.value() - forward_macs(dense).linear.value(),
                 5 * (512 * 4 * d - 256 * 2 * d * f));
    }

    void shared_experts_and_dense_layers_add_up()
    {
        const std::int64_t d = 64;
        const auto shared = [&](const json& changes) {
            return parameters(decoder(with(mixture(8, 2), changes))) - parameters(decoder(mixture(8, 2)));
        };
        // Shared experts are one layer of their summed width: 2 d w + w + d, in four layers.
        QCOMPARE(shared({{"shared_experts", 1}}), 4 * (2 * d * 256 + 256 + d));
        QCOMPARE(shared({{"shared_experts", 2}}), 4 * (2 * d * 512 + 512 + d));
        QCOMPARE(shared({{"shared_experts", 2}, {"shared_expert_d_ff", 100}}), 4 * (2 * d * 100 + 100 + d));
        QCOMPARE(shared({{"expert_d_ff", 255}}), -4 * 8 * (2 * d + 1));
    }

    void sliding_layers_alternate_where_kernels_skip()
    {
        BuildOptions fused;
        fused.attention.fused = true;
        const Network network = built(presets().at("gpt-oss-120b"), {}, tokens(4096), fused);
        QCOMPARE(std::get<FusedAttention>(named(network, "layer0.attn.fused").kind).reach, 128);
        QCOMPARE(std::get<FusedAttention>(named(network, "layer1.attn.fused").kind).reach, 0);
        // By convention both count the whole rectangle; the kernels do not.
        QCOMPARE(forward_macs(network).attention.value(), std::int64_t{36} * 64 * 4096 * 4096 * (64 + 64));
        std::array<double, 2> flops{};
        std::size_t found = 0;
        const Analysis analysis = analyse(network, {});
        for (const OperatorFacts& facts : analysis.facts) {
            if (std::holds_alternative<FusedAttention>(network.operators[facts.op].kind) && found < 2)
                flops[found++] = operator_kernels(network, facts, {}).items[0].flops;
        }
        QCOMPARE(flops[0], 2.0 * 64 * 4096 * 128 * 128);
        QCOMPARE(flops[1], 2.0 * 64 * 4096 * 2048 * 128);
        // Materialised scores are whole in every layer, so that one copy stands for all.
        QCOMPARE(count_of(built("gpt-oss-120b"), "attn.qk"), std::size_t{1});
    }

    /// As Qwen 1, Phi-3 and InternLM 2 have it: the same weights in one product, with rotary positions all the same.
    void one_layer_may_make_queries_keys_and_values()
    {
        const ModelShape apart = shape_from(R"({"d_model": 64, "heads": 4, "kv_heads": 2, "vocabulary": 1000,
        "layers": 2, "positions": "rotary"})");
        const Network three = decoder(apart);
        const Network one = decoder(with(apart, {{"fused_qkv", true}}));
        QCOMPARE(parameters(one), parameters(three));
        const auto ending = [](const Network& network, const std::string& name) {
            const auto& all = network.operators;
            return static_cast<int>(std::ranges::count_if(
                all, [&name](const Operator& op) { return std::string_view(op.name).ends_with(name); }));
        };
        QCOMPARE(ending(three, "attn.qkv"), 0);
        QCOMPARE(ending(one, "attn.qkv"), 1);
        QCOMPARE(ending(one, "attn.q_proj") + ending(one, "attn.k_proj") + ending(one, "attn.v_proj"), 0);
        // 64 wide queries, keys and values of two heads of 16.
        for (const Operator& op : one.operators)
            if (std::string_view(op.name).ends_with("attn.qkv"))
                QCOMPARE(one.shape_of(op.output)[1], std::int64_t{64 + 2 * 32});
        // Both turn queries and keys.
        QCOMPARE(ending(three, "rotary.add"), 2);
        QCOMPARE(ending(one, "rotary.add"), 2);
    }

    void latent_attention_closed_form()
    {
        // DeepSeek-V3's attention: compressed queries and keys with their norms, shared rotary key, output.
        const auto attention = [](std::int64_t query_rank) {
            const std::int64_t queries =
                query_rank > 0 ? 7'168 * query_rank + query_rank + query_rank * 128 * 192 : 7'168 * 128 * 192;
            return queries + 7'168 * (512 + 64) + 512 + 512 * 128 * (128 + 128) + 128 * 128 * 7'168;
        };
        QCOMPARE(attention(1'536), 187'107'328);
        const ModelShape direct = shape_from({{"q_lora_rank", 0}});
        QCOMPARE(parameters(built("deepseek-v3")) - parameters(built("deepseek-v3", direct)),
                 61 * (attention(1'536) - attention(0)));
    }

    void sinks_cost_one_column()
    {
        const ModelShape base =
            shape_from({{"d_model", 64}, {"heads", 4}, {"layers", 1}, {"positions", "rotary"}, {"dropout", 0.0}});
        const Network plain = decoder(base);
        const Network sunk = decoder(with(base, {{"attention_sinks", true}}));
        QCOMPARE(parameters(sunk) - parameters(plain), 4);
        // 4 heads x 128 queries: one fp32 probability more, and the int64 place of the maximum.
        QCOMPARE(kept(sunk, 1, false) - kept(plain, 1, false), 4 * 128 * (4 + 8));
    }

    void blocks_differ_in_their_norms()
    {
        const std::int64_t d = 64;
        const std::int64_t length = 128;
        const ModelShape base = shape_from({{"d_model", d},
                                            {"heads", 4},
                                            {"layers", 1},
                                            {"vocabulary", 1'000},
                                            {"positions", "rotary"},
                                            {"dropout", 0.0}});
        const auto of = [&](const char* block) { return decoder(with(base, {{"block", block}}), length); };
        const Network plain = of("pre-norm");
        const Network parallel = of("parallel");
        const Network two = of("parallel-two-norms");
        const Network after = of("norm-after");
        const Network sandwich = of("sandwich-norm");
        // Four projections, two matrices of 64 x 256, the output; scores and values of four heads of 16.
        QCOMPARE(forward_macs(parallel).linear.value(), length * (4 * d * d + 2 * d * 256 + d * 1'000));
        QCOMPARE(forward_macs(parallel).attention.value(), 4 * length * length * (16 + 16));
        // A layer norm has a scale and a shift.
        QCOMPARE(parameters(plain) - parameters(parallel), 2 * d);
        QCOMPARE(parameters(two), parameters(plain));
        QCOMPARE(parameters(after), parameters(plain));
        QCOMPARE(parameters(sandwich) - parameters(plain), 2 * 2 * d);
        // A norm keeps its input with a mean and a deviation for each token, a product its input. One norm of the
        // layer's input serves both parts; two share what they normalize. Norms after keep what was added, and the
        // products what was normalized.
        const std::int64_t tensor = length * d * 4;
        const std::int64_t statistics = length * 2 * 4;
        const auto kept_more = [&](const Network& network) {
            return kept_in(network, NumberFormat::fp32) - kept_in(plain, NumberFormat::fp32);
        };
        QCOMPARE(kept_more(parallel), -2 * tensor - statistics);
        QCOMPARE(kept_more(two), -tensor);
        QCOMPARE(kept_more(after), 0);
        QCOMPARE(kept_more(sandwich), 2 * (tensor + statistics));
    }

    void parameters_of_norms_and_biases()
    {
        const ModelShape base = shape_from(R"({"d_model": 64, "heads": 4, "kv_heads": 2, "layers": 1,
        "vocabulary": 1000, "positions": "rotary", "bias": false})");
        const auto more = [&](const json& changes) {
            return parameters(decoder(with(base, changes))) - parameters(decoder(base));
        };
        QCOMPARE(more({{"norm_bias", true}}), 3 * 64);
        QCOMPARE(more({{"norm", "non-parametric"}}), -3 * 64);
        QCOMPARE(more({{"norm", "rms"}, {"norm_bias", true}}), 0);
        QCOMPARE(more({{"embedding_norm", true}}), 64);
        QCOMPARE(more({{"lm_head_bias", true}}), 1'000);
        QCOMPARE(more({{"lm_head_bias", true}, {"tied_embeddings", false}}), 1'000 + 1'000 * 64);
        QCOMPARE(more({{"qk_norm", true}}), 2 * 16);
        QCOMPARE(more({{"qk_norm", true}, {"qk_norm_across_heads", true}}), (4 + 2) * 16);
    }

    void a_gate_weights_the_shared_expert()
    {
        const ModelShape base = with(mixture(8, 2), {{"shared_experts", 1}});
        const Network plain = decoder(base);
        const Network gated = decoder(with(base, {{"shared_expert_gate", true}}));
        QCOMPARE(parameters(gated) - parameters(plain), 4 * 64);
        QCOMPARE(forward_macs(gated).linear.value() - forward_macs(plain).linear.value(), 4 * 128 * 64);
    }

    void squares_keep_their_root()
    {
        const ModelShape base = shape_from({{"layers", 1}, {"d_model", 64}, {"heads", 1}});
        const auto keeps = [&](const char* name) {
            return kept_in(decoder(with(base, {{"activation", name}})), NumberFormat::fp32);
        };
        // The product after it keeps the square, the square its root.
        QCOMPARE(keeps("relu-squared") - keeps("relu"), 128 * 256 * 4);
    }

    /// x + 0.044715 x^3, tanh, 1 + tanh and x / 2 each leave a tensor where one kernel keeps the input alone; autocast
    /// computes the power, and with it all but the half of x, in fp32.
    void gelu_by_operators_keeps_what_each_needs()
    {
        const ModelShape plain =
            shape_from({{"layers", 1}, {"d_model", 64}, {"heads", 1}, {"activation", "gelu-tanh"}});
        const Network one = decoder(plain);
        const Network eight = decoder(with(plain, {{"activation", "gelu-new"}}));
        QCOMPARE(eight.operators.size() - one.operators.size(), std::size_t{7});
        const std::int64_t numbers = 128 * 256;
        // Three numbers of the code, a double each.
        const std::int64_t factors = 3 * 8;
        constexpr auto bf16 = NumberFormat::bf16;
        const auto more = [&](NumberFormat weights, std::optional<NumberFormat> autocast = {}) {
            return kept_in(eight, weights, autocast) - kept_in(one, weights, autocast);
        };
        QCOMPARE(more(NumberFormat::fp32), numbers * (16 - 4) + factors);
        QCOMPARE(more(bf16), numbers * (8 - 2) + factors);
        QCOMPARE(more(NumberFormat::fp32, bf16), numbers * (14 - 2) + factors);
        BuildOptions fused;
        fused.fused_elements = true;
        const Family& family = *family_of("decoder-transformer");
        const Network joined = build_network(family, with(plain, {{"activation", "gelu-new"}}), tokens(128), fused);
        QCOMPARE(joined.operators.size(), one.operators.size());
    }

    /// Llama's code computes softmax in fp32 and converts the result, whatever the format of the weights.
    void probabilities_are_kept_in_fp32_where_the_code_asks()
    {
        const ModelShape learned = shape_from({{"layers", 1}, {"d_model", 64}, {"heads", 1}, {"dropout", 0.0}});
        const ModelShape rotary = with(learned, {{"positions", "rotary"}});
        // The scores grow with the square of the tokens: 2 bytes of a score and 1 of the mask are kept, and 4 + 2 where
        // the code converts to fp32.
        const auto quadratic = [](const ModelShape& shape) {
            const auto at = [&](std::int64_t tokens) { return kept_in(decoder(shape, tokens), NumberFormat::bf16); };
            return (at(768) - 2 * at(512) + at(256)) / (2 * 256 * 256);
        };
        QCOMPARE(quadratic(learned), std::int64_t{2 + 1});
        QCOMPARE(quadratic(rotary), std::int64_t{4 + 2});
    }

    void recurrent_models_keep_what_the_kernels_keep()
    {
        // For each step and layer 8 vectors: input, hidden state, three or four gates, and for an LSTM cell state and
        // its tanh, for a GRU two clones and the candidate; the decoder's input; three masks of a byte; the index.
        const std::int64_t step = 17 * 650 * 4 + 3 * 650 + 8;
        QCOMPARE(kept(built("lstm-lm-medium"), 1, false), 35 * step);
        QCOMPARE(kept(built("gru-lm-medium"), 1, false), 35 * step);
        QCOMPARE(kept(built("gru-lm-medium"), 8, false), 8 * 35 * step);
        const Network gru = built("gru-lm-medium");
        QCOMPARE(forward_macs(gru).total().value(), 35 * (2 * 6 * 650 * 650 + 650 * 10'000));
        // thop adds 13 operations a step and unit: six biases, three sums of gates, the reset product, three for the
        // blend.
        QCOMPARE(thop_macs(gru).value(), 35 * (2 * (6 * 650 * 650 + 13 * 650) + 650 * 10'000));
        // Observation 84, its projection, gates, tanh, the two states, the cell's output, the result.
        const Network generator = built("physo-rnn");
        QCOMPARE(kept(generator, 1, false), 35 * 4 * (84 + 128 + 4 * 128 + 128 + 2 * 128 + 128 + 17));
        QCOMPARE(forward_macs(generator).total().value(), 35 * (84 * 128 + 8 * 128 * 128 + 128 * 17));
    }

    void recurrent_steps_cost_what_one_does()
    {
        const Network few = built("lstm-lm-medium", {}, tokens(2));
        const Network many = built("lstm-lm-medium", {}, tokens(1'000'000'000));
        QCOMPARE(few.operators.size(), many.operators.size());
        QCOMPARE(parameters(few), parameters(many));
        QCOMPARE(forward_macs(many).total().value(), std::int64_t{1'000'000'000} * (2 * 8 * 650 * 650 + 6'500'000));
        // A tied output matrix.
        QCOMPARE(parameters(built("lstm-lm-medium", {{"tied_embeddings", true}})), 19'780'400 - 6'500'000);
    }

    void recurrent_cells_are_one_kernel()
    {
        // Two layers of 35 steps: a product and a fused cell each.
        for (const char* id : {"lstm-lm-medium", "gru-lm-medium"}) {
            const Network network = built(id);
            std::size_t of_steps = 0;
            for (const OperatorFacts& facts : analyse(network, {}).facts) {
                const bool step = network.blocks[facts.block].repeat == 35;
                for (const Kernel& kernel : operator_kernels(network, facts, {})) {
                    if (step && kernel.direction == Direction::forward)
                        of_steps += static_cast<std::size_t>(facts.copies);
                }
            }
            QCOMPARE(of_steps, std::size_t{2 * 35 * 2});
        }
    }

    void transformer_xl_parts()
    {
        const std::int64_t d = 512;
        const std::int64_t f = 2048;
        const std::int64_t layer = 5 * d * d + 2 * d * f + f + d + 4 * d;
        QCOMPARE(parameters(built("transformer-xl-base")), 16 * layer + 267'735 * d + 267'735 + 3 * d + 3 + 2 * d);
        const ModelShape deeper = shape_from({{"layers", 17}});
        QCOMPARE(parameters(built("transformer-xl-base", deeper)) - parameters(built("transformer-xl-base")), layer);
        // Keys and values of 192 + 192 tokens, positions for 384, scores twice and values once.
        const MacSplit macs = forward_macs(built("transformer-xl-base", deeper));
        const MacSplit base = forward_macs(built("transformer-xl-base"));
        QCOMPARE(macs.linear.value() - base.linear.value(),
                 384 * 3 * d * d + 384 * d * d + 192 * d * d + 192 * 2 * d * f);
        QCOMPARE(macs.attention.value() - base.attention.value(), 3 * 192 * 384 * d);
        // Embeddings of 1,024, 256, 64 and 16; four input projections, one of the head's output.
        const Network large = built("transformer-xl-large");
        QCOMPARE(parameters(large) - 18 * (13 * 1024 * 1024 + 4096 + 5 * 1024),
                 19'997 * 1024 + 20'000 * 256 + 160'000 * 64 + 67'738 * 16 + 1024 * (1024 + 256 + 64 + 16) +
                     1024 * 1024 + 267'735 + 3 * 1024 + 3 + 2 * 1024);
    }

    void words_fall_into_clusters_by_rank()
    {
        // Harmonic numbers: H(19,997) = 10.48, H(39,997) = 11.17, H(199,997) = 12.78, H(267,735) = 13.07.
        const Network network = built("transformer-xl-base", {}, tokens(10'000));
        QCOMPARE(network.outputs.size(), std::size_t{4});
        QCOMPARE(network.shape_of(network.outputs[0]), (Shape{10'000, 20'000}));
        const auto share = [&](std::size_t tail) {
            return static_cast<double>(network.shape_of(network.outputs[tail])[0]) / 10'000;
        };
        QVERIFY(std::abs(share(1) - (11.17 - 10.48) / 13.07) < 1e-3);
        QVERIFY(std::abs(share(2) - (12.78 - 11.17) / 13.07) < 1e-3);
        QVERIFY(std::abs(share(3) - (13.07 - 12.78) / 13.07) < 1e-3);
        QCOMPARE(network.shape_of(network.outputs[3])[1], 67'738);
    }

    /// What Transformers loads for the classes of these names (BertForPreTraining and so on), two labels where there
    /// are any.
    void heads_of_encoders()
    {
        const Rows<std::string, qint64, QByteArray> rows{
            {"bert-base-uncased", "none", 109'482'240, "1x768"},
            {"bert-base-uncased", "pretraining", 110'106'428, "512x30522 1x2"},
            {"bert-base-uncased", "masked-lm", 109'514'298, "512x30522"},
            {"bert-base-uncased", "sequence-classification", 109'483'778, "1x2"},
            {"bert-base-uncased", "token-classification", 108'893'186, "512x2"},
            {"bert-base-uncased", "question-answering", 108'893'186, "512x2"},
            {"roberta-base", "sequence-classification", 124'647'170, "1x2"},
            {"roberta-base", "masked-lm", 124'697'433, "512x50265"},
            {"distilbert-base-uncased", "sequence-classification", 66'955'010, "1x2"},
        };
        rows.each_named([](const char* preset, const auto& head, auto parameters, const auto& shapes) {
            Scenario scenario;
            scenario.model.preset = preset;
            scenario.model.head = head;
            const ResolvedModel model = resolve_model(scenario, engine_data().presets);
            const Network network = build_network(model, {});
            QCOMPARE(qint64(count_parameters(network).total.value()), parameters);
            QByteArrayList outputs;
            for (const TensorId id : network.outputs) {
                const Shape& shape = network.shape_of(id);
                outputs << QByteArray::number(qlonglong(shape[0])) + 'x' + QByteArray::number(qlonglong(shape[1]));
            }
            QCOMPARE(outputs.join(' '), shapes);
            // A hyperparameter of the shape expresses the same.
            ModelShape shape = presets().at(preset).shape;
            shape.insert_or_assign("head", head);
            QVERIFY(shape == model.shape);
        });
    }
};

RIGWRIGHT_TEST(ZooLanguageTest)

} // namespace rigwright::test::tst_zoo_language

#include "tst_zoo_language.moc"
