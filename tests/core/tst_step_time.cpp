// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/working/explain.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <bit>
#include <cmath>

namespace rigwright::test::tst_step_time {

TimeEstimate time_of(const Scenario& scenario) { return evaluated(scenario).estimate->time.value(); }

/// Sequences of 4,096 tokens in bf16 with master weights, one for each GPU of a machine of eight.
Scenario on_eight_gpus(const char* preset)
{
    return with_fields(scenario_of(preset, 1), R"({"training.precision": "bf16-master", "input.sequence_length": 4096,
        "build.gpus_per_node": 8})");
}

/// Scenarios that between them touch every part of the step.
std::vector<Scenario> varied_scenarios()
{
    std::vector<Scenario> all;
    for (const char* preset :
         {"resnet50", "vgg16", "alexnet", "bert-base-uncased", "gpt2-small", "llama-2-7b", "detr_r50", "vit_b_16"}) {
        for (const Precision precision :
             {Precision::fp32, Precision::tf32, Precision::fp16_amp, Precision::bf16_master}) {
            Scenario scenario = scenario_of(preset, 2);
            scenario.training.precision = precision;
            all.push_back(scenario);
            scenario = with_fields(scenario, R"({"build.gpus_per_node": 8, "build.nodes": 2,
                "training.gradient_accumulation": 3, "training.recompute": "full"})");
            all.push_back(scenario);
            scenario.parallel.tensor = 2;
            scenario.parallel.pipeline = 2;
            scenario.parallel.zero_stage = 1;
            all.push_back(scenario);
            scenario.training.mode = RunMode::infer;
            all.push_back(scenario);
        }
    }
    Scenario loading = scenario_of("resnet18", 256);
    loading.build.cpu = "i9-13900k";
    loading.build.storage = "hdd";
    loading.dataset = {1'000'000, {}, 1936, 2580, 2'500'000, SampleEncoding::jpeg};
    all.push_back(loading);
    return all;
}

/// 1,000 images of five megapixels, DETR, 300 epochs, i9-13900K, RTX 4090, 64 GB.
Scenario fabric(std::int64_t gpus)
{
    Scenario scenario = fabric_in_a_desktop();
    scenario.build.gpus_per_node = gpus;
    return scenario;
}

/// Properties of the step time over the shipped data, and the articles' worked examples.
class tst_step_time : public QObject {
    Q_OBJECT

private slots:
    void calibration_is_complete()
    {
        const LoadedEngineData loaded = load_engine_data(find_data_directory().value_or(DataDirectory({})));
        for (const auto& issue : loaded.issues) {
            if (issue.file.find("calibration") != std::string::npos) QFAIL(issue.path.c_str());
        }
        for (const TimeCoefficients::FamilyClass& row : loaded.data.time.families) QVERIFY(!row.family.empty());
        QVERIFY(!loaded.data.time.measured_kinds.empty());
    }

    void parts_add_up_to_the_last_bit()
    {
        for (const Scenario& scenario : varied_scenarios()) {
            const Evaluation evaluation = evaluated(scenario);
            QVERIFY(evaluation.estimate && evaluation.estimate->time);
            const TimeEstimate& time = *evaluation.estimate->time;
            double sum = 0.0;
            for (const Seconds part : time.parts) {
                QVERIFY(part.base() >= 0.0 && std::isfinite(part.base()));
                sum += part.base();
            }
            QVERIFY(std::bit_cast<std::uint64_t>(sum) == std::bit_cast<std::uint64_t>(time.step.base()));
            QVERIFY(time.low < time.step && time.step < time.high);
        }
    }

    void shares_stay_below_one()
    {
        for (const Scenario& scenario : varied_scenarios()) {
            const TimeEstimate time = time_of(scenario);
            QVERIFY(time.mfu > 0.0);
            QVERIFY(time.mfu <= time.hfu);
            QVERIFY2(time.hfu < 1.0, scenario.model.preset.c_str());
        }
    }

    void larger_batches_take_longer()
    {
        each_text({"resnet50", "vgg16", "bert-base-uncased", "gpt2-small", "detr_r50"}, [&](const char* preset) {
            Scenario scenario = scenario_of(preset);
            scenario.training.precision = Precision::fp16_amp;
            double previous_step = 0.0;
            for (std::int64_t batch = 1; batch <= 96; ++batch) {
                scenario.training.micro_batch = batch;
                const double step = time_of(scenario).step.base();
                QVERIFY2(step >= previous_step, qPrintable(QString::number(batch)));
                previous_step = step;
            }
        });
    }

    void half_precision_is_not_slower()
    {
        for (const Gpu& gpu : engine_data().hardware.gpus) {
            if (!gpu.compute.tf32_tensor || gpu.vendor != "NVIDIA") continue;
            for (const char* preset : {"bert-large-uncased", "gpt2-small", "vgg16", "resnet50"}) {
                Scenario scenario = scenario_of(preset, 32, gpu.id.c_str());
                if (!evaluated(scenario).estimate->time) continue;
                const double single = time_of(scenario).step.base();
                scenario.training.precision = Precision::tf32;
                const double tf32 = time_of(scenario).step.base();
                QVERIFY2(tf32 <= single, (gpu.id + ' ' + preset).c_str());
                scenario.training.precision = Precision::bf16_amp;
                QVERIFY2(time_of(scenario).step.base() <= tf32, (gpu.id + ' ' + preset).c_str());
            }
        }
    }

    void recomputation_costs_a_forward_pass()
    {
        Scenario scenario = scenario_of("gpt2-small", 8);
        const TimeEstimate plain = time_of(scenario);
        scenario.training.recompute = Recompute::full;
        const TimeEstimate full = time_of(scenario);
        QVERIFY(plain.part(TimePart::recompute) == Seconds());
        // All layers run forward again, the head does not.
        QVERIFY(full.part(TimePart::recompute) < full.part(TimePart::forward));
        QVERIFY(full.part(TimePart::recompute) > full.part(TimePart::forward) * 0.6);
        QVERIFY(full.hfu > full.mfu);
        scenario.training.attention = AttentionChoice::standard;
        scenario.training.recompute = Recompute::selective;
        const TimeEstimate selective = time_of(scenario);
        QVERIFY(selective.part(TimePart::recompute) > Seconds());
        QVERIFY(selective.part(TimePart::recompute) < selective.part(TimePart::forward) * 0.6);
    }

    /// Llama 2 13B on 64 A100 in torchtitan (docs/performance.md, batch 2): 2162 tokens/s per GPU without
    /// recomputation, 1904 with that of operators, which keeps every second product and attention.
    void recomputation_of_operators_repeats_half_of_the_products()
    {
        Scenario scenario = with_fields(scenario_of("llama-2-13b", 2), R"({"input.sequence_length": 4096,
            "training.precision": "bf16-amp", "training.optimizer": "adamw", "training.attention": "fused",
            "parallel.zero_stage": 3, "build.gpu": "a100-sxm-80", "build.gpus_per_node": 8, "build.nodes": 8})");
        const auto with = [&scenario](Recompute recompute) {
            scenario.training.recompute = recompute;
            return time_of(scenario);
        };
        const double none = with(Recompute::none).step.base();
        const TimeEstimate selective = with(Recompute::selective);
        QVERIFY(is_within(selective.step.base() / none, 2162.0 / 1904.0, 0.05));
        QVERIFY(selective.part(TimePart::recompute) < with(Recompute::full).part(TimePart::recompute) * 0.8);
    }

    /// Replicas in inference don't wait for each other and need no buffers.
    void independent_inferences_exchange_nothing()
    {
        const Scenario scenario = with_fields(scenario_of("resnet50", 8), R"({"training.mode": "infer",
            "build.gpu": "a100-sxm-80", "build.gpus_per_node": 8})");
        const Evaluation evaluation = evaluated(scenario);
        QVERIFY(evaluation.estimate->time->part(TimePart::exposed_communication) == Seconds());
        QCOMPARE(evaluation.estimate->memory->part(MemoryPart::communication_buffers), Bytes());
        // Those that share experts send tokens to each other.
        const Evaluation experts = evaluated(with_fields(scenario_of("mixtral-8x7b", 1), R"({"training.mode": "infer",
            "training.precision": "bf16", "build.gpu": "a100-sxm-80", "build.gpus_per_node": 8, "parallel.expert": 8})"));
        QVERIFY(experts.estimate->time->part(TimePart::exposed_communication) > Seconds());
        QVERIFY(experts.estimate->memory->part(MemoryPart::communication_buffers) > Bytes());
    }

    /// PyTorch does not run the last matrix of a layer again, whose input backward needs and whose output it does not;
    /// vendor stacks do. Llama 3.2 3B: 28 layers, 8192 to 3072 features.
    void recomputation_stops_early()
    {
        Scenario scenario = scenario_of("llama-3.2-3b", 2);
        scenario.training.recompute = Recompute::full;
        scenario.input.sequence_length = 512;
        const auto recomputed = [](const Scenario& plan) { return evaluated(plan).time->recomputed_flops.base(); };
        const double early = recomputed(scenario);
        scenario.training.stack = SoftwareStack::tuned;
        QCOMPARE(recomputed(scenario) - early, 2.0 * 28.0 * 3072.0 * 8192.0 * 512.0 * 2.0);
    }

    void frozen_stages_save_backward_time()
    {
        // DETR's body is frozen up to stage 2 and its norms altogether: backward is less than twice forward.
        const Evaluation evaluation = evaluated(scenario_of("detr_r50", 2));
        bool found = false;
        for (const OperatorTime& time : evaluation.time->operators) {
            const OperatorFacts& facts = evaluation.analysis->facts[time.fact];
            if (facts.input_gradient || facts.weight_gradient) continue;
            QVERIFY(time.backward == Seconds());
            found = found || time.forward > Seconds();
        }
        QVERIFY(found);
    }

    /// Carion et al. 2020 (DETR, repository README): on 8 V100 "a single epoch takes half an hour", micro-batch 2, COCO
    /// 2017 (118,287 images). Not one and a half hours, as often quoted.
    void detr_epoch_as_its_authors_report()
    {
        Scenario scenario = with_fields(scenario_of("detr_r50", 2, "v100-sxm2-32"), R"({"build.gpus_per_node": 8,
            "dataset.samples": 118287, "training.framework_year": 2020})");
        const TimeEstimate time = time_of(scenario);
        QCOMPARE(time.steps_per_epoch, std::int64_t{7393});
        const double epoch = 30.0 * 60.0;
        QVERIFY2(time.epoch.base() > epoch / 1.5 && time.epoch.base() < epoch * 1.5,
                 qPrintable(QString::number(time.epoch.base())));
        // Their log has 28 minutes.
        QVERIFY(time.low.base() * 7393.0 < 28.0 * 60.0 && time.high.base() * 7393.0 > 28.0 * 60.0);
    }

    void two_cards_without_nvlink_wait_for_pcie()
    {
        Scenario scenario = scenario_of("detr_r50", 2, "rtx4090");
        scenario.build.cpu = "i9-13900k";
        QVERIFY(time_of(scenario).part(TimePart::exposed_communication) == Seconds());
        scenario.build.gpus_per_node = 2;
        const Evaluation evaluation = evaluated(scenario);
        const CommunicationTerms& terms = evaluation.time->communication;
        QVERIFY(terms.link.path == Path::pcie_through_host);
        QVERIFY(finds(evaluation.estimate->findings, "no-peer-to-peer"));
        // Two cards exchange 2 x 1/2 x 4 bytes for each of 41.3 million trainable parameters, about a quarter of 15.75
        // GB/s each way: eight of the processor's 20 lanes for each.
        QVERIFY(is_within(terms.volume.as_double(), 4.0 * 41'302'368.0, 1e-6));
        // In seven buckets of 25 MiB, each with two hops by way of host memory.
        QVERIFY(is_within(terms.collective.base(),
                          4.0 * 41'302'368.0 / (engine_data().time.pcie_efficiency * 15.754e9) + 7.0 * 2.0 * 14.3e-6,
                          1e-3));
        QVERIFY(evaluation.estimate->time->part(TimePart::exposed_communication) > Seconds());
        // The pair still gets through more than one card does.
        QVERIFY(evaluation.estimate->time->samples_per_second >
                time_of(scenario_of("detr_r50", 2)).samples_per_second * 0.5);
        // Eight A100 communicate over NVLink.
        Scenario server = scenario_of("detr_r50", 2);
        server.build.gpus_per_node = 8;
        const Evaluation linked = evaluated(server);
        QVERIFY(linked.time->communication.link.path == Path::peer_link);
        server.build.gpu_link = LinkChoice::pcie;
        QVERIFY(evaluated(server).time->communication.link.path == Path::pcie);
    }

    void pipeline_bubble_by_hand()
    {
        Scenario scenario = with_fields(scenario_of("gpt2-small", 4), R"({"build.gpus_per_node": 4,
            "parallel.pipeline": 4, "training.gradient_accumulation": 8})");
        const Evaluation plain = evaluated(scenario);
        const TimeTerms& terms = *plain.time;
        // Three layers each; embedding before the first stage, norm and output behind the last, which is the slowest.
        QCOMPARE(terms.stages.size(), std::size_t{4});
        QCOMPARE(terms.slowest, std::size_t{3});
        QVERIFY(terms.stages[1].micro == terms.stages[2].micro);
        QVERIFY(terms.stages[0].micro > terms.stages[1].micro);
        const auto bubble = [](const Evaluation& e) { return e.estimate->time->part(TimePart::pipeline_bubble); };
        // Until the last stage begins, the three before it work once; when it has ended, their last backward passes
        // follow.
        Seconds before;
        for (std::size_t i = 0; i < 3; ++i) before += terms.stages[i].micro;
        QVERIFY(bubble(plain) < before * 1.01 + terms.communication.stage_send.time * 6.0);
        QVERIFY(bubble(plain) > before * 0.9);
        QVERIFY(is_within((terms.pipeline_end - bubble(plain)).base(),
                          8.0 * (terms.micro + terms.communication.pipeline_sends).base(), 1e-12));
        scenario.parallel.pipeline_interleave = 3;
        QVERIFY(bubble(evaluated(scenario)) < bubble(plain) * 0.7);
    }

    void tensor_parallelism_communicates_inside_layers()
    {
        Scenario scenario = on_eight_gpus("llama-2-7b");
        scenario.parallel.tensor = 8;
        const Evaluation evaluation = evaluated(scenario);
        const CommunicationTerms& terms = evaluation.time->communication;
        // 32 layers with 4 all-reduces each, one for the embedding, one before the output; each of 4096 x 4096 numbers
        // of 2 bytes, 2 x 7/8 of that at 234.9 GB/s as measured on 8 A100, and 14 hops of 6 us.
        QCOMPARE(terms.tensor_collectives, 130.0);
        const double one = 4096.0 * 4096.0 * 2.0 * 1.75 / 234.9e9 + 14.0 * 6e-6;
        QVERIFY(is_within(terms.tensor_collective.time.base(), one, 1e-9));
        QVERIFY(is_within(terms.tensor_parallel.base(), 130.0 * one, 1e-9));
        // Sequence parallelism halves each and gathers once more for the weight gradients: 5 halves for 4.
        scenario.parallel.sequence_parallel = true;
        const Evaluation sequence = evaluated(scenario);
        QCOMPARE(sequence.time->communication.tensor_collectives, 32.0 * 2.0 * 5.0 + 5.0);
        // Over PCIe, across two processors, it is a multiple, and said so.
        scenario.build.gpu_link = LinkChoice::pcie;
        const Evaluation bus = evaluated(scenario);
        QVERIFY(bus.time->communication.tensor_parallel > sequence.time->communication.tensor_parallel * 5.0);
        QVERIFY(finds(bus.estimate->findings, "tensor-parallel-over-pcie"));
        QVERIFY(!finds(sequence.estimate->findings, "tensor-parallel-over-pcie"));
        scenario.parallel.tensor = 1;
        scenario.parallel.sequence_parallel = false;
        const Evaluation whole = evaluated(scenario);
        QVERIFY(evaluation.time->gpu.total() < whole.time->gpu.total());
        QVERIFY(evaluation.time->gpu.total() > whole.time->gpu.total() / 8.0);
    }

    void regions_cost_time_for_each_image()
    {
        const Evaluation masks = evaluated(scenario_of("maskrcnn_r50_fpn", 3));
        // Boxes and masks are cut out of three images.
        QCOMPARE(masks.time->regions.base(),
                 3.0 * 2.0 * engine_data().time.region_starts * masks.time->host_per_kernel.base());
        QVERIFY(masks.time->micro > masks.time->gpu.total() + masks.time->regions);
        QVERIFY(evaluated(scenario_of("retinanet_r50_fpn", 3)).time->regions == Seconds());
    }

    void a_faster_core_starts_kernels_faster()
    {
        const TimeCoefficients& c = engine_data().time;
        Scenario scenario = scenario_of("resnet50", 2);
        QCOMPARE(evaluated(scenario).time->host_per_kernel.base(), c.host_seconds_recent);
        scenario.training.framework_year = 2022;
        QCOMPARE(evaluated(scenario).time->host_per_kernel.base(), c.host_seconds);
        scenario.training.framework_year.reset();
        // A core of 5.8 GHz beside one of 3.4 GHz.
        scenario.build.cpu = "i9-13900k";
        QVERIFY(is_within(evaluated(scenario).time->host_per_kernel.base(), c.host_seconds_recent * 3.4 / 5.8, 1e-9));
        scenario.training.stack = SoftwareStack::tuned;
        QVERIFY(is_within(evaluated(scenario).time->host_per_kernel.base(),
                          c.host_seconds_recent * c.host_tuned * 3.4 / 5.8, 1e-9));
    }

    /// Stacks that overlap the exchange pair two micro-batches: one computes while the tokens of the other travel.
    void paired_micro_batches_hide_the_exchange_of_experts()
    {
        Scenario scenario = on_eight_gpus("mixtral-8x7b");
        scenario.parallel.expert = 8;
        const auto waited = [&scenario](SoftwareStack stack, std::int64_t accumulation, std::optional<bool> overlap) {
            scenario.training.stack = stack;
            scenario.training.gradient_accumulation = accumulation;
            scenario.parallel.tensor_parallel_overlap = overlap;
            return evaluated(scenario).time->communication.experts.base();
        };
        const double whole = waited(SoftwareStack::typical, 2, std::nullopt);
        QCOMPARE(waited(SoftwareStack::tuned, 1, std::nullopt), whole);
        QCOMPARE(waited(SoftwareStack::tuned, 2, false), whole);
        // The layers of a micro-batch take several times as long as its exchange.
        QVERIFY(waited(SoftwareStack::tuned, 2, std::nullopt) < 0.01 * whole);
        QVERIFY(waited(SoftwareStack::typical, 2, true) < 0.01 * whole);
        scenario.training.mode = RunMode::infer;
        QCOMPARE(waited(SoftwareStack::tuned, 2, true), whole / 2.0);
    }

    void experts_are_shared()
    {
        Scenario scenario = on_eight_gpus("mixtral-8x7b");
        const Evaluation whole = evaluated(scenario);
        QVERIFY(whole.time->communication.experts == Seconds());
        scenario.parallel.expert = 8;
        const Evaluation shared = evaluated(scenario);
        // 32 layers, there and back in both passes: 7/8 of two copies of 4096 x 4096 numbers of 2 bytes at 234.9 GB/s,
        // and two hops.
        const double one = 2.0 * 7.0 / 8.0 * 4096.0 * 4096.0 * 2.0 / 234.9e9 + 2.0 * 6e-6;
        QVERIFY(is_within(shared.time->communication.experts.base(), 32.0 * 4.0 * one, 1e-9));
        // No other GPU holds the same experts: their gradients stay where they are.
        QVERIFY(shared.time->communication.gradients.expert_reduce.time == Seconds());
        QVERIFY(whole.time->communication.gradients.expert_reduce.time > Seconds());
        // Its optimizer goes over an eighth of the experts: 32 layers of 8, three matrices of 4096 x 14336 each.
        const double experts = 32.0 * 8.0 * 3.0 * 4096.0 * 14336.0;
        const OptimizerTerms& optimizer = shared.time->optimizer;
        const double saved = (whole.time->optimizer.traffic - optimizer.traffic).as_double();
        QVERIFY(is_within(saved, experts * 7.0 / 8.0 * (optimizer.state_bytes + optimizer.model_bytes), 1e-6));
    }

    void recurrent_layers_start_once()
    {
        Scenario scenario = scenario_of("lstm-lm-medium", 20);
        scenario.input.sequence_length = 35;
        const Evaluation some = evaluated(scenario);
        scenario.input.sequence_length = 70;
        const Evaluation twice = evaluated(scenario);
        // The GPU runs every step, the host starts all of them at once.
        QVERIFY(twice.time->gpu.total() > some.time->gpu.total() * 1.8);
        QVERIFY(is_within(twice.time->host.base(), some.time->host.base(), 0.02));
    }

    void slow_loading_shows()
    {
        Scenario scenario = varied_scenarios().back();
        const Evaluation evaluation = evaluated(scenario);
        const TimeEstimate& time = *evaluation.estimate->time;
        QVERIFY(!finds(evaluation.estimate->findings, "file-size-not-known"));
        scenario.dataset.encoded_bytes_per_sample.reset();
        QVERIFY(finds(evaluated(scenario).estimate->findings, "file-size-not-known"));
        // 256 files of 2.5 MB from a disk of 200 MB/s: 3.2 s, which the GPU cannot hide.
        QCOMPARE(evaluation.time->loading.needed.base(), 3.2);
        // The copy of 256 x 3 x 224 x 224 x 4 bytes comes before, in the same stream as the computation.
        QVERIFY(evaluation.time->loading.copy && !evaluation.time->loading.copy_overlaps);
        QVERIFY(is_within(time.step.base(), 3.2, 1e-12));
        QVERIFY(time.bottleneck == Bottleneck::data_loading);
        QVERIFY(finds(evaluation.estimate->findings, "storage-limits"));
    }

    void unknown_numbers_give_no_time()
    {
        const Evaluation known = evaluated(scenario_of("resnet18"));
        Gpu gpu = *engine_data().hardware.gpu("a100-sxm-80");
        const auto step_with = [&](const Gpu& changed, const Scenario& scenario) {
            return step_time({*known.network, *known.analysis, Flops(1.0), scenario, "residual-net", &changed, nullptr,
                              nullptr, nullptr, nullptr, nullptr, engine_data().time});
        };
        QVERIFY(step_with(gpu, known.scenario).terms.has_value());
        gpu.memory.bandwidth.reset();
        const StepTime no_bandwidth = step_with(gpu, known.scenario);
        QVERIFY(!no_bandwidth.terms);
        QCOMPARE(no_bandwidth.findings.size(), std::size_t{1});
        QCOMPARE(no_bandwidth.findings[0].code, std::string("bandwidth-not-published"));
        QCOMPARE(std::get<std::string>(no_bandwidth.findings[0].arguments[0].second), gpu.name);
        gpu = *engine_data().hardware.gpu("a100-sxm-80");
        gpu.compute.fp32.reset();
        QCOMPARE(step_with(gpu, known.scenario).findings[0].code, std::string("peak-not-published"));
        // Two cards on PCIe of unknown speed.
        Scenario two = known.scenario;
        two.build.gpus_per_node = 2;
        two.build.gpu_link = LinkChoice::pcie;
        gpu = *engine_data().hardware.gpu("a100-sxm-80");
        QCOMPARE(step_with(gpu, two).findings[0].code, std::string("link-rate-not-published"));
    }

    void range_adds_up_its_causes()
    {
        const TimeRangeWidths& widths = engine_data().time.range;
        const auto width = [](const Scenario& scenario) {
            const TimeEstimate time = time_of(scenario);
            if (!is_within(time.high / time.step, time.step / time.low, 1e-9)) return -1.0;
            return std::log(time.high / time.step);
        };
        // The GPU limits a large batch of a kind that was measured, on one card: the base alone.
        Scenario known = scenario_of("resnet50", 128, "a100-sxm-40");
        QVERIFY(is_within(width(known), widths.factor * widths.base, 0.01));
        // The host limits a small one.
        Scenario small = known;
        small.training.micro_batch = 1;
        QVERIFY(width(small) > width(known));
        QVERIFY(width(small) <= widths.factor * std::hypot(widths.base, widths.host));
        Scenario captured = known;
        captured.training.cuda_graph = true;
        QVERIFY(is_within(width(captured), widths.factor * std::hypot(widths.base, widths.new_kind), 0.01));
        Scenario offloads = scenario_of("gpt2-small");
        offloads.parallel.offload = Offload::optimizer;
        QVERIFY(is_within(width(offloads), widths.order_of_magnitude, 1e-9));
        Scenario elsewhere = known;
        elsewhere.build.gpu = "gaudi2";
        elsewhere.training.precision = Precision::bf16_amp;
        QVERIFY(is_within(width(elsewhere), widths.order_of_magnitude, 1e-9));
    }

    void every_time_has_its_working()
    {
        QSet<QString> missing;
        const auto check = [&](const std::string& code) {
            if (!code.empty() && !messages(Language::english).has(code)) missing << QString::fromStdString(code);
        };
        for (const Scenario& scenario : varied_scenarios()) {
            const Evaluation evaluation = evaluated(scenario);
            const bool infers = scenario.training.mode == RunMode::infer;
            for (const std::string_view id : explained_quantities()) {
                const auto working =
                    id.starts_with("time.") ? explain(evaluation, engine_data(), id) : std::optional<Derivation>();
                if (!working) continue;
                const bool renamed = infers && working->quantity.starts_with("quantity.inference.");
                QCOMPARE(working->quantity, (renamed ? "quantity.inference." : "quantity.") + std::string(id));
                for_each_node(*working, [&](const Derivation& node) {
                    check(node.quantity);
                    if (!node.formula.starts_with('=')) check(node.formula);
                    if (node.source.starts_with("source.")) check(node.source);
                    for (const auto& [name, argument] : node.arguments)
                        if (const auto* word = std::get_if<MessageCode>(&argument)) check(word->code);
                    QVERIFY(std::isfinite(node.value.number));
                });
            }
            const auto step = explain(evaluation, engine_data(), "time.step_seconds");
            QCOMPARE(step->value.number, evaluation.estimate->time->step.base());
            // An inference has no backward pass, nothing to compute again and no optimizer.
            QCOMPARE(step->inputs.size(), infers ? time_part_count - 3 : time_part_count);
            constexpr std::string_view parts = "quantity.time.parts.";
            for (const Derivation& input : step->inputs) {
                const auto part = from_word<TimePart>(input.quantity.substr(parts.size()));
                QCOMPARE(input.value.number, evaluation.time->part(*part).base());
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(QStringList(missing.values()).join('\n')));
    }

    void operators_rank_layers()
    {
        const Evaluation evaluation = evaluated(scenario_of("vgg16", 32));
        QCOMPARE(evaluation.time->operators.size(), evaluation.analysis->facts.size());
        double forward = evaluation.time->loss_forward.base();
        double backward = evaluation.time->loss_backward.base();
        for (std::size_t i = 0; i < evaluation.time->operators.size(); ++i) {
            const OperatorTime& time = evaluation.time->operators[i];
            QCOMPARE(time.fact, i);
            forward += time.forward.base() * static_cast<double>(evaluation.analysis->facts[i].copies);
            backward += time.backward.base() * static_cast<double>(evaluation.analysis->facts[i].copies);
        }
        QVERIFY(is_within(forward, evaluation.time->gpu.forward.base(), 1e-12));
        QVERIFY(is_within(backward, evaluation.time->gpu.backward.base(), 1e-12));
    }

    void fabric_inspection_on_one_card()
    {
        const EstimateResult result = estimate(fabric(1), engine_data());
        QVERIFY(result.estimate && result.estimate->memory && result.estimate->time);
        QCOMPARE(int(*result.estimate->verdict), int(Verdict::fits));
        // 23.65 of the 24 GiB can be used; a training at batch 2 needs a few GiB of them.
        QVERIFY(is_within(result.estimate->memory->usable.as_gib(), 23.65, 0.01));
        QVERIFY(result.estimate->memory->total.as_gib() > 2.0 && result.estimate->memory->total.as_gib() < 5.0);
        const TimeEstimate& time = *result.estimate->time;
        QCOMPARE(time.steps_per_epoch, std::int64_t{500});
        QCOMPARE(time.total.base(), time.step.base() * 500 * 300);
        // A few hours, not the days that scaling published COCO times would suggest.
        QVERIFY(time.total.base() > 1.5 * 3600 && time.total_high.base() < 12 * 3600.0);
        QVERIFY(time.low < time.step && time.step < time.high);
    }

    void fabric_inspection_on_two_cards()
    {
        const Estimate one = *estimate(fabric(1), engine_data()).estimate;
        const Estimate two = *estimate(fabric(2), engine_data()).estimate;
        QCOMPARE(two.time->global_batch, std::int64_t{4});
        QCOMPARE(two.time->steps_per_epoch, std::int64_t{250});
        // No NVLink on this card: gradients cross PCIe, so the second card gives less than twice the speed.
        QVERIFY(two.time->part(TimePart::exposed_communication).base() > 0.0);
        const double speed_up = one.time->total / two.time->total;
        QVERIFY2(speed_up > 1.5 && speed_up < 2.0, qPrintable(QString::number(speed_up)));
        QVERIFY(two.memory->total > one.memory->total);
    }

    void the_figures_of_the_guide_are_those_of_the_program()
    {
        // "Figures from articles, checked": minutes of a COCO epoch, hours of 300, seconds of 1,000 images.
        Scenario scenario = scenario_of("detr_r50", 4, "v100-sxm2-16");
        scenario.dataset = {118'287, {}, {}, {}, {}, SampleEncoding::synthetic};
        scenario.training.epochs = 300;
        scenario.training.precision = Precision::fp32;
        scenario.build.gpus_per_node = 8;
        const TimeEstimate coco = *estimate(scenario, engine_data()).estimate->time;
        QCOMPARE(std::round(coco.epoch.base() / 60.0), 15.0);
        QCOMPARE(std::round(coco.total.base() / 3600.0), 77.0);
        scenario.dataset.samples = 1000;
        QCOMPARE(std::round(estimate(scenario, engine_data()).estimate->time->epoch.base()), 8.0);
    }

    void accumulation_splits_the_batch_and_keeps_the_updates()
    {
        Scenario plain = fabric(1);
        plain.training.micro_batch = 10;
        Scenario accumulated = fabric(1);
        accumulated.training.micro_batch = 5;
        accumulated.training.gradient_accumulation = 2;
        const Estimate a = *estimate(plain, engine_data()).estimate;
        const Estimate b = *estimate(accumulated, engine_data()).estimate;
        QCOMPARE(a.time->steps_per_epoch, std::int64_t{100});
        QCOMPARE(b.time->steps_per_epoch, std::int64_t{100});
        QCOMPARE(a.time->global_batch, b.time->global_batch);
        QVERIFY(b.memory->total < a.memory->total);
        QVERIFY(b.time->step > a.time->step);
    }
};

RIGWRIGHT_TEST(tst_step_time)

} // namespace rigwright::test::tst_step_time

#include "tst_step_time.moc"
