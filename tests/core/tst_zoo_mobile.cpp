// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/support/zoo_networks.h"

namespace rigwright::test::tst_zoo_mobile {

constexpr const char* mobile_families[] = {"mobilenet-v2",  "mobilenet-v3", "mnasnet", "efficientnet",
                                           "shufflenet-v2", "regnet",       "convnext"};

/// Bytes that `more` keeps beyond `less`, fp32 and batch 2.
std::int64_t kept_by_difference(const Network& more, const Network& less)
{
    return kept(more, 2, false) - kept(less, 2, false);
}

class ZooMobileTest : public QObject {
    Q_OBJECT

private slots:
    void regnet_widths()
    {
        using Numbers = std::vector<std::int64_t>;
        const Rows<QByteArray, std::vector<std::int64_t>, std::vector<std::int64_t>, std::int64_t> rows{
            // Radosavovic et al. 2020, figure 16: widths, depths and group width of REGNETY-400MF and 8.0GF.
            {"400MF", "regnet_y_400mf", Numbers{48, 104, 208, 440}, Numbers{1, 3, 6, 6}, 8},
            {"8.0GF", "regnet_y_8gf", Numbers{224, 448, 896, 2016}, Numbers{2, 4, 10, 1}, 56},
        };
        rows.each([&](const auto& preset, const auto& widths, const auto& layers, auto group_width) {
            const Network network = built(preset.constData());
            std::map<std::string, std::pair<std::int64_t, std::int64_t>> found;
            for (const Block& block : network.blocks) {
                for (std::size_t i = block.first; i < block.last; ++i) {
                    if (network.operators[i].name != "f.b.0") continue;
                    const auto& convolution = std::get<Convolution>(network.operators[i].kind);
                    QCOMPARE(convolution.out_channels / convolution.groups, group_width);
                    auto& [width, count] = found[block.name];
                    width = convolution.out_channels;
                    count += block.repeat;
                }
            }
            std::vector<std::int64_t> found_widths;
            std::vector<std::int64_t> found_layers;
            for (const auto& [name, stage] : found) {
                found_widths.push_back(stage.first);
                found_layers.push_back(stage.second);
            }
            QCOMPARE(found_widths, widths);
            QCOMPARE(found_layers, layers);
        });
    }

    void a_shuffled_unit_keeps()
    {
        // One unit more with 232 channels at 14 x 14: the shuffled map, which both halves are views of and the first
        // convolution reads; in the right half the inputs of three norms and of two further convolutions, and the last
        // activation.
        const std::int64_t map = 232 * 14 * 14;
        const std::int64_t right = map / 2;
        const std::int64_t inputs_of_norms = 3 * right;
        const std::int64_t inputs_of_convolutions = right + right;
        const std::int64_t last_relu = right;
        const std::int64_t statistics = 3 * 2 * 116;
        const std::int64_t expected =
            4 * (2 * (map + inputs_of_norms + inputs_of_convolutions + last_relu) + statistics);
        QCOMPARE(kept_by_difference(changed("shufflenet_v2_x1_0", R"({"stage3_layers": 9})"_json),
                                    built("shufflenet_v2_x1_0")),
                 expected);
        // Two 1x1 convolutions and a depthwise one on 116 channels.
        QCOMPARE(parameters(changed("shufflenet_v2_x1_0", R"({"stage3_layers": 9})"_json)) -
                     parameters(built("shufflenet_v2_x1_0")),
                 2 * 116 * 116 + 9 * 116 + 3 * 2 * 116);
    }

    void a_regnet_block_keeps()
    {
        // With slope 0 every block is as wide as the first: 48 channels at 56 x 56, groups of 8, a quarter squeezed.
        const json two = R"({"layers": 2, "width_slope": 0})"_json;
        const json three = R"({"layers": 3, "width_slope": 0})"_json;
        const std::int64_t width = 48;
        const std::int64_t map = width * 56 * 56;
        // Inputs of three norms and three convolutions, the last of which reads the weighed map, beside the map that is
        // weighed, which is also the second activation's output; and the sum's activation.
        const std::int64_t maps = 3 + 2 + 1 + 1;
        const std::int64_t squeeze = 12;
        const std::int64_t vectors = width + squeeze + width;
        const std::int64_t statistics = 3 * 2 * width;
        QCOMPARE(kept_by_difference(changed("regnet_y_400mf", three), changed("regnet_y_400mf", two)),
                 4 * (2 * (maps * map + vectors) + statistics));
        QCOMPARE(parameters(changed("regnet_y_400mf", three)) - parameters(changed("regnet_y_400mf", two)),
                 2 * width * width + 9 * 8 * width + 3 * 2 * width + 2 * width * squeeze + width + squeeze);
    }

    void a_row_mask_is_one_number_a_sample()
    {
        // EfficientNet-B0 adds nine inputs to blocks that may be skipped, ConvNeXt-T all but its first of 18.
        const std::int64_t batch = 8;
        QCOMPARE(kept(built("efficientnet_b0"), batch, false) -
                     kept(changed("efficientnet_b0", R"({"stochastic_depth": 0})"_json), batch, false),
                 9 * 4 * batch);
        QCOMPARE(kept(built("convnext_tiny"), batch, false) -
                     kept(changed("convnext_tiny", R"({"stochastic_depth": 0})"_json), batch, false),
                 17 * 4 * batch);
        // In inference nothing is drawn.
        const BuildOptions inference{.training = false};
        for (const Operator& op : built(presets().at("convnext_tiny"), {}, {}, inference).operators)
            QVERIFY2(op.name.find("stochastic_depth") == std::string::npos, op.name.c_str());
    }

    void dropout_in_place_keeps_its_factors()
    {
        // 1,280 features behind the pooling: four bytes each in place, one byte each for a mask.
        const std::int64_t batch = 8;
        QCOMPARE(kept(built("mnasnet1_0"), batch, false) -
                     kept(changed("mnasnet1_0", R"({"dropout": 0})"_json), batch, false),
                 4 * 1280 * batch);
        // Without dropout the classifier keeps the view of the pooled features instead of dropout's output: equally much.
        QCOMPARE(kept(built("mobilenet_v2"), batch, false) -
                     kept(changed("mobilenet_v2", R"({"dropout": 0})"_json), batch, false),
                 1280 * batch);
    }

    void blocks_do_not_add_operators()
    {
        for (const char* id : {"mobilenet_v2", "mobilenet_v3_large", "mnasnet1_0", "efficientnet_b0",
                               "shufflenet_v2_x1_0", "convnext_tiny"}) {
            const std::size_t few = changed(id, R"({"stage3_layers": 5})"_json).operators.size();
            QCOMPARE(changed(id, R"({"stage3_layers": 1000000})"_json).operators.size(), few);
        }
        QCOMPARE(changed("regnet_y_400mf", R"({"layers": 10000, "width_slope": 0})"_json).operators.size(),
                 changed("regnet_y_400mf", R"({"layers": 2, "width_slope": 0})"_json).operators.size());
    }

    void layers_are_called_as_in_the_reference()
    {
        // One layer each of torchvision's state dictionaries, with the parameters it owns there.
        const std::tuple<const char*, const char*, std::int64_t> layers[] = {
            {"mobilenet_v2", "features.18.0", 320 * 1280},
            {"mobilenet_v2", "features.4.conv.2", 144 * 32},
            {"mobilenet_v3_large", "features.4.block.2.fc1", 72 * 24 + 24},
            {"mobilenet_v3_large", "features.15.block.3.0", 960 * 160},
            {"mobilenet_v3_small", "features.12.0", 96 * 576},
            {"mobilenet_v3_small", "classifier.0", 576 * 1024 + 1024},
            {"mnasnet1_0", "layers.12.3.layers.6", 1152 * 192},
            {"mnasnet1_0", "layers.14", 320 * 1280},
            {"efficientnet_b0", "features.2.0.block.2.fc1", 96 * 4 + 4},
            {"efficientnet_b7", "features.8.0", 640 * 2560},
            {"efficientnet_v2_s", "features.1.1.block.0.0", 9 * 24 * 24},
            {"efficientnet_v2_s", "features.7.0", 256 * 1280},
            {"shufflenet_v2_x0_5", "stage2.0.branch1.0", 9 * 24},
            {"shufflenet_v2_x0_5", "stage4.3.branch2.5", 96 * 96},
            {"regnet_y_8gf", "trunk_output.block4.block4-0.proj.0", 896 * 2016},
            {"regnet_y_8gf", "trunk_output.block2.block2-3.f.se.fc1", 448 * 112 + 112},
            {"convnext_base", "features.6.1", 4 * 512 * 1024 + 1024},
            {"convnext_base", "features.5.26.layer_scale", 512},
            {"convnext_base", "classifier.2", 1024 * 1000 + 1000},
        };
        for (const auto& [preset, layer, owned] : layers) {
            const Network network = built(preset);
            const Analysis analysis = analyse(network, {});
            const LayerTable table(network, analysis, 1);
            std::int64_t found = -1;
            for (std::int64_t i = 0; i < table.size(); ++i) {
                const LayerRow row = table.row(i);
                if (row.name == layer) found = row.parameters.value();
            }
            QVERIFY2(found == owned, qPrintable(QString("%1 %2 %3").arg(preset, layer).arg(found)));
        }
    }

    void extremes_neither_crash_nor_wrap()
    {
        for (const char* id : mobile_families) {
            const Family& family = *family_of(id);
            for (const Hyperparameter& hyperparameter : family.hyperparameters) {
                if (hyperparameter.type != HyperparameterType::real) continue;
                for (const double bound : {hyperparameter.minimum, hyperparameter.maximum}) {
                    const Network network = build_network(family, {{std::string(hyperparameter.key), bound}}, {}, {});
                    QVERIFY2(network.issues.empty(), hyperparameter.key.data());
                    QVERIFY2(parameters(network) > 0, hyperparameter.key.data());
                    QVERIFY2(forward_macs(network).total() > Count(0), hyperparameter.key.data());
                    QVERIFY2(analyse(network, {}).kept.at(1) > Bytes{}, hyperparameter.key.data());
                }
            }
            // One pixel is enough for all but the patches of ConvNeXt.
            ModelInput pixel;
            pixel.image_height = pixel.image_width = pixel.channels = 1;
            QCOMPARE(build_network(family, {}, pixel, {}).issues.empty(), QByteArray(id) != "convnext");
        }
    }
};

RIGWRIGHT_TEST(ZooMobileTest)

} // namespace rigwright::test::tst_zoo_mobile

#include "tst_zoo_mobile.moc"
