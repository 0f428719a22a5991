// SPDX-License-Identifier: GPL-3.0-or-later
// Nets that make pictures: Stable Diffusion, ControlNet, EMA-VFI.
#include "core/network/network_builder.h"
#include "tests/support/suite.h"
#include "tests/support/zoo_networks.h"

namespace rigwright::test::tst_zoo_generation {

class ZooGenerationTest : public QObject {
    Q_OBJECT

private slots:
    void a_shape_of_ones_own()
    {
        const json shape = json::parse(R"({"width": 64, "stages": 3, "stage1_multiplier": 1, "stage2_multiplier": 2,
        "stage3_multiplier": 4, "stage1_blocks": 1, "stage2_blocks": 1, "stage3_blocks": 1,
        "stage1_attention_layers": 0, "stage2_attention_layers": 1, "stage3_attention_layers": 1, "heads": 4,
        "context_width": 96, "context_tokens": 11})");
        const Network network =
            of_family("diffusion-unet", shape_of(*family_of("diffusion-unet"), shape), image(256, 192));
        QVERIFY(network.issues.empty());
        // Measured.
        QCOMPARE(parameters(network), std::int64_t{16'390'084});
        QCOMPARE(forward_macs(network).total().value(), std::int64_t{1'560'616'960});
        QCOMPARE(kept(network, 1, false), std::int64_t{28'234'736});
        QCOMPARE(kept(network, 8, false), std::int64_t{229'809'264});
    }

    void training_a_controlnet_holds_frozen_nets()
    {
        const Network network = built("controlnet_sd15_training");
        QVERIFY(network.issues.empty());
        QCOMPARE(count_parameters(network).trainable.value(), std::int64_t{361'279'120});
        // An optimizer loops over the copy's arrays alone.
        QCOMPARE(count_parameters(network).trainable_tensors, count_parameters(built("controlnet_sd15")).tensors);
        QVERIFY(count_parameters(network).tensors > count_parameters(network).trainable_tensors);
        // Beside it the UNet, the VAE's encoder with its 72 quantization weights, and CLIP ViT-L/14's text encoder.
        QCOMPARE(parameters(network), std::int64_t{361'279'120 + 859'520'964 + 34'163'592 + 72 + 123'060'480});
        // ControlNet and UNet measured together; text encoder: 12 layers of 12 d^2 products and two attention products
        // at 77 tokens and d = 768; VAE encoder: its convolutions and one attention over 64 x 64 places of width 512.
        const std::int64_t text = std::int64_t{77} * 12 * 12 * 768 * 768 + std::int64_t{12} * 2 * 77 * 77 * 768;
        const std::int64_t encoder = 541'149'364'224 + std::int64_t{2} * 4096 * 4096 * 512;
        QCOMPARE(forward_macs(network).total().value(), 543'282'708'480 + text + encoder);
        // Measured: gradients pass the frozen way up, whose convolutions keep their inputs and whose linear layers do
        // not.
        QCOMPARE(kept(network, 1, false), std::int64_t{4'660'860'672});
        QCOMPARE(kept(network, 8, false), std::int64_t{37'286'883'584});
        // Of 6,493,320,448 bytes under autocast these are 16-bit copies of frozen weights on the way up.
        const std::int64_t frozen_copies = 973'437'440;
        QCOMPARE(kept(network, 1, true), 6'493'320'448 - frozen_copies);
        FormatPolicy autocast;
        autocast.autocast = NumberFormat::bf16;
        const Bytes alone = analyse(built("controlnet_sd15"), autocast).weight_copies;
        QCOMPARE(analyse(network, autocast).weight_copies, alone + Bytes(frozen_copies));
    }

    void dropout_is_absent_from_inference()
    {
        const Preset& preset = presets().at("sd15_unet");
        BuildOptions inference;
        inference.training = false;
        const ModelShape dropout{{"dropout", 0.1}};
        const std::size_t with = built(preset, dropout).operators.size();
        // One behind each of 22 residual blocks, and three in each of 16 transformer layers.
        QCOMPARE(with - built(preset, dropout, {}, inference).operators.size(), std::size_t{22 + 3 * 16});
    }

    void fused_attention_counts_the_same_work()
    {
        BuildOptions fused;
        fused.attention.fused = true;
        for (const char* id : {"sd15_unet", "sd15_vae", "controlnet_sd15"}) {
            const Network network = built(presets().at(id), {}, image(512, 512), fused);
            const Network materialised = built(id, {}, image(512, 512));
            QCOMPARE(forward_macs(network).attention, forward_macs(materialised).attention);
            QVERIFY(kept(network, 1, false) < kept(materialised, 1, false));
        }
    }

    void more_transformer_layers_cost_no_more_to_build()
    {
        const Network one = of_family("diffusion-unet", {});
        const Network many = of_family("diffusion-unet", {{"stage3_attention_layers", std::int64_t{100'000}}});
        QCOMPARE(many.operators.size(), one.operators.size());
    }

    void sampling_keeps_map_and_places()
    {
        NetworkBuilder builder;
        const TensorId picture = builder.input({3, 8, 8});
        const TensorId places = builder.convolution("flow", builder.input({2, 8, 8}), NetworkBuilder::square(2, 1));
        const TensorId warped = builder.grid_sample("warp", picture, builder.view("grid", places, {8, 8, 2}));
        QCOMPARE(builder.shape_of(warped), (Shape{3, 8, 8}));
        const Network network = builder.finish({warped});
        const Analysis analysis = analyse(network, {});
        // The picture, 3 x 64 numbers, and the places, 2 x 64 numbers of 4 bytes.
        QCOMPARE(analysis.facts.back().kept.at(1), Bytes(3 * 64 * 4 + 2 * 64 * 4));
        QCOMPARE(forward_macs(network, network.operators.back()), Count(0));
        FormatPolicy autocast;
        autocast.autocast = NumberFormat::bf16;
        // The picture is fp32, so the 16-bit places are converted.
        QCOMPARE(analyse(network, autocast).facts.back().casts.at(1), Bytes(2 * 64 * 4));
    }
};

RIGWRIGHT_TEST(ZooGenerationTest)

} // namespace rigwright::test::tst_zoo_generation

#include "tst_zoo_generation.moc"
