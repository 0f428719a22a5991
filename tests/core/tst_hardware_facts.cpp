// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/time/device_peak.h"
#include "core/hardware/catalog.h"
#include "core/hardware/gpu.h"
#include "core/hardware/host_link.h"
#include "core/prices/price_import.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <map>

namespace rigwright::test::tst_hardware_facts {

const Catalog& catalog() { return engine_data().hardware; }

double in_teraflops(std::optional<FlopsPerSecond> peak) { return peak ? peak->base() / 1e12 : 0.0; }

double teraflops_of(std::string_view cpu, CpuClock clock)
{
    Trace untraced(false);
    return fp32_peak(*catalog().cpu(cpu), clock, untraced)->amount() / 1e12;
}

/// Operations per multiprocessor and clock: vendor architecture whitepapers. Tensor rates with fp32 accumulation on
/// GeForce are half of `fp16_fp32acc`; `is_full_rate` says which cards have them whole.
struct Rates {
    double fp64, fp32, fp16_vector, tf32, fp16_fp16acc, fp16_fp32acc, fp8, fp4, int8;
};

const std::map<std::string, Rates> rates_by_architecture{
    {"Kepler", {128, 384, 0, 0, 0, 0, 0, 0, 0}},
    {"Maxwell", {8, 256, 0, 0, 0, 0, 0, 0, 0}},
    {"Pascal", {8, 256, 4, 0, 0, 0, 0, 0, 1024}},
    {"Pascal (GP100)", {64, 128, 256, 0, 0, 0, 0, 0, 0}},
    {"Volta", {64, 128, 256, 0, 1024, 1024, 0, 0, 0}},
    {"Turing", {4, 128, 256, 0, 1024, 1024, 0, 0, 2048}},
    {"Turing (TU11x)", {4, 128, 256, 0, 0, 0, 0, 0, 0}},
    {"Ampere (GA100)", {64, 128, 512, 1024, 2048, 2048, 0, 0, 4096}},
    {"Ampere (GA10x)", {4, 256, 256, 512, 1024, 1024, 0, 0, 2048}},
    {"Ampere (GA103)", {4, 256, 256, 512, 1024, 1024, 0, 0, 2048}},
    {"Ampere (GA104)", {4, 256, 256, 512, 1024, 1024, 0, 0, 2048}},
    {"Ada Lovelace", {4, 256, 256, 512, 1024, 1024, 2048, 0, 2048}},
    {"Hopper", {128, 256, 512, 2048, 4096, 4096, 8192, 0, 8192}},
    {"Blackwell (GB20x)", {4, 256, 256, 512, 1024, 1024, 2048, 4096, 2048}},
    // AMD, per compute unit.
    {"Vega 20 (GCN5)", {64, 128, 256, 0, 0, 0, 0, 0, 0}},
    {"CDNA", {64, 128, 0, 0, 0, 1024, 0, 0, 1024}},
    {"CDNA 2", {128, 128, 0, 0, 0, 1024, 0, 0, 1024}},
    {"CDNA 3", {128, 256, 0, 1024, 0, 2048, 4096, 0, 4096}},
    {"CDNA 4", {128, 256, 0, 0, 0, 4096, 8192, 16384, 8192}},
    {"RDNA 2", {8, 128, 256, 0, 0, 0, 0, 0, 0}},
    {"RDNA 3", {8, 256, 512, 0, 0, 512, 0, 0, 0}},
    {"RDNA 4", {0, 256, 512, 0, 0, 1024, 2048, 0, 2048}},
};

/// The fp32-accumulation rate is whole on professional and data-centre cards; Volta, GA100, Hopper and AMD know no half
/// rate.
bool is_full_rate(const Gpu& gpu)
{
    if (gpu.vendor == "AMD") return true;
    const bool halved = gpu.id == "l40" || gpu.id == "l20" || gpu.id == "a10g";
    const bool product_line = gpu.segment == GpuSegment::professional || gpu.segment == GpuSegment::datacenter;
    return gpu.architecture == "Volta" || gpu.id == "titanrtx" || (product_line && !halved);
}

/// Figures that are not units x clock x rate, with the reason.
const std::map<std::string, std::string> explained{
    {"h800-sxm fp64", "cut to 1 TFLOPS by export rules"},
    {"h800-sxm fp64-tensor", "cut to 1 TFLOPS by export rules"},
    {"mi100 bf16", "the first CDNA multiplies bf16 at half the rate of fp16"},
    {"l20 int8", "half the rate of the family, as its fp8"},
    {"l40 int8", "half the rate of the family, as its fp8"},
    {"rtx5090d fp4", "cut to the advertised 2375 AI TOPS"},
    {"rtx5090d-v2 fp4", "cut to the advertised 2375 AI TOPS"},
};

struct FormulaCheck {
    std::vector<std::string> deviations;
    int compared = 0;

    void compare(const Gpu& gpu, const char* what, std::optional<FlopsPerSecond> listed, std::optional<Hertz> clock,
                 double rate)
    {
        if (!listed || !clock || !gpu.compute.multiprocessors) return;
        ++compared;
        const double computed = *gpu.compute.multiprocessors * clock->base() * rate;
        const std::string name = gpu.id + " " + what;
        if (is_within(listed->base(), computed, 0.03) == explained.contains(name))
            deviations.push_back(name + ": listed " + std::to_string(listed->base() / 1e12) + ", computed " +
                                 std::to_string(computed / 1e12));
    }

    void compare_all(const Gpu& gpu, const Rates& rates)
    {
        const GpuCompute& compute = gpu.compute;
        const auto vector_clock = compute.boost_clock;
        const auto tensor_clock = compute.tensor_clock ? compute.tensor_clock : compute.boost_clock;
        const double share = is_full_rate(gpu) ? 1.0 : 0.5;
        compare(gpu, "fp64", compute.fp64, vector_clock, rates.fp64);
        compare(gpu, "fp64-tensor", compute.fp64_tensor, vector_clock, 2.0 * rates.fp64);
        compare(gpu, "fp32", compute.fp32, vector_clock, rates.fp32);
        compare(gpu, "fp16-vector", compute.fp16_vector, vector_clock, rates.fp16_vector);
        compare(gpu, "tf32", compute.tf32_tensor, tensor_clock, share * rates.tf32);
        compare(gpu, "fp16-fp16acc", compute.fp16_tensor_fp16_accumulation, tensor_clock, rates.fp16_fp16acc);
        compare(gpu, "fp16-fp32acc", compute.fp16_tensor_fp32_accumulation, tensor_clock, share * rates.fp16_fp32acc);
        compare(gpu, "bf16", compute.bf16_tensor, tensor_clock, share * rates.fp16_fp32acc);
        compare(gpu, "fp8", compute.fp8_tensor, tensor_clock, share * rates.fp8);
        compare(gpu, "fp4", compute.fp4_tensor, tensor_clock, rates.fp4);
        compare(gpu, "int8", compute.int8, tensor_clock, rates.int8);
    }
};

class HardwareFactsTest : public QObject {
    Q_OBJECT
private slots:
    void published_peaks()
    {
        const Rows<std::string, NumberFormat, bool, bool, double> rows{
            {"RTX 4090 fp32 (Ada whitepaper)", "rtx4090", NumberFormat::fp32, false, false, 82.6},
            {"RTX 4090 fp16, fp32 sum (Ada whitepaper)", "rtx4090", NumberFormat::fp16, true, false, 165.2},
            {"RTX 4090 fp16, fp16 sum (Ada whitepaper)", "rtx4090", NumberFormat::fp16, true, true, 330.3},
            {"RTX 4090 bf16 (Ada whitepaper)", "rtx4090", NumberFormat::bf16, true, false, 165.2},
            {"A100 fp32 (A100 datasheet)", "a100-sxm-80", NumberFormat::fp32, false, false, 19.5},
            {"A100 fp64 (A100 datasheet)", "a100-sxm-80", NumberFormat::fp64, false, false, 9.7},
            {"A100 fp64 tensor (A100 datasheet)", "a100-sxm-80", NumberFormat::fp64, true, false, 19.5},
            {"A100 tf32 (A100 datasheet)", "a100-sxm-80", NumberFormat::tf32, true, false, 156},
            {"A100 fp16 (A100 datasheet)", "a100-sxm-80", NumberFormat::fp16, true, false, 312},
            {"A100 40 GB bf16 (A100 datasheet)", "a100-sxm-40", NumberFormat::bf16, true, false, 312},
            {"V100 fp16 (V100 datasheet)", "v100-sxm2-16", NumberFormat::fp16, true, false, 125},
            {"V100 fp32 (V100 datasheet)", "v100-sxm2-32", NumberFormat::fp32, false, false, 15.7},
            {"P100 fp32 (P100 datasheet)", "p100-sxm2", NumberFormat::fp32, false, false, 10.6},
            {"P100 fp16 (P100 datasheet)", "p100-sxm2", NumberFormat::fp16, false, false, 21.2},
            {"GTX 1080 Ti fp32 (Turing whitepaper)", "gtx1080ti", NumberFormat::fp32, false, false, 11.3},
            {"RTX 2080 Ti fp16, fp16 sum (Turing whitepaper)", "rtx2080ti", NumberFormat::fp16, true, true, 107.6},
            {"RTX 2080 Ti fp16, fp32 sum (Turing whitepaper)", "rtx2080ti", NumberFormat::fp16, true, false, 53.8},
            {"Quadro RTX 6000 fp16 (Turing whitepaper)", "qrtx6000", NumberFormat::fp16, true, false, 130.5},
            {"H100 SXM bf16 dense (H100 datasheet)", "h100-sxm", NumberFormat::bf16, true, false, 989.4},
            {"H100 SXM fp8 dense (H100 datasheet)", "h100-sxm", NumberFormat::fp8, true, false, 1978.9},
            {"H100 PCIe bf16 dense (H100 datasheet)", "h100-pcie", NumberFormat::bf16, true, false, 756},
            {"L40S fp16 dense (L40S datasheet)", "l40s", NumberFormat::fp16, true, false, 362},
            {"RTX 3090 fp16, fp32 sum (GA102 whitepaper)", "rtx3090", NumberFormat::fp16, true, false, 71},
            {"RTX 5090 bf16 (RTX Blackwell whitepaper)", "rtx5090", NumberFormat::bf16, true, false, 209.5},
            {"MI300X bf16 dense (MI300X datasheet)", "mi300x", NumberFormat::bf16, true, false, 1307.4},
            {"MI250X fp16 (MI250X datasheet)", "mi250x", NumberFormat::fp16, true, false, 383},
        };
        rows.each([&](const auto& id, auto format, auto tensor, auto fp16_accumulation, auto teraflops) {
            const Gpu* gpu = catalog().gpu(id);
            QVERIFY(gpu != nullptr);
            const auto peak = dense_peak(*gpu, format, tensor ? ComputeUnit::tensor : ComputeUnit::vector,
                                         fp16_accumulation ? Accumulation::fp16 : Accumulation::fp32);
            QVERIFY2(is_within(in_teraflops(peak), teraflops, 0.005), qPrintable(QString::number(in_teraflops(peak))));
        });
    }

    void rtx4090_has_no_nvlink_and_no_peer_to_peer()
    {
        const Gpu& card = *catalog().gpu("rtx4090");
        QVERIFY(card.link.peer_kind == PeerLinkKind::none);
        QVERIFY(!peer_bandwidth(card));
        QCOMPARE(card.link.pcie_peer_to_peer, std::optional(false));
        QVERIFY(is_within(in_teraflops(dense_peak(card, NumberFormat::fp64, ComputeUnit::vector)), 1.29, 0.01));
    }

    void peaks_are_units_times_clock_times_rate()
    {
        FormulaCheck check;
        for (const Gpu& gpu : catalog().gpus) {
            if (gpu.architecture == "Blackwell" || gpu.architecture == "Blackwell Ultra") continue;
            if (gpu.vendor != "NVIDIA" && gpu.vendor != "AMD") continue;
            const auto rates = rates_by_architecture.find(gpu.architecture);
            QVERIFY2(rates != rates_by_architecture.end(), gpu.architecture.c_str());
            check.compare_all(gpu, rates->second);
        }
        QString report;
        for (const std::string& deviation : check.deviations) report += QString::fromStdString(deviation) + '\n';
        QCOMPARE(report, QString());
        QVERIFY(check.compared > 900);
    }

    void cards_of_ampere_and_later_name_their_bf16_rate()
    {
        int compared = 0;
        for (const Gpu& gpu : catalog().gpus) {
            if (gpu.compute_capability < "8" && !gpu.compute_capability.starts_with("1")) continue;
            if (!gpu.compute.fp32) continue;
            const auto bf16 = dense_peak(gpu, NumberFormat::bf16, ComputeUnit::tensor);
            QVERIFY2(bf16 && *bf16 > *gpu.compute.fp32, gpu.id.c_str());
            ++compared;
        }
        QVERIFY(compared > 60);
    }

    void shaders_are_a_multiple_of_the_multiprocessors()
    {
        for (const Gpu& gpu : catalog().gpus) {
            const GpuCompute& compute = gpu.compute;
            if (!compute.multiprocessors || !compute.shaders) continue;
            const int per_unit = *compute.shaders / *compute.multiprocessors;
            QVERIFY2(*compute.shaders % *compute.multiprocessors == 0 &&
                         (per_unit == 64 || per_unit == 128 || per_unit == 192),
                     gpu.id.c_str());
        }
    }

    void memory_bandwidth_is_width_times_a_plausible_rate()
    {
        // Gbit/s per pin that parts of each type were sold with.
        const std::map<std::string, std::pair<double, double>> rates{
            {"GDDR5", {5.0, 8.1}},    {"GDDR5X", {10.0, 11.5}}, {"GDDR6", {10.0, 20.0}},
            {"GDDR6X", {19.0, 23.0}}, {"GDDR7", {24.9, 32.0}},  {"HBM2", {1.4, 2.5}},
            {"HBM2e", {2.4, 3.7}},    {"HBM3", {4.8, 6.5}},     {"HBM3e", {5.8, 9.3}},
        };
        int compared = 0;
        for (const Gpu& gpu : catalog().gpus) {
            if (!gpu.memory.bus_width_bit || !gpu.memory.bandwidth) continue;
            const auto range = rates.find(gpu.memory.type);
            QVERIFY2(range != rates.end(), gpu.memory.type.c_str());
            const double per_pin = gpu.memory.bandwidth->base() * 8.0 / *gpu.memory.bus_width_bit / 1e9;
            QVERIFY2(per_pin >= range->second.first * 0.999 && per_pin <= range->second.second * 1.001, gpu.id.c_str());
            ++compared;
        }
        QVERIFY(compared > 120);
    }

    void peer_links_fit_their_kind()
    {
        const std::map<int, double> nvlink_generation_limit{{1, 160}, {2, 300}, {3, 600}, {4, 900}, {5, 1800}};
        for (const Gpu& gpu : catalog().gpus) {
            if (gpu.vendor != "NVIDIA") continue;
            QVERIFY2(gpu.link.peer_kind.has_value(), gpu.id.c_str());
            if (gpu.link.peer_kind == PeerLinkKind::none) continue;
            const double bidirectional = gpu.link.peer_bidirectional.value().base() / 1e9;
            QVERIFY2(bidirectional <= nvlink_generation_limit.at(gpu.link.peer_generation.value()), gpu.id.c_str());
            if (gpu.link.peer_kind == PeerLinkKind::nvlink_bridge)
                QVERIFY2(*gpu.link.peer_domain_gpus == (gpu.id == "h200-nvl" ? 4 : 2), gpu.id.c_str());
            const bool geforce_after_ampere =
                gpu.segment == GpuSegment::consumer &&
                (gpu.architecture == "Ada Lovelace" || gpu.architecture == "Blackwell (GB20x)");
            QVERIFY2(!geforce_after_ampere, gpu.id.c_str());
        }
    }

    void units_that_do_not_take_a_format_have_no_peak()
    {
        const Gpu& a100 = *catalog().gpu("a100-sxm-80");
        QVERIFY(!dense_peak(a100, NumberFormat::fp8, ComputeUnit::tensor));
        QVERIFY(!dense_peak(a100, NumberFormat::fp32, ComputeUnit::tensor));
        QVERIFY(!dense_peak(a100, NumberFormat::nf4, ComputeUnit::tensor));
        QVERIFY(!dense_peak(a100, NumberFormat::tf32, ComputeUnit::vector));
        QVERIFY(!dense_peak(*catalog().gpu("gtx1080ti"), NumberFormat::fp16, ComputeUnit::tensor));
        QCOMPARE(in_teraflops(dense_peak(a100, NumberFormat::int8, ComputeUnit::tensor)), 624.0);
    }

    void a_single_device_has_its_share_of_the_board()
    {
        const Rows<std::string, double, double, double> rows{
            {"Tesla K80", "k80", 12.0, 240.0, 4.37},
            {"A16", "a16", 16.0, 200.0, 4.5},
            {"MI250X", "mi250x", 64.0, 1638.4, 23.95},
            {"T4", "t4", 16.0, 320.0, 8.1},
        };
        rows.each([&](const auto& id, auto gibibytes, auto gigabytes_per_second, auto fp32_teraflops) {
            const Gpu device = single_device(*catalog().gpu(id));
            QCOMPARE(device.devices_per_board, 1);
            QCOMPARE(device.memory.capacity.as_gib(), gibibytes);
            QVERIFY(is_within(device.memory.bandwidth->base() / 1e9, gigabytes_per_second, 0.001));
            QVERIFY(is_within(in_teraflops(device.compute.fp32), fp32_teraflops, 0.005));
        });
    }

    void peer_bandwidth_is_one_direction()
    {
        QCOMPARE(peer_bandwidth(*catalog().gpu("a100-sxm-80"))->base(), 300e9);
        QCOMPARE(peer_bandwidth(*catalog().gpu("h100-sxm"))->base(), 450e9);
        QCOMPARE(peer_bandwidth(*catalog().gpu("rtx3090"))->base(), 56.25e9);
        QCOMPARE(catalog().link("nvlink3")->per_direction.base(), 300e9);
    }

    void pcie_rates_follow_from_their_coding()
    {
        const Rows<std::string, double> rows{
            {"3.0 x16: 8 x 16 x 128/130 / 8", "pcie3-x16", 15.754},
            {"4.0 x8: 16 x 8 x 128/130 / 8", "pcie4-x8", 15.754},
            {"4.0 x16: 16 x 16 x 128/130 / 8", "pcie4-x16", 31.508},
            {"5.0 x16: 32 x 16 x 128/130 / 8", "pcie5-x16", 63.015},
            {"100 Gbit/s", "eth-100", 12.5},
            {"InfiniBand NDR, 400 Gbit/s", "ib-ndr", 50.0},
        };
        rows.each([&](const auto& id, auto gigabytes_per_second) {
            QVERIFY(is_within(catalog().link(id)->per_direction.base() / 1e9, gigabytes_per_second, 1e-4));
        });
    }

    void infiniband_is_no_slower_than_ethernet_of_the_same_line_rate()
    {
        // 381.8 GB/s of bus bandwidth over eight adapters of 50 GB/s.
        QVERIFY(is_within(catalog().link("ib-ndr")->share_reached(0.0), 0.954, 1e-3));
        const double unmeasured = engine_data().time.network_efficiency;
        const Rows<std::string, std::string> rows{
            {"100 Gbit/s", "ib-edr", "eth-100"},
            {"200 Gbit/s", "ib-hdr", "eth-200"},
            {"400 Gbit/s", "ib-ndr", "eth-400"},
            {"800 Gbit/s", "ib-xdr", "eth-800"},
        };
        rows.each([&](const auto& infiniband, const auto& ethernet) {
            const Link& faster = *catalog().link(infiniband);
            const Link& slower = *catalog().link(ethernet);
            QVERIFY(faster.per_direction == slower.per_direction);
            QVERIFY(faster.share_reached(unmeasured) >= slower.share_reached(unmeasured));
        });
    }

    void every_pair_of_generation_and_width_has_a_link()
    {
        // Gigatransfers a second of a lane, and the share of them that is data (PCI-SIG): 8b/10b, then 128b/130b.
        const double transfers[] = {2.5, 5.0, 8.0, 16.0, 32.0};
        constexpr int first_with_long_blocks = 3;
        for (int generation = 1; generation <= latest_pcie_generation; ++generation)
            for (const int width : pcie_widths) {
                const auto id = "pcie" + std::to_string(generation) + "-x" + std::to_string(width);
                const Link* link = catalog().link(id);
                QVERIFY2(link != nullptr, id.c_str());
                QVERIFY2(link->kind == LinkKind::pcie && link->generation == generation && link->lanes == width,
                         id.c_str());
                const Link& widest = *catalog().link("pcie" + std::to_string(generation) + "-x16");
                QVERIFY2(is_within(at_full_width(*link).base(), widest.per_direction.base(), 1e-3), id.c_str());
                if (generation > static_cast<int>(std::size(transfers))) continue;
                const double coding = generation < first_with_long_blocks ? 8.0 / 10.0 : 128.0 / 130.0;
                const double gigabytes = transfers[generation - 1] * width * coding / 8.0;
                QVERIFY2(is_within(link->per_direction.base() / 1e9, gigabytes, 1e-3), id.c_str());
            }
    }

    void host_link_is_the_weakest_side()
    {
        const Rows<std::string, std::string, int, std::string, int, QString> rows{
            {"card older than processor", "rtx4090", "i9-13900k", 1, "", 1, "pcie4-x16"},
            {"processor older than card", "h100-pcie", "epyc-7502", 1, "", 1, "pcie4-x16"},
            {"chassis older than both", "h100-pcie", "epyc-9654", 1, "nettrix-x620-g40", 1, "pcie4-x16"},
            {"card with eight lanes", "rtx4060", "i9-13900k", 1, "", 1, "pcie4-x8"},
            {"no processor named", "t4", "", 1, "", 8, "pcie3-x16"},
            {"processor with unknown lanes", "rtx4090", "graviton3", 1, "", 8, "pcie4-x16"},
            {"no PCIe at all", "apple-m2max", "", 1, "", 1, ""},
            // 20 lanes of the i9: 10, 6, 5 and 4 for each of so many cards.
            {"two cards share a processor", "rtx4090", "i9-13900k", 1, "", 2, "pcie4-x8"},
            {"three cards", "rtx4090", "i9-13900k", 1, "", 3, "pcie4-x4"},
            {"four cards", "rtx4090", "i9-13900k", 1, "", 4, "pcie4-x4"},
            {"eight cards", "rtx4090", "i9-13900k", 1, "", 8, "pcie4-x2"},
            {"more cards than lanes", "rtx4090", "i9-13900k", 1, "", 32, "pcie4-x1"},
            {"what a narrow card needs is left", "rtx4060", "i9-13900k", 1, "", 2, "pcie4-x8"},
            // 48 lanes a socket: 12 or 24 for each of four cards.
            {"one socket", "rtx3090", "xeon-silver-4210r", 1, "", 4, "pcie3-x8"},
            {"two sockets", "rtx3090", "xeon-silver-4210r", 2, "", 4, "pcie3-x16"},
            {"a tower has no switches", "rtx4090", "i9-13900k", 1, "generic-hedt-4gpu", 4, "pcie4-x4"},
            {"a tower whose slots are narrower", "rtx4090", "epyc-7763", 1, "generic-desktop-2gpu", 2, "pcie4-x8"},
            {"a rack server feeds its slots by switches", "a100-pcie-80", "epyc-7763", 1, "generic-10gpu-4u", 10,
             "pcie4-x16"},
            {"modules have theirs from the baseboard", "a100-sxm-80", "xeon-silver-4210r", 1, "", 8, "pcie3-x16"},
        };
        rows.each(
            [&](const auto& gpu, const auto& cpu, auto sockets, const auto& chassis, auto cards, const auto& weakest) {
                const CardHost host{catalog().cpu(cpu), sockets, catalog().chassis(chassis), cards};
                const Link* link = host_link(*catalog().gpu(gpu), host, catalog());
                QCOMPARE(link == nullptr ? QString() : QString::fromStdString(link->id), weakest);
            });
    }

    void i9_13900k_peak_shows_its_factors()
    {
        const Cpu& cpu = *catalog().cpu("i9-13900k");
        Trace trace(true);
        const Derivation working =
            trace.name("base", *fp32_peak(cpu, CpuClock::base, trace), Unit::flops_per_second).working();
        QCOMPARE(working.inputs.size(), std::size_t{2});
        const auto factors = [&working](std::size_t group) {
            std::vector<double> numbers;
            for (const Derivation& factor : working.inputs[group].inputs) numbers.push_back(factor.value.number);
            return numbers;
        };
        QCOMPARE(factors(0), (std::vector<double>{8, 32, 3.0e9}));
        QCOMPARE(factors(1), (std::vector<double>{16, 16, 2.2e9}));
        QCOMPARE(teraflops_of("i9-13900k", CpuClock::base), 1.3312); // 8 x 32 x 3.0 + 16 x 16 x 2.2 GFLOPS
        // 8 x 32 x 5.8 + 16 x 16 x 4.3 GFLOPS
        QVERIFY(is_within(teraflops_of("i9-13900k", CpuClock::boost), 2.5856, 1e-9));
        QCOMPARE(teraflops_of("epyc-7502", CpuClock::base), 2.56); // 32 x 32 x 2.5
    }

    void processor_bandwidth_is_channels_times_rate()
    {
        int compared = 0;
        for (const Cpu& cpu : catalog().cpus) {
            const CpuMemory& memory = cpu.memory;
            if (!memory.channels || !memory.transfer_rate || !memory.bandwidth) continue;
            QVERIFY2(is_within(memory.bandwidth->base(), *memory.channels * memory.transfer_rate->base() * 8.0, 0.03),
                     cpu.id.c_str());
            ++compared;
        }
        QVERIFY(compared > 100);
    }

    void unknown_vector_width_gives_no_peak()
    {
        Trace untraced(false);
        QVERIFY(!fp32_peak(*catalog().cpu("kunpeng-920-6426"), CpuClock::base, untraced));
        QCOMPARE(teraflops_of("graviton3", CpuClock::base), 5.3248); // 64 x 32 x 2.6
    }

    void usable_memory_matches_reports()
    {
        const int linux_system = static_cast<int>(OperatingSystem::gnu_linux);
        const int windows = static_cast<int>(OperatingSystem::windows);
        const int macos = static_cast<int>(OperatingSystem::macos);
        const Rows<std::string, int, bool, double, double> rows{
            {"8 GB card with desktop has about 7.5", "rtx3070", linux_system, true, 7.5, 0.005},
            {"RTX 3070", "rtx3070", linux_system, false, 7.78, 0.005},
            {"RTX 3090", "rtx3090", linux_system, false, 23.70, 0.005},
            {"RTX 4090", "rtx4090", linux_system, false, 23.65, 0.005},
            {"RTX 5090", "rtx5090", linux_system, false, 31.37, 0.005},
            {"RTX 2080 Ti", "rtx2080ti", linux_system, false, 10.76, 0.005},
            {"T4 with error correction", "t4", linux_system, false, 14.66, 0.008},
            {"L40S with error correction", "l40s", linux_system, false, 44.53, 0.005},
            {"V100 16 GB", "v100-sxm2-16", linux_system, false, 15.78, 0.005},
            {"V100 32 GB", "v100-sxm2-32", linux_system, false, 31.75, 0.005},
            {"A100 40 GB", "a100-sxm-40", linux_system, false, 39.59, 0.005},
            {"A100 80 GB", "a100-sxm-80", linux_system, false, 79.25, 0.005},
            {"H100 80 GB", "h100-sxm", linux_system, false, 79.2, 0.005},
            {"B200", "b200", linux_system, false, 178.35, 0.005},
            {"RX 7900 XTX", "rx7900xtx", linux_system, false, 23.98, 0.005},
            {"one half of a K80", "k80", linux_system, false, 11.17, 0.015},
            {"GTX 960 under Windows with desktop", "gtx960-4g", windows, true, 4.0 - 981.0 / 1024.0, 1e-9},
            {"Apple M2 Ultra", "apple-m2ultra", macos, false, 192.0 * 0.84, 1e-6},
        };
        rows.each([&](const auto& id, auto system, auto display, auto gibibytes, auto tolerance) {
            const Gpu& gpu = *catalog().gpu(id);
            const MemoryHost host{static_cast<OperatingSystem>(system), display, std::nullopt};
            const auto memory = usable_memory(gpu, catalog().memory_reserves, host);
            QVERIFY(memory.has_value());
            QCOMPARE(memory->usable, memory->nominal - memory->driver - memory->error_correction - memory->display);
            QVERIFY(!memory->provenance.source.empty());
            QVERIFY2(is_within(memory->usable.as_gib(), gibibytes, tolerance),
                     qPrintable(QString::number(memory->usable.as_gib())));
            const auto without_correction =
                usable_memory(gpu, catalog().memory_reserves, {host.operating_system, display, false});
            QCOMPARE(without_correction->usable, memory->usable + memory->error_correction);
        });
    }

    void memory_kits_add_up()
    {
        const MemoryKit& kit = *catalog().memory_kit("ddr5-5200-2x32");
        QCOMPARE(capacity(kit).as_gib(), 64.0);
        for (const MemoryKit& each : catalog().memory_kits)
            QVERIFY2(is_within(each.bandwidth_per_channel.base(), each.transfer_rate.base() * 8.0, 1e-9),
                     each.id.c_str());
    }

    /// The source is shown unchanged in every language, so it must be a name; sentences belong in notes.
    void the_source_of_a_price_is_a_name()
    {
        constexpr std::size_t longest_name = 40;
        const PartIndex index(catalog());
        QVERIFY(index.parts().size() > 300);
        for (const PricedPart& part : index.parts())
            for (const Price& price : *part.prices) QVERIFY2(price.source.size() <= longest_name, price.source.c_str());
    }
};

RIGWRIGHT_TEST(HardwareFactsTest)

} // namespace rigwright::test::tst_hardware_facts

#include "tst_hardware_facts.moc"
