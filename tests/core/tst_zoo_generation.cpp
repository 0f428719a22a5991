// SPDX-License-Identifier: GPL-3.0-or-later
// Nets that make pictures: Stable Diffusion, ControlNet, EMA-VFI. Figures called measured come from running the
// reference operators through the autograd engine of PyTorch 1.13 on the meta device, as those of
// tests/truth/structure/README.md do; the harness gave the two sd15_unet rows of that folder to the last unit.
#include "core/network/network_builder.h"
#include "tests/support/suite.h"
#include "tests/support/zoo_networks.h"

namespace tst_zoo_generation {

using namespace rigwright;

namespace {

/// What was measured of one network at one input size.
struct Figures {
    qint64 parameters = 0;
    qint64 macs = 0;
    qint64 attention_macs = 0;
    qint64 thop = 0;
    qint64 layer_output_bytes = 0;
    qint64 kept_one = 0;
    qint64 kept_eight = 0;
    qint64 kept_autocast = 0;
};

ModelShape shape_of(const json& value, const char* family)
{
    std::vector<JsonIssue> issues;
    ObjectReader reader(value, "$", issues);
    return read_shape(*family_of(family), reader);
}

} // namespace

class ZooGenerationTest : public QObject {
    Q_OBJECT

private slots:
    void measured_figures_data();
    void measured_figures();
    void parameters_are_the_published_ones_data();
    void parameters_are_the_published_ones();
    void a_shape_of_ones_own();
    void training_a_controlnet_holds_frozen_nets();
    void dropout_is_absent_from_inference();
    void fused_attention_counts_the_same_work();
    void more_transformer_layers_cost_no_more_to_build();
    void sampling_keeps_map_and_places();
    void impossible_shapes_are_issues_data();
    void impossible_shapes_are_issues();
};

void ZooGenerationTest::measured_figures_data()
{
    QTest::addColumn<QByteArray>("preset");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    QTest::addColumn<Figures>("figures");
    const auto row = [](const char* preset, int height, int width, const Figures& figures) {
        QTest::addRow("%s %dx%d", preset, height, width) << QByteArray(preset) << height << width << figures;
    };
    row("ema-vfi", 256, 256,
        {65'662'359, 64'888'680'960, 475'743'744, 116'027'579'392, 713'538'304, 728'092'024, 5'824'733'560,
         459'403'320});
    // Windows of 7 fit without padding; the second stage of attention has two a side, then one.
    row("ema-vfi", 224, 224,
        {65'662'359, 48'046'731'264, 265'531'392, 87'295'078'976, 517'540'352, 525'063'992, 4'200'509'304,
         325'514'040});
    row("ema-vfi", 112, 112,
        {65'662'359, 12'011'682'816, 66'382'848, 21'823'769'744, 129'385'088, 131'265'496, 1'050'121'336, 81'378'792});
    // Only the height is padded.
    row("ema-vfi", 256, 448,
        {65'662'359, 111'473'295'360, 708'083'712, 201'086'319'616, 1'212'424'192, 1'233'330'040, 9'866'637'688,
         770'898'168});
    row("ema-vfi-small", 256, 256,
        {14'489'815, 14'656'744'704, 132'151'040, 27'439'603'200, 265'304'768, 292'455'576, 2'339'642'200,
         182'524'728});
    row("ema-vfi-small", 112, 112,
        {14'489'815, 2'748'315'136, 18'439'680, 5'201'665'168, 48'871'424, 53'839'976, 430'717'400, 33'240'376});
    row("ema-vfi-small", 272, 400,
        {14'489'815, 24'128'498'688, 196'689'920, 45'372'001'296, 434'123'392, 478'442'536, 3'827'537'880,
         297'403'016});
    row("sd21_unet", 512, 512,
        {865'910'724, 402'128'732'160, 63'026'135'040, 339'241'205'760, 1'725'005'056, 3'838'994'176, 30'711'951'616,
         4'206'190'848});
    row("controlnet_sd15", 512, 512,
        {361'279'120, 141'645'987'840, 25'224'314'880, 116'477'706'240, 819'445'248, 2'013'954'672, 16'111'636'592,
         2'292'773'104});
}

void ZooGenerationTest::measured_figures()
{
    QFETCH(QByteArray, preset);
    QFETCH(int, height);
    QFETCH(int, width);
    QFETCH(Figures, figures);
    const Network network = built(preset.constData(), {}, image(height, width));
    QVERIFY(network.issues.empty());
    QCOMPARE(qint64(count_parameters(network).total.value()), figures.parameters);
    QCOMPARE(qint64(count_parameters(network).trainable.value()), figures.parameters);
    QCOMPARE(qint64(forward_macs(network).total().value()), figures.macs);
    QCOMPARE(qint64(forward_macs(network).attention.value()), figures.attention_macs);
    QCOMPARE(qint64(thop_macs(network).value()), figures.thop);
    QCOMPARE(qint64(layer_output_bytes(network).value()), figures.layer_output_bytes);
    QCOMPARE(qint64(kept(network, 1, false)), figures.kept_one);
    QCOMPARE(qint64(kept(network, 8, false)), figures.kept_eight);
    QCOMPARE(qint64(kept(network, 1, true)), figures.kept_autocast);
}

void ZooGenerationTest::parameters_are_the_published_ones_data()
{
    QTest::addColumn<QByteArray>("preset");
    QTest::addColumn<qint64>("total");
    // The tensors of the published checkpoints: v1-5-pruned, v2-1_768, control_v11p_sd15.
    QTest::newRow("SD 1.5 UNet") << QByteArray("sd15_unet") << qint64(859'520'964);
    QTest::newRow("SD 1.5 VAE") << QByteArray("sd15_vae") << qint64(83'653'863);
    QTest::newRow("SD 2.1 UNet") << QByteArray("sd21_unet") << qint64(865'910'724);
    QTest::newRow("ControlNet") << QByteArray("controlnet_sd15") << qint64(361'279'120);
    // 65.66 M and 14.49 M; the paper prints 65.7 and 14.5 (table 1).
    QTest::newRow("EMA-VFI") << QByteArray("ema-vfi") << qint64(65'662'359);
    QTest::newRow("EMA-VFI small") << QByteArray("ema-vfi-small") << qint64(14'489'815);
}

void ZooGenerationTest::parameters_are_the_published_ones()
{
    QFETCH(QByteArray, preset);
    const Network network = built(preset.constData());
    QTEST(qint64(parameters(network)), "total");
    QVERIFY(count_parameters(network).trainable == count_parameters(network).total);
}

void ZooGenerationTest::a_shape_of_ones_own()
{
    const json shape = json::parse(R"({"width": 64, "stages": 3, "stage1_multiplier": 1, "stage2_multiplier": 2,
        "stage3_multiplier": 4, "stage1_blocks": 1, "stage2_blocks": 1, "stage3_blocks": 1,
        "stage1_attention_layers": 0, "stage2_attention_layers": 1, "stage3_attention_layers": 1, "heads": 4,
        "context_width": 96, "context_tokens": 11})");
    const Network network = of_family("diffusion-unet", shape_of(shape, "diffusion-unet"), image(256, 192));
    QVERIFY(network.issues.empty());
    // Measured.
    QCOMPARE(parameters(network), std::int64_t{16'390'084});
    QCOMPARE(forward_macs(network).total().value(), std::int64_t{1'560'616'960});
    QCOMPARE(kept(network, 1, false), std::int64_t{28'234'736});
    QCOMPARE(kept(network, 8, false), std::int64_t{229'809'264});
}

void ZooGenerationTest::training_a_controlnet_holds_frozen_nets()
{
    const Network network = built("controlnet_sd15_training");
    QVERIFY(network.issues.empty());
    QCOMPARE(count_parameters(network).trainable.value(), std::int64_t{361'279'120});
    // An optimizer loops over the copy's arrays alone.
    QCOMPARE(count_parameters(network).trainable_tensors, count_parameters(built("controlnet_sd15")).tensors);
    QVERIFY(count_parameters(network).tensors > count_parameters(network).trainable_tensors);
    // Beside it the UNet, the VAE's encoder with its 72 quantization weights, and CLIP ViT-L/14's text encoder.
    QCOMPARE(parameters(network), std::int64_t{361'279'120 + 859'520'964 + 34'163'592 + 72 + 123'060'480});
    // ControlNet and UNet measured together; text encoder: 12 layers of 12 d^2 products and two attention products at
    // 77 tokens and d = 768; VAE encoder: its convolutions and one attention over 64 x 64 places of width 512.
    const std::int64_t text = std::int64_t{77} * 12 * 12 * 768 * 768 + std::int64_t{12} * 2 * 77 * 77 * 768;
    const std::int64_t encoder = 541'149'364'224 + std::int64_t{2} * 4096 * 4096 * 512;
    QCOMPARE(forward_macs(network).total().value(), 543'282'708'480 + text + encoder);
    // Measured: gradients pass the frozen way up, whose convolutions keep their inputs and whose linear layers do not.
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

void ZooGenerationTest::dropout_is_absent_from_inference()
{
    const Preset& preset = presets().at("sd15_unet");
    BuildOptions inference;
    inference.training = false;
    const ModelShape dropout{{"dropout", 0.1}};
    const std::size_t with = built(preset, dropout).operators.size();
    // One behind each of 22 residual blocks, and three in each of 16 transformer layers.
    QCOMPARE(with - built(preset, dropout, {}, inference).operators.size(), std::size_t{22 + 3 * 16});
}

void ZooGenerationTest::fused_attention_counts_the_same_work()
{
    BuildOptions fused;
    fused.fused_attention = true;
    for (const char* id : {"sd15_unet", "sd15_vae", "controlnet_sd15"}) {
        const Network network = built(presets().at(id), {}, image(512, 512), fused);
        const Network materialised = built(id, {}, image(512, 512));
        QCOMPARE(forward_macs(network).attention, forward_macs(materialised).attention);
        QVERIFY(kept(network, 1, false) < kept(materialised, 1, false));
    }
}

void ZooGenerationTest::more_transformer_layers_cost_no_more_to_build()
{
    const Network one = of_family("diffusion-unet", {});
    const Network many = of_family("diffusion-unet", {{"stage3_attention_layers", std::int64_t{100'000}}});
    QCOMPARE(many.operators.size(), one.operators.size());
}

void ZooGenerationTest::sampling_keeps_map_and_places()
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

void ZooGenerationTest::impossible_shapes_are_issues_data()
{
    QTest::addColumn<QByteArray>("preset");
    QTest::addColumn<QByteArray>("shape");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    QTest::addColumn<QByteArray>("issue");
    const auto row = [](const char* name, const char* preset, const char* shape, int height, int width,
                        const char* issue) {
        QTest::newRow(name) << QByteArray(preset) << QByteArray(shape) << height << width << QByteArray(issue);
    };
    row("three halvings of latents", "sd15_unet", "{}", 480, 520, "image-side-is-no-multiple image_height 480 64");
    row("width too", "sd15_unet", "{}", 512, 520, "image-side-is-no-multiple image_width 520 64");
    row("pixels", "sd15_vae", "{}", 512, 500, "image-side-is-no-multiple image_width 500 8");
    row("heads", "sd15_unet", R"({"heads": 7})", 512, 512, "heads-do-not-divide-width heads 320 7");
    row("head width", "sd21_unet", R"({"head_dim": 96})", 512, 512, "head-width-does-not-divide-width head_dim 320 96");
    row("groups", "sd15_unet", R"({"norm_groups": 48})", 512, 512,
        "groups-do-not-divide-channels input_blocks.1.0.in_layers.0 320 48");
    row("text width", "controlnet_sd15_training", R"({"context_width": 800})", 512, 512,
        "head-width-does-not-divide-width context_width 800 64");
    row("control", "controlnet_sd15", "{}", 500, 512, "image-side-is-no-multiple image_height 500 64");
    row("frames", "ema-vfi", "{}", 250, 256, "image-side-is-no-multiple image_height 250 16");
    row("small frames", "ema-vfi", "{}", 256, 16, "image-side-is-too-small image_width 16 32");
    row("no head", "ema-vfi-small", R"({"width": 2})", 256, 256, "head-width-does-not-divide-width head_dim 16 32");
    row("motion", "ema-vfi", R"({"stage4_layers": 3})", 256, 256, "motion-does-not-fill-heads stage4_layers 85 8");
    row("spread", "ema-vfi", R"({"width": 4, "stage4_layers": 3})", 256, 256,
        "channels-do-not-spread stage4_layers 124 16");
}

void ZooGenerationTest::impossible_shapes_are_issues()
{
    QFETCH(QByteArray, preset);
    QFETCH(QByteArray, shape);
    QFETCH(int, height);
    QFETCH(int, width);
    const Preset& base = presets().at(preset.toStdString());
    const ModelShape changes = shape_of(json::parse(shape.toStdString()), base.family.c_str());
    const Network network = built(base, changes, image(height, width));
    QVERIFY(!network.issues.empty());
    const NetworkIssue& issue = network.issues.front();
    const QByteArray found = QByteArray::fromStdString(issue.code + " " + issue.layer + " ") +
                             QByteArray::number(qint64(issue.found)) + " " + QByteArray::number(qint64(issue.expected));
    QTEST(found, "issue");
}

RIGWRIGHT_TEST(ZooGenerationTest)

} // namespace tst_zoo_generation

#include "tst_zoo_generation.moc"
