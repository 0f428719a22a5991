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
        // With four cards bridges have to be asked for, and join pairs only.
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
};

RIGWRIGHT_TEST(tst_collectives)

} // namespace rigwright::test::tst_collectives

#include "tst_collectives.moc"
