// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/memory/memory_sharding.h"
#include "core/network/operator_counts.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>

namespace rigwright::test::tst_sharded_memory {

/// GPT as Korthikanti et al. 2022 train it: 16 bit with fp32 master, dropout, standard attention, 2,048 tokens.
Scenario gpt(std::int64_t layers, std::int64_t width, std::int64_t heads)
{
    Scenario scenario;
    scenario.model.family = "decoder-transformer";
    scenario.model.shape = shape_from({{"layers", layers},
                                       {"d_model", width},
                                       {"heads", heads},
                                       {"d_ff", 4 * width},
                                       {"vocabulary", 51200},
                                       {"max_positions", 2048},
                                       {"dropout", 0.1}});
    return with_fields(scenario, R"({"input.sequence_length": 2048, "training.precision": "fp16-master",
        "training.attention": "standard", "build.gpu": "a100-sxm-80", "build.gpus_per_node": 8,
        "parallel.tensor": 8})");
}

Scenario gpt_22b(std::int64_t micro_batch = 4)
{
    Scenario scenario = gpt(48, 6144, 64);
    scenario.training.micro_batch = micro_batch;
    return scenario;
}

Scenario gpt_530b()
{
    return with_fields(gpt(105, 20480, 128), R"({"training.gradient_accumulation": 280, "parallel.pipeline": 35,
        "parallel.pipeline_interleave": 3, "build.nodes": 35})");
}

/// Bytes kept by the layers of the first stage on one GPU; the paper omits embedding and output.
double kept_by_layers(const Scenario& scenario)
{
    const Evaluation evaluation = evaluated(scenario);
    if (!evaluation.network) return 0.0;
    LayerPlan plan = share_layers(*evaluation.network, *evaluation.analysis, NumberFormat::fp16, LayerKernels::fused);
    std::erase_if(plan.groups, [](const LayerShares& group) { return !group.layer; });
    const Parallel& p = scenario.parallel;
    const PipelineStage first{0, p.pipeline};
    const Leaves leaves = leaves_of(scenario.training, recipe_of(scenario.training), plan.fused_attention);
    const SharedBytes left = stage_contents(plan, first, leaves, 0.5, 1).left;
    const Count batch = scenario.training.micro_batch;
    const double tensor = static_cast<double>(p.tensor);
    const double one = left.split.at(batch).as_double() / tensor +
                       left.whole.at(batch).as_double() / (p.sequence_parallel ? tensor : 1.0);
    const InFlight flight = in_flight(first, p.pipeline_interleave, scenario.training.gradient_accumulation);
    return one * static_cast<double>(flight.sets) / static_cast<double>(flight.chunks);
}

bool has_finding(const Scenario& scenario, const std::string& code, const std::string& field)
{
    const Evaluation evaluation = evaluated(scenario);
    return evaluation.estimate && std::ranges::any_of(evaluation.estimate->findings, [&](const Finding& finding) {
               return finding.code == code && finding.field == field;
           });
}

/// A decoder of eight layers on eight GPUs, 16 bit with fp32 master.
Scenario small_decoder()
{
    Scenario scenario;
    scenario.model.family = "decoder-transformer";
    scenario.model.shape = shape_from(R"({"layers": 8, "d_model": 1024, "heads": 16, "vocabulary": 32768,
        "tied_embeddings": false, "positions": "rotary", "norm": "rms", "bias": false})");
    return with_fields(scenario, R"({"input.sequence_length": 2048, "training.precision": "bf16-master",
        "training.gradient_accumulation": 16, "build.gpu": "h100-sxm", "build.gpus_per_node": 8})");
}

class tst_sharded_memory : public QObject {
    Q_OBJECT

private slots:
    void published_closed_forms_hold()
    {
        const Rows<bool, bool, double> rows{
            // Korthikanti et al. 2022, equations 2 to 6: s b h L (10 + 24/t + 5 a s/(h t)) and s b h L 34/t, the second
            // with sequence parallelism and selective recomputation; 530B times 1 + (p - 1)/(p m) for interleaving.
            {"22B, nothing recomputed", false, false, 59.25},
            {"22B, sequence parallel, selective", false, true, 9.5625},
            {"530B, nothing recomputed", true, false, 114.02},
            {"530B, sequence parallel, selective", true, true, 23.076},
        };
        rows.each([&](auto large, auto selective, auto gib) {
            Scenario scenario = large ? gpt_530b() : gpt_22b();
            if (selective) {
                scenario.training.recompute = Recompute::selective;
                scenario.parallel.sequence_parallel = true;
            }
            const double found = kept_by_layers(scenario) / 1073741824.0;
            // The paper leaves out the fp32 statistics of norms, 16 bytes a token.
            QVERIFY2(is_within(found, gib, 0.0015), qPrintable(QString::number(found)));
        });
    }

    void recomputation_and_sequence_parallelism_relate_as_published()
    {
        const int none = int(Recompute::none);
        const int selective = int(Recompute::selective);
        const Rows<bool, int, bool, double> rows{
            // Korthikanti et al. 2022, figure 7, as its closed forms give it.
            {"22B sequence", false, none, true, 66.84},  {"22B selective", false, selective, false, 49.42},
            {"22B both", false, selective, true, 16.18}, {"22B full", false, int(Recompute::full), false, 7.64},
            {"530B sequence", true, none, true, 58.31},  {"530B selective", true, selective, false, 62.04},
            {"530B both", true, selective, true, 20.27}, {"530B full", true, int(Recompute::full), false, 9.42},
        };
        rows.each([&](auto large, auto recompute, auto sequence, auto percent) {
            Scenario scenario = large ? gpt_530b() : gpt_22b();
            const double all = kept_by_layers(scenario);
            scenario.training.recompute = static_cast<Recompute>(recompute);
            scenario.parallel.sequence_parallel = sequence;
            const double found = 100.0 * kept_by_layers(scenario) / all;
            QVERIFY2(std::abs(found - percent) < 0.15, qPrintable(QString::number(found)));
        });
    }

    void states_of_large_trainers_are_as_published()
    {
        // 18 bytes for each of 12 d^2 parameters of a layer: 48 layers over 8 ranks are 48.92 GB, 105 over 8 x 35 33.97
        // GB (Korthikanti et al. 2022, figure 1). Biases and norms, which the paper leaves out, add 0.1 %.
        const auto layer_states = [](const Scenario& scenario) {
            const Evaluation evaluation = evaluated(scenario);
            const MemoryTerms& stage = evaluation.memory_stages[scenario.parallel.pipeline > 1 ? 1 : 0];
            Bytes states = stage.weights + stage.gradients + stage.optimizer_state + stage.master_weights;
            return states.as_double();
        };
        const double tables = 18.0 * (51200.0 / 8 + 2048.0) * 6144.0;
        QVERIFY(is_within(layer_states(gpt_22b()) - tables, 48.92e9, 0.001));
        QVERIFY(is_within(layer_states(gpt_530b()), 33.97e9, 0.001));
    }

    void a_gated_layer_matches_the_closed_form()
    {
        // Llama 3 8B, one layer, T = 4,096 tokens: 2 T (4 d + (H + 2 K) D + H D + 3 d_ff) + 4 T H bytes with fused
        // kernels, and two fp32 roots a token of its norms.
        Scenario scenario = scenario_of("llama-3-8b");
        scenario.input.sequence_length = 4096;
        scenario.training.precision = Precision::bf16_master;
        const Evaluation evaluation = evaluated(scenario);
        const LayerPlan plan =
            share_layers(*evaluation.network, *evaluation.analysis, NumberFormat::bf16, LayerKernels::fused);
        const auto layer = std::ranges::find_if(plan.groups, &LayerShares::layer);
        QVERIFY(layer != plan.groups.end());
        const std::int64_t t = 4096;
        QCOMPARE(layer->kept.whole.per_sample.value(), 2 * t * 4 * 4096 + 2 * 4 * t);
        QCOMPARE(layer->kept.split.per_sample.value(), 2 * t * ((32 + 2 * 8) * 128 + 4096 + 3 * 14336) + 4 * t * 32);
        // All but the two norms is in products that tensor parallelism splits.
        QCOMPARE(layer->parameters.all.whole.value(), 2 * 4096);
        QCOMPARE(layer->parameters.all.split.value(), 2 * 4096 * 4096 + 2 * 4096 * 1024 + 3 * 4096 * 14336);
        QCOMPARE(plan.layers, 32);
    }

    void pipeline_schedules_hold_micro_batches()
    {
        const Rows<int, int, int, double> rows{
            {"first of four", 0, 1, 16, 4.0},
            {"last of four", 3, 1, 16, 1.0},
            {"no more than there are", 0, 1, 2, 2.0},
            // p (1 + (p - 1)/(p v)) = 4 (1 + 3/8).
            {"interleaved, first", 0, 2, 16, 5.5},
            {"interleaved, last", 3, 2, 16, 2.5},
        };
        rows.each([&](auto stage, auto interleave, auto micro_batches, auto held) {
            const InFlight flight = in_flight({stage, 4}, interleave, micro_batches);
            QCOMPARE(static_cast<double>(flight.sets) / static_cast<double>(flight.chunks), held);
        });
    }

    void stages_differ_and_the_peak_stage_is_reported()
    {
        Scenario scenario = small_decoder();
        scenario.parallel.pipeline = 4;
        const Evaluation evaluation = evaluated(scenario);
        const std::vector<StageMemory> stages = stage_memory(evaluation);
        QCOMPARE(stages.size(), std::size_t{3});
        QVERIFY(stages[0].stage.is_first() && stages[1].stage.index == 1 && stages[2].stage.is_last());
        for (const StageMemory& stage : stages) QCOMPARE(stage.layers, 2);
        // 2 layers of 4 d^2 + 8 d^2 + 2 d parameters at 2 bytes; the ends have a table of 32,768 x 1,024 too, the last
        // a norm.
        const std::int64_t d = 1024;
        const std::int64_t layers = 2 * (12 * d * d + 2 * d) * 2;
        QCOMPARE(stages[1].memory.states[0].value(), layers);
        QCOMPARE(stages[0].memory.states[0].value(), layers + 32768 * d * 2);
        QCOMPARE(stages[2].memory.states[0].value(), layers + (32768 * d + d) * 2);
        QVERIFY(stages[0].memory.part(MemoryPart::activations) > stages[1].memory.part(MemoryPart::activations));
        Bytes fullest;
        for (const StageMemory& stage : stages) fullest = std::max(fullest, stage.memory.total);
        QCOMPARE(evaluation.estimate->memory->total.value(), fullest.value());
    }

    void layers_that_do_not_divide_fill_the_stages_between()
    {
        Scenario scenario = small_decoder();
        scenario.model.shape["layers"] = std::int64_t{9};
        scenario.parallel.pipeline = 4;
        const std::vector<StageMemory> stages = stage_memory(evaluated(scenario));
        // The outer two also have embedding and output.
        QCOMPARE(stages[0].layers, 2);
        QCOMPARE(stages[1].layers, 3);
        QCOMPARE(stages[2].layers, 2);
    }

    void expert_weights_divide_by_the_expert_degree()
    {
        Scenario scenario = small_decoder();
        scenario.model.shape["experts"] = std::int64_t{8};
        scenario.model.shape["d_ff"] = std::int64_t{4096};
        const Bytes whole = memory_of(scenario).states[0];
        scenario.parallel.expert = 4;
        const Bytes divided = memory_of(scenario).states[0];
        // Experts of 2 x d x d_ff, eight in each of eight layers, in 2 bytes: three quarters of them leave. Two tables
        // of 32,768 rows divide by 128 already.
        QCOMPARE((whole - divided).value(), std::int64_t{8} * 8 * 2 * 1024 * 4096 * 2 * 3 / 4);
    }

    void context_parallelism_divides_tokens()
    {
        Scenario scenario = small_decoder();
        scenario.training.precision = Precision::bf16_master;
        scenario.parallel.tensor = 2;
        const Evaluation one = evaluated(scenario);
        scenario.parallel.context = 4;
        const Evaluation four = evaluated(scenario);
        const double kept = one.estimate->memory->part(MemoryPart::activations).as_double();
        const double quarter = four.estimate->memory->part(MemoryPart::activations).as_double();
        QVERIFY2(is_within(quarter, kept / 4, 0.001), qPrintable(QString::number(quarter / kept)));
        QCOMPARE(one.estimate->memory->states[0].value(), four.estimate->memory->states[0].value());
    }

    void autocast_copies_weights_on_every_rank()
    {
        Scenario scenario = small_decoder();
        scenario.training.precision = Precision::bf16_amp;
        const auto temporary = [&scenario] { return memory_of(scenario).part(MemoryPart::temporary_buffers).value(); };
        const std::int64_t alone = temporary();
        // An expert degree divides nothing in a network without experts: the walk and the plan agree.
        scenario.parallel.expert = 2;
        QCOMPARE(temporary(), alone);
        scenario.parallel.expert = 1;
        scenario.parallel.pipeline = 2;
        const std::int64_t half = temporary();
        QVERIFY2(half < alone && half > alone / 3, qPrintable(QString::number(half)));
    }

    void a_rank_caches_at_least_one_head()
    {
        // 8 heads of keys and values on 16 ranks: two ranks have the same one. 4,096 tokens x 80 layers x 2 x 128 x 2
        // bytes are 160 MiB a head.
        Scenario scenario = with_fields(scenario_of("llama-3-70b", 1), R"({"training.mode": "infer",
            "training.precision": "bf16", "input.sequence_length": 4096, "build.gpu": "h200-sxm",
            "build.gpus_per_node": 8, "build.nodes": 2})");
        const auto cached = [&scenario](std::int64_t tensor) {
            scenario.parallel.tensor = tensor;
            return evaluated(scenario).memory.cache.at(1).value();
        };
        const std::int64_t head = std::int64_t{160} << 20;
        QCOMPARE(cached(8), head);
        QCOMPARE(cached(16), head);
        QCOMPARE(cached(4), 2 * head);
        // The vector of latent attention is whole on each rank.
        scenario.model.preset = "deepseek-v3";
        QVERIFY(cached(1) > 0);
        QCOMPARE(cached(8), cached(1));
    }

    void inference_and_experts_report_what_is_left_out()
    {
        Scenario scenario = with_fields(scenario_of("mixtral-8x7b", 1), R"({"training.mode": "infer",
            "training.precision": "fp8", "build.gpu": "h200-sxm", "build.gpus_per_node": 8, "parallel.tensor": 8})");
        QVERIFY(has_finding(scenario, "generation-not-estimated", "training.mode"));
        QVERIFY(has_finding(scenario, "weights-counted-wider", "training.precision"));
        QVERIFY(has_finding(scenario, "experts-not-split", "parallel.expert"));
        scenario.training.precision = Precision::bf16;
        QVERIFY(!has_finding(scenario, "weights-counted-wider", "training.precision"));
        scenario.parallel.tensor = 1;
        scenario.parallel.expert = 8;
        QVERIFY(!has_finding(scenario, "experts-not-split", "parallel.expert"));
        QVERIFY(has_finding(scenario, "experts-taken-as-balanced", "parallel.expert"));
        scenario.training.mode = RunMode::train;
        QVERIFY(!has_finding(scenario, "generation-not-estimated", "training.mode"));
        // A dense model has no experts to balance, and images no tokens to generate.
        scenario.model.preset = "llama-2-7b";
        QVERIFY(!has_finding(scenario, "experts-taken-as-balanced", "parallel.expert"));
        const Scenario image = with_fields(scenario_of("resnet50", 1), R"({"training.mode": "infer"})");
        QVERIFY(!has_finding(image, "generation-not-estimated", "training.mode"));
    }

    void the_window_of_mistral_bounds_its_cache()
    {
        Scenario scenario = with_fields(scenario_of("mistral-7b-v0.1", 1), R"({"training.mode": "infer",
            "training.precision": "bf16", "input.sequence_length": 16384})");
        // 4,096 tokens x 32 layers x 2 x 8 heads x 128 x 2 bytes, as of the released configuration.
        QCOMPARE(evaluated(scenario).memory.cache.at(1).value(), std::int64_t{512} << 20);
    }

    void weights_that_many_steps_read_count_once()
    {
        Scenario scenario = scenario_of("lstm-lm-medium");
        scenario.build.gpus_per_node = 4;
        const MemoryEstimate walked = memory_of(scenario);
        scenario.parallel.context = 4;
        QCOMPARE(memory_of(scenario).states[0].value(), walked.states[0].value());
    }

    void zero_stages_shard_one_state_after_another()
    {
        Scenario scenario = scenario_of("alexnet");
        scenario.build.gpus_per_node = 4;
        const std::int64_t full = std::int64_t{61'100'840} * 4;
        for (int stage = 0; stage <= 3; ++stage) {
            scenario.parallel.zero_stage = stage;
            const MemoryEstimate memory = memory_of(scenario);
            QCOMPARE(memory.states[2].value(), stage >= 1 ? full * 2 / 4 : full * 2);
            QCOMPARE(memory.states[1].value(), stage >= 2 ? full / 4 : full);
            QCOMPARE(memory.states[0].value(), stage >= 3 ? full / 4 : full);
            // Buckets of ZeRO-1 and 2 are 500 million elements at most; AlexNet has fewer, so all of it.
            const Evaluation evaluation = evaluated(scenario);
            QCOMPARE(evaluation.memory.gradient_buckets.value(), stage < 3 ? full : 0);
        }
        // Nothing is wrapped in AlexNet: its root unit is all of it.
        const Evaluation sharded = evaluated(scenario);
        QCOMPARE(sharded.memory.gathered.value(), full);
    }

    void offload_moves_states_to_the_host()
    {
        Scenario scenario = scenario_of("alexnet");
        const std::int64_t full = std::int64_t{61'100'840} * 4;
        const MemoryEstimate resident = memory_of(scenario);
        scenario.parallel.offload = Offload::optimizer;
        const MemoryEstimate optimizer = memory_of(scenario);
        QCOMPARE(optimizer.states[0].value(), full);
        QCOMPARE(optimizer.states[2].value(), 0);
        // Two moments, the weights that the host updates and the gradients it reads.
        QCOMPARE((optimizer.host - resident.host).value(), 4 * full);
        scenario.parallel.offload = Offload::parameters;
        const MemoryEstimate parameters = memory_of(scenario);
        QCOMPARE(parameters.states[0].value(), 0);
        QVERIFY(parameters.total < resident.total);
    }

    /// ZeRO-Offload: 2 bytes per parameter on the GPU (DeepSpeed's estimator counts no more), and one bucket.
    void offloaded_gradients_leave_in_buckets()
    {
        Scenario scenario = with_fields(scenario_of("llama-2-13b"), R"({"input.sequence_length": 2048,
            "training.precision": "bf16-master", "training.recompute": "full", "training.attention": "fused",
            "parallel.zero_stage": 2, "parallel.offload": "optimizer"})");
        const std::int64_t parameters = 13'015'864'320;
        const std::int64_t bucket = 500'000'000;
        const std::int64_t largest = std::int64_t{32'000} * 5120;
        MemoryEstimate memory = memory_of(scenario);
        QCOMPARE(memory.states[0].value(), parameters * 2);
        QCOMPARE(memory.states[1].value(), (bucket + largest) * 2);
        QVERIFY(memory.total.as_gib() < 32.0);
        // Two moments, master weights and gradients in fp32.
        QVERIFY(memory.host.value() > parameters * 16);
        // 16-bit shards, not those of FSDP.
        scenario.parallel.zero_stage = 3;
        scenario.build.gpus_per_node = 4;
        memory = memory_of(scenario);
        QCOMPARE(memory.states[0].value(), parameters * 2 / 4);
        QCOMPARE(memory.states[1].value(), bucket * 2);
        // The figures of ArcticTraining's guide: 1 GB in bf16, 4 GB more to convert to fp32 and to reduce.
        const Bytes in_fp32 = memory.peak_reserved;
        scenario.training.gradient_precision = GradientPrecision::bf16;
        QCOMPARE((in_fp32 - memory_of(scenario).peak_reserved).value(), bucket * (2 * 4 - 2));
        // ZeRO-1 clears only the gradients of its own shard.
        scenario.parallel.zero_stage = 1;
        QCOMPARE(memory_of(scenario).states[1].value(), parameters * 2);
    }

    /// Each GPU's host copy holds what its shard updates, in 16 bytes per parameter.
    void the_host_updates_shards_of_what_is_trained()
    {
        Scenario scenario = with_fields(scenario_of("llama-2-7b"), R"({"input.sequence_length": 2048,
            "training.precision": "bf16-amp", "training.recompute": "full", "parallel.zero_stage": 2,
            "build.gpus_per_node": 4})");
        const auto offloaded = [&scenario] {
            Scenario with = scenario;
            with.parallel.offload = Offload::optimizer;
            return (memory_of(with).host - memory_of(scenario).host).value();
        };
        QCOMPARE(offloaded(), std::int64_t{6'738'415'616} * 16);
        // Beside a frozen 16-bit base, adapters of 8.4 million fp32 numbers.
        scenario.training.precision = Precision::bf16;
        scenario.training.lora = Lora{16, LoraTargets::attention};
        QCOMPARE(offloaded(), std::int64_t{8'388'608} * 16);
    }

    void offload_never_needs_more_memory()
    {
        for (const Precision precision : {Precision::bf16_amp, Precision::bf16_master, Precision::bf16})
            for (const int stage : {1, 2, 3}) {
                Scenario scenario = with_fields(scenario_of("llama-2-7b"), R"({"input.sequence_length": 2048,
                    "training.recompute": "full", "build.gpus_per_node": 8})");
                scenario.training.precision = precision;
                scenario.parallel.zero_stage = stage;
                const Bytes without = memory_of(scenario).total;
                scenario.parallel.offload = Offload::optimizer;
                const Bytes with = memory_of(scenario).total;
                QVERIFY2(with < without, qPrintable(QString::number(static_cast<int>(precision) * 10 + stage)));
            }
    }

    /// A rank holds whole experts: one of Mixtral's eight has 3 x 4,096 x 14,336 weights in each of 32 layers.
    void experts_are_not_split()
    {
        Scenario scenario = with_fields(scenario_of("mixtral-8x7b"), R"({"input.sequence_length": 2048,
            "training.precision": "bf16-amp", "build.gpus_per_node": 8, "build.nodes": 8, "parallel.expert": 8})");
        const auto weights = [&scenario] { return memory_of(scenario).states[0].value(); };
        const std::int64_t one = std::int64_t{3} * 4096 * 14336 * 32 * 4;
        const std::int64_t eighth = weights();
        scenario.parallel.expert = 4;
        QCOMPARE(weights() - eighth, one);
        scenario.parallel.expert = 64;
        QCOMPARE(weights(), eighth);
    }

    /// Parameters from the host are converted unit by unit, on one GPU too.
    void offloaded_parameters_do_not_stay_in_16_bit()
    {
        const Scenario scenario = with_fields(scenario_of("llama-2-7b"), R"({"input.sequence_length": 2048,
            "training.precision": "bf16-master", "training.recompute": "full", "training.attention": "fused",
            "parallel.zero_stage": 3, "parallel.offload": "parameters"})");
        QVERIFY(memory_of(scenario).total.as_gib() < 8.0);
    }

    void host_memory_counts_processes_workers_and_cache()
    {
        Scenario scenario = scenario_of("resnet50", 32);
        scenario.build.gpus_per_node = 2;
        const std::int64_t mib = std::int64_t{1} << 20;
        // Two processes of 2,800 MiB, no workers for a dataset that is not described.
        QCOMPARE(memory_of(scenario).host.value(), 2 * 2800 * mib);
        scenario = with_fields(scenario, R"({"dataset.encoding": "jpeg", "dataset.samples": 1000,
            "dataset.encoded_bytes_per_sample": 100000, "build.cpu": "i9-13900k", "build.ram_GiB": 64})");
        // 24 cores: 12 workers of 350 MiB for each process, two batches of 32 x 3 x 224 x 224 x 4 bytes ahead each; 100
        // MB of files stay cached.
        const std::int64_t batch = std::int64_t{32} * 3 * 224 * 224 * 4;
        QCOMPARE(memory_of(scenario).host.value(), 2 * (2800 * mib + 12 * 350 * mib + 24 * batch) + 100'000'000);
    }

    void context_parallelism_divides_no_network_without_attention()
    {
        Scenario scenario = with_fields(scenario_of("resnet50", 32, "h100-sxm"),
                                        R"({"training.precision": "bf16-amp", "build.gpus_per_node": 8})");
        for (const std::int64_t stage : {0, 3}) {
            scenario.parallel.zero_stage = stage;
            scenario.parallel.context = 1;
            const Evaluation plain = evaluated(scenario);
            QVERIFY(!has_finding(scenario, "context-parallel-without-attention", "parallel.context"));
            scenario.parallel.context = 2;
            QVERIFY(has_finding(scenario, "context-parallel-without-attention", "parallel.context"));
            const Evaluation divided = evaluated(scenario);
            QCOMPARE(divided.estimate->memory->total.value(), plain.estimate->memory->total.value());
            QCOMPARE(divided.estimate->time->step.base(), plain.estimate->time->step.base());
            // Both GPUs of a group read the same samples.
            QCOMPARE(2 * divided.estimate->time->global_batch, plain.estimate->time->global_batch);
        }
        Scenario decoder = small_decoder();
        decoder.parallel.context = 2;
        QVERIFY(!has_finding(decoder, "context-parallel-without-attention", "parallel.context"));
    }

    void impossible_divisions_are_named()
    {
        const Rows<int, int, int, int, int, int, std::string, std::string> rows{
            {"heads", 8, 1, 1, 1, 0, 4, "heads-do-not-divide", "parallel.tensor"},
            {"experts", 1, 1, 1, 8, 6, 16, "experts-do-not-divide", "parallel.expert"},
            {"no experts", 1, 1, 1, 8, 0, 16, "no-experts-to-divide", "parallel.expert"},
            {"groups", 1, 2, 1, 3, 6, 16, "expert-groups-do-not-divide", "parallel.expert"},
            {"layers", 1, 8, 1, 1, 0, 16, "layers-do-not-divide", "parallel.pipeline"},
            {"tokens", 1, 1, 8, 1, 0, 16, "tokens-do-not-divide", "parallel.context"},
        };
        rows.each([&](auto tensor, auto pipeline, auto context, auto expert, auto experts, auto heads, const auto& code,
                      const auto& field) {
            Scenario scenario = small_decoder();
            scenario.model.shape["layers"] = std::int64_t{12};
            scenario.model.shape["heads"] = std::int64_t{heads};
            scenario.model.shape["experts"] = std::int64_t{experts};
            scenario.input.sequence_length = 2050;
            QVERIFY(!has_finding(scenario, code, field));
            scenario.parallel.tensor = tensor;
            scenario.parallel.pipeline = pipeline;
            scenario.parallel.context = context;
            scenario.parallel.expert = expert;
            QVERIFY(has_finding(scenario, code, field));
        });
    }
};

RIGWRIGHT_TEST(tst_sharded_memory)

} // namespace rigwright::test::tst_sharded_memory

#include "tst_sharded_memory.moc"
