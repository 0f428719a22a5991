// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/support/zoo_networks.h"

#include <array>

namespace rigwright::test::tst_zoo_vision_transformers {

using Four = std::array<qint64, 4>;

/// Multiply-adds in evaluation mode.
std::int64_t macs(const Network& network) { return forward_macs(network).total().value(); }

/// Vision transformers, mixers, image GPT and CLIP: the figures that no measured line holds.
class ZooVisionTransformersTest : public QObject {
    Q_OBJECT

private slots:
    void kept_bytes_measured_without_a_line()
    {
        const Rows<qint64, qint64, qint64> rows{
            // PyTorch 1.13 and torchvision 0.14.1 on the CPU with hooks on saved tensors, what `mean` keeps left out. The
            // mixer and CLIP's ResNet were written down layer by layer after the reference implementations.
            {"swin_s", 170'307'848, 340'013'392, 175'074'208},
            {"mixer_b16_224", 116'262'176, 232'524'352, 173'731'744},
            {"clip_rn50", 139'628'020, 279'042'844, 170'039'296},
        };
        rows.each_named([&](const char* preset, auto one, auto two, auto layer_outputs) {
            const Network network = built(preset);
            QCOMPARE(qint64(kept(network, 1, false)), one);
            QCOMPARE(qint64(kept(network, 2, false)), two);
            QCOMPARE(qint64(layer_output_bytes(network).value()), layer_outputs);
        });
    }

    void pyramid_closed_forms()
    {
        const Four wide{64, 128, 320, 512};
        const Four usual{8, 8, 4, 4};
        const Rows<QByteArray, Four, Four, Four> rows{
            {"pvt_tiny", "pvt_tiny", {2, 2, 2, 2}, wide, usual},
            {"pvt_small", "pvt_small", {3, 4, 6, 3}, wide, usual},
            {"pvt_medium", "pvt_medium", {3, 4, 18, 3}, wide, usual},
            {"pvt_large", "pvt_large", {3, 8, 27, 3}, wide, usual},
            {"pvt_v2_b0", "pvt_v2_b0", {2, 2, 2, 2}, {32, 64, 160, 256}, usual},
            {"pvt_v2_b1", "pvt_v2_b1", {2, 2, 2, 2}, wide, usual},
            {"pvt_v2_b2", "pvt_v2_b2", {3, 4, 6, 3}, wide, usual},
            {"pvt_v2_b3", "pvt_v2_b3", {3, 4, 18, 3}, wide, usual},
            {"pvt_v2_b4", "pvt_v2_b4", {3, 8, 27, 3}, wide, usual},
            {"pvt_v2_b5", "pvt_v2_b5", {3, 6, 40, 3}, wide, {4, 4, 4, 4}},
        };
        rows.each([&](const auto& preset, auto layers, auto widths, auto ratios) {
            const bool second = preset.startsWith("pvt_v2");
            const Four reductions{8, 4, 2, 1};
            const Four tokens{3136, 784, 196, 49};
            qint64 owned = 0;
            qint64 work = 0;
            qint64 channels = 3;
            for (std::size_t i = 0; i < layers.size(); ++i) {
                const qint64 d = widths[i];
                const qint64 e = ratios[i];
                const qint64 r = reductions[i];
                const qint64 patch = i == 0 ? 4 : 2;
                const qint64 kernel = second ? 2 * patch - 1 : patch;
                const bool class_token = !second && i == 3;
                const qint64 n = tokens[i] + (class_token ? 1 : 0);
                const qint64 keys = class_token ? n : n / (r * r);
                // Patches with their norm; learned positions, or a norm at the stage's end.
                owned += d * channels * kernel * kernel + 3 * d + (second ? 2 * d : n * d) + (class_token ? d : 0);
                work += tokens[i] * d * channels * kernel * kernel;
                // Two norms, query, key and value, output, two layers of the perceptron.
                qint64 block = 4 * d + 4 * d * d + 4 * d + 2 * e * d * d + e * d + d;
                qint64 block_work = n * (2 * d * d + 2 * e * d * d) + keys * 2 * d * d + 2 * n * keys * d;
                if (r > 1) {
                    block += r * r * d * d + 3 * d;
                    block_work += keys * r * r * d * d;
                }
                if (second) {
                    block += 10 * e * d;
                    block_work += n * 9 * e * d;
                }
                owned += layers[i] * block;
                work += layers[i] * block_work;
                channels = d;
            }
            owned += (second ? 0 : 2 * channels) + 1000 * channels + 1000;
            work += 1000 * channels;
            const Network network = built(preset.constData());
            QCOMPARE(qint64(parameters(network)), owned);
            QCOMPARE(qint64(macs(network)), work);
        });
    }

    void swin_closed_forms()
    {
        // Stage by stage at 224 x 224: 12 C^2 a token in the linear layers of a block, 2 x 49 C in its windows.
        const std::array<std::int64_t, 4> layers{2, 2, 18, 2};
        std::int64_t owned = 48 * 96 + 96 + 2 * 96;
        std::int64_t work = 3136 * 48 * 96;
        std::int64_t attention = 0;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const std::int64_t c = std::int64_t{96} << i;
            const std::int64_t tokens = 3136 >> (2 * i);
            const std::int64_t heads = std::int64_t{3} << i;
            owned += layers[i] * (12 * c * c + 13 * c + 169 * heads);
            attention += layers[i] * tokens * 2 * 49 * c;
            work += layers[i] * tokens * 12 * c * c;
            if (i == 3) continue;
            // Four neighbours merged: a norm of 4 C and a projection to 2 C.
            owned += 8 * c + 8 * c * c;
            work += tokens / 4 * 8 * c * c;
        }
        owned += 2 * 768 + 1000 * 768 + 1000;
        work += 1000 * 768;
        const Network network = built("swin_s");
        QCOMPARE(parameters(network), owned);
        QCOMPARE(forward_macs(network).attention.value(), attention);
        QCOMPARE(macs(network), work + attention);
    }

    void other_closed_forms()
    {
        // Mixer: tokens 196 -> 384 -> 196 in every channel, channels 768 -> 3072 -> 768 in every token.
        const std::int64_t block = 2 * 196 * 384 + 384 + 196 + 2 * 768 * 3072 + 3072 + 768 + 4 * 768;
        QCOMPARE(parameters(built("mixer_b16_224")), 768 * 768 + 768 + 12 * block + 2 * 768 + 768'000 + 1000);
        const std::int64_t mixed = 2 * 196 * 768 * (std::int64_t{384} + 3072);
        QCOMPARE(macs(built("mixer_b16_224")), 196 * 768 * 768 + 12 * mixed + 768'000);
        // Image GPT: no biases, one vector a norm, two matrices of 512 colours, 1,024 positions, the start vector.
        const std::int64_t d = 1024;
        QCOMPARE(parameters(built("igpt-m")), 36 * (12 * d * d + 2 * d) + d + (2 * 512 + 1024 + 1) * d);
        QCOMPARE(macs(built("igpt-m", {}, tokens(100))), 100 * (36 * 12 * d * d + 512 * d) + 2 * 36 * 100 * 100 * d);
        // CLIP: the product of both features is neither a layer nor attention.
        QCOMPARE(forward_macs(built("clip_vit_b32")).other.value(), 512);
        QCOMPARE(forward_macs(built("clip_rn50")).other.value(), 1024);
        // Text work grows with the text, and by nothing else: 12 d^2 a token and layer, scores of 77 and 40 tokens.
        ModelInput shorter = tokens(40);
        QCOMPARE(macs(built("clip_vit_b32")) - macs(built("clip_vit_b32", {}, shorter)),
                 12 * (37 * 12 * 512 * 512 + 2 * (77 * 77 - 40 * 40) * 512));
        QCOMPARE(parameters(built("clip_vit_b32", {}, shorter)), 151'277'313);
        // DeiT is ViT trained otherwise; timm and torchvision build the same layers.
        QCOMPARE(parameters(built("deit_base_patch16_224")), parameters(built("vit_b_16")));
        QCOMPARE(macs(built("deit_base_patch16_224")), macs(built("vit_b_16")));
    }

    void swin_windows_of_any_shape()
    {
        // torchvision 0.14.1's Swin-T on 200 x 260 pixels: maps that windows and squares of four do not divide.
        const Network wide = built("swin_t", {}, image(200, 260));
        QCOMPARE(parameters(wide), 28'288'354);
        QCOMPARE(kept(wide, 1, false), 126'104'328);
        QCOMPARE(kept(wide, 2, false), 252'208'560);
        QCOMPARE(layer_output_bytes(wide).value(), 119'007'136);
        // Its SwinTransformer([4, 4], 32, [1, 3, 2, 1], [1, 2, 1, 4], [5, 5], stochastic_depth_prob=0.1, num_classes=10).
        const json shape =
            R"({"stage1_width": 32, "window": 5, "stage1_layers": 1, "stage2_layers": 3, "stage3_layers": 2,
        "stage4_layers": 1, "stage1_heads": 1, "stage2_heads": 2, "stage3_heads": 1, "stage4_heads": 4,
        "drop_path": 0.1, "classes": 10})"_json;
        const char* family = "hierarchical-vision-transformer";
        const Network odd = of_family(family, shape_of(*family_of(family), shape), image(100, 40));
        QCOMPARE(parameters(odd), 1'528'551);
        QCOMPARE(kept(odd, 1, false), 2'500'968);
        QCOMPARE(kept(odd, 2, false), 4'950'680);
        QCOMPARE(layer_output_bytes(odd).value(), 2'230'312);
    }

    void stochastic_depth_keeps_a_number_a_sample()
    {
        const ModelShape none{{"drop_path", 0.0}};
        // Two branches of every block but the first: four bytes each in fp32.
        QCOMPARE(kept(built("pvt_tiny"), 8, false) - kept(built("pvt_tiny", none), 8, false), 7 * 2 * 8 * 4);
        QCOMPARE(kept(built("swin_t"), 8, false) - kept(built("swin_t", none), 8, false), 11 * 2 * 8 * 4);
        // Two bytes where the branch ends in 16 bit.
        QCOMPARE(kept(built("pvt_tiny"), 8, true) - kept(built("pvt_tiny", none), 8, true), 7 * 2 * 8 * 2);
    }

    void fused_attention_where_the_code_has_it()
    {
        BuildOptions fused;
        fused.attention.fused = true;
        const auto compare = [&](const char* id, const ModelInput& input) {
            const Network eager = built(id, {}, input);
            const Network network = built(presets().at(id), {}, input, fused);
            QVERIFY2(kept(network, 8, false) < kept(eager, 8, false), id);
            QVERIFY2(forward_macs(network).attention == forward_macs(eager).attention, id);
            QVERIFY2(parameters(network) == parameters(eager), id);
        };
        for (const char* id : {"vit_tiny_patch16_224", "deit_base_patch16_224", "igpt-s"}) compare(id, {});
        // At 224 x 224 each token has 49 or 50 scores a head, fewer than the 64 numbers of output that the kernel keeps.
        for (const char* id : {"pvt_small", "pvt_v2_b2", "clip_vit_b32"}) compare(id, image(512, 512));
        // torchvision's Swin adds learned biases to written-out scores.
        QCOMPARE(kept(built(presets().at("swin_t"), {}, {}, fused), 8, false), kept(built("swin_t"), 8, false));
    }

    void layers_have_the_names_of_the_reference()
    {
        const Rows<QByteArray, QByteArray> rows{
            {"blocks.11.attn.qkv", "vit_small_patch16_224", "blocks.11.attn.qkv"},
            {"encoder.11.mlp.3", "vit_b_16", "encoder.11.mlp.3"},
            {"features.3.1.mlp.0", "swin_t", "features.3.1.mlp.0"},
            {"features.6.reduction", "swin_t", "features.6.reduction"},
            {"block3.17.attn.sr", "pvt_medium", "block3.17.attn.sr"},
            {"block4.2.mlp.dwconv", "pvt_v2_b2", "block4.2.mlp.dwconv"},
            {"blocks.11.mlp_tokens.fc1", "mixer_b16_224", "blocks.11.mlp_tokens.fc1"},
            {"h23.mlp.c_proj", "igpt-s", "h23.mlp.c_proj"},
            {"visual.layer3.5.conv2", "clip_rn50", "visual.layer3.5.conv2"},
            {"transformer.resblocks.11.mlp.c_fc", "clip_vit_b32", "transformer.resblocks.11.mlp.c_fc"},
        };
        rows.each([&](const auto& preset, const auto& layer) {
            const Network network = built(preset.constData());
            const Analysis analysis = analyse(network, {});
            const LayerTable table(network, analysis, 1);
            std::int64_t found = 0;
            for (std::int64_t i = 0; i < table.size(); ++i) found += table.row(i).name == layer.toStdString() ? 1 : 0;
            QCOMPARE(found, std::int64_t{1});
        });
    }
};

RIGWRIGHT_TEST(ZooVisionTransformersTest)

} // namespace rigwright::test::tst_zoo_vision_transformers

#include "tst_zoo_vision_transformers.moc"
