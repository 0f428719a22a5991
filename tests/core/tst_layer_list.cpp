// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/zoo/layer_list.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/support/zoo_networks.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <random>

namespace rigwright::test::tst_layer_list {

Network of_list(const LayerSpecs& layers, const ModelInput& input = {}, bool training = true)
{
    BuildOptions options;
    options.training = training;
    return build_network(*family_of("layer-list"), {{"layers", layers}}, input, options);
}

ModelInput photograph()
{
    ModelInput input = image(224, 224);
    input.channels = 3;
    return input;
}

LayerSpecs layers_from(const char* text)
{
    std::vector<Finding> errors;
    const json file = {{"format", "rigwright.scenario"},
                       {"version", 1},
                       {"model", {{"family", "layer-list"}, {"shape", {{"layers", json::parse(text)}}}}},
                       {"build", {{"gpu", "rtx4090"}}}};
    const ScenarioReading reading = read_scenario(file);
    if (!reading.errors.empty()) qFatal("%s: %s", reading.errors[0].field.c_str(), reading.errors[0].code.c_str());
    return std::get<LayerSpecs>(reading.scenario.model.shape.at("layers"));
}

/// The findings of the engine for a whole scenario file.
std::vector<Finding> errors_of_file(const QString& path)
{
    ScenarioReading reading = parse_scenario(content_of(path).toStdString());
    return reading.errors.empty() ? evaluated(reading.scenario).errors : reading.errors;
}

struct Defect {
    const char* name;
    const char* expected;
};

constexpr std::array defects{
    Defect{"concat-of-different-sizes", "$.model.shape.layers[2].from layer-sizes-differ"},
    Defect{"conv-after-flatten", "$.model.shape.layers[1].type layer-needs-map"},
    Defect{"forward-reference", "$.model.shape.layers[0].from layer-reference-forward"},
    Defect{"from-missing", "$.model.shape.layers[1].from layer-from-missing"},
    Defect{"groups-do-not-divide", "$.model.shape.layers[1].groups layer-groups-do-not-divide"},
    Defect{"grows-without-bound", "$.model.shape.layers[1] layer-output-too-large"},
    Defect{"kernel-as-text", "$.model.shape.layers[0].kernel not-an-integer"},
    Defect{"kernel-beyond-range", "$.model.shape.layers[0].kernel integer-out-of-range"},
    Defect{"kernel-larger-than-input", "$.model.shape.layers[1].kernel layer-kernel-larger-than-input"},
    Defect{"layer-is-text", "$.model.shape.layers[1] not-an-object"},
    Defect{"linear-on-map", "$.model.shape.layers[1].type layer-needs-flatten"},
    Defect{"list-for-a-scalar", "$.model.shape.input not-a-scalar"},
    Defect{"list-is-empty", "$.model.shape.layers not-a-scalar"},
    Defect{"list-is-text", "$.model.shape.layers not-a-layer-list"},
    Defect{"name-reserved", "$.model.shape.layers[0].name layer-name-taken"},
    Defect{"name-taken", "$.model.shape.layers[1].name layer-name-taken"},
    Defect{"name-too-long", "$.model.shape.layers[0].name text-length"},
    Defect{"negative-reference", "$.model.shape.layers[1].from layer-reference-unknown"},
    Defect{"option-is-list", "$.model.shape.layers[0].kernel layer-option-not-a-scalar"},
    Defect{"overwrites-what-is-kept", "$.model.shape.layers[3].in_place layer-overwrites-kept"},
    Defect{"padding-eats-output", "$.model.shape.layers[0].padding layer-output-empty"},
    Defect{"pool-padding-too-large", "$.model.shape.layers[0].padding layer-padding-too-large"},
    Defect{"reference-is-flag", "$.model.shape.layers[1].from not-a-text"},
    Defect{"reference-to-itself", "$.model.shape.layers[1].from layer-reference-forward"},
    Defect{"sum-of-different-shapes", "$.model.shape.layers[2].from layer-shapes-differ"},
    Defect{"too-many-layers", "$.model.shape.layers too-many-layers"},
    Defect{"two-broken-branches", "$.model.shape.layers[1].type layer-needs-flatten\n"
                                  "$.model.shape.layers[3].kernel layer-kernel-larger-than-input"},
    Defect{"type-is-number", "$.model.shape.layers[0].type not-a-text"},
    Defect{"type-missing", "$.model.shape.layers[0].type missing-key"},
    Defect{"unknown-option", "$.model.shape.layers[0].kernel_size unknown-key-nearest"},
    Defect{"unknown-reference", "$.model.shape.layers[1].from layer-reference-unknown"},
    Defect{"unknown-type", "$.model.shape.layers[0].type unknown-layer-type"},
};

/// Networks written as a list of layers, and invalid lists: each defect is located.
class LayerListTest : public QObject {
    Q_OBJECT

private slots:
    void lenet_has_its_published_size()
    {
        // 156 + 2,416 + 48,120 + 10,164 + 850.
        const Network network = of_list(lenet_layers());
        QVERIFY(network.issues.empty());
        QCOMPARE(parameters(network), 61'706);
        // The default of the family, over its default input.
        QCOMPARE(parameters(of_family("layer-list", {})), 61'706);
        // 28^2 x 6 x 25, 10^2 x 16 x 150, then the three products.
        QCOMPARE(forward_macs(network).total().value(), 117'600 + 240'000 + 48'000 + 10'080 + 840);
        // Over the 32 x 32 images of the paper nothing needs padding.
        LayerSpecs unpadded = lenet_layers();
        unpadded[0].options.erase("padding");
        QCOMPARE(parameters(of_list(unpadded, image(32, 32))), 61'706);
    }

    void lists_equal_the_families()
    {
        const Rows<QByteArray, qint64> rows{
            // torchvision's model pages.
            {"AlexNet", "alexnet", 61'100'840},
            {"VGG-16", "vgg16", 138'357'544},
        };
        rows.each([&](const auto& preset, auto expected) {
            const LayerSpecs list = preset == "alexnet" ? alexnet_layers() : vgg16_layers();
            for (const bool training : {true, false}) {
                const Network own = of_list(list, photograph(), training);
                QVERIFY(own.issues.empty());
                BuildOptions options;
                options.training = training;
                const Network family = built(presets().at(preset.toStdString()), {}, {}, options);
                QCOMPARE(parameters(own), std::int64_t(expected));
                QCOMPARE(parameters(own), parameters(family));
                QCOMPARE(forward_macs(own).convolution.value(), forward_macs(family).convolution.value());
                QCOMPARE(forward_macs(own).linear.value(), forward_macs(family).linear.value());
                QCOMPARE(layer_output_bytes(own).value(), layer_output_bytes(family).value());
                QCOMPARE(thop_macs(own).value(), thop_macs(family).value());
                for (const std::int64_t batch : {1, 8}) {
                    QCOMPARE(kept(own, batch, false), kept(family, batch, false));
                    QCOMPARE(kept(own, batch, true), kept(family, batch, true));
                }
            }
        });
    }

    void closed_forms()
    {
        // 784 x 512 + 512, 512 x 256 + 256, 256 x 10 + 10.
        QCOMPARE(parameters(of_list(dense_layers())), 535'818);
        LayerSpecs without_flatten = dense_layers();
        without_flatten.erase(without_flatten.begin());
        QVERIFY(!of_list(without_flatten).issues.empty());
        const Network row = build_network(*family_of("layer-list"),
                                          {{"layers", without_flatten}, {"input", std::string("features")}}, {}, {});
        QVERIFY(row.issues.empty());
        QCOMPARE(parameters(row), 535'818);
        // Depthwise: one 3 x 3 kernel and a bias a channel; twice that with multiplier 2.
        ModelInput input = image(16, 16);
        input.channels = 32;
        QCOMPARE(parameters(of_list(layers_from(R"([{"type": "depthwise-conv"}])"), input)), 32 * 9 + 32);
        QCOMPARE(parameters(of_list(layers_from(R"([{"type": "depthwise-conv", "multiplier": 2}])"), input)),
                 2 * (32 * 9 + 32));
        // Transposed: in x out x 2 x 2 and a bias; the map doubles.
        const Network up = of_list(layers_from(R"([{"type": "transposed-conv", "out_channels": 8}])"), input);
        QCOMPARE(parameters(up), 32 * 8 * 4 + 8);
        QVERIFY(up.shape_of(up.outputs.at(0)) == Shape({8, 32, 32}));
        // A layer norm of a whole map has a scale and a shift for every number, a batch or group norm for every channel.
        QCOMPARE(parameters(of_list(layers_from(R"([{"type": "layer-norm"}])"), input)), 2 * 32 * 16 * 16);
        QCOMPARE(parameters(of_list(layers_from(R"([{"type": "group-norm", "groups": 8}])"), input)), 64);
        QCOMPARE(parameters(of_list(layers_from(R"([{"type": "batch-norm"}])"), input)), 64);
        QCOMPARE(parameters(of_list(layers_from(R"([{"type": "batch-norm", "affine": false}])"), input)), 0);
    }

    void residual_blocks_add_and_concatenate()
    {
        ModelInput input = image(32, 32);
        input.channels = 3;
        const Network sum = of_list(small_residual_layers(), input);
        QVERIFY2(sum.issues.empty(), sum.issues.empty() ? "" : sum.issues[0].code.c_str());
        // Convolutions without biases, two numbers a channel for each norm, and the output layer.
        QCOMPARE(parameters(sum),
                 9 * (3 * 64 + 2 * 64 * 64 + 64 * 128 + 128 * 128) + 64 * 128 + 2 * (3 * 64 + 3 * 128) + 128 * 10 + 10);
        const Network joined = of_list(layers_from(R"([{"type": "conv", "out_channels": 8, "padding": 1, "name": "a"},
        {"type": "conv", "out_channels": 4, "padding": 1, "reads": "input"}, {"type": "concat-from", "from": "a"},
        {"type": "concat-from", "from": "input"}, {"type": "concat-from", "from": 1}])"),
                                       input);
        QVERIFY(joined.issues.empty());
        QVERIFY(joined.shape_of(joined.outputs.at(0)) == Shape({8 + 4 + 3 + 4, 32, 32}));
    }

    void every_type_builds_with_its_defaults()
    {
        ModelInput input = image(32, 32);
        input.channels = 32;
        for (const LayerType& type : layer_types()) {
            LayerSpec layer{std::string(type.id), "", {}};
            if (layer_option_of(type, "from") != nullptr) layer.options["from"] = std::string("input");
            const bool flat = type.id == "linear";
            LayerSpecs list{{"relu", "", {}}};
            if (flat) list.push_back({"flatten", "", {}});
            list.push_back(layer);
            const Network network = of_list(list, input);
            QVERIFY2(network.issues.empty(), std::string(type.id).c_str());
            const Network inference = of_list(list, input, false);
            QVERIFY2(inference.issues.empty(), std::string(type.id).c_str());
            QVERIFY2(analyse(network, {}).kept.at(1) >= Bytes{}, std::string(type.id).c_str());
            // Every estimate is finite or refused with a reason.
            Scenario scenario = scenario_of("");
            scenario.model.preset.clear();
            scenario.model.family = "layer-list";
            scenario.model.shape["layers"] = list;
            scenario.input = input;
            const Evaluation evaluation = evaluated(scenario);
            QVERIFY2(evaluation.estimate || !evaluation.errors.empty(), std::string(type.id).c_str());
            QVERIFY2(evaluation.errors.empty(), described(evaluation.errors).c_str());
        }
    }

    void options_reach_the_operators()
    {
        const Rows<QByteArray> rows{
            // Over a map of 32 x 32 x 32.
            {R"({"type": "conv", "out_channels": 16, "kernel": 5})", "16 28 28"},
            {R"({"type": "conv", "out_channels": 16, "kernel": 5, "padding": 2, "stride": 2})", "16 16 16"},
            {R"({"type": "conv", "out_channels": 16, "kernel": 3, "dilation": 4})", "16 24 24"},
            {R"({"type": "conv", "out_channels": 16, "kernel": 3, "groups": 4})", "16 30 30"},
            {R"({"type": "transposed-conv", "out_channels": 8, "kernel": 4, "stride": 2, "padding": 1})", "8 64 64"},
            {R"({"type": "max-pool"})", "32 16 16"},
            {R"({"type": "max-pool", "kernel": 3})", "32 10 10"},
            {R"({"type": "max-pool", "kernel": 3, "round_up": true})", "32 11 11"},
            {R"({"type": "average-pool", "kernel": 3, "stride": 2, "padding": 1})", "32 16 16"},
            {R"({"type": "adaptive-average-pool", "size": 7})", "32 7 7"},
            {R"({"type": "global-average-pool"})", "32 1 1"},
            {R"({"type": "upsample", "scale": 3, "mode": "bilinear"})", "32 96 96"},
            {R"({"type": "flatten"})", "32768"},
            {R"({"type": "dropout", "probability": 0})", "32 32 32"},
            {R"({"type": "add-from", "from": "input", "in_place": true})", "32 32 32"},
        };
        rows.each_named([&](const char* layer, const auto& output) {
            ModelInput input = image(32, 32);
            input.channels = 32;
            const Network network = of_list(layers_from(QByteArray("[") + layer + "]"), input);
            QVERIFY(network.issues.empty());
            const Shape& shape = network.shape_of(network.outputs.at(0));
            QByteArrayList extents;
            for (int axis = 0; axis < shape.rank(); ++axis) extents << QByteArray::number(qint64(shape[axis]));
            QCOMPARE(extents.join(' '), output);
        });
    }

    void figures_add_up()
    {
        const std::array lists{lenet_layers(), alexnet_layers(), vgg16_layers(), small_residual_layers()};
        for (const LayerSpecs& list : lists) {
            const LayerListNetwork built = build_layers(list, {3, 224, 224}, {});
            QVERIFY(built.network.issues.empty());
            FormatPolicy policy;
            policy.autocast = NumberFormat::bf16;
            LayerFigures sum;
            for (const LayerFigures& figures : layer_figures(built, policy, 4)) {
                QVERIFY(figures.output);
                sum.parameters += figures.parameters;
                sum.macs += figures.macs;
                sum.kept += figures.kept;
            }
            QCOMPARE(sum.parameters.value(), parameters(built.network));
            QCOMPARE(sum.macs.value(), forward_macs(built.network).total().value());
            QCOMPARE(sum.kept.value(), analyse(built.network, policy).kept.at(4).value());
        }
    }

    void names_are_unique()
    {
        const LayerSpecs list = layers_from(R"([{"type": "relu", "name": "relu2"}, {"type": "relu"}, {"type": "relu"},
        {"type": "relu", "name": "relu2_"}])");
        const std::vector<std::string> expected{"relu2", "relu1", "relu2__", "relu2_"};
        QVERIFY(layer_names(list) == expected);
    }

    void figures_end_at_the_first_defect()
    {
        const LayerSpecs list =
            layers_from(R"([{"type": "conv", "out_channels": 8}, {"type": "relu"}, {"type": "linear"},
        {"type": "relu"}])");
        const LayerListNetwork built = build_layers(list, {1, 28, 28}, {});
        QCOMPARE(built.network.issues.size(), std::size_t{1});
        const std::vector<LayerFigures> figures = layer_figures(built, {}, 1);
        QCOMPARE(figures.size(), std::size_t{4});
        QVERIFY(figures[1].output == Shape({8, 26, 26}));
        QCOMPARE(figures[0].parameters.value(), 80);
        QVERIFY(!figures[2].output && !figures[3].output);
        QCOMPARE(figures[3].macs.value(), 0);
    }

    void survives_writing_and_reading()
    {
        Scenario scenario = scenario_of("");
        scenario.model.preset.clear();
        scenario.model.family = "layer-list";
        scenario.model.shape["layers"] = small_residual_layers();
        scenario.model.shape["input"] = std::string("image");
        for (const Expand expand : {Expand::as_given, Expand::defaults}) {
            const std::string text = write_scenario(scenario, expand).dump();
            const ScenarioReading reading = parse_scenario(text);
            QCOMPARE(described(reading.errors), std::string());
            QVERIFY(reading.scenario == scenario);
            QCOMPARE(write_scenario(reading.scenario, expand).dump(), text);
        }
        const std::string first = write_scenario(scenario)["model"]["shape"]["layers"][0].dump();
        QCOMPARE(first,
                 std::string(R"({"type":"conv","bias":false,"kernel":3,"out_channels":64,"padding":1,"stride":1})"));
    }

    void presets_may_hold_lists()
    {
        QTemporaryDir directory;
        const auto write = [&](const char* name, const QByteArray& shape) {
            write_file(directory.filePath(QLatin1String(name) + ".json"),
                       R"({"format": "rigwright.preset", "version": 1, "title": "T", "group": "g", "source": "s",
            "input": {"image_height": 8, "image_width": 8}, "family": "layer-list", "id": ")" +
                           QByteArray(name) + R"(", "shape": )" + shape + "}");
        };
        write("good", R"({"layers": [{"type": "flatten"}, {"type": "linear", "out_features": 3}]})");
        write("option", R"({"layers": [{"type": "flatten"}, {"type": "linear", "outputs": 3}]})");
        write("range", R"({"layers": [{"type": "conv", "kernel": 0}]})");
        const LoadedPresets loaded = load_presets(directory.path().toStdString());
        QCOMPARE(loaded.presets.size(), std::size_t{1});
        QCOMPARE(parameters(built(loaded.presets[0])), 64 * 3 + 3);
        QCOMPARE(loaded.issues.size(), std::size_t{2});
        QCOMPARE(loaded.issues[0].path, std::string("$.shape.layers[1].outputs"));
        QCOMPARE(loaded.issues[1].path, std::string("$.shape.layers[0].kernel"));
    }

    void ten_thousand_layers_are_quick()
    {
        LayerSpecs list;
        while (list.size() < most_layers - 1) {
            list.push_back({"conv", "", {{"out_channels", std::int64_t{8}}, {"padding", std::int64_t{1}}}});
            list.push_back({"relu", "", {}});
        }
        list.resize(most_layers - 1);
        list.push_back({"add-from", "", {{"from", std::int64_t{0}}}});
        QCOMPARE(list.size(), most_layers);
        Scenario scenario = scenario_of("");
        scenario.model.preset.clear();
        scenario.model.family = "layer-list";
        scenario.model.shape["layers"] = list;
        QElapsedTimer timer;
        timer.start();
        const Evaluation evaluation = evaluated(scenario);
        const qint64 milliseconds = timer.elapsed();
        QCOMPARE(described(evaluation.errors), std::string());
        // 9 x 8 + 8 for the first convolution, 9 x 64 + 8 for the other 4,999.
        QCOMPARE(evaluation.estimate->model.parameters.value(), 80 + 4'999 * 584);
        // Debug builds on a busy machine included; a quadratic walk takes minutes.
        QVERIFY2(milliseconds < 10'000, qPrintable(QString::number(milliseconds)));
    }

    void in_place_is_refused_only_where_training_needs_what_was_there()
    {
        const auto is_sound = [](const char* text, bool training) {
            return of_list(layers_from(text), {}, training).issues.empty();
        };
        const char* kept = R"([{"type": "conv"}, {"type": "tanh"}, {"type": "dropout", "in_place": true}])";
        QVERIFY(!is_sound(kept, true));
        QVERIFY(is_sound(kept, false));
        // Nothing before it is trained, so nothing is saved.
        QVERIFY(is_sound(R"([{"type": "relu"}, {"type": "relu", "in_place": true}, {"type": "conv"}])", true));
        QVERIFY(is_sound(R"([{"type": "conv"}, {"type": "batch-norm"}, {"type": "relu", "in_place": true}])", true));
        QVERIFY(is_sound(R"([{"type": "conv"}, {"type": "gelu"}, {"type": "dropout", "in_place": true}])", true));
        QVERIFY(is_sound(
            R"([{"type": "conv"}, {"type": "hardswish", "in_place": true}, {"type": "dropout", "in_place": true}])",
            true));
        QVERIFY(!is_sound(R"([{"type": "conv"}, {"type": "relu", "in_place": true},
        {"type": "add-from", "from": 1, "in_place": true}])",
                          true));
        QVERIFY(!is_sound(R"([{"type": "conv"}, {"type": "relu"}, {"type": "dropout", "probability": 0},
        {"type": "relu", "in_place": true}])",
                          true));
    }

    void frozen_norms_and_inference_apply()
    {
        const LayerSpecs list = layers_from(R"([{"type": "conv"}, {"type": "batch-norm"}, {"type": "dropout"}])");
        BuildOptions options;
        options.normalization = NormalizationMode::frozen;
        const Network frozen = build_network(*family_of("layer-list"), {{"layers", list}}, {}, options);
        QCOMPARE(parameters(of_list(list)) - parameters(frozen), 128);
        QCOMPARE(of_list(list, {}, false).operators.size() + 1, of_list(list).operators.size());
    }

    void broken_lists_are_located()
    {
        each_of(defects, &Defect::name, [&](const Defect& defect) {
            const QString folder = source_path("tests/data/invalid/layer_list/");
            const std::vector<Finding> errors = errors_of_file(folder + QLatin1String(defect.name) + ".json");
            QCOMPARE(described(errors), std::string(defect.expected));
        });
    }

    void every_defective_file_is_tested()
    {
        QStringList tested;
        for (const Defect& defect : defects) tested << QString::fromLatin1(defect.name) + ".json";
        tested.sort();
        const QDir folder(source_path("tests/data/invalid/layer_list"));
        QCOMPARE(folder.entryList(QDir::Files, QDir::Name), tested);
    }

    void messages_suggest_a_fix()
    {
        const Messages& english = messages(Language::english);
        const Messages& chinese = messages(Language::chinese);
        const auto text = [&](const Messages& words, const char* name) {
            const QString file = source_path("tests/data/invalid/layer_list/") + QLatin1String(name);
            const Finding finding = errors_of_file(file).at(0);
            return QString::fromStdString(words.text("finding." + finding.code, finding.arguments));
        };
        QCOMPARE(text(english, "linear-on-map.json"),
                 QStringLiteral(
                     "linear1: a linear layer needs numbers in one row, but receives a feature map of 8×26×26. Add "
                     "a flatten layer before it; it then takes 5,408 numbers."));
        QVERIFY(text(english, "sum-of-different-shapes.json").contains("16×13×13 and 8×28×28"));
        QVERIFY(text(english, "kernel-larger-than-input.json").contains("spans 31 pixels"));
        for (const Defect& defect : defects) {
            const std::string file = std::string(defect.name) + ".json";
            for (const Messages* messages : {&english, &chinese}) {
                const QString shown = text(*messages, file.c_str());
                QVERIFY2(!shown.startsWith('[') && !shown.contains("{found}"), qPrintable(shown));
            }
        }
    }

    void any_list_is_computed_or_refused_with_its_place()
    {
        // The same lists in every run.
        std::mt19937 random(20240229);
        const auto pick = [&random](std::size_t count) { return static_cast<std::size_t>(random()) % count; };
        int computed = 0;
        for (int round = 0; round < 3000; ++round) {
            LayerSpecs list;
            for (std::size_t count = 1 + pick(10); list.size() < count;) {
                const LayerType& type = layer_types()[pick(layer_types().size())];
                LayerSpec layer{std::string(type.id), "", {}};
                for (const Hyperparameter& option : type.options) {
                    const std::string key(option.key);
                    if (option.type == HyperparameterType::layer && (is_required(option) || pick(8) == 0))
                        layer.options[key] = static_cast<std::int64_t>(pick(count + 1));
                    else if (option.type == HyperparameterType::integer && pick(3) == 0)
                        layer.options[key] = std::clamp(static_cast<std::int64_t>(1 + pick(9)),
                                                        static_cast<std::int64_t>(option.minimum),
                                                        static_cast<std::int64_t>(option.maximum));
                    else if (option.type == HyperparameterType::flag && pick(3) == 0)
                        layer.options[key] = pick(2) == 0;
                }
                list.push_back(std::move(layer));
            }
            QVERIFY(are_legal(list));
            const LayerListNetwork built = build_layers(list, {3, 40, 40}, {});
            QCOMPARE(built.layers.size(), list.size());
            const bool whole =
                std::ranges::all_of(built.layers, [](const BuiltLayer& layer) { return layer.output.has_value(); });
            QCOMPARE(whole, built.network.issues.empty());
            for (const NetworkIssue& issue : built.network.issues) QVERIFY(issue.field.starts_with("layers["));
            LayerFigures sum;
            for (const LayerFigures& figures : layer_figures(built, {}, 3)) {
                sum.parameters += figures.parameters;
                sum.kept += figures.kept;
            }
            QCOMPARE(sum.parameters.value(), parameters(built.network));
            QCOMPARE(sum.kept.value(), analyse(built.network, {}).kept.at(3).value());
            if (whole) ++computed;
        }
        QVERIFY(computed > 300);
    }
};

RIGWRIGHT_TEST(LayerListTest)

} // namespace rigwright::test::tst_layer_list

#include "tst_layer_list.moc"
