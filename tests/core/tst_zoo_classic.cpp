// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"
#include "tests/support/zoo_networks.h"

namespace rigwright::test::tst_zoo_classic {

BuildOptions evaluation()
{
    BuildOptions options;
    options.training = false;
    return options;
}

std::int64_t evaluation_macs(const char* preset, const ModelShape& shape = {}, const ModelInput& input = {})
{
    return forward_macs(built(presets().at(preset), shape, input, evaluation())).total().value();
}

std::int64_t whole(std::int64_t number) { return number; }

class ZooClassicTest : public QObject {
    Q_OBJECT

private slots:
    void measured_beyond_batch_one()
    {
        const Rows<qint64, qint64, qint64, qint64, qint64, qint64> rows{
            // torchvision 0.14.1 on PyTorch 1.13, measured like tests/truth/structure; batch norm over a single element
            // refuses to train, so batch 2 is the smallest.
            {"inception_v3", 5'713'216'096, 5'749'219'168, 74'101'056, 196'717'144, 786'433'888, 104'102'188},
            {"deeplabv3_resnet50", 178'721'945'088, 179'303'848'960, 1'655'569'064, 2'234'834'944, 8'938'653'184,
             1'128'347'904},
        };
        rows.each_named(
            [&](const char* name, auto macs, auto thop, auto leaves, auto kept2, auto kept8, auto kept2_autocast) {
                const QByteArray preset = name;
                const Network training = built(preset.constData());
                const Network idle = built(presets().at(preset.toStdString()), {}, {}, evaluation());
                QCOMPARE(forward_macs(idle).total().value(), std::int64_t(macs));
                QCOMPARE(thop_macs(idle).value(), std::int64_t(thop));
                QCOMPARE(layer_output_bytes(training).value(), std::int64_t(leaves));
                QCOMPARE(kept(training, 2, false), std::int64_t(kept2));
                QCOMPARE(kept(training, 8, false), std::int64_t(kept8));
                QCOMPARE(kept(training, 2, true), std::int64_t(kept2_autocast));
            });
    }

    void auxiliary_heads_are_held_but_idle_in_evaluation()
    {
        const ModelShape without{{"auxiliary_heads", false}};
        // 13,004,888 with both heads; the checkpoint that torchvision publishes has none: 6,624,904.
        QCOMPARE(parameters(built("googlenet", without)), 6'624'904);
        QCOMPARE(parameters(built("inception_v3", without)), 23'834'568);
        for (const char* preset : {"googlenet", "inception_v3"}) {
            const Network training = built(preset);
            const Network idle = built(presets().at(preset), {}, {}, evaluation());
            QCOMPARE(parameters(idle), parameters(training));
            QVERIFY(forward_macs(training).total() > forward_macs(idle).total());
            QCOMPARE(evaluation_macs(preset, without), forward_macs(idle).total().value());
            QCOMPARE(training.outputs.size() - idle.outputs.size(), std::size_t(preset[0] == 'g' ? 2 : 1));
        }
    }

    void estimates_count_in_evaluation_mode()
    {
        const auto of_estimate = [](const char* preset, RunMode mode) {
            Scenario scenario = scenario_of(preset, 2);
            scenario.training.mode = mode;
            return evaluated(scenario).estimate->model;
        };
        for (const RunMode mode : {RunMode::train, RunMode::infer}) {
            QCOMPARE(of_estimate("googlenet", mode).forward_macs_per_sample.value(), 1'498'376'192);
            QCOMPARE(of_estimate("googlenet", mode).parameters.value(), 13'004'888);
            QCOMPARE(of_estimate("inception_v3", mode).forward_macs_per_sample.value(), 5'713'216'096);
            QCOMPARE(of_estimate("inception_v3", mode).parameters.value(), 27'161'264);
        }
    }

    void squeeze_and_excitation_adds_its_two_layers()
    {
        const std::int64_t blocks[] = {3, 4, 6, 3};
        std::int64_t added = 0;
        for (std::int64_t stage = 0; stage < 4; ++stage) {
            const std::int64_t channels = whole(256) << stage;
            // Two 1x1 convolutions with biases between C and C/16 channels.
            added += blocks[stage] * (2 * channels * channels / 16 + channels / 16 + channels);
        }
        QCOMPARE(added, 2'530'992);
        const ModelShape reduction{{"squeeze_excitation", whole(16)}};
        QCOMPARE(parameters(built("resnet50", reduction)), 25'557'032 + added);
    }

    void dilation_changes_the_resolution_only()
    {
        const ModelShape plain{{"dilated_stages", whole(0)}};
        QCOMPARE(parameters(built("fcn_resnet50", plain)), parameters(built("fcn_resnet50")));
        // Input 512: maps of 64x64 at output stride 8, 16x16 at 32; the third stage and its head work on 32x32.
        const auto map_of = [](std::int64_t stages) {
            const Network network = built("fcn_resnet50", {{"dilated_stages", stages}}, image(512, 512));
            std::int64_t side = 0;
            for (const Operator& op : network.operators) {
                if (op.name == "downsample.0") side = network.shape_of(op.output)[1];
            }
            return side;
        };
        QCOMPARE(map_of(2), 64);
        QCOMPARE(map_of(1), 32);
        QCOMPARE(map_of(0), 16);
        const Network network = built("deeplabv3_resnet50", {}, image(300, 401));
        QVERIFY(network.issues.empty());
        QVERIFY(network.shape_of(network.outputs[0]) == (Shape{21, 300, 401}));
    }

    void heads_of_mmsegmentation_join_maps_by_3x3_convolutions()
    {
        const auto count = [](const char* preset, const char* implementation, bool deep_stem = false) {
            return parameters(built(preset, {{"head_width", whole(512)},
                                             {"implementation", std::string(implementation)},
                                             {"deep_stem", deep_stem}}));
        };
        // mmseg/models/decode_heads/fcn_head.py: a second convolution, and one of input and result together.
        QCOMPARE(count("fcn_resnet50", "mmsegmentation") - count("fcn_resnet50", "torchvision"),
                 512 * 512 * 9 + 2 * 512 + (2048 + 512) * 512 * 9 + 2 * 512);
        // EasyCV's model zoo prints 49M for this network (alibaba/EasyCV, pull request 178).
        QCOMPARE(count("fcn_resnet50", "mmsegmentation") / 1'000'000, 49);
        // aspp_head.py: the five maps of 512 channels enter the 3x3 convolution without a 1x1 one before it.
        QCOMPARE(count("deeplabv3_resnet50", "mmsegmentation") - count("deeplabv3_resnet50", "torchvision"),
                 4 * 512 * 512 * 9 - (5 * 512 * 512 + 2 * 512));
        // ResNetV1c: 3 -> 32 -> 32 -> 64 by 3x3 instead of 3 -> 64 by 7x7.
        QCOMPARE(count("fcn_resnet50", "mmsegmentation", true) - count("fcn_resnet50", "mmsegmentation"),
                 (3 * 32 + 32 * 32 + 32 * 64) * 9 + 2 * (32 + 32 + 64) - (3 * 64 * 49 + 2 * 64));
    }

    void perceptron_closed_forms()
    {
        // 784·512 + 512 + 512·256 + 256 + 256·10 + 10
        QCOMPARE(parameters(built("mlp-784-512-256-10")), 535'818);
        // 3072·4096 + 2·4096² + 4096·1000 + 3·4096 + 1000
        QCOMPARE(parameters(built("mlp-3072-4096x3-1000")), 50'246'632);
        const ModelShape ten{{"input_features", whole(7)}, {"hidden_layers", whole(10)}, {"hidden_width", whole(5)},
                             {"hidden2_width", whole(3)},  {"hidden8_width", whole(4)},  {"classes", whole(2)}};
        // 7·5+5, 5·3+3, 3·5+5, 4 of 5·5+5, 5·4+4, 4·5+5, 5·5+5, 5·2+2
        QCOMPARE(parameters(of_family("multi-layer-perceptron", ten)), 40 + 18 + 20 + 4 * 30 + 24 + 25 + 30 + 12);
        const ModelShape none{{"hidden_layers", whole(0)}, {"bias", false}};
        QCOMPARE(parameters(of_family("multi-layer-perceptron", none)), 784 * 10);
    }

    void a_million_hidden_layers_cost_what_ten_do()
    {
        const Network ten = of_family("multi-layer-perceptron", {{"hidden_layers", whole(10)}});
        const Network many = of_family("multi-layer-perceptron", {{"hidden_layers", whole(1'000'000)}});
        QCOMPARE(many.operators.size(), ten.operators.size());
        QCOMPARE(parameters(many) - parameters(ten), 999'990 * whole(512 * 513));
    }

    void unet_closed_form()
    {
        // Widths w, 2w ... 16w: two 3x3 convolutions a level on both paths, a 2x2 transposed one between levels, 1x1
        // scores.
        const std::int64_t w = 64;
        std::int64_t total = 9 * w + w + 9 * w * w + w + 2 * w + 2;
        for (std::int64_t c = w; c < 16 * w; c *= 2) {
            total += 9 * c * 2 * c + 9 * 4 * c * c + 2 * 2 * c;
            total += 4 * 2 * c * c + c + 9 * 2 * c * c + 9 * c * c + 2 * c;
        }
        QCOMPARE(total, 31'030'658);
        QCOMPARE(parameters(built("unet_orig")), total);
        QCOMPARE(parameters(built("unet_padded")), total);
        // milesial/Pytorch-UNet with 3 channels, 1 class and transposed convolutions.
        QCOMPARE(parameters(built("unet_padded_bn")), 31'037'633);
    }

    void unet_takes_every_size()
    {
        const auto output = [](const char* preset, const ModelInput& input) {
            const Network network = built(preset, {}, input);
            return network.issues.empty() ? network.shape_of(network.outputs[0]) : Shape{};
        };
        // Ronneberger et al. 2015, figure 1.
        QVERIFY(output("unet_orig", {}) == (Shape{2, 388, 388}));
        QVERIFY(output("unet_orig", image(188, 204)) == (Shape{2, 4, 20}));
        QVERIFY(output("unet_padded", image(500, 333)) == (Shape{2, 500, 333}));
        QVERIFY(output("unet3d", {}) == (Shape{3, 128, 128, 128}));
        QVERIFY(output("unet3d", image(100, 77)) == (Shape{3, 128, 100, 77}));
    }

    void a_depth_turns_images_into_volumes()
    {
        ModelInput volume = image(64, 64);
        volume.image_depth = 32;
        const Network flat = built("unet_padded", {}, image(64, 64));
        const Network deep = built("unet_padded", {}, volume);
        QVERIFY(deep.shape_of(deep.outputs[0]) == (Shape{2, 32, 64, 64}));
        // The 3x3 weights become 3x3x3, the 2x2 ones 2x2x2; biases and the 1x1 scores stay.
        const std::int64_t transposed = 4 * (1024 * 512 + 512 * 256 + 256 * 128 + 128 * 64);
        const std::int64_t biases_and_scores = 2 * (2 * (64 + 128 + 256 + 512) + 1024) + 960 + 130;
        const std::int64_t kernels = parameters(flat) - transposed - biases_and_scores;
        QCOMPARE(parameters(deep), 3 * kernels + 2 * transposed + biases_and_scores);
    }
};

RIGWRIGHT_TEST(ZooClassicTest)

} // namespace rigwright::test::tst_zoo_classic

#include "tst_zoo_classic.moc"
