// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/characters.h"
#include "core/scenario/nearest.h"
#include "core/scenario/validate.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_validate {

QString described(const std::vector<Finding>& findings)
{
    QStringList lines;
    for (const Finding& finding : findings) {
        QString line = QString::fromStdString(json_path_of(finding) + " " + finding.code);
        for (const auto& [name, value] : finding.arguments)
            if (const auto* text = std::get_if<std::string>(&value); text != nullptr && name == "nearest")
                line += ' ' + QString::fromStdString(*text);
        lines << line;
    }
    return lines.join('\n');
}

std::vector<Finding> errors_of(const Scenario& scenario)
{
    return validate(scenario, engine_data().hardware, engine_data().presets);
}

/// A sound scenario with changes in JSON merged into it (RFC 7396).
Scenario changed(const QByteArray& changes)
{
    nlohmann::json file = write_scenario(scenario_of("resnet50"));
    file.merge_patch(nlohmann::json::parse(changes.toStdString()));
    const ScenarioReading reading = read_scenario(file);
    if (!reading.errors.empty()) qFatal("%s", qPrintable(described(reading.errors)));
    return reading.scenario;
}

class ValidateTest : public QObject {
    Q_OBJECT
private slots:
    void sound_scenarios_pass()
    {
        const Rows<QByteArray> rows{
            {"preset", "{}"},
            {"family with shape",
             QByteArray(
                 R"({"model": {"preset": null, "family": "decoder-transformer", "shape": {"layers": 4, "d_model": 256, "heads": 4, "vocabulary": 1000}},
            "input": {"sequence_length": 128}})")},
            {"hyperparameter overridden",
             QByteArray(R"({"model": {"preset": "gpt2-small", "shape": {"layers": 24, "dropout": 0}}})")},
            {"CPU", QByteArray(R"({"build": {"gpu": "none", "cpu": "i9-13900k"}})")},
            {"two machines",
             QByteArray(
                 R"({"build": {"gpus_per_node": 8, "nodes": 2, "node_link": "ib-ndr"}, "parallel": {"tensor": 4, "pipeline": 2}})")},
            {"FlashAttention-3 on Hopper",
             QByteArray(R"({"training": {"attention": "flash-3"}, "build": {"gpu": "h100-sxm"}})")},
            {"FlashAttention-2 on CDNA",
             QByteArray(R"({"training": {"attention": "flash-2"}, "build": {"gpu": "mi300x"}})")},
            {"own price",
             QByteArray(R"({"build": {"price_overrides": {"a100-sxm-80": {"amount": 90000, "currency": "CNY"}}}})")},
            {"own image size", QByteArray(R"({"input": {"image_height": 320, "image_width": 640, "channels": 3}})")},
            {"image and text",
             QByteArray(
                 R"({"model": {"preset": "clip_vit_b32"}, "input": {"image_height": 256, "sequence_length": 40}})")},
            {"volume", QByteArray(R"({"model": {"preset": "unet3d"}, "input": {"image_depth": 64, "channels": 4}})")},
            {"list of numbers",
             QByteArray(
                 R"({"model": {"preset": null, "family": "multi-layer-perceptron", "shape": {"input_features": 30}}})")},
        };
        rows.each([&](const auto& changes) { QCOMPARE(described(errors_of(changed(changes))), QString()); });
    }

    void names_every_defect()
    {
        const char* const kernel = "$.training.attention attention-kernel-not-on-gpu";
        const Rows<QByteArray, QString> rows{
            {"no model", R"({"model": {"preset": null}})", "$.model model-not-named"},
            {"FlashAttention-2 on Volta", R"({"training": {"attention": "flash-2"}, "build": {"gpu": "v100-sxm2-16"}})",
             kernel},
            {"FlashAttention-3 on Ampere", R"({"training": {"attention": "flash-3"}, "build": {"gpu": "a100-sxm-80"}})",
             kernel},
            {"FlashAttention-4 on a GeForce", R"({"training": {"attention": "flash-4"}, "build": {"gpu": "rtx5090"}})",
             kernel},
            {"cuDNN on AMD", R"({"training": {"attention": "cudnn"}, "build": {"gpu": "mi300x"}})", kernel},
            {"two models", R"({"model": {"family": "vgg"}})", "$.model model-named-twice"},
            {"unknown preset", R"({"model": {"preset": "resnet-5O"}})",
             "$.model.preset unknown-preset resnet50, resnet152, resnet18"},
            {"size not published", R"({"model": {"preset": "gpt-4"}})", "$.model.preset size-not-published"},
            {"size not published, variant", R"({"model": {"preset": "gpt-4o-mini"}})",
             "$.model.preset size-not-published"},
            {"unknown family", R"({"model": {"preset": null, "family": "mamba"}})", "$.model.family unknown-family"},
            {"import", R"({"model": {"preset": null, "import": {"kind": "onnx", "path": "m.onnx"}}})",
             "$.model.import import-path-not-accepted"},
            {"head of a model without a choice", R"({"model": {"head": "pretraining"}})",
             "$.model.head head-not-available"},
            {"unknown head", R"({"model": {"preset": "bert-base-uncased", "head": "questions"}})",
             "$.model.head unknown-word"},
            {"head named twice",
             R"({"model": {"preset": "bert-base-uncased", "head": "pretraining", "shape": {"head": "masked-lm"}}})",
             "$.model.head head-named-twice"},
            {"unknown hyperparameter", R"({"model": {"preset": "gpt2-small", "shape": {"layer": 3}}})",
             "$.model.shape.layer unknown-shape-key-nearest layers"},
            {"hyperparameter of a strange name", R"({"model": {"preset": "gpt2-small", "shape": {"x y": 3}}})",
             "$.model.shape[\"x y\"] unknown-shape-key"},
            {"fraction of a layer", R"({"model": {"preset": "gpt2-small", "shape": {"layers": 2.5}}})",
             "$.model.shape.layers not-an-integer"},
            {"unknown place of the norms", R"({"model": {"preset": "gpt2-small", "shape": {"block": "beside"}}})",
             "$.model.shape.block unknown-word"},
            {"no layers", R"({"model": {"preset": "gpt2-small", "shape": {"layers": 0}}})",
             "$.model.shape.layers integer-out-of-range"},
            {"dropout above one", R"({"model": {"preset": "gpt2-small", "shape": {"dropout": 1.5}}})",
             "$.model.shape.dropout number-out-of-range"},
            {"text for a number", R"({"model": {"preset": "gpt2-small", "shape": {"dropout": "half"}}})",
             "$.model.shape.dropout not-a-number"},
            {"number for a flag", R"({"model": {"preset": "gpt2-small", "shape": {"bias": 1}}})",
             "$.model.shape.bias not-a-flag"},
            {"unknown norm", R"({"model": {"preset": "gpt2-small", "shape": {"norm": "batch"}}})",
             "$.model.shape.norm unknown-word"},
            {"sequence for images", R"({"input": {"sequence_length": 128}})", "$.input.sequence_length input-not-used"},
            {"image for sequences", R"({"model": {"preset": "gpt2-small"}, "input": {"image_height": 224}})",
             "$.input.image_height input-not-used"},
            {"target for one sequence",
             R"({"model": {"preset": "gpt2-small"}, "input": {"target_sequence_length": 8}})",
             "$.input.target_sequence_length input-not-used"},
            {"target for an image with its text",
             R"({"model": {"preset": "clip_vit_b32"}, "input": {"target_sequence_length": 8}})",
             "$.input.target_sequence_length input-not-used"},
            {"depth of a flat image", R"({"input": {"image_depth": 8}})", "$.input.image_depth input-not-used"},
            {"image for a list of numbers",
             R"({"model": {"preset": "mlp-784-512-256-10"}, "input": {"image_width": 28}})",
             "$.input.image_width input-not-used"},
            {"sequence for a volume", R"({"model": {"preset": "unet3d"}, "input": {"sequence_length": 128}})",
             "$.input.sequence_length input-not-used"},
            {"no GPU", R"({"build": {"gpu": null}})", "$.build.gpu gpu-not-named"},
            {"unknown GPU", R"({"build": {"gpu": "RTX 4090 Ti"}})",
             "$.build.gpu unknown-gpu rtx4090, rtx3090ti, rtx4070ti"},
            {"unknown CPU", R"({"build": {"cpu": "i9-13900"}})",
             "$.build.cpu unknown-cpu i9-13900k, i5-13400, i9-10900k"},
            {"unknown storage", R"({"build": {"storage": "nvme6"}})",
             "$.build.storage unknown-storage nvme3, nvme4, nvme5"},
            {"unknown memory", R"({"build": {"memory_kit": "ddr5-5200-2x33"}})",
             "$.build.memory_kit unknown-memory-kit ddr5-5200-2x32, ddr5-5200-1x32, ddr5-5200-2x16"},
            {"unknown link", R"({"build": {"node_link": "ib-nrd"}})",
             "$.build.node_link unknown-link ib-ndr, ib-edr, ib-hdr"},
            {"chassis", R"({"build": {"chassis": "dgx-a1000"}})",
             "$.build.chassis unknown-chassis dgx-a100, dgx-h100, dgx-1-p100"},
            {"power supply", R"({"build": {"power_supply": "psu-850"}})",
             "$.build.power_supply unknown-power-supply psu-850-gold, psu-850-platinum, psu-550-gold"},
            {"circuit", R"({"build": {"circuit": "10a-220"}})",
             "$.build.circuit unknown-circuit 10a-220v, 13a-220v, 16a-220v"},
            {"currency in words", R"({"economics": {"currency": "yuan"}})", "$.economics.currency not-a-currency"},
            {"currency by a common name", R"({"economics": {"currency": "RMB"}})",
             "$.economics.currency not-a-currency"},
            {"rate of no currency", R"({"economics": {"exchange_rates": [{"from": "usd", "to": "CNY", "rate": 7}]}})",
             "$.economics.exchange_rates[0].from not-a-currency"},
            {"price of nothing", R"({"build": {"price_overrides": {"rtx-4090": {"amount": 1, "currency": "CNY"}}}})",
             "$.build.price_overrides[\"rtx-4090\"] unknown-part rtx4090, rtx4090-48g-mod, rtx4090-laptop"},
            {"degrees", R"({"parallel": {"tensor": 2}})", "$.parallel degrees-do-not-divide"},
            {"more expert parallelism than GPUs", R"({"build": {"gpus_per_node": 8}, "parallel": {"expert": 16}})",
             "$.parallel.expert expert-groups-do-not-divide"},
            {"degrees of many", R"({"build": {"gpus_per_node": 8}, "parallel": {"tensor": 3}})",
             "$.parallel degrees-do-not-divide"},
            {"more samples a step than 64 bits count",
             R"({"training": {"micro_batch": 1000000, "gradient_accumulation": 1000000}, "build": {"nodes": 1000000, "gpus_per_node": 1000}})",
             "$.training.micro_batch global-batch-too-large"},
            {"overlap", R"({"requirements": {"tiling": {"tile_height": 512, "tile_width": 640, "overlap": 512}}})",
             "$.requirements.tiling.overlap overlap-not-smaller"},
            {"workload",
             R"({"requirements": {"workloads": [{"model": {"preset": "gpt2-small"}}, {"model": {"preset": "gpt3-175"}}]}})",
             "$.requirements.workloads[1].model.preset unknown-preset gpt3-175b, gpt3-1.3b, gpt3-125m"},
            {"empty measurement", R"({"measurements": [{"micro_batch": 4}]})", "$.measurements[0] measurement-empty"},
        };
        rows.each([&](const auto& changes, const auto& expected) {
            const std::vector<Finding> errors = errors_of(changed(changes));
            QCOMPARE(described(errors), expected);
            for (const Finding& error : errors) {
                QVERIFY(error.severity == Finding::Severity::error);
                for (const Language language : all_languages) {
                    const std::string text = messages(language).text_of_finding(error);
                    QVERIFY2(places_of(text).empty() && text.find("[finding.") == std::string::npos, text.c_str());
                }
            }
        });
    }

    void reports_all_defects_at_once()
    {
        const Scenario scenario = changed(
            R"({"model": {"preset": "resnet5O"}, "build": {"gpu": "rtx409", "storage": "tape"}, "parallel": {"pipeline": 3}})");
        QStringList codes;
        for (const Finding& error : errors_of(scenario)) codes << QString::fromStdString(error.code);
        QCOMPARE(codes, (QStringList{"unknown-preset", "unknown-gpu", "unknown-storage", "degrees-do-not-divide"}));
    }

    void checks_values_that_no_file_reader_saw()
    {
        Scenario scenario = scenario_of("resnet50", 0);
        scenario.economics.pue = std::nan("");
        QCOMPARE(described(errors_of(scenario)),
                 "$.training.micro_batch integer-out-of-range\n$.economics.pue number-out-of-range");
    }

    void the_engine_refuses_invalid_scenarios()
    {
        const Evaluation evaluation = evaluated(changed(R"({"build": {"gpu": "rtx4091"}})"));
        QVERIFY(!evaluation.estimate);
        QVERIFY(described(evaluation.errors).startsWith("$.build.gpu unknown-gpu rtx4090"));
    }

    void every_preset_passes()
    {
        QVERIFY(engine_data().presets.size() > 50);
        for (const Preset& preset : engine_data().presets)
            QCOMPARE(QString::fromStdString(preset.id) + described(errors_of(scenario_of(preset.id))),
                     QString::fromStdString(preset.id));
    }

    void finds_similar_names()
    {
        const Rows<std::string, QString> rows{
            {"slip of a key", "micro_bach", "micro_batch"},
            {"swapped", "epcohs", "epochs"},
            {"case and hyphen", "Micro-Batch", "micro_batch"},
            {"part of a name", "accumulation", "gradient_accumulation"},
            {"like nothing", "zzzzzz", ""},
            {"empty", "", ""},
        };
        rows.each([&](const auto& word, const auto& nearest) {
            const std::vector<std::string> names{"epochs", "micro_batch", "gradient_accumulation", "precision"};
            QCOMPARE(QString::fromStdString(joined(nearest_names(word, names, 1))), nearest);
            QCOMPARE(closest_names(word, names, 2).size(), std::size_t{2});
        });
        const std::vector<std::string> cards{"a10", "a10g", "a100-pcie-80", "a100-sxm-80", "a800-sxm-80", "b100"};
        QCOMPARE(joined(closest_names("a100", cards)), std::string("a100-pcie-80, a100-sxm-80, a10"));
        QCOMPARE(joined(closest_names("A10", cards, 2)), std::string("a10, a10g"));
        QCOMPARE(joined(closest_names("a100-sxm-40", cards, 1)), std::string("a100-sxm-80"));
    }
};

RIGWRIGHT_TEST(ValidateTest)

} // namespace rigwright::test::tst_validate

#include "tst_validate.moc"
