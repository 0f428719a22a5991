// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/support/zoo_networks.h"

#include <cmath>

namespace rigwright::test::tst_zoo_detectors {

Network evaluating(const char* id, const ModelShape& changes = {}, const ModelInput& input = {})
{
    BuildOptions options;
    options.training = false;
    return built(presets().at(id), changes, input, options);
}

/// Parameters once batch norms are folded into the convolutions before them, so that a norm's two numbers a channel
/// become one bias, and implicit layers, if they are, into those beside them.
std::int64_t fused_parameters(const Network& network, bool with_implicit)
{
    std::int64_t total = parameters(network);
    for (const Block& block : network.blocks) {
        for (std::size_t i = block.first; i < block.last; ++i) {
            const Operator& op = network.operators[i];
            const std::int64_t channels = network.shape_of(op.output)[0];
            const bool implicit = with_implicit && std::holds_alternative<Binary>(op.kind) && op.parameters[0] != no_id;
            if (std::holds_alternative<Normalization>(op.kind) || implicit) total -= channels * block.repeat;
        }
    }
    return total;
}

class ZooDetectorsTest : public QObject {
    Q_OBJECT

private slots:
    void published_totals_after_fusing()
    {
        const Rows<std::int64_t, std::int64_t, bool> rows{
            // What YOLOv5 7.0 and the code of YOLOv7 print for their released weights; yolov7x in the log of a net of
            // three classes, whose implicit layers are still counted ("362 layers, 70795920 parameters, 188.0 GFLOPS").
            {"yolov5n", 80, 1'867'405, true},  {"yolov5s", 80, 7'225'885, true},  {"yolov5m", 80, 21'172'173, true},
            {"yolov5l", 80, 46'533'693, true}, {"yolov5x", 80, 86'705'005, true}, {"yolov7-tiny", 80, 6'219'709, true},
            {"yolov7x", 3, 70'795'920, false},
        };
        rows.each_named([](const char* preset, auto classes, auto parameters, auto with_implicit) {
            QCOMPARE(fused_parameters(built(preset, {{"classes", classes}}), with_implicit), parameters);
        });
    }

    void published_operations()
    {
        const Rows<QByteArray, double> rows{
            // Two operations a multiply-add of the fused nets, as the authors' tables and code print them; 130.5 of
            // branch u6.
            {"yolov5x", "yolov5x", 205.7},
            {"yolov7x", "yolov7x", 189.9},
            {"yolov7-tiny", "yolov7-tiny", 13.7},
            {"yolov7-u6", "yolov7-u6", 130.5},
            {"yolov8x", "yolov8x", 257.8},
            // torchvision's model page, in multiply-adds.
            {"ssd300_vgg16", "ssd300_vgg16", 2 * 34.858},
        };
        rows.each([&](const auto& preset, auto giga) {
            const double operations = 2e-9 * forward_macs(evaluating(preset.constData())).total().as_double();
            QVERIFY2(std::abs(operations / giga - 1.0) < 4e-3, QByteArray::number(operations, 'f', 3).constData());
        });
    }

    void deeper_backbone_adds_its_blocks()
    {
        // ResNet-101 has 17 blocks more, each 1024 x 256 + 9 x 256 x 256 + 256 x 1024 weights and frozen norms.
        const std::int64_t blocks = 17 * (1024 * 256 + 9 * 256 * 256 + 256 * 1024);
        QCOMPARE(blocks, 18'939'904);
        for (const char* name : {"fasterrcnn", "maskrcnn", "retinanet"}) {
            const std::string small = std::string(name) + "_r50_fpn";
            const std::string large = std::string(name) + "_r101_fpn";
            QCOMPARE(parameters(built(large.c_str())) - parameters(built(small.c_str())), blocks);
        }
    }

    void frozen_parts_are_not_trained()
    {
        // Stem 9,408 and first stage 212,992 weights; norms are constants already.
        for (const char* name : {"fasterrcnn_r50_fpn", "maskrcnn_r50_fpn", "retinanet_r50_fpn", "retinanet_r101_fpn"}) {
            const ParameterCounts counts = count_parameters(built(name));
            QCOMPARE((counts.total - counts.trainable).value(), 222'400);
            const ParameterCounts all = count_parameters(built(name, {{"frozen_stages", std::int64_t{0}}}));
            QCOMPARE(all.trainable.value(), all.total.value());
        }
        for (const char* name :
             {"ssd300_vgg16", "ssd300_resnet50", "ssd300_resnet34", "yolov5x", "yolov7", "yolov7x"}) {
            const ParameterCounts counts = count_parameters(built(name));
            QCOMPARE(counts.trainable.value(), counts.total.value());
        }
        for (const char* name : {"yolov8n", "yolov8x", "yolov7-u6"}) {
            const ParameterCounts counts = count_parameters(built(name));
            QCOMPARE((counts.total - counts.trainable).value(), 16);
        }
    }

    void strides_in_1x1_convolutions_shrink_maps_earlier()
    {
        const Network later = built("fasterrcnn_r50_fpn", {}, image(800, 1344));
        const Network sooner = built("fasterrcnn_r50_fpn", {{"stride_in_1x1", true}}, image(800, 1344));
        QCOMPARE(parameters(sooner), parameters(later));
        // The first map in the first block of three stages has a quarter of 67,200, 16,800 and 4,200 cells.
        const std::int64_t cells = 128 * (67'200 - 16'800) + 256 * (16'800 - 4'200) + 512 * (4'200 - 1'050);
        QCOMPARE(kept(later, 1, false) - kept(sooner, 1, false), cells * 4);
    }

    void norms_in_evaluation_mode_train_their_affine()
    {
        // ResNet-50 has 26,560 normed channels, each with a scale and a shift; 64 + 3 x 128 + 4 x 256 of them lie in
        // the stem and the first stage, which stay as they are. MMDetection trains the others.
        BuildOptions options;
        options.normalization = NormalizationMode::eval;
        const Network network = built(presets().at("fasterrcnn_r50_fpn"), {}, {}, options);
        const ParameterCounts counts = count_parameters(network);
        QCOMPARE(counts.total.value() - 41'755'286, 2 * 26'560);
        QCOMPARE((counts.total - counts.trainable).value(), 222'400 + 2 * (64 + 3 * 128 + 4 * 256));
        // Every one of the later stages' norms keeps its input, so much more is kept.
        QVERIFY(2 * kept(network, 1, false) > 3 * kept(built("fasterrcnn_r50_fpn"), 1, false));
    }

    void pyramid_levels_share_their_heads()
    {
        // RetinaNet on 800 x 1066: maps of 100 x 134, 50 x 67, 25 x 34, 13 x 17 and 7 x 9 cells, two towers on each.
        const std::int64_t cells = 13'400 + 3'350 + 850 + 221 + 63;
        const Network three = evaluating("retinanet_r50_fpn", {{"head_layers", std::int64_t{3}}});
        const Network four = evaluating("retinanet_r50_fpn");
        QCOMPARE((forward_macs(four).total() - forward_macs(three).total()).value(), cells * 2 * 9 * 256 * 256);
        QCOMPARE(parameters(four) - parameters(three), 2 * (9 * 256 * 256 + 256));
        QCOMPARE(four.shape_of(four.outputs[0]), (Shape{cells * 9, 91}));
        QCOMPARE(four.shape_of(four.outputs[1]), (Shape{cells * 9, 4}));
        // Every level's tower keeps its four results, whatever the levels share.
        QCOMPARE(kept(four, 1, false) - kept(three, 1, false), cells * 2 * 256 * 4);
    }

    void regions_cost_what_a_head_costs()
    {
        // A region: 7 x 7 x 256 numbers through two layers of 1,024 to 91 classes and 4 x 91 box numbers.
        const std::int64_t macs = 12'544 * 1'024 + 1'024 * 1'024 + 1'024 * 91 * 5;
        const Network training = built("fasterrcnn_r101_fpn");
        const Network inference = evaluating("fasterrcnn_r101_fpn");
        QCOMPARE((forward_macs(inference).linear - forward_macs(training).linear).value(), (1'000 - 512) * macs);
        QCOMPARE(forward_macs(training).linear.value(), 512 * macs);
        const Network one = built("fasterrcnn_r101_fpn", {{"rois_per_image", std::int64_t{1}}});
        QCOMPARE(forward_macs(one).linear.value(), macs);
        QCOMPARE(kept(training, 1, false) - kept(one, 1, false), 511 * 4 * (12'544 + 1'024 + 1'024));
    }

    void mask_head_by_hand()
    {
        const Network boxes = built("fasterrcnn_r50_fpn");
        const Network masks = built("maskrcnn_r50_fpn");
        // Four 3x3 convolutions on 14 x 14 cells, one that doubles them to 28 x 28, one logit a class and pixel.
        const std::int64_t region = 4 * 196 * 9 * 256 * 256 + 196 * 4 * 256 * 256 + 784 * 256 * 91;
        QCOMPARE((forward_macs(masks).total() - forward_macs(boxes).total()).value(), 128 * region);
        QCOMPARE(parameters(masks) - parameters(boxes),
                 4 * (9 * 256 * 256 + 256) + 4 * 256 * 256 + 256 + 256 * 91 + 91);
        // Kept: the pooled regions and what each of the five ReLUs gives.
        QCOMPARE(kept(masks, 1, false) - kept(boxes, 1, false), 128 * 4 * 256 * (5 * 196 + 784));
        const Shape logits = masks.shape_of(masks.outputs[4]);
        QCOMPARE(logits, (Shape{91, 128, 28, 28}));
    }

    void ssd_maps_and_boxes()
    {
        const Rows<QByteArray, qint64> rows{
            {"VGG-16", "ssd300_vgg16", 91},
            {"ResNet-50", "ssd300_resnet50", 81},
            {"ResNet-34", "ssd300_resnet34", 81},
        };
        rows.each([&](const auto& preset, auto classes) {
            // Liu et al. 2016, section 3.1: 38x38x4 + 19x19x6 + 10x10x6 + 5x5x6 + 3x3x4 + 1x1x4 = 8,732 boxes.
            const Network network = built(preset.constData());
            QCOMPARE(network.shape_of(network.outputs[0]).elements().value(), 8'732 * 4);
            QCOMPARE(network.shape_of(network.outputs[1]).elements().value(), std::int64_t(8'732 * classes));
        });
    }

    void ssd_on_residual_nets_by_hand()
    {
        // ResNet-50 without its last stage and classifier; 1x1 and 3x3 convolutions with norms; for each of 4, 6, 6, 6,
        // 4, 4 boxes 9 x (4 + 81) weights a channel and 85 biases.
        const std::int64_t body50 = 25'557'032 - 2'049'000 - 14'964'736;
        const std::int64_t extras50 = 1024 * 256 + 2 * 256 * 512 * 9 + 512 * 256 + 512 * 128 + 2 * 256 * 128 +
                                      3 * 128 * 256 * 9 + 2 * (256 + 512 + 256 + 512 + 3 * (128 + 256));
        const std::int64_t heads50 = (1024 * 4 + 512 * 6 + 512 * 6 + 256 * 6 + 256 * 4 + 256 * 4) * 9 * 85 + 30 * 85;
        QCOMPARE(body50 + extras50 + heads50, 22'894'902);
        QCOMPARE(parameters(built("ssd300_resnet50")), 22'894'902);
        // ResNet-34 likewise (21,797,672 in all); its extra convolutions have biases and no norms.
        const std::int64_t body34 = 21'797'672 - 513'000 - 13'114'368;
        const std::int64_t extras34 = 256 * 256 + 2 * 256 * 512 * 9 + 512 * 256 + 512 * 128 + 2 * 256 * 128 +
                                      3 * 128 * 256 * 9 + 256 + 512 + 256 + 512 + 3 * (128 + 256);
        const std::int64_t heads34 = (256 * 4 + 512 * 6 + 512 * 6 + 256 * 6 + 256 * 4 + 256 * 4) * 9 * 85 + 30 * 85;
        QCOMPARE(body34 + extras34 + heads34, 19'972'534);
        QCOMPARE(parameters(built("ssd300_resnet34")), 19'972'534);
    }

    void yolov8_distribution_convolution_is_unused_in_training()
    {
        // 16 weights for each of four sides of 80 x 80 + 40 x 40 + 20 x 20 cells.
        const auto resting = [](const char* id) {
            return (forward_macs(evaluating(id)).total() - forward_macs(built(id)).total()).value();
        };
        QCOMPARE(resting("yolov8x"), 16 * 4 * 8'400);
        QCOMPARE(resting("yolov7-u6"), 16 * 4 * 8'400);
        QCOMPARE(resting("yolov5x"), 0);
    }

    void widths_and_depths_scale()
    {
        const ModelShape small{{"depth_multiple", 0.33}, {"width_multiple", 0.5}};
        QCOMPARE(parameters(built("yolov5l", small)), 7'235'389);
        ModelShape small8 = small;
        small8["max_channels"] = std::int64_t{1024};
        QCOMPARE(parameters(built("yolov8l", small8)), 11'166'560);
        // A hundred times deeper, and no operator more to write.
        QCOMPARE(built("yolov5l", {{"depth_multiple", 100.0}}).operators.size(), built("yolov5l").operators.size());
        // Half as wide: about a quarter of the work of every convolution but the first and the last.
        const double ratio = forward_macs(evaluating("yolov7", {{"width_multiple", 0.5}})).total().as_double() /
                             forward_macs(evaluating("yolov7")).total().as_double();
        QVERIFY(ratio > 0.25 && ratio < 0.27);
    }

    void extremes_of_every_architecture()
    {
        for (const auto& [id, preset] : presets()) {
            if (preset.family != "detector") continue;
            for (const Hyperparameter& hyperparameter : family_of("detector")->hyperparameters) {
                for (const double bound : {hyperparameter.minimum, hyperparameter.maximum}) {
                    ModelShape changes;
                    if (hyperparameter.type == HyperparameterType::integer)
                        changes[std::string(hyperparameter.key)] = static_cast<std::int64_t>(bound);
                    else if (hyperparameter.type == HyperparameterType::real)
                        changes[std::string(hyperparameter.key)] = bound;
                    const Network network = built(preset, changes);
                    if (!network.issues.empty()) continue;
                    const std::string what = id + " " + std::string(hyperparameter.key);
                    QVERIFY2(count_parameters(network).total > Count(0), what.c_str());
                    QVERIFY2(forward_macs(network).total() > Count(0), what.c_str());
                    QVERIFY2(analyse(network, {}).kept.at(1) > Bytes{}, what.c_str());
                }
            }
        }
    }

    /// A part of a name reads nothing: "class" is no hyperparameter, "classes" is one.
    void names_are_read_whole()
    {
        const Family& family = *family_of("detector");
        for (const char* architecture : {"ssd", "detr"}) {
            ModelShape shape{{"architecture", std::string(architecture)}};
            if (std::string_view(architecture) == "ssd") shape["backbone"] = std::string("vgg16");
            QVERIFY(reads_hyperparameter(family, shape, "classes"));
            for (const char* part : {"class", "architect", "e c", ""})
                QVERIFY2(!reads_hyperparameter(family, shape, part), part);
        }
    }

    void every_hyperparameter_that_is_read_changes_the_network()
    {
        const Family& family = *family_of("detector");
        const auto figures = [](const Network& network) {
            return std::vector<std::int64_t>{count_parameters(network).total.value(),
                                             count_parameters(network).trainable.value(),
                                             forward_macs(network).total().value(), kept(network, 2, false)};
        };
        for (const auto& [id, preset] : presets()) {
            if (preset.family != "detector") continue;
            const std::vector<std::int64_t> before = figures(built(preset));
            for (const Hyperparameter& hyperparameter : family.hyperparameters) {
                const bool read = reads_hyperparameter(family, preset.shape, hyperparameter.key);
                if (hyperparameter.type != HyperparameterType::integer &&
                    hyperparameter.type != HyperparameterType::real)
                    continue;
                ModelShape changes;
                if (hyperparameter.type == HyperparameterType::integer)
                    changes[std::string(hyperparameter.key)] = std::int64_t{1};
                else
                    changes[std::string(hyperparameter.key)] = hyperparameter.key == "dropout" ? 0.0 : 0.9;
                const Network network = built(preset, changes);
                const std::string what = id + " " + std::string(hyperparameter.key);
                const bool refused = !network.issues.empty() && network.issues[0].code == "hyperparameter-not-read";
                QVERIFY2(refused != read, what.c_str());
                if (network.issues.empty()) QVERIFY2(figures(network) != before, what.c_str());
            }
        }
    }
};

RIGWRIGHT_TEST(ZooDetectorsTest)

} // namespace rigwright::test::tst_zoo_detectors

#include "tst_zoo_detectors.moc"
