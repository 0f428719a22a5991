// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_layer_exchange {

/// Llama-2 7B with 4,096 tokens on eight A100 of one machine.
Scenario llama()
{
    Scenario scenario = scenario_of("llama-2-7b", 1);
    scenario.training.precision = Precision::bf16_master;
    scenario.input.sequence_length = 4096;
    scenario.build.gpus_per_node = 8;
    return scenario;
}

TimeTerms terms_of(const Scenario& scenario) { return evaluated(scenario).time.value(); }

// All-reduce bus bandwidth measured on 8 A100, bytes/s; seconds of a hop.
constexpr double nvlink = 234.9e9;
constexpr double hop = 6e-6;
constexpr double tokens_by_width = 4096.0 * 4096.0;

class tst_layer_exchange : public QObject {
    Q_OBJECT

private slots:
    void keys_and_values_go_round()
    {
        Scenario scenario = llama();
        scenario.parallel.context = 2;
        const TimeTerms terms = terms_of(scenario);
        const CommunicationTerms& c = terms.communication;
        // Each of 32 layers sends its half of keys and values once forward, and them with their gradients backward.
        QCOMPARE(c.context_exchanges, 96.0);
        QVERIFY(is_within(c.context_exchange.time.base(), 2.0 * tokens_by_width / 2.0 * 2.0 / nvlink + hop, 1e-9));
        // Attention over 4,096 tokens takes longer than that: next to nothing shows.
        QVERIFY(c.context_window > c.context_exchange.time * 96.0);
        QVERIFY(c.context_parallel < c.context_exchange.time * 96.0 * 0.2);
        // Where only PCIe joins the cards it does not hide.
        scenario.build.gpu = "rtx4090";
        const CommunicationTerms bus = terms_of(scenario).communication;
        QVERIFY(bus.context_parallel > bus.context_exchange.time * 96.0 * 0.5);
    }

    void heads_for_tokens()
    {
        Scenario scenario = llama();
        scenario.parallel.context = 2;
        scenario.parallel.context_method = ContextMethod::all_to_all;
        const CommunicationTerms c = terms_of(scenario).communication;
        // Queries, keys, values and the result, half of each, once a pass; half of that leaves the GPU.
        QCOMPARE(c.context_exchanges, 64.0);
        const double one = 4.0 * tokens_by_width / 2.0 * 2.0 / 2.0 / nvlink + 2.0 * hop;
        QVERIFY(is_within(c.context_parallel.base(), 64.0 * one, 1e-9));
    }

    void recomputed_layers_talk_again()
    {
        Scenario scenario = llama();
        scenario.parallel.tensor = 2;
        const CommunicationTerms plain = terms_of(scenario).communication;
        scenario.training.recompute = Recompute::full;
        // Two more of each layer's exchanges, and that of the embedding.
        QCOMPARE(terms_of(scenario).communication.tensor_collectives, plain.tensor_collectives + 65.0);
        scenario.training.mode = RunMode::infer;
        QCOMPARE(terms_of(scenario).communication.tensor_collectives, 65.0);
    }

    void overlap_never_costs_more()
    {
        for (int zero_stage = 0; zero_stage <= 3; ++zero_stage)
            for (const char* gpu : {"a100-sxm-80", "rtx4090"}) {
                Scenario scenario = llama();
                scenario.build.gpu = gpu;
                scenario.parallel.tensor = 2;
                scenario.parallel.zero_stage = zero_stage;
                scenario.training.gradient_accumulation = 2;
                scenario.parallel.data_parallel_overlap = false;
                const CommunicationTerms waits = terms_of(scenario).communication;
                scenario.parallel.data_parallel_overlap = true;
                const CommunicationTerms overlaps = terms_of(scenario).communication;
                QVERIFY(overlaps.collective == waits.collective);
                QVERIFY(overlaps.exposed <= waits.exposed);
                QVERIFY(overlaps.exposed > Seconds());
            }
    }

    /// Without a pipeline ZeRO-2 reduces after each micro-batch, since a rank keeps its share alone. In a pipeline the
    /// gradients stay whole until the last micro-batch: stage 2 takes the time and the memory of stage 1.
    void a_pipeline_reduces_gradients_once()
    {
        const auto with = [](std::int64_t pipeline, std::int64_t stage) {
            Scenario plan = llama();
            plan.training.gradient_accumulation = 16;
            plan.parallel.pipeline = pipeline;
            plan.parallel.zero_stage = stage;
            return plan;
        };
        const auto gradients = [&](std::int64_t pipeline, std::int64_t stage) {
            return evaluated(with(pipeline, stage)).estimate->memory->states[1];
        };
        QCOMPARE(terms_of(with(1, 2)).communication.gradients.reduces, 16.0);
        QVERIFY(gradients(1, 2) < gradients(1, 1));
        QCOMPARE(terms_of(with(4, 2)).communication.gradients.reduces, 1.0);
        QVERIFY(terms_of(with(4, 2)).step == terms_of(with(4, 1)).step);
        QVERIFY(gradients(4, 2) == gradients(4, 1));
        QVERIFY(finds(with(4, 2), "gradients-whole-in-pipeline"));
        QVERIFY(!finds(with(4, 1), "gradients-whole-in-pipeline"));
        QVERIFY(!finds(with(1, 2), "gradients-whole-in-pipeline"));
    }

    void experts_reduce_among_their_replicas()
    {
        Scenario scenario = scenario_of("mixtral-8x7b", 1);
        scenario.training.precision = Precision::bf16_master;
        scenario.build.gpus_per_node = 8;
        scenario.parallel.expert = 4;
        // Two GPUs hold each quarter of the experts (32 layers of 8, three matrices of 4096 x 14336): each sends half
        // of the fp32 gradients of its two experts twice.
        const double experts = 32.0 * 8.0 * 3.0 * 4096.0 * 14336.0 / 4.0;
        const GradientTerms g = terms_of(scenario).communication.gradients;
        QCOMPARE(g.expert_reduce.gpus, std::int64_t{2});
        QVERIFY(is_within(g.expert_reduce.sent.as_double(), 4.0 * experts, 1e-9));
        QCOMPARE(g.reduce.gpus, std::int64_t{8});
        QVERIFY(finds(scenario, "experts-taken-as-balanced"));
    }

    void optimizer_in_host_memory()
    {
        Scenario scenario = scenario_of("gpt2-small", 4, "rtx4090");
        scenario.training.precision = Precision::bf16_master;
        scenario.build.cpu = "i9-13900k";
        scenario.parallel.offload = Offload::optimizer;
        const Evaluation evaluation = evaluated(scenario);
        const OffloadTerms& o = evaluation.time->offload;
        const double parameters = evaluation.estimate->model.trainable_parameters.as_double();
        QVERIFY(o.modelled && !o.host_bandwidth_assumed);
        // 16-bit gradients down and weights up over PCIe 4 x16; fp32 state, gradients and weights in two channels of
        // DDR5.
        QVERIFY(is_within(o.down.as_double(), 2.0 * parameters, 1e-9));
        QVERIFY(is_within(o.link.base(), 31.508e9 * engine_data().time.host_copy_efficiency, 1e-9));
        QVERIFY(is_within(o.host_bandwidth.base(), 89.6e9 * engine_data().time.host_bandwidth_efficiency, 1e-2));
        QVERIFY(is_within(o.update.base(), parameters * 34.0 / o.host_bandwidth.base(), 1e-9));
        QVERIFY(evaluation.estimate->time->part(TimePart::optimizer) == o.update);
        QVERIFY(!finds(scenario, "offload-time-not-modelled"));
        scenario.parallel.offload = Offload::none;
        QVERIFY(terms_of(scenario).step < evaluation.time->step);
    }

    /// Few parameters in many tensors: whichever side updates them, one loop starts the update of each.
    void many_small_tensors_are_no_quicker_in_host_memory()
    {
        Scenario scenario = scenario_of("resnet50", 8, "rtx5070ti");
        scenario.build.cpu = "epyc-9124";
        // A loop over tensors, as PyTorch had it before it updated them together.
        scenario.training.framework_year = 2021;
        const TimeTerms device = terms_of(scenario);
        scenario.parallel.offload = Offload::optimizer;
        const TimeTerms host = terms_of(scenario);
        QVERIFY(host.offload.traffic_time < device.optimizer.time);
        QVERIFY(host.offload.launch_time == device.optimizer.launch_time);
        QVERIFY(host.offload.update == device.optimizer.time);
        QVERIFY(host.step > device.step);
    }

    void weights_in_host_memory()
    {
        // Few tokens: the passes are too short to hide the weights behind.
        Scenario scenario = llama();
        scenario.input.sequence_length = 128;
        scenario.parallel.zero_stage = 3;
        scenario.parallel.offload = Offload::optimizer;
        QVERIFY(finds(scenario, "host-bandwidth-assumed"));
        const TimeTerms optimizer = terms_of(scenario);
        scenario.parallel.offload = Offload::parameters;
        const TimeTerms all = terms_of(scenario);
        // Each of eight GPUs fetches its eighth twice a micro-batch.
        QCOMPARE(optimizer.offload.weights.value(), std::int64_t{0});
        QVERIFY(is_within(all.offload.weights.as_double(), 2.0 * all.offload.down.as_double(), 1e-6));
        QVERIFY(all.offload.exposed > optimizer.offload.exposed);
    }
};

RIGWRIGHT_TEST(tst_layer_exchange)

} // namespace rigwright::test::tst_layer_exchange

#include "tst_layer_exchange.moc"
