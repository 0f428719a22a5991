// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/coefficients.h"
#include "core/estimate/time/kernels.h"
#include "core/estimate/time/operator_time.h"
#include "core/network/analysis.h"
#include "core/network/network_builder.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_time_formulas {

/// Round numbers, so that expected values can be checked by hand.
TimeCoefficients round_coefficients()
{
    TimeCoefficients c = engine_data().time;
    c.tile_extent = 100;
    c.wave_loss = c.wave_loss_vector = 1.0;
    c.short_depth = 100;
    c.short_width = 50;
    c.split_depth = 1000;
    c.kernel_seconds = 1.0;
    c.small_tiles_tensor = c.small_tiles_vector = 0.0;
    c.attention_product = 0.25;
    c.expert_product = 0.2;
    c.fused_attention = 0.5;
    c.depthwise_weight_gradient = 3.0;
    return c;
}

/// A plain product (rows x depth) x (depth x columns).
Kernel product(double rows, double columns, double depth)
{
    Kernel kernel;
    kernel.kind = KernelKind::product;
    kernel.groups = 1.0;
    kernel.rows = rows;
    kernel.columns = columns;
    kernel.depth = depth;
    kernel.flops = 2.0 * rows * columns * depth;
    return kernel;
}

/// A device of 1000 FLOP/s and 10 bytes/s whose shapes cost nothing extra.
DeviceRates slow_device()
{
    DeviceRates rates;
    rates.recipe = {1000.0, 1000.0, 1000.0, true, false};
    rates.unquantized = rates.recipe;
    rates.single = {100.0, 100.0, 100.0, false, false};
    rates.grouped = rates.recipe;
    rates.tensor_convolution = 0.5;
    rates.winograd = 2.0;
    rates.multiprocessors = 0.0;
    rates.cycles = 8.0;
    rates.bandwidth = 10.0;
    rates.element_bytes = 2.0;
    rates.depthwise = 0.0625;
    return rates;
}

/// Two passes over the state, one where it is fused; half a start for each operation on an array, a quarter for all.
TimeCoefficients round_updates()
{
    TimeCoefficients c = engine_data().time;
    c.optimizer_passes = 2.0;
    c.optimizer_passes_fused = 1.0;
    c.optimizer_starts_foreach = 0.25;
    c.optimizer_call = 0.5;
    return c;
}

OperatorFacts facts_of(std::size_t op, bool input_gradient = true, bool weight_gradient = true)
{
    OperatorFacts facts;
    facts.op = op;
    facts.input_gradient = input_gradient;
    facts.weight_gradient = weight_gradient;
    return facts;
}

Network one_convolution(const NetworkBuilder::ConvolutionOptions& options, const Shape& input)
{
    NetworkBuilder builder;
    return builder.finish({builder.convolution("conv", builder.input(input), options)});
}

/// Each formula of the time model with numbers small enough to check by hand.
class tst_time_formulas : public QObject {
    Q_OBJECT

private slots:
    void kernels_of_a_convolution()
    {
        const Network network = one_convolution(NetworkBuilder::square(64, 3, 2, 1), {32, 56, 56});
        const Kernels kernels = operator_kernels(network, facts_of(0), {.samples = 2.0});
        QCOMPARE(kernels.count, std::size_t{3});
        const double macs = 28.0 * 28.0 * 64.0 * 32.0 * 9.0 * 2.0;
        for (const Kernel& kernel : kernels) {
            QCOMPARE(kernel.flops, 2.0 * macs);
            QCOMPARE(kernel.activations, 2.0 * (32.0 * 56.0 * 56.0 + 64.0 * 28.0 * 28.0));
            QCOMPARE(kernel.weights, 64.0 * 32.0 * 9.0);
        }
        QCOMPARE(kernels.items[0].rows, 2.0 * 28.0 * 28.0);
        QCOMPARE(kernels.items[0].columns, 64.0);
        QCOMPARE(kernels.items[0].depth, 32.0 * 9.0);
        QCOMPARE(kernels.items[1].rows, 2.0 * 56.0 * 56.0);
        QCOMPARE(kernels.items[1].columns, 32.0);
        QCOMPARE(kernels.items[1].depth, 64.0 * 9.0 / 4.0);
        QCOMPARE(kernels.items[2].rows, 32.0 * 9.0);
        QCOMPARE(kernels.items[2].columns, 64.0);
        QCOMPARE(kernels.items[2].depth, 2.0 * 28.0 * 28.0);
        // A transposed convolution does the same work the other way round.
        NetworkBuilder::ConvolutionOptions up = NetworkBuilder::square(16, 2, 2);
        up.transposed = true;
        const Network upsampling = one_convolution(up, {8, 14, 14});
        for (const Kernel& kernel : operator_kernels(upsampling, facts_of(0), {}))
            QCOMPARE(kernel.flops, 2.0 * 14.0 * 14.0 * 8.0 * 16.0 * 4.0);
    }

    /// `torch.nn.MultiheadAttention` in torchvision's ViT-B/16 (197 tokens, width 768): `linear` adds the bias apart,
    /// since the transposed input needs a copy; each of three gradients is written into a cleared whole (three tensors)
    /// and two of three sums read two wholes and write one (six more), beside a copy's own two; norms copy their input.
    /// timm's code has none of that. On an H200 at batch 256 in bf16 a step took 114 ms, compiled without it 78 ms.
    void attention_modules_reorder_and_gather()
    {
        const auto moved = [](const char* implementation, std::string_view name, Direction direction) {
            Scenario scenario = scenario_of("vit_b_16");
            scenario.training.attention = AttentionChoice::fused;
            scenario.model.shape.insert_or_assign("implementation", std::string(implementation));
            const Evaluation e = evaluated(scenario);
            const Network& network = *e.network;
            double sum = 0.0;
            for (std::size_t i = 0; i < network.operators.size(); ++i) {
                if (network.operators[i].name != name) continue;
                for (const Kernel& kernel : operator_kernels(network, facts_of(i), {}))
                    if (kernel.kind == KernelKind::elements && kernel.direction == direction) sum += kernel.activations;
            }
            return sum / (197.0 * 768.0);
        };
        QCOMPARE(moved("torchvision", "attn.in_proj", Direction::forward), 2.0 * 3.0);
        QCOMPARE(moved("torchvision", "attn.split", Direction::backward), 3.0 * (3.0 + 6.0));
        QCOMPARE(moved("torchvision", "ln_2", Direction::forward), 2.0 + 2.0);
        QCOMPARE(moved("torchvision", "ln_2", Direction::backward), 4.0 + 2.0);
        QCOMPARE(moved("timm", "attn.qkv", Direction::forward), 0.0);
        QCOMPARE(moved("timm", "norm2", Direction::forward), 2.0);
    }

    void kernels_of_other_operators()
    {
        NetworkBuilder builder;
        TensorId x = builder.input({128, 512});
        x = builder.linear("up", x, 2048, false);
        x = builder.activation("act", x, ActivationFunction::gelu);
        x = builder.view("view", x, {2048, 128});
        const TensorId q = builder.linear("q", builder.input({128, 512}), 512, true);
        const TensorId scores =
            builder.matrix_product("qk", q, q, {ProductRole::query_key, 8, 128, 128, 64}, {8, 128, 128});
        const TensorId sum = builder.add("sum", scores, scores);
        const Network network = builder.finish({x, sum});
        const BatchShare one;
        const Kernels linear = operator_kernels(network, facts_of(0), one);
        QCOMPARE(linear.count, std::size_t{3});
        QCOMPARE(linear.items[0].flops, 2.0 * 128.0 * 512.0 * 2048.0);
        QCOMPARE(linear.items[2].depth, 128.0);
        // The gradient of a bias is the sum of the output's over all tokens; one that does not learn has none.
        const Kernels biased = operator_kernels(network, facts_of(3), one);
        QCOMPARE(biased.count, std::size_t{4});
        QCOMPARE(biased.items[3].activations, 128.0 * 512.0);
        QVERIFY(biased.items[3].direction == Direction::backward);
        QCOMPARE(operator_kernels(network, facts_of(3, true, false), one).count, std::size_t{2});
        // An activation reads and writes; backward it reads the gradient and what was kept, and writes.
        const Kernels act = operator_kernels(network, facts_of(1), one);
        QCOMPARE(act.items[0].activations, 2.0 * 128.0 * 2048.0);
        QCOMPARE(act.items[1].activations, 3.0 * 128.0 * 2048.0);
        QCOMPARE(operator_kernels(network, facts_of(2), one).count, std::size_t{0});
        const Kernels qk = operator_kernels(network, facts_of(4), one);
        QCOMPARE(qk.count, std::size_t{3});
        QCOMPARE(qk.items[1].flops, 2.0 * 8.0 * 128.0 * 128.0 * 64.0);
        QCOMPARE(operator_kernels(network, facts_of(5), one).items[0].activations, 3.0 * 8.0 * 128.0 * 128.0);
        // Small passes are left out, products never.
        QCOMPARE(operator_kernels(network, facts_of(1), {.smallest_elements = 1e9}).count, std::size_t{0});
        QCOMPARE(operator_kernels(network, facts_of(0), {.smallest_elements = 1e9}).count, std::size_t{3});
        // Two GPUs share the longer width of a linear layer.
        QCOMPARE(operator_kernels(network, facts_of(0), {.tensor_parallel = 2.0}).items[0].columns, 1024.0);
    }

    /// Between two matrices a sum, an activation and a scaling; the sum is read again after the second matrix.
    void chains_stay_in_registers()
    {
        NetworkBuilder builder;
        const TensorId x = builder.input({4, 8});
        const TensorId sum = builder.add("sum", builder.linear("first", x, 8), x);
        const TensorId active = builder.activation("active", sum, ActivationFunction::relu);
        const TensorId scaled = builder.scale("scaled", active);
        const TensorId last = builder.add("last", builder.linear("second", scaled, 8), sum);
        const Network network = builder.finish({last});
        const std::vector<float> shares = fused_shares(network);
        const auto share_of = [&](std::string_view name) {
            for (std::size_t i = 0; i < shares.size(); ++i)
                if (network.operators[i].name == name) return shares[i];
            return -1.0F;
        };
        // Matrices keep nothing back; the sum is read and written in full; the activation does neither; the scaling
        // writes.
        QCOMPARE(share_of("first"), 0.0F);
        QCOMPARE(share_of("sum"), 0.0F);
        QCOMPARE(share_of("active"), 1.0F);
        QCOMPARE(share_of("scaled"), 0.5F);
        QCOMPARE(share_of("last"), 0.0F);
    }

    void frozen_operators_have_no_backward()
    {
        const Network network = one_convolution(NetworkBuilder::square(8, 1), {8, 40, 40});
        QCOMPARE(operator_kernels(network, facts_of(0, false, false), {}).count, std::size_t{1});
        const Kernels first = operator_kernels(network, facts_of(0, false, true), {});
        QCOMPARE(first.count, std::size_t{2});
        QVERIFY(first.items[1].direction == Direction::weight_gradient);
    }

    void time_of_a_kernel()
    {
        TimeCoefficients c = round_coefficients();
        c.short_depth = c.short_width = 0.0;
        DeviceRates rates = slow_device();
        const KernelPlace half{false, NumberFormat::fp16};
        // 6000 FLOP at 1000/s; 10 + 5 elements of 2 bytes at 10 bytes/s; fourth root of 6^4 + 3^4; one second to start.
        Kernel kernel = product(10, 30, 10);
        kernel.activations = 10.0;
        kernel.weights = 5.0;
        const KernelTime time = kernel_time(kernel, half, rates, c);
        QCOMPARE(time.matrix, 6.0);
        QCOMPARE(time.traffic, 3.0);
        QVERIFY(is_within(time.total, std::pow(1377.0, 0.25) + 1.0, 1e-12));
        // fp32 operands under autocast go to the ordinary units.
        DeviceRates autocast = rates;
        autocast.autocast = true;
        QCOMPARE(kernel_time(kernel, {false, NumberFormat::fp32}, autocast, c).matrix, 60.0);
        // However large, a plain product stays below the peak of ordinary units.
        autocast.single.limit = 50.0;
        QCOMPARE(kernel_time(kernel, {false, NumberFormat::fp32}, autocast, c).matrix, 120.0);
        // Experts of a mixture reach a fifth here. Quantising goes over the 30 bytes of operands twice.
        kernel.kind = KernelKind::expert_product;
        QCOMPARE(kernel_time(kernel, half, rates, c).matrix, 30.0);
        // On ordinary units, a tenth as fast, they reach what a plain product does.
        autocast.single.limit = 100.0;
        QCOMPARE(kernel_time(kernel, {false, NumberFormat::fp32}, autocast, c).matrix, 60.0);
        rates.quantization = 2.0;
        QCOMPARE(kernel_time(kernel, half, rates, c).layout, 6.0);
        // A pass over 100 elements of 2 bytes; one and a half times that over feature maps.
        Kernel pass;
        pass.activations = 100.0;
        pass.element_bytes = 2.0;
        QCOMPARE(kernel_time(pass, {true, NumberFormat::fp16}, rates, c).total, 20.0 + 1.0);
        rates.image_passes = 1.5;
        QCOMPARE(kernel_time(pass, half, rates, c).total, 30.0 + 1.0);
        // Compilation leaves half of the starts.
        rates.passes_started = 0.5;
        QCOMPARE(kernel_time(pass, {false, NumberFormat::fp16}, rates, c).total, 30.0 + 0.5);
        // Fused chains of sequences keep three quarters of this one in registers.
        pass.fused = 0.75;
        QCOMPARE(kernel_time(pass, {true, NumberFormat::fp16}, rates, c).total, 20.0 + 1.0);
        rates.fuses_sequences = true;
        QCOMPARE(kernel_time(pass, {true, NumberFormat::fp16}, rates, c).total, 5.0 + 0.25);
    }

    void time_of_special_kernels()
    {
        TimeCoefficients c = round_coefficients();
        c.short_depth = c.short_width = 0.0;
        DeviceRates rates = slow_device();
        const KernelPlace place{false, NumberFormat::fp16};
        Kernel kernel = product(10, 30, 10);
        kernel.activations = 10.0;
        kernel.kind = KernelKind::convolution;
        QCOMPARE(kernel_time(kernel, place, rates, c).matrix, 12.0);
        // Images keep short products on matrix units alone.
        DeviceRates images = rates;
        images.autocast = true;
        const KernelPlace in_fp32{false, NumberFormat::fp32};
        const double ordinary = kernel_time(kernel, in_fp32, images, c).matrix;
        images.short_products = 2.0;
        QCOMPARE(kernel_time(kernel, place, images, c).matrix, 6.0);
        QCOMPARE(kernel_time(kernel, in_fp32, images, c).matrix, ordinary);
        // 20 bytes, there and back.
        rates.layout = 2.0;
        QCOMPARE(kernel_time(kernel, place, rates, c).layout, 4.0);
        kernel.kind = KernelKind::attention_product;
        QCOMPARE(kernel_time(kernel, place, rates, c).matrix, 24.0);
        QCOMPARE(kernel_time(kernel, place, rates, c).layout, 0.0);
        // Attention on the matrix units, and where softmax limits it to 500 FLOP/s: both take 12 s, together a fourth
        // root of two longer.
        kernel.kind = KernelKind::fused_attention;
        rates.attention_share = 0.5;
        c.fused_attention_short = kernel.columns;
        QCOMPARE(kernel_time(kernel, place, rates, c).matrix, 24.0);
        c.fused_attention_short = 0.0;
        QCOMPARE(kernel_time(kernel, place, rates, c).matrix, 12.0);
        rates.fused_attention = 500.0;
        QVERIFY(is_within(kernel_time(kernel, place, rates, c).matrix, 12.0 * std::pow(2.0, 0.25), 1e-12));
        // Depthwise: a sixteenth of a second for each of 48 outputs and rows; three times that for the weight.
        kernel.kind = KernelKind::depthwise_convolution;
        kernel.window_rows = 48.0;
        QCOMPARE(kernel_time(kernel, place, rates, c).matrix, 3.0);
        kernel.direction = Direction::weight_gradient;
        QCOMPARE(kernel_time(kernel, place, rates, c).matrix, 9.0);
        // Grouped convolutions run on their own unit; Winograd halves 3 x 3 on ordinary ones.
        rates.grouped = rates.single;
        kernel.kind = KernelKind::grouped_convolution;
        kernel.direction = Direction::forward;
        QCOMPARE(kernel_time(kernel, place, rates, c).matrix, 60.0);
        QCOMPARE(kernel_time(kernel, place, rates, c).layout, 0.0);
        kernel.small_window = true;
        QCOMPARE(kernel_time(kernel, place, rates, c).matrix, 30.0);
    }

    void formats_decide_the_bytes()
    {
        const Network network = one_convolution(NetworkBuilder::square(8, 3, 1, 1), {8, 40, 40});
        // A norm in fp32 whose input comes in 16 bit: 100 elements a sample are copied, 2 bytes read and 4 written of
        // each, and the gradient back.
        OperatorFacts facts = facts_of(0);
        facts.input_format = NumberFormat::fp32;
        facts.casts.per_sample = Bytes(400);
        const Kernels widened = operator_kernels(network, facts, {.samples = 2.0});
        QCOMPARE(widened.count, std::size_t{5});
        QCOMPARE(widened.items[0].activations * widened.items[0].element_bytes, 2.0 * 600.0);
        QVERIFY(widened.items[1].direction == Direction::backward);
        // From fp32 to 16 bit: 200 bytes written, 400 read.
        facts.input_format = NumberFormat::fp16;
        facts.casts.per_sample = Bytes(200);
        QCOMPARE(operator_kernels(network, facts, {}).items[0].activations, 600.0);
        // 3 x 3 at stride 1 may use Winograd, at stride 2 not.
        QVERIFY(operator_kernels(network, facts_of(0), {}).items[0].small_window);
        const Network strided = one_convolution(NetworkBuilder::square(8, 3, 2, 1), {8, 40, 40});
        QVERIFY(!operator_kernels(strided, facts_of(0), {}).items[0].small_window);
        // An activation that reads 16 bit and writes 32.
        NetworkBuilder builder;
        const Network act =
            builder.finish({builder.activation("act", builder.input({128, 512}), ActivationFunction::gelu)});
        OperatorFacts mixed = facts_of(0);
        mixed.input_format = NumberFormat::bf16;
        mixed.output_format = NumberFormat::fp32;
        QCOMPARE(operator_kernels(act, mixed, {}).items[0].element_bytes, 3.0);
    }

    void ring_and_overlap()
    {
        QCOMPARE(ring_all_reduce_bytes(100.0, 1), 0.0);
        QCOMPARE(ring_all_reduce_bytes(100.0, 2), 100.0);
        QCOMPARE(ring_all_reduce_bytes(100.0, 4), 150.0);
        constexpr double exchange = 10.0;
        Trace untraced(false);
        // Nothing to hide behind: all of it. Exactly as long as the window: ln 2 of the transition. Far inside: nothing.
        QCOMPARE(exposed_part(exchange, 0.0, 0.15, untraced).amount(), exchange);
        QVERIFY(is_within(exposed_part(exchange, 10.0, 0.15, untraced).amount(), 1.5 * std::log(2.0), 1e-12));
        QVERIFY(exposed_part(exchange, 100.0, 0.15, untraced).amount() < 1e-20);
        QCOMPARE(exposed_part(0.0, 1.0, 0.15, untraced).amount(), 0.0);
    }

    void gradient_exchange()
    {
        TimeCoefficients c = round_coefficients();
        c.bucket_bytes = 100.0;
        Scenario scenario;
        scenario.training.precision = Precision::fp16_amp;
        GradientExchange exchange;
        exchange.parameters = 100.0;
        exchange.weight_bytes = 200.0;
        exchange.units = 2.0;
        exchange.path.size = exchange.path.inside = 4;
        exchange.path.link = {Path::pcie, BytesPerSecond(100.0), 0.25, Seconds(0.5)};
        exchange.path.inside_hop = Seconds(0.5);
        const auto terms_of = [&] {
            CommunicationTerms terms;
            terms.replicas = 4;
            Trace untraced(false);
            add_gradient_exchange(scenario, exchange, c, terms, untraced);
            return terms;
        };
        // 2 x 3/4 x 4 bytes x 100 parameters = 600 bytes at 25 bytes/s; four buckets with 6 hops each.
        const CommunicationTerms plain = terms_of();
        QCOMPARE(plain.volume.value(), std::int64_t{600});
        QCOMPARE(plain.collective.base(), 24.0 + 4.0 * 3.0);
        QVERIFY(plain.exposed == plain.collective);
        // Behind a long backward pass the last bucket stays: a quarter of one exchange with its latency.
        exchange.micro = exchange.backward = Seconds(1e6);
        QCOMPARE(terms_of().exposed.base(), 27.0 / 4.0);
        scenario.parallel.data_parallel_overlap = false;
        QVERIFY(terms_of().exposed == plain.collective);
        scenario.parallel.data_parallel_overlap.reset();
        exchange.micro = exchange.backward = Seconds();
        // Sharded state: gradients scattered (300 bytes, four buckets of 3 hops), 16-bit weights gathered (150 bytes).
        scenario.parallel.zero_stage = 1;
        QCOMPARE(terms_of().exposed.base(), 12.0 + 4.0 * 1.5 + 6.0 + 1.5);
        // Sharded weights: gathered twice and scattered once in 16 bit, 3/4 x 200 bytes in two units, for each of two
        // micro-batches.
        scenario.parallel.zero_stage = 3;
        scenario.training.gradient_accumulation = 2;
        const CommunicationTerms sharded = terms_of();
        QCOMPARE(sharded.volume.value(), std::int64_t{450});
        QCOMPARE(sharded.exposed.base(), 2.0 * 3.0 * (6.0 + 2.0 * 1.5));
        scenario.training.mode = RunMode::infer;
        QVERIFY(terms_of().exposed == Seconds(0.0));
    }

    void optimizer_passes()
    {
        const Rows<Precision, OptimizerKind, double, double, double, double> rows{
            // Bytes per parameter: state and, each step, zeroing (4) and autocast copies (12). Starts for an array:
            // half a start for each of nine or five operations in a loop, a quarter of one where all arrays are updated
            // together.
            {"AdamW, fp32", Precision::fp32, OptimizerKind::adamw, 28.0 + 4.0, 2.0, 4.5, 0.25},
            {"AdamW, autocast", Precision::fp16_amp, OptimizerKind::adamw, 28.0 + 4.0 + 12.0, 2.0, 4.5, 0.25},
            {"momentum, fp32", Precision::fp32, OptimizerKind::sgd_momentum, 20.0 + 4.0, 2.0, 2.5, 0.25},
            {"AdamW, pure bf16", Precision::bf16, OptimizerKind::adamw, 14.0 + 4.0, 2.0, 4.5, 0.25},
            {"AdamW, master copy: fused", Precision::bf16_master, OptimizerKind::adamw, 28.0 + 6.0 + 4.0, 1.0, 0.25,
             0.25},
            {"none", Precision::fp32, OptimizerKind::none, 0.0, 2.0, 0.0, 0.0},
        };
        rows.each([&](auto precision, auto optimizer, auto bytes, auto passes, auto old_starts, auto new_starts) {
            const TimeCoefficients c = round_updates();
            Training training;
            training.precision = precision;
            training.optimizer = optimizer;
            Parallel parallel;
            OptimizerWork work{1000.0, 1.0, 10.0, BytesPerSecond(1000.0), {}, {}, 0.0};
            Trace untraced(false);
            QCOMPARE(optimizer_time(training, parallel, work, c, untraced).time.base(), passes * bytes);
            // Many small arrays: the host's launches take longer than the memory passes.
            work.host_per_kernel = 1000.0;
            training.framework_year = 2021;
            QCOMPARE(optimizer_time(training, parallel, work, c, untraced).time.base(), 10000.0 * old_starts);
            training.framework_year.reset();
            QCOMPARE(optimizer_time(training, parallel, work, c, untraced).time.base(), 10000.0 * new_starts);
            // A graph contains one operator for each array.
            training.framework = Framework::tensorflow;
            QCOMPARE(optimizer_time(training, parallel, work, c, untraced).time.base(), bytes > 0.0 ? 10000.0 : 0.0);
        });
    }

    /// A chosen implementation overrides framework, year and stack.
    void the_implementation_of_an_update_can_be_chosen()
    {
        const TimeCoefficients c = round_updates();
        Training training;
        training.framework_year = 2021;
        Trace untraced(false);
        const auto seconds = [&](OptimizerImplementation implementation, double host_per_kernel) {
            training.optimizer_implementation = implementation;
            OptimizerWork work{1000.0, 1.0, 10.0, BytesPerSecond(1000.0), {}, {}, 0.0};
            work.host_per_kernel = host_per_kernel;
            return optimizer_time(training, {}, work, c, untraced).time.base();
        };
        using Implementation = OptimizerImplementation;
        QCOMPARE(seconds(Implementation::automatic, 0.0), 2.0 * 32.0);
        QCOMPARE(seconds(Implementation::loop, 0.0), 2.0 * 32.0);
        QCOMPARE(seconds(Implementation::for_each, 0.0), 2.0 * 32.0);
        QCOMPARE(seconds(Implementation::fused, 0.0), 32.0);
        QCOMPARE(seconds(Implementation::automatic, 1000.0), 45000.0);
        QCOMPARE(seconds(Implementation::loop, 1000.0), 45000.0);
        QCOMPARE(seconds(Implementation::for_each, 1000.0), 2500.0);
        QCOMPARE(seconds(Implementation::fused, 1000.0), 2500.0);
        training.stack = SoftwareStack::tuned;
        QCOMPARE(seconds(Implementation::automatic, 0.0), 32.0);
        QCOMPARE(seconds(Implementation::loop, 0.0), 2.0 * 32.0);
    }

    /// FSDP steps PyTorch's optimizer (tests/truth/own: no faster than without); DeepSpeed brings a fused one with its
    /// masters. With the gradients, what is cleared and cast is a shard too.
    void sharded_states_do_not_fuse_an_update()
    {
        const TimeCoefficients c = round_updates();
        Training training;
        training.optimizer = OptimizerKind::adamw;
        training.framework_year = 2024;
        Parallel parallel;
        Trace untraced(false);
        const auto update = [&](int stage, Precision precision) {
            parallel.zero_stage = stage;
            training.precision = precision;
            const double shards = stage == 0 ? 1.0 : 4.0;
            return optimizer_time(training, parallel, {1000.0, shards, 10.0, BytesPerSecond(1000.0), {}, {}, 0.0}, c,
                                  untraced);
        };
        for (const int stage : {0, 1, 2, 3}) {
            QCOMPARE(update(stage, Precision::bf16_amp).passes, 2.0);
            QCOMPARE(update(stage, Precision::bf16_master).passes, 1.0);
        }
        QCOMPARE(update(0, Precision::bf16_amp).traffic.as_double(), 1000.0 * (28.0 + 16.0));
        QCOMPARE(update(1, Precision::bf16_amp).traffic.as_double(), 1000.0 * (28.0 / 4.0 + 16.0));
        QCOMPARE(update(2, Precision::bf16_amp).traffic.as_double(), 1000.0 * (28.0 + 16.0) / 4.0);
        QCOMPARE(update(3, Precision::bf16_amp).traffic.as_double(), 1000.0 * (28.0 + 16.0) / 4.0);
    }

    /// Adam's update of large arrays on an H200, whose memory copies 4.8 TB/s by the data sheet.
    void updates_take_what_was_measured()
    {
        const TimeCoefficients& c = engine_data().time;
        int count = 0;
        for (const nlohmann::json& one : json_lines("truth/own/h200.jsonl")) {
            if (one.at("what") != "update" || one.at("how") == "loop" || one.at("elements") < 4e8) continue;
            Training training;
            if (one.at("optimizer") == "adam")
                training.optimizer = OptimizerKind::adam;
            else if (one.at("optimizer") == "adamw")
                training.optimizer = OptimizerKind::adamw;
            else
                continue;
            training.precision = one.at("dtype") == "float32" ? Precision::fp32 : Precision::bf16;
            training.optimizer_implementation =
                one.at("how") == "fused" ? OptimizerImplementation::fused : OptimizerImplementation::for_each;
            Trace untraced(false);
            const OptimizerWork work{one.at("elements"),
                                     1.0,
                                     one.at("tensors"),
                                     BytesPerSecond(4.8e12 * c.bandwidth_efficiency),
                                     {},
                                     {},
                                     0.0};
            const double ratio =
                one.at("seconds").get<double>() / optimizer_time(training, {}, work, c, untraced).time.base();
            QVERIFY2(ratio > 1.0 / 1.3 && ratio < 1.3, qPrintable(QString::fromStdString(one.dump())));
            ++count;
        }
        QCOMPARE(count, 16);
    }

    void steps_of_an_epoch()
    {
        const Rows<int, int, int, int, int, int> rows{
            {"batch 10", 1000, 10, 1, 1, 10, 100},
            {"accumulation 2: micro-batch 5", 1000, 5, 2, 1, 10, 100},
            {"batch 1 is 1,000 steps, not 3,000", 1000, 1, 1, 1, 1, 1000},
            {"last step not full", 1001, 10, 1, 1, 10, 101},
            {"accumulation x GPUs x micro-batch", 1000, 4, 2, 2, 16, 63},
        };
        rows.each([&](auto samples, auto micro_batch, auto accumulation, auto gpus, auto global, auto steps) {
            Scenario scenario = scenario_of("resnet18", micro_batch);
            scenario.training.gradient_accumulation = accumulation;
            scenario.training.epochs = 7;
            scenario.build.gpus_per_node = gpus;
            scenario.dataset.samples = samples;
            const TimeEstimate time = *evaluated(scenario).estimate->time;
            QCOMPARE(static_cast<int>(time.global_batch), global);
            QCOMPARE(static_cast<int>(time.steps_per_epoch), steps);
            QCOMPARE(time.epoch.base(), time.step.base() * static_cast<double>(time.steps_per_epoch));
            QCOMPARE(time.total.base(), 7.0 * time.epoch.base());
        });
    }

    void defective_calibration()
    {
        const Rows<QString, QString, QString> rows{
            {"good", R"({"value": 1, "unit": "s", "meaning": "m", "fitted_on": "f", "minimum": 0, "maximum": 2})", "",
             ""},
            {"outside its bounds",
             R"({"value": 3, "unit": "s", "meaning": "m", "fitted_on": "f", "minimum": 0, "maximum": 2})",
             "out-of-range", "$.it.value"},
            {"no source", R"({"value": 1, "unit": "s", "meaning": "m", "minimum": 0, "maximum": 2})", "missing-key",
             "$.it.fitted_on"},
            {"a number alone", "1", "wrong-type", "$.it"},
            {"unknown key",
             R"({"value": 1, "unit": "s", "meaning": "m", "fitted_on": "f", "minimum": 0, "maximum": 2, "max": 2})",
             "unknown-key", "$.it.max"},
        };
        rows.each([&](const auto& json, const auto& code, const auto& path) {
            const JsonDocument document = parse_json(("{\"it\": " + json + "}").toStdString());
            std::vector<JsonIssue> issues;
            ObjectReader reader(document.value, "$", issues);
            const std::optional<double> value = read_coefficient(reader, "it");
            QCOMPARE(value.has_value() && issues.empty(), code.isEmpty());
            if (code.isEmpty()) return;
            QCOMPARE(issues.size(), std::size_t{1});
            QCOMPARE(QString::fromStdString(issues.front().code), code);
            QCOMPARE(QString::fromStdString(issues.front().path), path);
        });
    }

    void shapes_lose_efficiency()
    {
        TimeCoefficients c = round_coefficients();
        const UnitRate unit{1000.0, 1000.0, 1000.0, true, false};
        // Two by one tiles on two multiprocessors: half of the second wave is lost, 2 / (2 + 2); depth 100 and width 50
        // halve each.
        QCOMPARE(shape_efficiency(product(200, 50, 100), unit, 2.0, c), 0.5 * 0.5 * 0.5);
        // Two tiles and a half on five; less than a tile is one.
        QCOMPARE(shape_efficiency(product(250, 50, 100), unit, 5.0, c), 0.5 * 0.5 / 3.0);
        QCOMPARE(shape_efficiency(product(30, 50, 100), unit, 4.0, c), 0.5 * 0.5 / 5.0);
        // One row more never saves time, not where it begins another tile either.
        const auto seconds = [&](double rows) {
            const Kernel kernel = product(rows, 50, 100);
            return kernel.flops / shape_efficiency(kernel, unit, 108.0, c);
        };
        for (double rows = 1.0; rows < 500.0; rows += 1.0) QVERIFY(seconds(rows + 1.0) > seconds(rows));
        // Tiles of half the side at eight tenths of the rate: eight of them on two multiprocessors fill 8 / (8 + 2).
        c.small_tiles_tensor = 0.8;
        QCOMPARE(shape_efficiency(product(200, 100, 100), unit, 2.0, c), 0.5 * (2.0 / 3.0) * 0.8 * 0.8);
        // Where large ones fill the chip, these stay.
        QCOMPARE(shape_efficiency(product(2000, 100, 100), unit, 1.0, c), 0.5 * (2.0 / 3.0) * 20.0 / 21.0);
        for (double rows = 1.0; rows < 500.0; rows += 1.0) QVERIFY(seconds(rows + 1.0) > seconds(rows));
        c.small_tiles_tensor = 0.0;
        Kernel weight_gradient = product(50, 50, 4000);
        weight_gradient.direction = Direction::weight_gradient;
        // One tile split over the depth into four; the short rows count too.
        QCOMPARE(shape_efficiency(weight_gradient, unit, 4.0, c), 4000.0 / 4100.0 * 0.5 * 0.5 * 0.5);
    }

    void plain_products_on_ordinary_units_lose_less()
    {
        TimeCoefficients c = round_coefficients();
        c.wave_loss_vector = 0.25;
        const UnitRate matrix{1000.0, 1000.0, 1000.0, true, false};
        const UnitRate ordinary{1000.0, 1000.0, 1000.0, false, false};
        // Two tiles on two multiprocessors: 2 / (2 + 2) there, 2 / (2 + 0.5) here; depth 100 and width 50 halve each.
        Kernel kernel = product(200, 50, 100);
        QCOMPARE(shape_efficiency(kernel, matrix, 2.0, c), 0.5 * 0.5 * 0.5);
        QCOMPARE(shape_efficiency(kernel, ordinary, 2.0, c), 0.8 * 0.5 * 0.5);
        // A convolution loses alike on both.
        kernel.kind = KernelKind::convolution;
        QCOMPARE(shape_efficiency(kernel, ordinary, 2.0, c), 0.5 * 0.5 * 0.5);
    }
};

RIGWRIGHT_TEST(tst_time_formulas)

} // namespace rigwright::test::tst_time_formulas

#include "tst_time_formulas.moc"
