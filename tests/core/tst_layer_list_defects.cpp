// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/zoo/layer_list.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/support/zoo_networks.h"

#include <algorithm>
#include <array>
#include <random>

namespace rigwright::test::tst_layer_list_defects {

/// What the engine says to a whole scenario file.
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

/// Lists of layers that cannot be: each defect has its place and a way to mend it.
class LayerListDefectsTest : public QObject {
    Q_OBJECT

private slots:
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

    void messages_say_how_to_mend()
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
                     "a flatten layer before it; it then takes 5408 numbers."));
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

RIGWRIGHT_TEST(LayerListDefectsTest)

} // namespace rigwright::test::tst_layer_list_defects

#include "tst_layer_list_defects.moc"
