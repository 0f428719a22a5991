// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/low_rank_adapters.h"
#include "core/network/network_builder.h"
#include "core/network/operator_counts.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>

namespace rigwright::test::tst_lora {

Scenario fine_tuned(const std::string& preset, std::int64_t rank, LoraTargets targets,
                    BaseWeights base = BaseWeights::same)
{
    Scenario scenario = scenario_of(preset);
    scenario.training.precision = Precision::bf16;
    scenario.training.lora = Lora{rank, targets};
    scenario.training.base_weights = base;
    return scenario;
}

/// 4 -> 8 -> 2 without biases, a ReLU between: the second layer writes the output.
Network two_layers()
{
    NetworkBuilder builder;
    TensorId x = builder.input({4});
    x = builder.linear("up", x, 8, false);
    x = builder.activation("relu", x, ActivationFunction::relu);
    x = builder.linear("head", x, 2, false);
    return builder.finish({x});
}

const Operator& named(const Network& network, const std::string& name)
{
    const auto found = std::ranges::find(network.operators, name, &Operator::name);
    return found == network.operators.end() ? network.operators.front() : *found;
}

std::string error_of(const Scenario& scenario)
{
    const Evaluation evaluation = evaluated(scenario);
    return evaluation.errors.empty() ? "" : evaluation.errors.front().code + " " + evaluation.errors.front().field;
}

double error_of(const nlohmann::json& entry)
{
    const Evaluation evaluation = evaluated(read_scenario(entry["scenario"]).scenario);
    const double predicted = evaluation.memory.allocated(evaluation.scenario.training.micro_batch).as_double();
    return predicted / entry["measured"]["bytes"].get<double>() - 1.0;
}

class tst_lora : public QObject {
    Q_OBJECT

private slots:
    void trainable_parameters_are_those_published()
    {
        const int attention = int(LoraTargets::attention);
        const int all = int(LoraTargets::all_linear);
        const Rows<QString, int, int, qint64> rows{
            // 32 layers, q and v, (4096 + 4096) x 16 each.
            {"Llama-2 7B, q and v", "llama-2-7b", 16, attention, 8'388'608},
            // 32 x 16 x (4 x 8,192 + 3 x 15,104): the figure that PEFT prints for all linear layers.
            {"Llama-2 7B, all linear", "llama-2-7b", 16, all, 39'976'960},
            // 32 x 8 x (8,192 + 5,120): values have 8 heads of 128 for 32 of the queries.
            {"Llama-3 8B, shared heads", "llama-3-8b", 8, attention, 3'407'872},
            // One layer for queries, keys and values: 12 x 8 x (768 + 2,304), as PEFT prints for GPT-2.
            {"GPT-2, fused projection", "gpt2-small", 8, attention, 294'912},
            {"BERT base, query and value", "bert-base-uncased", 8, attention, 294'912},
            // (24 encoder + 2 x 24 decoder) attentions x 2 x 8 x 2,048, as PEFT prints for T5-large.
            {"T5 large, cross attention too", "t5-large", 8, attention, 2'359'296},
            // 32 layers x 8 x (q, o: 8,192 each; k, v: 5,120 each; router: 4,104; 8 experts x 3 x 18,432).
            {"Mixtral, every expert", "mixtral-8x7b", 8, all, qint64{32} * 8 * (26'624 + 4'104 + 442'368)},
        };
        rows.each([&](const auto& preset, auto rank, auto targets, auto trainable) {
            Scenario scenario = fine_tuned(preset.toStdString(), rank, static_cast<LoraTargets>(targets));
            scenario.input.sequence_length = 64;
            const Evaluation evaluation = evaluated(scenario);
            QVERIFY(evaluation.estimate.has_value());
            QCOMPARE(qint64(evaluation.estimate->model.trainable_parameters.value()), trainable);
            Scenario whole = scenario;
            whole.training.lora.reset();
            const Evaluation full = evaluated(whole);
            QCOMPARE(qint64((evaluation.estimate->model.parameters - full.estimate->model.parameters).value()),
                     trainable);
            // One multiply-accumulate for each adapter weight and token.
            if (preset.startsWith("llama") || preset.startsWith("gpt2"))
                QCOMPARE(qint64((evaluation.estimate->model.forward_macs_per_sample -
                                 full.estimate->model.forward_macs_per_sample)
                                    .value()),
                         trainable * 64);
        });
    }

    void adapters_are_added_beside_the_layer()
    {
        Network network = two_layers();
        QCOMPARE(add_low_rank_adapters(network, 2, AdapterTargets::all_linear).value(), 1);
        std::vector<std::string> names;
        for (const Operator& op : network.operators) names.push_back(op.name);
        const std::vector<std::string> expected{"up",          "up.lora_A", "up.lora_B", "up.lora_scale",
                                                "up.lora_add", "relu",      "head"};
        QVERIFY(names == expected);
        const ParameterCounts counts = count_parameters(network);
        QCOMPARE(counts.total.value(), 32 + 16 + 2 * (4 + 8));
        QCOMPARE(counts.trainable.value(), 2 * (4 + 8));
        QCOMPARE(counts.trainable_tensors.value(), 2);
        QCOMPARE(named(network, "relu").inputs[0], named(network, "up.lora_add").output);
        QCOMPARE(named(network, "up.lora_A").inputs[0], named(network, "up").inputs[0]);
        QCOMPARE(network.blocks.front().last, network.operators.size());
        Network no_attention = two_layers();
        QCOMPARE(add_low_rank_adapters(no_attention, 2, AdapterTargets::query_and_value).value(), 0);
    }

    void a_projection_of_all_three_has_one_adapter()
    {
        NetworkBuilder builder;
        const TensorId x = builder.input({3, 8});
        const TensorId all = builder.linear("qkv", x, 24, false);
        const auto part = [&] { return builder.view("split", all, {3, 8}); };
        FusedAttention kernel;
        kernel.heads = kernel.key_value_heads = 2;
        kernel.query_tokens = kernel.key_tokens = 3;
        kernel.head_width = kernel.value_width = 4;
        const TensorId query = part();
        const TensorId key = part();
        const TensorId value = part();
        Network network = builder.finish({builder.fused_attention("attention", query, key, value, kernel)});
        QCOMPARE(add_low_rank_adapters(network, 4, AdapterTargets::query_and_value).value(), 1);
        QCOMPARE(count_parameters(network).trainable.value(), 4 * (8 + 24));
        // Consumers of the projection read the sum with the adapter.
        QCOMPARE(named(network, "split").inputs[0], named(network, "qkv.lora_add").output);
    }

    void layers_that_share_a_weight_share_adapters()
    {
        NetworkBuilder builder;
        TensorId x = builder.input({5, 6});
        x = builder.linear("first", x, 6, false);
        const ParameterId weight = builder.last_parameter();
        x = builder.activation("act", x, ActivationFunction::gelu);
        x = builder.linear_shared("second", x, 6, weight);
        x = builder.activation("act2", x, ActivationFunction::gelu);
        Network network = builder.finish({builder.linear("head", x, 2, false)});
        QCOMPARE(add_low_rank_adapters(network, 3, AdapterTargets::all_linear).value(), 2);
        QCOMPARE(count_parameters(network).trainable.value(), 3 * (6 + 6));
    }

    void kept_bytes_can_be_followed_by_hand()
    {
        Network network = two_layers();
        add_low_rank_adapters(network, 1, AdapterTargets::all_linear);
        const Analysis analysis = analyse(network, {});
        // A keeps the input (16 bytes a sample), B the one number between them (4), the ReLU its output (32); the
        // frozen layers nothing, the scaling its factor as one double.
        QCOMPARE(analysis.kept.per_sample.value(), 16 + 4 + 32);
        QCOMPARE(analysis.kept.fixed.value(), 8);
        // With dropout A keeps what is left of the input, as many bytes. There is a mask only where a gradient passes:
        // behind a layer with an adapter.
        NetworkBuilder builder;
        TensorId x = builder.input({4});
        x = builder.linear("one", x, 8, false);
        x = builder.linear("two", x, 8, false);
        Network dropping = builder.finish({builder.linear("head", x, 2, false)});
        add_low_rank_adapters(dropping, 1, AdapterTargets::all_linear, 0.05);
        // Input (16) and number between (4) of the first; dropped input (32), mask (8) and number (4) of the second.
        QCOMPARE(analyse(dropping, {}).kept.per_sample.value(), (16 + 4) + (32 + 8 + 4));
    }

    void frozen_layers_without_adapter_keep_no_input()
    {
        Scenario scenario = fine_tuned("llama-2-7b", 8, LoraTargets::attention);
        scenario.input.sequence_length = 1024;
        const auto kept = [&] { return evaluated(scenario).estimate->model.saved_activation_bytes_per_sample.value(); };
        const std::int64_t some = kept();
        scenario.training.lora->targets = LoraTargets::all_linear;
        // The five layers more keep their input in fp32 behind their own dropout: 1,024 tokens x (4 bytes and a mask of
        // one) x the widths of k, out, gate and up (4,096 each) and down (11,008), 8 numbers of 4 bytes a token between
        // their two matrices, and the scaling factor as one double. What k reads in the first layer needs no gradient,
        // hence no mask.
        QCOMPARE(kept() - some,
                 std::int64_t{32} * (1024 * (5 * (4 * 4096 + 11008) + 5 * 8 * 4) + 5 * 8) - std::int64_t{1024} * 4096);
    }

    void states_are_those_of_the_adapters()
    {
        Scenario scenario = fine_tuned("llama-2-7b", 16, LoraTargets::attention);
        scenario.input.sequence_length = 128;
        scenario.training.precision = Precision::bf16_master;
        const MemoryEstimate memory = *evaluated(scenario).estimate->memory;
        const std::int64_t adapters = 8'388'608;
        QCOMPARE(memory.states[0].value(), (std::int64_t{6'738'415'616} + adapters) * 2);
        QCOMPARE(memory.states[1].value(), adapters * 4);
        QCOMPARE(memory.states[2].value(), adapters * 8);
        QCOMPARE(memory.states[3].value(), adapters * 4);
        // Beside a pure 16-bit base they are fp32 throughout, without a master copy.
        scenario.training.precision = Precision::bf16;
        const MemoryEstimate pure = *evaluated(scenario).estimate->memory;
        QCOMPARE(pure.states[0].value(), std::int64_t{6'738'415'616} * 2 + adapters * 4);
        QCOMPARE(pure.states[1].value(), adapters * 4);
        QCOMPARE(pure.states[2].value(), adapters * 8);
        QCOMPARE(pure.states[3].value(), 0);
    }

    /// 4 bytes of weight and 8 of Adam's moments are saved, and 4 of gradient travel, whatever the base is stored in.
    void adapters_in_fp32_are_so_everywhere()
    {
        Scenario scenario = with_fields(fine_tuned("llama-2-7b", 16, LoraTargets::attention), R"({
            "build.gpu": "a100-sxm-80", "build.gpus_per_node": 8, "dataset.samples": 1000})");
        const Evaluation plan = evaluated(scenario);
        const double trainable = plan.estimate->model.trainable_parameters.as_double();
        QCOMPARE(trainable, 8'388'608.0);
        QCOMPARE(plan.estimate->time->run->checkpoint.as_double(), 12.0 * trainable);
        QCOMPARE(plan.time->communication.gradients.reduce.payload, 4.0 * trainable);
        QVERIFY(!finds(plan.estimate->findings, "pure-bf16-loses-updates"));
        scenario.training.stack = SoftwareStack::tuned;
        QVERIFY(finds(evaluated(scenario).estimate->findings, "pure-bf16-loses-updates"));
    }

    /// Autocast caches no frozen weight, and a checkpointed forward saves none: full recomputation leaves no copy of a
    /// layer. Without it autograd saves 2 bytes of each of the 6.5 billion weights of its linear layers.
    void recomputed_layers_hold_no_copies_of_frozen_weights()
    {
        Scenario scenario = with_fields(fine_tuned("llama-2-7b", 16, LoraTargets::attention), R"({
            "training.precision": "bf16-amp", "build.gpu": "a100-sxm-80", "input.sequence_length": 512})");
        const auto allocated = [&scenario](Recompute recompute) {
            scenario.training.recompute = recompute;
            return evaluated(scenario).estimate->memory->peak_allocated.as_double();
        };
        const double whole = allocated(Recompute::none);
        const double rebuilt = allocated(Recompute::full);
        QVERIFY2(whole - rebuilt > 2.0 * 6.4e9, qPrintable(QString::number(whole - rebuilt)));
        const double weights = 4.0 * 6.75e9;
        QVERIFY2(rebuilt < 1.05 * weights, qPrintable(QString::number(rebuilt / weights)));
    }

    /// NeMo AutoModel trains Llama 3 8B with 2 x 4,096 tokens on one H100 of 80 GB without recomputation; its adapters
    /// are bf16 like the model and its configuration drops nothing, so no copies and no masks are kept.
    void tuned_stacks_keep_adapters_in_the_format_of_the_model()
    {
        Scenario scenario = with_fields(fine_tuned("llama-3-8b", 16, LoraTargets::all_linear), R"({
            "input.sequence_length": 4096, "training.micro_batch": 2, "training.attention": "fused",
            "build.gpu": "h100-sxm"})");
        const auto memory = [&scenario](SoftwareStack stack) {
            scenario.training.stack = stack;
            return *evaluated(scenario).estimate->memory;
        };
        const auto typical = memory(SoftwareStack::typical);
        const auto tuned = memory(SoftwareStack::tuned);
        QVERIFY(tuned.fits);
        QVERIFY(!typical.fits);
        QCOMPARE(typical.states[0].value() - tuned.states[0].value(), 2 * std::int64_t{41'943'040});
    }

    void quantized_matrices_take_half_a_byte_and_a_scale()
    {
        // 32 layers of 202,375,168 numbers in matrices; embedding, output matrix and norms (262,410,240) stay in 16 bit.
        const std::int64_t matrices = std::int64_t{32} * (4 * 4096 * 4096 + 3 * 4096 * 11008);
        const std::int64_t rest = std::int64_t{6'738'415'616} - matrices;
        QCOMPARE(rest, std::int64_t{2} * 32000 * 4096 + (2 * 32 + 1) * 4096);
        const std::int64_t adapters = 4'194'304;
        Scenario scenario = fine_tuned("llama-2-7b", 8, LoraTargets::attention, BaseWeights::nf4);
        scenario.input.sequence_length = 128;
        const auto weights = [&] { return evaluated(scenario).estimate->memory->states[0].value(); };
        QCOMPARE(weights(), matrices / 2 + matrices / 64 * 4 + rest * 2 + adapters * 4);
        // int8: one scale for each of the 5 x 4,096 + 2 x 11,008 rows of a layer.
        scenario.training.base_weights = BaseWeights::int8;
        QCOMPARE(weights(), matrices + std::int64_t{32} * (5 * 4096 + 2 * 11008) * 4 + rest * 2 + adapters * 4);
        // Shards of two GPUs: each keeps all scales.
        scenario.training.base_weights = BaseWeights::nf4;
        scenario.parallel.zero_stage = 3;
        scenario.build.gpus_per_node = 2;
        QCOMPARE(weights(), (matrices / 2 + rest * 2 + adapters * 4) / 2 + matrices / 64 * 4);
        scenario.parallel.offload = Offload::parameters;
        QCOMPARE(weights(), matrices / 64 * 4);
        // Double quantisation saves 3 of the 4 bytes of a scale but for 4 bytes in every 256 blocks: 0.373 bits a number.
        const double saved = base_storage(BaseWeights::nf4).scale_bytes - double_quantized_storage().scale_bytes;
        QCOMPARE(saved, 3.0 / 64 - 4.0 / 16384);
    }

    /// FSDP gathers what is stored, two layers and the root at once, and reduces the gradients of the adapters alone.
    void sharded_units_travel_as_they_are_stored()
    {
        Scenario scenario = with_fields(fine_tuned("llama-2-7b", 8, LoraTargets::attention, BaseWeights::nf4), R"({
            "input.sequence_length": 128, "parallel.zero_stage": 3, "build.gpus_per_node": 2})");
        const std::int64_t adapters = std::int64_t{4'194'304} / 32;
        const std::int64_t layer = (4 * 4096 * 4096 + 3 * 4096 * 11008) / 2 + 2 * 4096 * 2 + adapters * 4;
        const std::int64_t root = (std::int64_t{2} * 32000 * 4096 + 4096) * 2;
        const MemoryTerms memory = evaluate(scenario, engine_data()).memory;
        QCOMPARE(memory.gathered.value(), 2 * layer + root);
        QCOMPARE(memory.stream_blocks.value(), layer + adapters * 4);
        QCOMPARE(memory.output_gradient.value(), 0);

        // A tuned stack, which is planned by layers, keeps adapters in 16 bit.
        scenario.training.stack = SoftwareStack::tuned;
        const MemoryTerms planned = evaluate(scenario, engine_data()).memory;
        QVERIFY(planned.by_layer_plan);
        QCOMPARE(planned.gathered.value(), 2 * (layer - adapters * 2) + root);
        QCOMPARE(planned.stream_blocks.value(), layer - adapters * 2 + adapters * 4);
    }

    void quantized_products_keep_their_input_and_one_full_matrix()
    {
        Scenario scenario = fine_tuned("llama-2-7b", 8, LoraTargets::attention);
        scenario.input.sequence_length = 1024;
        const Evaluation plain = evaluated(scenario);
        scenario.training.base_weights = BaseWeights::nf4;
        const Evaluation quantized = evaluated(scenario);
        FormatPolicy of_2024 = format_policy(scenario.training);
        // bitsandbytes keeps nothing more since July 2024, but for int8.
        QCOMPARE(quantized.analysis->kept.per_sample, plain.analysis->kept.per_sample);
        of_2024.nf4_keeps_input = true;
        const Bytes kept = analyse(*quantized.network, of_2024).kept.per_sample;
        scenario.training.framework_year = 2024;
        QVERIFY(format_policy(scenario.training).nf4_keeps_input);
        scenario.training.framework_year.reset();
        scenario.training.base_weights = BaseWeights::int8;
        QVERIFY(evaluated(scenario).analysis->kept.per_sample > plain.analysis->kept.per_sample);
        // More kept in each layer: the inputs of queries, keys and values, of the gated product and of the last matrix.
        // That of the output projection is what the attention kernel keeps.
        QCOMPARE((kept - plain.analysis->kept.per_sample).value(),
                 std::int64_t{1024} * 2 * (32 * (2 * 4096 + 11008) - 4096));

        NetworkBuilder builder;
        TensorId x = builder.input({4});
        x = builder.linear("one", x, 8, false);
        x = builder.linear("two", x, 8, false);
        Network network = builder.finish({builder.linear("head", x, 2, false)});
        quantize_linear_weights(network, NumberFormat::nf4);
        QVERIFY(network.parameters[0].stored_as.has_value() && network.parameters[1].stored_as.has_value());
        QVERIFY(!network.parameters[2].stored_as.has_value());
        WalkOptions options;
        options.training = false;
        FormatPolicy policy;
        policy.training = false;
        const std::vector<Moment> moments = peak_moments(network, analyse(network, policy), options);
        // The largest moment of a forward pass: the full matrix of "two" (256 bytes), its input and output (32 each).
        QCOMPARE(peak_at(moments, 1).total(1).value(), 256 + 32 + 32);
    }

    void dequantization_costs_traffic_only()
    {
        Scenario scenario = fine_tuned("llama-2-7b", 8, LoraTargets::attention);
        scenario.input.sequence_length = 512;
        const Evaluation plain = evaluated(scenario);
        scenario.training.base_weights = BaseWeights::nf4;
        const Evaluation quantized = evaluated(scenario);
        QCOMPARE(quantized.estimate->model.training_flops_per_sample, plain.estimate->model.training_flops_per_sample);
        // 6.476 billion numbers, 2.5 bytes each, read and written before the products of both directions: at least 16
        // ms apiece at 2,039 GB/s, less than four times that at what passes over elements reach.
        const double extra = quantized.estimate->time->step.base() - plain.estimate->time->step.base();
        QVERIFY2(extra > 0.016 && extra < 0.064, qPrintable(QString::number(extra)));
    }

    void impossible_settings_are_refused()
    {
        const int attention = int(LoraTargets::attention);
        const int all = int(LoraTargets::all_linear);
        const int same = int(BaseWeights::same);
        const QString no_targets = "lora-without-targets training.lora.targets";
        const Rows<std::string, int, bool, int, QString> rows{
            {"no attention", "resnet18", attention, true, same, no_targets},
            {"no linear layer but the last", "resnet18", all, true, same, no_targets},
            {"training int4 itself", "llama-2-7b", all, false, int(BaseWeights::nf4),
             "quantized-base-needs-lora training.base_weights"},
            {"a vision transformer has both", "vit_b_16", attention, true, same, ""},
        };
        rows.each([&](const auto& preset, auto targets, auto adapters, auto base, const auto& error) {
            Scenario scenario = scenario_of(preset);
            if (adapters) scenario.training.lora = Lora{4, static_cast<LoraTargets>(targets)};
            scenario.training.base_weights = static_cast<BaseWeights>(base);
            QCOMPARE(QString::fromStdString(error_of(scenario)), error);
            scenario.training.lora.reset();
            scenario.training.mode = RunMode::infer;
            QCOMPARE(error_of(scenario), std::string());
        });
    }

    void measured_runs_are_close()
    {
        const auto runs = json_lines("truth/memory/litgpt.jsonl");
        QCOMPARE(runs.size(), std::size_t{7});
        each_of(runs, named_by("id"), [&](const nlohmann::json& run) {
            const double error = error_of(run);
            // The adapters are those of PEFT. litgpt's own are 16 bit and share one dropout (3.5 widths of 2 bytes a
            // token and layer fewer of 23), and its values are a view of one projection of all three, which stays whole
            // (2 more): the 1.5 between are measured without being explained. The rows that ran with double
            // quantisation, which a scenario cannot say, are predicted too high by that: 2.1 to 2.6 %.
            QVERIFY2(std::abs(error) < 0.021, qPrintable(QString::number(error)));
        });
    }

    void measured_errors_are_small()
    {
        std::vector<double> errors;
        for (const nlohmann::json& entry : json_lines("truth/memory/litgpt.jsonl"))
            errors.push_back(std::abs(error_of(entry)));
        std::ranges::sort(errors);
        QVERIFY2(errors[errors.size() / 2] <= 0.015, qPrintable(QString::number(errors[errors.size() / 2])));
    }
};

RIGWRIGHT_TEST(tst_lora)

} // namespace rigwright::test::tst_lora

#include "tst_lora.moc"
