// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/time/topology.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_collectives {

const TimeCoefficients& c() { return engine_data().time; }

Topology topology(const char* gpu, std::int64_t machine, std::int64_t nodes, LinkChoice choice = LinkChoice::automatic)
{
    Scenario scenario;
    scenario.build.gpu = gpu;
    scenario.build.gpus_per_node = machine;
    scenario.build.nodes = nodes;
    scenario.build.gpu_link = choice;
    const Gpu& card = *engine_data().hardware.gpu(gpu);
    const int generation = card.link.pcie_generation.value_or(3);
    const Catalog& hardware = engine_data().hardware;
    const Link* host = hardware.link("pcie" + std::to_string(generation) + "-x16");
    const Link* peer = hardware.link("nvlink" + std::to_string(card.link.peer_generation.value_or(0)));
    return topology_of(scenario, {card, nullptr, host, peer, nullptr}, c()).value();
}

CollectiveTime reduce_all(const Topology& wires, const GpuGroup& group, double bytes)
{
    return collective_time(Collective::all_reduce, bytes, group_path(wires, group), c());
}

constexpr double gib = 1073741824.0;

/// Llama-2 7B with 4,096 tokens on eight A100 of one machine.
Scenario llama()
{
    return with_fields(scenario_of("llama-2-7b", 1), R"({"training.precision": "bf16-master",
        "input.sequence_length": 4096, "build.gpus_per_node": 8})");
}

TimeTerms terms_of(const Scenario& scenario) { return evaluated(scenario).time.value(); }

// All-reduce bus bandwidth measured on 8 A100, bytes/s; seconds of a hop.
constexpr double nvlink = 234.9e9;
constexpr double hop = 6e-6;
constexpr double tokens_by_width = 4096.0 * 4096.0;

/// Exchanges between GPUs: one collective, and those of the layers of a step.
class tst_collectives : public QObject {
    Q_OBJECT

private slots:
    void traffic_of_each_kind()
    {
        QCOMPARE(traffic_factor(Collective::all_reduce, 4), 1.5);
        QCOMPARE(traffic_factor(Collective::reduce_scatter, 4), 0.75);
        QCOMPARE(traffic_factor(Collective::all_gather, 4), 0.75);
        QCOMPARE(traffic_factor(Collective::all_to_all, 4), 0.75);
        QCOMPARE(traffic_factor(Collective::send, 2), 1.0);
        QCOMPARE(traffic_factor(Collective::all_reduce, 1), 0.0);
    }

    void a_machine_of_eight()
    {
        // 8 A100 in a DGX: 1.75 GiB for each GiB at the measured 234.9 GB/s, 14 hops of 6 us.
        const CollectiveTime ring = reduce_all(topology("a100-sxm-40", 8, 1), {8, 1}, gib);
        QVERIFY(ring.algorithm == Algorithm::ring);
        QVERIFY(is_within(ring.time.base(), 1.75 * gib / 234.9e9 + 84e-6, 1e-9));
        // A gathering is half of it.
        const CollectiveTime gather =
            collective_time(Collective::all_gather, gib, group_path(topology("a100-sxm-40", 8, 1), {8, 1}), c());
        QVERIFY(is_within(gather.time.base(), ring.time.base() / 2.0, 1e-9));
        // The switches of Hopper add, from five GPUs on.
        QVERIFY(reduce_all(topology("h100-sxm", 8, 1), {8, 1}, gib).algorithm == Algorithm::in_switch);
        QVERIFY(reduce_all(topology("h100-sxm", 8, 1), {4, 1}, gib).algorithm == Algorithm::ring);
        // One GPU has no peer.
        QVERIFY(reduce_all(topology("a100-sxm-40", 8, 1), {1, 1}, gib).time == Seconds());
    }

    void as_measured()
    {
        const Rows<QString, int, double, double> rows{
            // All-reduce bus bandwidth in GB/s (Stas Bekman, ML Engineering, network tables, 2026; NVIDIA/nccl-tests
            // issue 212 and NVIDIA/nccl issue 1639 for the cards without peer-to-peer copies).
            {"8 A100", "a100-sxm-80", 8, 16384.0, 234.9},
            {"8 H200", "h200-sxm", 8, 16384.0, 482.3},
            {"8 H200, 256 MiB", "h200-sxm", 8, 256.0, 436.0},
            {"8 H200, 64 MiB", "h200-sxm", 8, 64.0, 346.5},
            {"8 H200, 16 MiB", "h200-sxm", 8, 16.0, 219.9},
            {"4 of 8 H200", "h200-sxm", 4, 8192.0, 363.3},
            {"8 B200", "b200", 8, 8192.0, 838.0},
        };
        rows.each([&](const auto& gpu, auto gpus, auto mebibytes, auto measured) {
            const double payload = mebibytes * 1048576.0;
            const CollectiveTime one = reduce_all(topology(gpu.toUtf8().constData(), 8, 1), {gpus, 1}, payload);
            const double bus = one.sent.as_double() / one.time.base() / 1e9;
            QVERIFY2(bus > measured * 0.85 && bus < measured * 1.15, qPrintable(QString::number(bus)));
        });
    }

    void rings_share_what_they_cross()
    {
        // Eight PCIe cards, four to a processor. Neighbours copy straight to each other.
        const Topology wires = topology("a100-pcie-80", 8, 1, LinkChoice::pcie);
        QCOMPARE(wires.processors, std::int64_t{2});
        const double near = 31.508e9 * c().pcie_direct_efficiency;
        QVERIFY(is_within(group_path(wires, {2, 1}).link.reached().base(), near, 1e-9));
        QVERIFY(is_within(group_path(wires, {4, 1}).link.reached().base(), near, 1e-9));
        // One ring over all crosses alone; two rings of every other card, or four pairs four cards apart, fill the gaps
        // that each leaves and share. Measured on such a machine (SimuMax): 7.0 to 7.65 GB/s for each of two, 3.9
        // to 4.0 of four.
        QVERIFY(is_within(group_path(wires, {8, 1}).link.reached().base(), 31.508e9 * c().ring_crossing, 1e-9));
        const double crossing = 31.508e9 * c().rings_crossing;
        QVERIFY(is_within(group_path(wires, {4, 2}).link.reached().base(), crossing / 2.0, 1e-9));
        QVERIFY(is_within(group_path(wires, {2, 4}).link.reached().base(), crossing / 4.0, 1e-9));
        QVERIFY(is_within(group_path(wires, {4, 2}).link.reached().base(), 7.3e9, 0.1));
        QVERIFY(is_within(group_path(wires, {2, 4}).link.reached().base(), 3.95e9, 0.1));
        // Of what eight send to each other, 4 x 4 of 56 pairs go across each way: 16/7 of what one sends.
        const double across = 31.508e9 * c().processor_crossing / (16.0 / 7.0);
        QVERIFY(is_within(group_path(wires, {8, 1}).pairwise.reached().base(), across, 1e-9));
        // Cards without peer-to-peer copies go by way of host memory.
        QVERIFY(group_path(topology("rtx4090", 4, 1), {4, 1}).link.path == Path::pcie_through_host);
    }

    void machines_and_adapters()
    {
        // Two machines of eight H100 with an adapter of 50 GB/s each: a ring over all may use all eight, up to NVLink's
        // rate; tensor-parallel groups of eight leave each data-parallel ring one adapter.
        const Topology wires = topology("h100-sxm", 8, 2);
        QVERIFY(wires.network_assumed);
        const double adapter = 50e9 * c().network_efficiency;
        const GroupPath all = group_path(wires, {16, 1});
        QCOMPARE(all.inside, std::int64_t{8});
        QCOMPARE(all.places, std::int64_t{2});
        QVERIFY(all.link.reached().base() <= 8.0 * adapter + 1.0);
        QVERIFY(is_within(group_path(wires, {2, 8}).link.reached().base(), adapter, 1e-9));
        QVERIFY(is_within(group_path(wires, {4, 4}).link.reached().base(), 2.0 * adapter, 1e-9));
        QVERIFY(is_within(neighbour_link(wires, 8).reached().base(), adapter, 1e-9));
        QVERIFY(neighbour_link(wires, 4).path == Path::peer_link);
    }

    void racks_are_one_machine()
    {
        // 72 GB200 are joined by NVLink whatever the trays.
        QVERIFY(group_path(topology("gb200", 4, 18), {72, 1}).link.path == Path::peer_link);
        QVERIFY(group_path(topology("gb200", 4, 36), {144, 1}).link.path == Path::network);
    }

    void bridges_join_pairs()
    {
        QVERIFY(group_path(topology("rtx3090", 2, 1), {2, 1}).link.path == Path::peer_link);
        // With four cards, bridges must be requested and join pairs only.
        QVERIFY(group_path(topology("rtx3090", 4, 1), {2, 1}).link.path == Path::pcie_through_host);
        const Topology bridged = topology("rtx3090", 4, 1, LinkChoice::nvlink);
        QVERIFY(group_path(bridged, {2, 1}).link.path == Path::peer_link);
        QVERIFY(group_path(bridged, {4, 1}).link.path == Path::pcie_through_host);
    }

    void more_gpus_never_take_less()
    {
        for (const char* gpu : {"a100-sxm-40", "h100-sxm", "rtx4090", "a100-pcie-80", "v100-sxm2-16"}) {
            for (const double bytes : {1e4, 1e7, 1e10}) {
                Seconds before;
                for (const std::int64_t gpus : {1, 2, 4}) {
                    const Seconds time = reduce_all(topology(gpu, 8, 1), {gpus, 1}, bytes).time;
                    QVERIFY2(time >= before, gpu);
                    before = time;
                }
                Seconds ring;
                for (const std::int64_t nodes : {2, 4, 16, 64}) {
                    const Seconds time = reduce_all(topology(gpu, 8, nodes), {8 * nodes, 1}, bytes).time;
                    QVERIFY2(time >= ring, gpu);
                    ring = time;
                }
            }
        }
    }

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

    void recomputed_layers_communicate_again()
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

    /// Without a pipeline ZeRO-2 reduces after each micro-batch, since a rank keeps only its share. In a pipeline the
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
        Scenario scenario = with_fields(scenario_of("mixtral-8x7b", 1), R"({"training.precision": "bf16-master",
            "build.gpus_per_node": 8, "parallel.expert": 4})");
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
        Scenario scenario = with_fields(scenario_of("gpt2-small", 4, "rtx4090"), R"({
            "training.precision": "bf16-master", "build.cpu": "i9-13900k", "parallel.offload": "optimizer"})");
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
        Scenario scenario = with_fields(llama(), R"({"input.sequence_length": 128, "parallel.zero_stage": 3,
            "parallel.offload": "optimizer"})");
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

RIGWRIGHT_TEST(tst_collectives)

} // namespace rigwright::test::tst_collectives

#include "tst_collectives.moc"
