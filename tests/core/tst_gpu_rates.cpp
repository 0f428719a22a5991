// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <cmath>

namespace rigwright::test::tst_gpu_rates {

/// The rates that the time model takes from the records of GPUs.
class tst_gpu_rates : public QObject {
    Q_OBJECT

private slots:
    void attention_kernels_follow_the_generation_and_year()
    {
        const TimeCoefficients& c = engine_data().time;
        const auto share = [&c](const char* gpu, std::optional<std::int64_t> year) {
            Scenario scenario = scenario_of("gpt2-small");
            scenario.training.framework_year = year;
            return device_rates(scenario, *engine_data().hardware.gpu(gpu), c)->attention_share;
        };
        QCOMPARE(share("h100-sxm", std::nullopt), c.fused_attention_hopper);
        QCOMPARE(share("h100-sxm", 2025), c.fused_attention_hopper);
        QCOMPARE(share("h100-sxm", 2024), c.fused_attention);
        QCOMPARE(share("b200", std::nullopt), c.fused_attention_blackwell);
        QCOMPARE(share("a100-sxm-80", std::nullopt), c.fused_attention);
        // Vendors bring theirs with the card.
        Scenario vendors;
        vendors.training.stack = SoftwareStack::tuned;
        vendors.training.framework_year = 2024;
        QCOMPARE(device_rates(vendors, *engine_data().hardware.gpu("h100-sxm"), c)->attention_share,
                 c.fused_attention_hopper);
    }

    /// The name decides, whatever the year.
    void attention_kernels_by_name()
    {
        const Rows<std::string, AttentionChoice, bool, bool> rows{
            {"FlashAttention-1 on A100", "a100-sxm-80", AttentionChoice::flash_1, false, true},
            {"memory-efficient on H100", "h100-sxm", AttentionChoice::memory_efficient, false, true},
            {"FlashAttention-2 on H100", "h100-sxm", AttentionChoice::flash_2, false, false},
            {"FlashAttention-3 on H100", "h100-sxm", AttentionChoice::flash_3, true, false},
            {"cuDNN on H100", "h100-sxm", AttentionChoice::cudnn, true, false},
            {"FlashAttention-4 on B200", "b200", AttentionChoice::flash_4, true, false},
        };
        rows.each([&](const auto& gpu, auto kernel, auto own, auto first) {
            const TimeCoefficients& c = engine_data().time;
            const Gpu& record = *engine_data().hardware.gpu(gpu);
            Scenario scenario = scenario_of("gpt2-small");
            scenario.training.attention = kernel;
            for (const std::int64_t year : {2023, 2026}) {
                scenario.training.framework_year = year;
                const DeviceRates rates = *device_rates(scenario, record, c);
                QCOMPARE(rates.attention_share,
                         own ? c.value(c.generation_of(record).own_attention, 0.0) : c.fused_attention);
                QCOMPARE(rates.fused_attention > 0.0, first);
            }
        });
    }

    /// 312 TFLOP/s of 108 multiprocessors are 1.605 times the reference, 256 of 32 cores 4.444 times.
    void convolutions_of_vendor_stacks_lose_less_by_rate()
    {
        const TimeCoefficients& c = engine_data().time;
        const auto rates = [&c](const char* gpu, SoftwareStack stack, Framework framework, Execution execution) {
            Scenario scenario;
            scenario.training.precision = Precision::fp16_amp;
            scenario.training.layout = Layout::channels_last;
            scenario.training.stack = stack;
            scenario.training.framework = framework;
            scenario.training.execution = execution;
            return *device_rates(scenario, *engine_data().hardware.gpu(gpu), c);
        };
        const double at_reference = c.convolution_16_bit * c.convolution_channels_last;
        const DeviceRates own = rates("a100-sxm-80", SoftwareStack::typical, Framework::pytorch, Execution::eager);
        const DeviceRates vendors = rates("a100-sxm-80", SoftwareStack::tuned, Framework::pytorch, Execution::eager);
        QVERIFY(is_within(own.tensor_convolution, at_reference * std::pow(1.605, -c.convolution_rate_exponent), 0.001));
        QVERIFY(is_within(vendors.tensor_convolution,
                          at_reference * std::pow(1.605, -c.convolution_rate_exponent_tuned), 0.001));
        QVERIFY(is_within(vendors.image_products / own.image_products, c.tuned_image_efficiency, 1e-9));
        // Measured on NVIDIA's cards only.
        const DeviceRates ascend = rates("ascend910a", SoftwareStack::tuned, Framework::pytorch, Execution::eager);
        QVERIFY(
            is_within(ascend.tensor_convolution, at_reference * std::pow(4.444, -c.convolution_rate_exponent), 0.001));
        // XLA has already fused everything.
        const DeviceRates xla = rates("a100-sxm-80", SoftwareStack::tuned, Framework::tensorflow, Execution::compiled);
        QCOMPARE(xla.image_products, own.image_products);
    }

    void sustained_shares()
    {
        const TimeCoefficients& c = engine_data().time;
        const Rows<std::string, double> rows{
            // Reported products over the sheet: 264.5 of 312, 76.6 of 71 TFLOP/s; 797.5 of 989.4 would draw more than 700
            // W, 41.6 of 65 more than 70 W.
            {"A100", "a100-sxm-80", 264.5 / 312.0},
            {"T4", "t4", 70.0 * c.turing_flops_per_joule / 65e12},
            {"H100", "h100-sxm", 700.0 * c.hopper_flops_per_joule / 989.4e12},
            {"sums at half rate", "rtx3090", 76.6 / 71.0},
            // No user reports these: their generation's, and that of GeForce.
            {"Quadro RTX 8000", "qrtx8000", c.sustained_turing},
            {"RTX 2080 Ti", "rtx2080ti", c.sustained_half_rate},
            {"no tensor cores", "gtx1080ti", 1.0},
            // Without its own report, and with 1,000 W where an MI355X takes 1,400.
            {"MI350X", "mi350x", 1000.0 * c.cdna4_flops_per_joule / 2309.6e12},
        };
        rows.each([&](const auto& gpu, auto share) {
            const Gpu* record = engine_data().hardware.gpu(gpu);
            QVERIFY(is_within(sustained_share(*record, engine_data().time), share, 0.002));
        });
    }

    void generations()
    {
        const Rows<QString> rows{
            {"k80", "kepler"},         {"gtx1080ti", "before-tensor-cores"},
            {"v100-sxm2-16", "volta"}, {"t4", "turing"},
            {"a100-sxm-80", "ga100"},  {"rtx3090", "ga10x"},
            {"rtx4090", "ada"},        {"h100-sxm", "hopper"},
            {"b200", "blackwell"},     {"rtx5090", "blackwell-consumer"},
            {"mi100", "cdna"},         {"mi250x", "cdna2"},
            {"mi300x", "cdna3"},       {"mi355x", "cdna4"},
            {"gaudi2", "unmeasured"},
        };
        rows.each_named([&](const char* gpu, const auto& generation) {
            const Gpu* record = engine_data().hardware.gpu(gpu);
            QVERIFY(record != nullptr);
            QCOMPARE(QString::fromStdString(engine_data().time.generation_of(*record).id), generation);
        });
    }

    void a_generation_names_coefficients_that_exist()
    {
        auto calibration = nlohmann::json::parse(source_text("hardware_db/calibration.json").toStdString());
        calibration["generations"][0]["coefficients"]["network"] = "network_of_none";
        std::vector<JsonIssue> issues;
        ObjectReader reader(calibration, "$", issues);
        const TimeCoefficients read = read_time_coefficients(reader);
        QCOMPARE(issues.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(issues.front().path), "$.generations[0].coefficients.network");
        QCOMPARE(QString::fromStdString(issues.front().found), "\"network_of_none\"");
        QVERIFY(read.generations[0].network == nullptr);
    }

    void rates_of_units()
    {
        const Rows<QString, Precision, bool, double> rows{
            {"A100 fp32", "a100-sxm-80", Precision::fp32, false, 19.5},
            {"A100 tf32", "a100-sxm-80", Precision::tf32, true, 156.0},
            {"4090 sums in fp32", "rtx4090", Precision::fp16_amp, true, 165.2},
            {"no tf32 before Ampere", "v100-sxm2-16", Precision::tf32, false, 15.7},
            {"no bf16 before Ampere", "v100-sxm2-16", Precision::bf16_amp, false, 15.7},
            {"no tensor cores", "gtx1080ti", Precision::fp16_amp, false, 11.3},
            {"no fp8 on A100", "a100-sxm-80", Precision::fp8, true, 312.0},
            {"fp8 on H100", "h100-sxm", Precision::fp8, true, 1978.9},
        };
        rows.each([&](const auto& gpu, auto precision, auto tensor, auto peak) {
            Scenario scenario;
            scenario.training.precision = precision;
            const auto rates =
                device_rates(scenario, *engine_data().hardware.gpu(gpu.toStdString()), engine_data().time);
            QVERIFY(rates.has_value());
            QCOMPARE(rates->recipe.tensor, tensor);
            QVERIFY2(is_within(rates->recipe.peak, peak * 1e12, 0.01), qPrintable(QString::number(rates->recipe.peak)));
            // Doubled fp32 pipes are not fed: users measure about two thirds of the sheet on a 4090.
            const TimeCoefficients& c = engine_data().time;
            if (gpu == "a100-sxm-80" && scenario.training.precision == Precision::fp32)
                QCOMPARE(rates->recipe.product / rates->recipe.peak, c.vector_efficiency);
            scenario.training.precision = Precision::fp32;
            const auto ada = device_rates(scenario, *engine_data().hardware.gpu("rtx4090"), c);
            QCOMPARE(ada->recipe.product / ada->recipe.peak, c.vector_efficiency * c.vector_ada);
        });
    }

    /// A800 and H800 are A100 and H100 with fewer links.
    void export_variants_are_no_faster()
    {
        const Rows<std::string, std::string> rows{{"A800 SXM", "a100-sxm-80", "a800-sxm-80"},
                                                  {"A800 PCIe", "a100-pcie-80", "a800-pcie-80"},
                                                  {"H800 SXM", "h100-sxm", "h800-sxm"},
                                                  {"H800 PCIe", "h100-pcie", "h800-pcie"}};
        rows.each([&](const auto& original, const auto& variant) {
            for (const Precision precision : {Precision::tf32, Precision::bf16_amp})
                for (const std::int64_t gpus : {1, 8}) {
                    const auto step = [&](const std::string& gpu) {
                        Scenario scenario = scenario_of("bert-large-uncased", 16);
                        scenario.training.precision = precision;
                        scenario.build.gpu = gpu;
                        scenario.build.gpus_per_node = gpus;
                        return evaluated(scenario).estimate->time->step.base();
                    };
                    // A published peak is rounded: 989 and 989.4.
                    QVERIFY(step(variant) > step(original) * 0.9995);
                }
        });
    }

    void fp8_is_for_linear_layers()
    {
        const auto forward = [](const char* preset, Precision precision) {
            Scenario scenario = scenario_of(preset, 32, "h100-sxm");
            scenario.training.precision = precision;
            scenario.training.stack = SoftwareStack::tuned;
            return evaluated(scenario).estimate->time->part(TimePart::forward).base();
        };
        // ResNet-50 has one linear layer, 0.05 % of its products; BERT has little else.
        QVERIFY(is_within(forward("resnet50", Precision::fp8), forward("resnet50", Precision::bf16_master), 0.005));
        QVERIFY(forward("bert-large-uncased", Precision::fp8) <
                0.9 * forward("bert-large-uncased", Precision::bf16_master));
        const auto says_so = [](const char* preset, Precision precision) {
            Scenario scenario = scenario_of(preset, 32, "h100-sxm");
            scenario.training.precision = precision;
            const Evaluation evaluation = evaluated(scenario);
            return finds(evaluation.estimate->findings, "format-for-linear-layers");
        };
        QVERIFY(says_so("resnet50", Precision::fp8));
        QVERIFY(!says_so("resnet50", Precision::bf16_master));
        QVERIFY(!says_so("bert-large-uncased", Precision::fp8));
        Scenario scenario;
        scenario.training.precision = Precision::fp8;
        const auto rates = device_rates(scenario, *engine_data().hardware.gpu("h100-sxm"), engine_data().time);
        QCOMPARE(rates->unquantized.peak, 989.4e12);
        QCOMPARE(rates->grouped.peak, rates->unquantized.peak);
    }

    void slow_half_precision_is_reported()
    {
        const Rows<std::string, bool> rows{
            {"GTX 1080 Ti: 1/64", "gtx1080ti", true},
            {"Tesla P40: 1/64", "p40", true},
            {"P100: twice fp32", "p100-pcie-16", false},
            {"GTX 1660: twice fp32", "gtx1660", false},
            {"matrix units", "t4", false},
            {"no fp16 at all", "m40", false},
        };
        rows.each([&](const auto& gpu, auto slow) {
            const auto is_reported = [&](Precision precision) {
                Scenario scenario = scenario_of("resnet50", 8, gpu);
                scenario.training.precision = precision;
                const Evaluation plan = evaluated(scenario);
                return finds(plan.estimate->findings, "format-slower-than-fp32");
            };
            QCOMPARE(is_reported(Precision::fp16_amp), slow);
            QCOMPARE(is_reported(Precision::fp16), slow);
            QVERIFY(!is_reported(Precision::fp32));
        });
    }

    void depthwise_kernels()
    {
        const TimeCoefficients& c = engine_data().time;
        const Rows<std::string, Precision, Framework, double, double> rows{
            // A lane multiplies and adds once a cycle: half the fp32 peak, in 1e12 a second.
            {"PyTorch's, fp32", "a100-sxm-80", Precision::fp32, Framework::pytorch, 1.0, 9.75},
            {"products in TF32", "a100-sxm-80", Precision::tf32, Framework::pytorch, 1.0, 9.75},
            {"cuDNN's for 16 bit", "rtx3090", Precision::fp16_amp, Framework::pytorch, c.depthwise_16_bit, 17.79},
            // PyTorch leaves feature maps with channels first to cuDNN in fp16 alone.
            {"bf16, channels first", "rtx3090", Precision::bf16_amp, Framework::pytorch, 1.0, 17.79},
            {"TensorFlow's, fp32", "a100-sxm-80", Precision::fp32, Framework::tensorflow, c.depthwise_tensorflow, 9.75},
            {"TensorFlow's before Ampere", "v100-sxm2-16", Precision::fp16_amp, Framework::tensorflow,
             c.depthwise_tensorflow, 7.85},
            {"TensorFlow with cuDNN's", "a100-sxm-80", Precision::fp16_amp, Framework::tensorflow, c.depthwise_16_bit,
             9.75},
            {"no tensor cores", "gtx1080ti", Precision::fp16_amp, Framework::pytorch, 1.0, 5.67},
            // Neither peak nor clock nor multiprocessors are published.
            {"no fp32 peak", "tpuv2", Precision::bf16, Framework::tensorflow, c.depthwise_tensorflow,
             c.assumed_multiprocessors * c.assumed_clock * c.assumed_lanes / 1e12},
        };
        rows.each([&](const auto& gpu, auto precision, auto framework, auto kernel, auto lane_cycles) {
            Scenario scenario;
            scenario.training.precision = precision;
            scenario.training.framework = framework;
            const auto rates = device_rates(scenario, *engine_data().hardware.gpu(gpu), c);
            QVERIFY(rates.has_value());
            const double expected = c.depthwise_cycles * kernel / (lane_cycles * 1e12);
            QVERIFY2(is_within(rates->depthwise, expected, 0.005),
                     qPrintable(QString::number(rates->depthwise / expected)));
        });
    }

    /// ResNet-50 at batch 256 with channels first took 105.8 ms in bf16 and 85.9 ms in fp16 on an H200, 116.2 and 95.8
    /// ms on an H100: cuDNN normalizes fp16, PyTorch's own kernels bf16, which start as many blocks as there are
    /// channels.
    void batch_norms_in_bf16_run_one_block_per_channel()
    {
        const TimeCoefficients& c = engine_data().time;
        const auto step = [](const char* gpu, Precision precision, Layout layout, Execution execution) {
            Scenario scenario = scenario_of("resnet50", 1, gpu);
            scenario.training.micro_batch = 256;
            scenario.training.precision = precision;
            scenario.training.layout = layout;
            scenario.training.execution = execution;
            scenario.training.optimizer = OptimizerKind::sgd_momentum;
            return evaluated(scenario).estimate->time->step.base();
        };
        for (const char* gpu : {"h200-sxm", "h100-sxm"}) {
            const double longer = step(gpu, Precision::bf16_amp, Layout::channels_first, Execution::eager) -
                                  step(gpu, Precision::fp16_amp, Layout::channels_first, Execution::eager);
            QVERIFY2(is_within(longer, 0.020, 0.2), qPrintable(QString::number(longer)));
            QCOMPARE(step(gpu, Precision::bf16_amp, Layout::channels_last, Execution::eager),
                     step(gpu, Precision::fp16_amp, Layout::channels_last, Execution::eager));
            QCOMPARE(step(gpu, Precision::bf16_amp, Layout::channels_first, Execution::compiled),
                     step(gpu, Precision::fp16_amp, Layout::channels_first, Execution::compiled));
        }
        // 64 channels keep 64 blocks busy, each with 1.6 elements a cycle; forward that is one of three passes.
        Scenario scenario;
        scenario.training.precision = Precision::bf16_amp;
        const Gpu& gpu = *engine_data().hardware.gpu("h100-sxm");
        DeviceRates rates = *device_rates(scenario, gpu, c);
        QVERIFY(is_within(rates.channel_block, c.channel_block_elements * gpu.compute.boost_clock->base(), 1e-9));
        Kernel kernel;
        kernel.activations = 3e9;
        kernel.element_bytes = 2.0;
        kernel.channels = 64.0;
        kernel.moved_by_channel = 1.0 / 3.0;
        const double by_blocks = kernel_time(kernel, {false, NumberFormat::bf16}, rates, c).traffic;
        rates.channel_block = 0.0;
        const double by_memory = kernel_time(kernel, {false, NumberFormat::bf16}, rates, c).traffic;
        const double blocks = 1e9 / (64.0 * c.channel_block_elements * gpu.compute.boost_clock->base());
        QVERIFY(is_within(by_blocks, by_memory * 2.0 / 3.0 + blocks, 1e-9));
        QVERIFY(by_blocks > 2.0 * by_memory);
    }
};

RIGWRIGHT_TEST(tst_gpu_rates)

} // namespace rigwright::test::tst_gpu_rates

#include "tst_gpu_rates.moc"
