// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/memory/memory_terms.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_memory_workspace {

/// Bytes a sample with one coefficient at one and the others at zero.
std::int64_t workspace_of(const char* preset, double MemoryCoefficients::*coefficient, bool searches)
{
    MemoryCoefficients coefficients;
    coefficients.*coefficient = 1.0;
    const Evaluation evaluation = evaluated(scenario_of(preset));
    if (!evaluation.network) return -1;
    return convolution_workspace(*evaluation.network, coefficients, NumberFormat::fp32, searches).per_sample.value();
}

/// Memory of single operators besides tensors: the search for convolution algorithms, and the loss of a detector.
class tst_memory_workspace : public QObject {
    Q_OBJECT

private slots:
    void the_largest_convolution_of_each_kind_counts()
    {
        using C = MemoryCoefficients;
        const Rows<const char*, double C::*, qint64> rows{
            // 36 numbers of every tile of 16, of input and output in fp32: 64 to 64 channels at 224 x 224.
            {"VGG-16, transformed", "vgg16", &C::workspace_winograd, 2 * 64 * 224 * 224 * 4 / 16 * 36},
            // 32 to 64 channels at 147 x 147 have more than the 32 to 32 before them.
            {"Inception v3, transformed", "inception_v3", &C::workspace_winograd, (32 + 64) * 147 * 147 * 4 / 16 * 36},
            // 5 x 5 from 48 channels at 35 x 35.
            {"Inception v3, unfolded", "inception_v3", &C::workspace_stride_one, 25 * 48 * 35 * 35 * 4},
            // 3 x 3 in 32 groups of 128 channels at 56 x 56, in 256 channels at 28 x 28 half of it.
            {"ResNeXt-50, grouped", "resnext50_32x4d", &C::workspace_stride_one, 9 * 128 * 56 * 56 * 4},
            // The stem: 7 x 7 from 3 channels to 112 x 112.
            {"ResNet-18, strided", "resnet18", &C::workspace_strided, 49 * 3 * 112 * 112 * 4},
            // 96 channels from 112 x 112 to 56 x 56.
            {"MobileNet v2, depthwise", "mobilenet_v2", &C::workspace_depthwise, 96 * (112 * 112 + 56 * 56) * 4},
            {"ResNet-18, depthwise", "resnet18", &C::workspace_depthwise, 0},
        };
        rows.each([](const char* preset, auto kind, auto bytes) {
            QCOMPARE(qint64{workspace_of(preset, kind, true)}, bytes);
        });
    }

    /// Without the search, copies of input and output in another layout: of the convolution that moves most.
    void without_the_search_the_largest_copy_counts()
    {
        // 256 to 128 channels at 56 x 56, and 64 to 64 at 224 x 224.
        QCOMPARE(workspace_of("resnet50", &MemoryCoefficients::workspace_copied, false), (256 + 128) * 56 * 56 * 4);
        QCOMPARE(workspace_of("vgg16", &MemoryCoefficients::workspace_copied, false), 2 * 64 * 224 * 224 * 4);
        QCOMPARE(workspace_of("vgg16", &MemoryCoefficients::workspace_copied, true), 0);
        QCOMPARE(workspace_of("vgg16", &MemoryCoefficients::workspace_winograd, false), 0);
        // PyTorch's kernels run depthwise convolutions, and a patch embedding's block is filled by what follows:
        // 16 to 96 channels at 112 x 112 are left.
        QCOMPARE(workspace_of("mobilenet_v2", &MemoryCoefficients::workspace_copied, false), (16 + 96) * 112 * 112 * 4);
        QCOMPARE(workspace_of("vit_b_16", &MemoryCoefficients::workspace_copied, false), 0);
    }

    void kinds_add_up_with_the_shipped_coefficients()
    {
        Scenario scenario = scenario_of("inception_v3", 16);
        scenario.training.autotune = true;
        const Evaluation evaluation = evaluated(scenario);
        const MemoryCoefficients& c = engine_data().memory;
        // Strided: 3 x 3 from 288 channels to 17 x 17 beats the stem's 3 x 3 from 3 channels to 149 x 149.
        const double expected = c.workspace_winograd * 2.25 * (32 + 64) * 147 * 147 * 4 +
                                c.workspace_stride_one * 25 * 48 * 35 * 35 * 4 +
                                c.workspace_strided * 9 * 288 * 17 * 17 * 4;
        QVERIFY(is_within(evaluation.memory.workspace.at(16).as_double(), 16 * expected, 1e-6));
    }

    void channels_last_and_16_bit_need_no_workspace()
    {
        Scenario scenario = scenario_of("vgg16", 16);
        const auto workspace = [&] { return evaluated(scenario).memory.workspace.at(16); };
        const Bytes fp32 = workspace();
        QVERIFY(fp32 > Bytes());
        scenario.training.precision = Precision::fp16_amp;
        QVERIFY(is_within(workspace().as_double() * 2.0, fp32.as_double(), 1e-6));
        scenario.training.layout = Layout::channels_last;
        QCOMPARE(workspace(), Bytes());
        scenario.training.autotune = true;
        QCOMPARE(workspace(), Bytes());
        scenario.training.precision = Precision::fp32;
        QVERIFY(workspace() > Bytes());
    }

    /// Cached blocks are released when tensors need the memory: neither the verdict nor the largest batch counts them.
    void the_card_gives_workspaces_the_room_that_is_left()
    {
        Scenario scenario = scenario_of("resnet50", 1);
        scenario.build.gpu = "a100-sxm-40";
        const std::int64_t largest = evaluated(scenario).estimate->memory->max_micro_batch_without_margin;
        scenario.training.micro_batch = largest;
        const MemoryEstimate full = *evaluated(scenario).estimate->memory;
        QVERIFY(full.needed <= full.usable && full.total <= full.usable);
        QVERIFY(full.usable - full.total < Bytes::mib(200.0));
        scenario.training.micro_batch = largest + 1;
        const MemoryEstimate beyond = *evaluated(scenario).estimate->memory;
        QVERIFY(!beyond.fits);
        QCOMPARE(beyond.total, beyond.needed);
        scenario.training.micro_batch = largest / 2;
        const Evaluation half = evaluated(scenario);
        const MemoryEstimate& memory = *half.estimate->memory;
        QCOMPARE(memory.total - memory.needed, half.memory.workspace.at(largest / 2));
        QVERIFY(memory.with_margin < memory.needed * Count(2) && memory.with_margin > memory.needed);
    }

    void a_loss_in_chunks_holds_no_logits()
    {
        Scenario scenario = scenario_of("gpt2-small", 8);
        scenario.training.cross_entropy = CrossEntropyChoice::chunked;
        const Bytes chunked = evaluated(scenario).memory.allocated(8);
        scenario.training.cross_entropy = CrossEntropyChoice::fused;
        const Bytes whole = evaluated(scenario).memory.allocated(8);
        // 8 x 1024 rows of 50257 logits in fp32 at the least.
        QVERIFY(whole - chunked >= Bytes(Count(8) * Count(1024) * Count(50257) * Count(4)));
    }

    void logits_that_a_model_returns_in_fp32_stay_until_backward_ends()
    {
        // One more array of 2 x 1024 rows of 32000 numbers; time and what the allocator keeps beside stay.
        Scenario scenario = scenario_of("tinyllama-1.1b", 2);
        scenario.input.sequence_length = 1024;
        scenario.training.precision = Precision::bf16;
        const Evaluation usual = evaluated(scenario);
        scenario.training.cross_entropy = CrossEntropyChoice::fp32_logits;
        const Evaluation returned = evaluated(scenario);
        QCOMPARE(returned.memory.allocated(2) - usual.memory.allocated(2),
                 Bytes(Count(2) * Count(1024) * Count(32000) * Count(4)));
        QCOMPARE(returned.memory.loss_fragments.at(2), usual.memory.loss_fragments.at(2));
        QCOMPARE(returned.estimate->time->step.base(), usual.estimate->time->step.base());
    }

    void autocast_alone_converts_logits_of_encoders()
    {
        const auto bytes = [](const char* preset, Precision precision) {
            Scenario scenario = scenario_of(preset, 8);
            scenario.training.precision = precision;
            return evaluated(scenario).memory.walk.loss.bytes_per_output_element;
        };
        const MemoryCoefficients& c = engine_data().memory;
        QCOMPARE(bytes("bert-base-uncased", Precision::fp32), c.loss_bytes_per_logit_fp32);
        QCOMPARE(bytes("bert-base-uncased", Precision::fp16_amp), c.loss_bytes_per_logit_autocast);
        QCOMPARE(bytes("bert-base-uncased", Precision::bf16), c.loss_bytes_per_logit_unconverted);
        QCOMPARE(bytes("gpt2-small", Precision::bf16), c.loss_bytes_per_logit_fp32);
    }

    /// Log-softmax and two gradients in fp32 are allocated; blocks of 16-bit logits and of their copy are only reserved.
    void blocks_between_arrays_of_the_loss_are_reserved_alone()
    {
        Scenario scenario = with_fields(scenario_of("gpt2-small", 8), R"({"input.sequence_length": 1024,
            "training.precision": "bf16-amp", "training.attention": "fused"})");
        const Evaluation narrow = evaluated(scenario);
        const MemoryCoefficients& c = engine_data().memory;
        const double logits = 8.0 * 1024.0 * 50257.0;
        QCOMPARE(narrow.estimate->memory->peak_phase, Phase::loss);
        QVERIFY(is_within(narrow.memory.loss_fragments.at(8).as_double(), c.loss_fragments_per_logit * logits, 1e-6));
        const double held = c.reserve_factor * narrow.estimate->memory->peak_allocated.as_double();
        const double reserved = narrow.estimate->memory->peak_reserved.as_double();
        QVERIFY(is_within(reserved, held + c.loss_fragments_per_logit * logits, 1e-6));
        scenario.training.execution = Execution::compiled;
        QVERIFY(is_within(evaluated(scenario).memory.loss_fragments.at(8).as_double(),
                          c.loss_fragments_per_logit_compiled * logits, 1e-6));
        scenario.training.precision = Precision::fp32;
        QCOMPARE(evaluated(scenario).memory.loss_fragments, BatchBytes{});
        scenario.training.precision = Precision::bf16_amp;
        scenario.training.mode = RunMode::infer;
        QCOMPARE(evaluated(scenario).memory.loss_fragments, BatchBytes{});
    }

    /// 32 MiB for each of two threads, and a larger context, on Hopper alone.
    void hopper_gives_its_matrix_library_more()
    {
        Scenario scenario = scenario_of("resnet50", 4);
        const Evaluation ampere = evaluated(scenario);
        scenario.build.gpu = "h100-sxm";
        const Evaluation hopper = evaluated(scenario);
        const MemoryCoefficients& c = engine_data().memory;
        QCOMPARE(hopper.memory.allocated(4) - ampere.memory.allocated(4), Bytes::mib(64.0));
        QCOMPARE(hopper.memory.context - ampere.memory.context,
                 Bytes::mib(c.context_lazy_hopper_mib - c.context_lazy_mib));
    }

    /// Weight decay makes a copy of the gradients, which plain SGD in training of language models does without.
    void plain_sgd_updates_in_place()
    {
        Scenario scenario = scenario_of("llama-3-8b");
        scenario.training.precision = Precision::bf16;
        scenario.training.optimizer = OptimizerKind::sgd;
        QCOMPARE(evaluated(scenario).memory.update_temporary, Bytes());
        scenario.training.optimizer = OptimizerKind::sgd_momentum;
        const Evaluation momentum = evaluated(scenario);
        QCOMPARE(momentum.memory.update_temporary, momentum.memory.gradients);
    }

    /// Memory allocated by PyTorch 2.11 with every setting known: attention whose kernels write tokens first, key and
    /// value heads read as they are, 12 bytes a logit.
    void tensors_of_a_run_on_an_h200()
    {
        const auto cases = json_lines("truth/own/cases.jsonl");
        const auto is_close = [&](const std::string& id) {
            const auto line = std::ranges::find_if(cases, [&](const auto& one) { return one.at("id") == id; });
            QVERIFY(line != cases.end());
            const ScenarioReading read = read_scenario(line->at("scenario"));
            const double estimate = evaluated(read.scenario).estimate->memory->peak_allocated.as_double();
            const double measured = line->at("measured").at("memory").at(0).at("bytes").get<double>();
            QVERIFY2(is_within(estimate, measured, 0.01), qPrintable(QString::number(estimate / measured)));
        };
        each_text({"gpt2-small-b16-tf32-adamw-sdpa", "gpt2-small-b16-bf16-amp-adamw-sdpa",
                   "gpt2-xl-b8-none-fused-eager-bf16-amp-adamw", "tinyllama-1.1b-b8-bf16-adamw-sdpa",
                   "tinyllama-1.1b-b8-bf16-amp-adamw-sdpa", "tinyllama-1.1b-b108-full-fused-eager-bf16-adamw",
                   "qwen2.5-0.5b-b4-bf16-adamw-sdpa", "llama-2-7b-b1-bf16-adamw-sdpa",
                   "llama-3-8b-b2-full-fused-eager-bf16-adamw", "gpt2-small-b16-none-fused-compiled-bf16-amp-adamw",
                   "vit_b_16-b1536-none-fused-eager-bf16-amp-adamw"},
                  [&](const char* id) { is_close(std::string("h200-sxm-") + id); });
    }

    void a_focal_loss_in_one_kernel_holds_less()
    {
        Scenario scenario = scenario_of("retinanet_r50_fpn", 2);
        scenario.input.image_height = 800;
        scenario.input.image_width = 1344;
        const Evaluation eager = evaluated(scenario);
        scenario.training.cross_entropy = CrossEntropyChoice::fused;
        const Evaluation fused = evaluated(scenario);
        const MemoryCoefficients& c = engine_data().memory;
        QCOMPARE(eager.memory.walk.loss.bytes_per_output_element, c.loss_bytes_per_prediction_focal);
        QCOMPARE(fused.memory.walk.loss.bytes_per_output_element, c.loss_bytes_per_prediction_focal_fused);
        // Levels of 100 x 168, 50 x 84, 25 x 42, 13 x 21 and 7 x 11 cells with 9 anchors of 91 classes and 4 numbers.
        const double predictions = 9.0 * (100 * 168 + 50 * 84 + 25 * 42 + 13 * 21 + 7 * 11) * (91 + 4);
        const double saved =
            2.0 * predictions * (c.loss_bytes_per_prediction_focal - c.loss_bytes_per_prediction_focal_fused);
        const double difference = (eager.memory.allocated(2) - fused.memory.allocated(2)).as_double();
        QVERIFY2(difference > 0.0 && difference <= 1.001 * saved, qPrintable(QString::number(difference / saved)));
    }
};

RIGWRIGHT_TEST(tst_memory_workspace)

} // namespace rigwright::test::tst_memory_workspace

#include "tst_memory_workspace.moc"
