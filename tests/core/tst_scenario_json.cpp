// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/scenario_parts_json.h"
#include "core/zoo/family.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <nlohmann/json.hpp>

#include <set>

namespace rigwright::test::tst_scenario_json {

const char* const contract_example = R"({
  "format": "rigwright.scenario", "version": 1,
  "name": "Fabric defects: DETR on one RTX 4090",
  "model":    { "preset": "detr_r50", "shape": {} },
  "input":    { "image_height": 800, "image_width": 1066, "channels": 3 },
  "dataset":  { "samples": 1000, "source_height": 1936, "source_width": 2580, "encoded_bytes_per_sample": 2500000, "encoding": "jpeg" },
  "training": { "mode": "train", "epochs": 300, "micro_batch": 2, "gradient_accumulation": 1,
                "precision": "fp16-amp", "optimizer": "adamw", "recompute": "none", "attention": "auto",
                "execution": "eager", "layout": "auto", "stack": "typical", "framework": "pytorch" },
  "parallel": { "tensor": 1, "pipeline": 1, "context": 1, "expert": 1, "sequence_parallel": false,
                "zero_stage": 0, "offload": "none", "pipeline_interleave": 1 },
  "build":    { "gpu": "rtx4090", "gpus_per_node": 1, "nodes": 1, "gpu_link": "auto", "node_link": "auto",
                "cpu": "i9-13900k", "cpu_sockets": 1, "ram_GiB": 64, "storage": "nvme4" },
  "economics": { "currency": "CNY", "electricity_price_per_kWh": 0.8, "pue": 1.3, "amortisation_years": 3, "utilisation": 0.5 }
})";

std::string argument(const Finding& finding, std::string_view name)
{
    for (const auto& [key, value] : finding.arguments)
        if (key == name && std::holds_alternative<std::string>(value)) return std::get<std::string>(value);
    return {};
}

/// A legal value that is not the field's default.
FieldValue other_value(const Field& field)
{
    switch (field.type) {
    case FieldType::flag: return field.read(Scenario{}) == FieldValue(true) ? false : true;
    case FieldType::integer: return static_cast<std::int64_t>(field.maximum);
    case FieldType::real: return field.minimum + (field.maximum - field.minimum) / 3.0;
    case FieldType::choice:
        return std::string(field.choices.back() == std::get<std::string>(field.read(Scenario{}))
                               ? field.choices.front()
                               : field.choices.back());
    case FieldType::text:
        return std::string("\xE7\xAE\x97\xE5\x8A\x9B \"x\"").substr(0, static_cast<std::size_t>(field.maximum));
    }
    return {};
}

Scenario full_scenario()
{
    Scenario scenario;
    for (const Field& field : scenario_fields()) {
        const bool open_choice = field.type == FieldType::choice && field.optional;
        field.write(scenario, open_choice ? FieldValue(std::string(field.choices.back())) : other_value(field));
    }
    scenario.model.shape = {
        {"layers", std::int64_t{12}}, {"dropout", 0.1}, {"bias", false}, {"norm", std::string("rms")}};
    scenario.model.imported = ModelImport{ImportKind::safetensors, "model.safetensors"};
    scenario.training.lora = Lora{64, LoraTargets::all_linear};
    scenario.build.price_overrides["rtx4090"] = PriceOverride{12999.5, "CNY", "2026-11-02", "quote 17"};
    scenario.requirements.tiling = Tiling{640, 512, 64};
    Workload second{"grading", {}, {}, {}, {}, 4.5};
    second.model.preset = "resnet50";
    second.training.micro_batch = 64;
    second.dataset.samples = 5000;
    scenario.requirements.workloads = {second};
    scenario.constraints.vendors = {"NVIDIA"};
    scenario.constraints.generations = {"Ada", "Blackwell"};
    scenario.constraints.availability = {"china"};
    scenario.measurements = {Measurement{2, 0.31, std::nullopt, PeakKind::device, "2026-11-01", "first run", nullptr},
                             Measurement{4, std::nullopt, 12000000000, std::nullopt, "", "", nullptr}};
    return scenario;
}

/// The defective files by name, and every finding that each must give: path and code.
const std::pair<const char*, const char*> defective_files[] = {
    {"format-missing", "$.format missing-key"},
    {"format-of-another-program", "$.format wrong-format"},
    {"version-newer", "$.version newer-version"},
    {"version-zero", "$.version integer-out-of-range"},
    {"version-as-text", "$.version not-an-integer"},
    {"model-missing", "$.model missing-key"},
    {"build-missing", "$.build missing-key"},
    {"group-is-array", "$.training not-an-object"},
    {"group-is-null", "$.dataset not-an-object"},
    {"unknown-group", "$.trainning unknown-key-nearest"},
    {"unknown-key", "$.training.micro_batches unknown-key-nearest"},
    {"unknown-key-like-nothing", "$.training.zzzzzzzzzzzz unknown-key"},
    {"negative-micro-batch", "$.training.micro_batch integer-out-of-range"},
    {"fraction-for-integer", "$.training.micro_batch not-an-integer"},
    {"flag-for-integer", "$.training.micro_batch not-an-integer"},
    {"text-for-integer", "$.training.epochs not-an-integer"},
    {"null-for-integer", "$.training.epochs not-an-integer"},
    {"integer-for-flag", "$.training.ema not-a-flag"},
    {"beyond-64-bits", "$.dataset.samples integer-out-of-range"},
    {"zero-micro-batch", "$.training.micro_batch integer-out-of-range"},
    {"word-misspelt", "$.training.precision unknown-word"},
    {"number-for-word", "$.training.optimizer not-a-word"},
    {"utilisation-zero", "$.economics.utilisation number-not-above"},
    {"pue-below-one", "$.economics.pue number-out-of-range"},
    {"ram-as-text", "$.build.ram_GiB not-a-number"},
    {"name-empty", "$.name text-length"},
    {"name-too-long", "$.name text-length"},
    {"name-is-number", "$.name not-a-text"},
    {"shape-value-is-array", "$.model.shape.layers not-a-scalar"},
    {"shape-is-text", "$.model.shape not-an-object"},
    {"lora-rank-zero", "$.training.lora.rank integer-out-of-range"},
    {"lora-is-flag", "$.training.lora not-an-object"},
    {"lora-unknown-key", "$.training.lora.alpha unknown-key"},
    {"price-is-number", "$.build.price_overrides.rtx4090 not-a-price"},
    {"price-without-currency", "$.build.price_overrides.rtx4090.currency missing-key"},
    {"measurement-without-batch", "$.measurements[0].micro_batch missing-key"},
    {"measurement-kind-unknown", "$.measurements[0].kind unknown-word"},
    {"measurement-step-zero", "$.measurements[0].step_seconds number-not-above"},
    {"measurement-peak-negative", "$.measurements[0].peak_bytes integer-out-of-range"},
    {"measurement-settings-is-text", "$.measurements[0].settings not-an-object"},
    {"measurement-settings-fault", "$.measurements[0].settings.training.precision unknown-word"},
    {"measurement-settings-unknown-group", "$.measurements[0].settings.trainning unknown-key-nearest"},
    {"context-bytes-as-text", "$.build.context_bytes not-an-integer"},
    {"measurements-is-object", "$.measurements not-an-array"},
    {"import-unknown-kind", "$.model.import.kind unknown-word"},
    {"tiling-without-width", "$.requirements.tiling.tile_width missing-key"},
    {"workload-fault-inside", "$.requirements.workloads[0].training.micro_batch integer-out-of-range"},
    {"vendor-is-number", "$.constraints.vendors[1] not-a-text"},
    {"not-an-object", "$ not-an-object"},
    {"truncated", "$.model json-syntax"},
    {"empty", "$ json-ends-early"},
    {"duplicate-key", "$.build.gpu json-duplicate-key"},
    {"number-beyond-double", "$.build.ram_GiB json-out-of-range"},
    {"not-a-number", "$.build.ram_GiB json-syntax"},
    {"broken-utf8", "$.name json-invalid-utf8"},
    {"nested-too-deep", "$.model.shape.layers[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]["
                        "0][0][0][0][0] json-too-deep"},
    {"several-defects", "$.training.epochs not-an-integer\n$.training.micro_batch "
                        "integer-out-of-range\n$.training.precision unknown-word\n"
                        "$.economics.pue number-out-of-range\n$.colour unknown-key"},
};

class ScenarioJsonTest : public QObject {
    Q_OBJECT
private slots:
    void reads_the_example_of_the_format()
    {
        const ScenarioReading reading = parse_scenario(contract_example);
        QCOMPARE(described(reading.errors), std::string());
        const Scenario& scenario = reading.scenario;
        QCOMPARE(scenario.name, std::string("Fabric defects: DETR on one RTX 4090"));
        QCOMPARE(scenario.model.preset, std::string("detr_r50"));
        QCOMPARE(scenario.input.image_width, std::optional<std::int64_t>(1066));
        QVERIFY(scenario.dataset.encoding == SampleEncoding::jpeg);
        QCOMPARE(scenario.training.epochs, std::int64_t{300});
        QVERIFY(scenario.training.precision == Precision::fp16_amp);
        QCOMPARE(scenario.build.ram_gib, std::optional<double>(64.0));
        QCOMPARE(scenario.economics.pue, 1.3);
        QCOMPARE(scenario.parallel.data_parallel_overlap, std::optional<bool>());
    }

    void every_field_survives_writing_and_reading()
    {
        each_of(scenario_fields(), &Field::path, [&](const Field& field) {
            QVERIFY(field_of(field.path) == &field);
            const FieldValue value = field.type == FieldType::choice && field.optional
                                         ? FieldValue(std::string(field.choices.back()))
                                         : other_value(field);
            QVERIFY(accepts(field, value));
            Scenario scenario;
            field.write(scenario, value);
            QVERIFY(field.read(scenario) == value);
            QVERIFY(!(scenario == Scenario{}));
            for (const Expand expand : {Expand::as_given, Expand::defaults}) {
                const ScenarioReading reading = parse_scenario(write_scenario(scenario, expand).dump());
                QCOMPARE(described(reading.errors), std::string());
                QVERIFY(reading.scenario == scenario);
            }
        });
    }

    void whole_scenario_survives_writing_and_reading()
    {
        const Scenario scenario = full_scenario();
        for (const Expand expand : {Expand::as_given, Expand::defaults}) {
            const std::string text = write_scenario(scenario, expand).dump(2);
            const ScenarioReading reading = parse_scenario(text);
            QCOMPARE(described(reading.errors), std::string());
            QVERIFY(reading.scenario == scenario);
            QCOMPARE(write_scenario(reading.scenario, expand).dump(2), text);
        }
    }

    void expanding_names_every_key_with_a_value()
    {
        const auto file = write_scenario(Scenario{}, Expand::defaults);
        QCOMPARE(file["training"]["micro_batch"].get<int>(), 1);
        QCOMPARE(file["training"]["precision"].get<std::string>(), std::string("fp32"));
        QCOMPARE(file["parallel"]["sequence_parallel"].get<bool>(), false);
        QCOMPARE(file["build"]["node_link"].get<std::string>(), std::string("auto"));
        QCOMPARE(file["economics"]["utilisation"].dump(), std::string("1"));
        for (const Field& field : scenario_fields()) {
            const auto pointer = "/" + QString::fromUtf8(field.path.data(), static_cast<qsizetype>(field.path.size()))
                                           .replace('.', '/')
                                           .toStdString();
            const bool has_default = !std::holds_alternative<std::monostate>(field.read(Scenario{}));
            QVERIFY2(file.contains(nlohmann::ordered_json::json_pointer(pointer)) == has_default, pointer.c_str());
        }
    }

    /// "graph" was a third kind of execution.
    void reads_the_old_word_for_captured_launches()
    {
        nlohmann::json file = nlohmann::json::parse(contract_example);
        file["training"]["execution"] = "graph";
        const ScenarioReading reading = parse_scenario(file.dump());
        QVERIFY(reading.errors.empty());
        QVERIFY(reading.scenario.training.execution == Execution::eager);
        QVERIFY(reading.scenario.training.cuda_graph);
        const nlohmann::json written = nlohmann::json::parse(write_scenario(reading.scenario, Expand::defaults).dump());
        QVERIFY(written["training"]["execution"] == "eager");
        QVERIFY(written["training"]["cuda_graph"] == true);
        // Both together, which the old word could not express.
        file["training"]["execution"] = "compiled";
        file["training"]["cuda_graph"] = true;
        const ScenarioReading both = parse_scenario(file.dump());
        QVERIFY(both.scenario.training.execution == Execution::compiled && both.scenario.training.cuda_graph);
    }

    void minimal_scenario_is_written_minimally()
    {
        Scenario scenario = with_fields({}, R"({"model.preset": "resnet50", "build.gpu": "t4",
            "training.micro_batch": 8})");
        QCOMPARE(
            write_scenario(scenario).dump(),
            std::string(
                R"({"format":"rigwright.scenario","version":1,"model":{"preset":"resnet50"},"training":{"micro_batch":8},"build":{"gpu":"t4"}})"));
    }

    void fields_have_distinct_paths_and_legal_defaults()
    {
        std::set<std::string_view> paths;
        for (const Field& field : scenario_fields()) {
            QVERIFY2(paths.insert(field.path).second, std::string(field.path).c_str());
            QVERIFY2(accepts(field, field.read(Scenario{})), std::string(field.path).c_str());
        }
        QVERIFY(paths.contains("training.gradient_accumulation"));
        QVERIFY(field_of("training.no_such_key") == nullptr);
    }

    void words_follow_the_enumerators()
    {
        QCOMPARE(QString::fromUtf8(word_of(Precision::fp16_amp).data()), "fp16-amp");
        QVERIFY(word_of(Precision::bf16_master) == "bf16-master");
        QVERIFY(word_of(Precision::fp4) == "fp4");
        QVERIFY(word_of(OptimizerKind::adam_8bit) == "adam-8bit");
        QVERIFY(word_of(OptimizerKind::none) == "none");
        QVERIFY(word_of(Layout::channels_last) == "channels-last");
        QVERIFY(word_of(Allocator::emptied_each_step) == "emptied-each-step");
        QVERIFY(word_of(Framework::scikit_learn) == "scikit-learn");
        QVERIFY(word_of(DataParallelKind::single_process) == "single-process");
        QVERIFY(word_of(LinkChoice::nvlink) == "nvlink");
        QVERIFY(word_of(SampleEncoding::synthetic) == "synthetic");
        QVERIFY(from_word<Recompute>("selective") == Recompute::selective);
        QVERIFY(!from_word<Recompute>("Selective"));
    }

    void accepts_only_values_of_type_and_range()
    {
        const Field& batch = *field_of("training.micro_batch");
        QVERIFY(accepts(batch, std::int64_t{1}));
        QVERIFY(!accepts(batch, std::int64_t{0}));
        QVERIFY(!accepts(batch, 2.0));
        QVERIFY(!accepts(batch, FieldValue()));
        const Field& utilisation = *field_of("economics.utilisation");
        QVERIFY(accepts(utilisation, 0.25));
        QVERIFY(accepts(utilisation, std::int64_t{1}));
        QVERIFY(!accepts(utilisation, 0.0));
        QVERIFY(!accepts(utilisation, std::numeric_limits<double>::quiet_NaN()));
        QVERIFY(accepts(*field_of("build.ram_GiB"), FieldValue()));
        QVERIFY(!accepts(*field_of("training.ema"), std::int64_t{1}));
        QVERIFY(!accepts(*field_of("training.precision"), std::string("fp17")));
    }

    void refuses_defective_files()
    {
        each_of(defective_files, first_of, [&](const auto& file) {
            const QByteArray text =
                source_text(QStringLiteral("tests/data/invalid/scenario/%1.json").arg(QLatin1String(file.first)));
            const ScenarioReading reading = parse_scenario(text.toStdString());
            QCOMPARE(described(reading.errors), std::string(file.second));
            for (const Finding& error : reading.errors) QVERIFY(error.severity == Finding::Severity::error);
        });
    }

    void every_defective_file_is_tested()
    {
        const QDir folder(source_path("tests/data/invalid/scenario"));
        QStringList tested;
        for (const auto& [name, expected] : defective_files) tested << QString::fromLatin1(name) + ".json";
        tested.sort();
        QCOMPARE(folder.entryList(QDir::Files, QDir::Name), tested);
    }

    /// One key after the other of a scenario that holds all of them gets every kind of value that it rejects.
    void every_key_refuses_values_of_other_types()
    {
        using nlohmann::json;
        const json whole = write_scenario(full_scenario(), Expand::defaults);
        const json flat = whole.flatten();
        QVERIFY(flat.size() > 100);
        for (const auto& [pointer, value] : flat.items()) {
            if (value.is_null()) continue; // an empty object, flattened
            std::vector<json> wrong{nullptr, json::object(), json::array()};
            const bool any_scalar = pointer.starts_with("/model/shape/");
            if (!any_scalar && !value.is_boolean()) wrong.emplace_back(true);
            if (!any_scalar && !value.is_number()) wrong.insert(wrong.end(), {-5, 0.5});
            if (!any_scalar && value.is_number()) wrong.insert(wrong.end(), {-1e300, 1e300, -7});
            if (!any_scalar && !value.is_string()) wrong.emplace_back("64");
            for (const json& replacement : wrong) {
                json changed = whole;
                changed[json::json_pointer(pointer)] = replacement;
                const ScenarioReading reading = read_scenario(changed);
                QVERIFY2(reading.errors.size() == 1, (pointer + " " + replacement.dump()).c_str());
                QString path = QString::fromStdString(json_path_of(reading.errors.front())).mid(1).replace('.', '/');
                path.replace('[', '/').remove(']');
                QVERIFY2(QString::fromStdString(pointer).startsWith(path), qPrintable(path));
            }
        }
    }

    /// By contract, any JSON number with an integral value is accepted as an integer.
    void whole_numbers_however_written()
    {
        each_text({"300000000000", "3e11", "3E+11", "300000000000.0", "3000000000000e-1"}, [&](std::string written) {
            const std::string text =
                R"({"format": "rigwright.scenario", "version": 1.0, "model": {"family": "decoder-transformer",
            "shape": {"layers": 12.0, "d_model": 7.68e2, "dropout": 0.0}}, "dataset": {"tokens": )" +
                written + R"(}, "build": {"gpu": "rtx4090"}})";
            const ScenarioReading reading = read_scenario(nlohmann::json::parse(text));
            QVERIFY2(reading.errors.empty(), reading.errors.empty() ? "" : reading.errors.front().code.c_str());
            QCOMPARE(*reading.scenario.dataset.tokens, std::int64_t{300'000'000'000});
            QCOMPARE(std::get<std::int64_t>(reading.scenario.model.shape.at("layers")), std::int64_t{12});
            QCOMPARE(std::get<std::int64_t>(reading.scenario.model.shape.at("d_model")), std::int64_t{768});
            QCOMPARE(std::get<double>(reading.scenario.model.shape.at("dropout")), 0.0);
            // Options of layers too; a real option stays real, as it is written again.
            const nlohmann::json layers = nlohmann::json::parse(
                R"([{"type": "conv", "out_channels": 1.6e1, "kernel": 3.0}, {"type": "dropout", "probability": 0.0}])");
            std::vector<Finding> errors;
            const LayerSpecs list = read_layers(layers, "layers", errors);
            QVERIFY(errors.empty());
            QCOMPARE(std::get<std::int64_t>(list.at(0).options.at("out_channels")), std::int64_t{16});
            QCOMPARE(std::get<std::int64_t>(list.at(0).options.at("kernel")), std::int64_t{3});
            QCOMPARE(std::get<double>(list.at(1).options.at("probability")), 0.0);
            // A key has one type in all families, so that it can be read before the family is known.
            for (const Family& family : families())
                for (const Hyperparameter& known : family.hyperparameters)
                    QVERIFY(!(known.type == HyperparameterType::real && is_integer_key(known.key)));
            // A fraction isn't whole, and a number beyond the range is reported as such.
            const auto error_of = [](const char* epochs) {
                const std::string start =
                    R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "resnet50"},
                "build": {"gpu": "rtx4090"}, "training": {"epochs": )";
                return read_scenario(nlohmann::json::parse(start + epochs + "}}")).errors.at(0).code;
            };
            QCOMPARE(error_of("2.5"), std::string("not-an-integer"));
            QCOMPARE(error_of("1e300"), std::string("integer-out-of-range"));
            QCOMPARE(error_of("-1e300"), std::string("integer-out-of-range"));
        });
    }

    void names_the_nearest_legal_key()
    {
        const ScenarioReading reading = parse_scenario(
            R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "resnet50"}, "build": {"gpu": "t4", "gpu_per_node": 2}})");
        QCOMPARE(described(reading.errors), std::string("$.build.gpu_per_node unknown-key-nearest"));
        QCOMPARE(argument(reading.errors.front(), "nearest"), std::string("gpus_per_node"));
        QCOMPARE(argument(reading.errors.front(), "key"), std::string("\"gpu_per_node\""));
    }

    void findings_start_at_the_place_in_the_larger_file()
    {
        const ScenarioReading reading =
            read_scenario(nlohmann::json::parse(
                              R"({"format": "rigwright.scenario", "version": 1, "model": {}, "build": {"nodes": 0}})"),
                          "scenarios[2]");
        QCOMPARE(described(reading.errors), std::string("$.scenarios[2].build.nodes integer-out-of-range"));
    }
};

RIGWRIGHT_TEST(ScenarioJsonTest)

} // namespace rigwright::test::tst_scenario_json

#include "tst_scenario_json.moc"
