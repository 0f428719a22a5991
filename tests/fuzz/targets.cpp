// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "core/hardware/own_catalog.h"
#include "core/hardware/price_list.h"
#include "core/hardware/records.h"
#include "core/importing/embedded_model.h"
#include "core/importing/hf_config.h"
#include "core/importing/onnx/onnx_graph.h"
#include "core/importing/safetensors.h"
#include "core/measure/measurement_result.h"
#include "core/prices/price_import.h"
#include "core/project/lesson.h"
#include "core/project/project_json.h"
#include "core/scenario/validate.h"
#include "core/validation/case.h"
#include "tests/fuzz/promises.h"
#include "tests/support/engine_case.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace rigwright::test {

namespace {

using nlohmann::json;

/// Networks above this size take too long for a fuzzer; another target reads them.
constexpr std::size_t most_evaluated_bytes = 20000;

Places run_json(std::string_view bytes)
{
    const JsonDocument document = parse_json(bytes);
    promise(document.issues.empty() || document.value.is_null(), "a value beside issues");
    if (document.issues.empty())
        promise(parse_json(document.value.dump()).value == document.value, "JSON does not survive writing and reading");
    return promise_words(document.issues);
}

/// A scenario that was read survives both ways of writing it.
void promise_round_trip(const Scenario& scenario)
{
    for (const Expand expand : {Expand::as_given, Expand::defaults}) {
        const ScenarioReading again = read_scenario(json::parse(write_scenario(scenario, expand).dump()));
        promise(again.errors.empty(), "a written scenario is refused");
        promise(again.scenario == scenario, "a scenario does not survive writing and reading");
    }
}

Places run_scenario(std::string_view bytes)
{
    const ScenarioReading reading = parse_scenario(bytes);
    if (reading.errors.empty()) promise_round_trip(reading.scenario);
    return promise_words(reading.errors);
}

Places run_estimate(std::string_view bytes)
{
    if (bytes.size() > most_evaluated_bytes) return {};
    const ScenarioReading reading = parse_scenario(bytes);
    if (!reading.errors.empty()) return promise_words(reading.errors);
    const EstimateResult result = estimate(reading.scenario, engine_data());
    promise(result.estimate.has_value() == result.errors.empty(), "neither an estimate nor a reason");
    if (!result.estimate) return promise_words(result.errors);
    promise_words(result.estimate->findings);
    promise_numbers(file_of(*result.estimate));
    return {};
}

Places run_project(std::string_view bytes)
{
    const ProjectReading reading = parse_project(bytes);
    if (!reading.errors.empty()) return promise_words(reading.errors);
    const std::string text = project_text(reading.project);
    const ProjectReading again = parse_project(text);
    promise(again.errors.empty(), "a written project is refused");
    promise(project_text(again.project) == text, "a project does not survive writing and reading");
    return {};
}

std::optional<RecordKind> kind_of(const json& file)
{
    const json* format = file.is_object() && file.contains("format") ? &file["format"] : nullptr;
    for (std::size_t kind = 0; kind < record_formats.size(); ++kind)
        if (format != nullptr && *format == record_formats[kind]) return static_cast<RecordKind>(kind);
    return std::nullopt;
}

/// The readers of tables by the name of their format; all of them for another format.
void read_table(const json& file, std::vector<JsonIssue>& issues)
{
    using Read = void (*)(const json&, std::vector<JsonIssue>&);
    static constexpr std::array<std::pair<std::string_view, Read>, 7> tables{{
        {"rigwright.dataset",
         [](const json& value, std::vector<JsonIssue>& found) { read_record<DatasetRecord>(value, found); }},
        {"rigwright.pci-ids", [](const json& value, std::vector<JsonIssue>& found) { read_pci_devices(value, found); }},
        {"rigwright.operating-costs",
         [](const json& value, std::vector<JsonIssue>& found) { read_record<OperatingCosts>(value, found); }},
        {"rigwright.cloud-offers",
         [](const json& value, std::vector<JsonIssue>& found) { read_cloud_offers(value, found); }},
        {"rigwright.usable-memory",
         [](const json& value, std::vector<JsonIssue>& found) { read_record<MemoryReserves>(value, found); }},
        {"rigwright.attention-kernels",
         [](const json& value, std::vector<JsonIssue>& found) { read_record<AttentionKernels>(value, found); }},
        {"rigwright.hardware-notes",
         [](const json& value, std::vector<JsonIssue>& found) { read_notes(value, found); }},
    }};
    const json format = file.is_object() && file.contains("format") ? file["format"] : json();
    const auto named = [&](const auto& table) { return format == table.first; };
    const bool known = std::ranges::any_of(tables, named);
    for (const auto& table : tables)
        if (!known || named(table)) table.second(file, issues);
}

Places run_hardware(std::string_view bytes)
{
    const JsonDocument document = parse_json(bytes);
    if (!document.issues.empty()) return promise_words(document.issues);
    std::vector<JsonIssue> issues;
    const std::optional<RecordKind> kind = kind_of(document.value);
    if (!kind) {
        read_table(document.value, issues);
        return promise_words(issues);
    }
    issues = record_issues(*kind, document.value);
    const auto check = [&](const json& record) { return record_issues(*kind, record); };
    const Overlaid laid = overlay(document.value, document.value, check);
    promise(!issues.empty() || laid.issues.empty(), "a sound record is unsound over itself");
    return promise_words(issues);
}

Places run_price_list(std::string_view bytes)
{
    const JsonDocument document = parse_json(bytes);
    if (!document.issues.empty()) return promise_words(document.issues);
    std::vector<JsonIssue> issues;
    const PriceListFile list = read_price_list(document.value, issues);
    if (!issues.empty()) return promise_words(issues);
    const std::string text = price_list_text(list);
    promise(price_list_text(read_price_list(json::parse(text), issues)) == text && issues.empty(),
            "a price list does not survive writing and reading");
    return {};
}

/// The first byte selects the user's choices.
Places run_prices(std::string_view bytes)
{
    PriceListChoices choices;
    const unsigned char first = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
    if (first < 0x20 && first != '\t' && first != '\n' && first != '\r') {
        bytes.remove_prefix(1);
        if ((first & 1) != 0) choices.delimiter = ';';
        if ((first & 2) != 0) choices.decimal = ',';
        if ((first & 4) != 0) choices.encoding = TextEncoding::utf8;
        if ((first & 8) != 0) choices.columns = {PriceColumn::part, PriceColumn::price};
    }
    choices.currency = "CNY";
    choices.date = "2026-11-22";
    choices.source = "a list";
    const PriceTable table = read_price_table(bytes, choices);
    if (!table.problem.empty()) return {table.problem};
    const PriceImport import = check_prices(table, choices, engine_data().hardware);
    Places places;
    for (const ImportRow& row : import.rows) {
        promise(row.line > 0, "a row without line");
        promise((row.fate == RowFate::rejected) != row.reasons.empty(), "a rejected row without reason");
        if (row.fate == RowFate::rejected) places.push_back("line " + std::to_string(row.line));
    }
    std::vector<JsonIssue> issues;
    read_price_list(json::parse(price_list_text(price_list_of(import, "List", "list.csv"))), issues);
    promise(issues.empty(), "imported prices are refused as a list: " + (issues.empty() ? "" : issues.front().path));
    return places;
}

void promise_embedded(const ImportedNetwork& imported, ImportKind kind)
{
    const EmbeddedModel model{kind, "file", std::string(64, 'a'), std::make_shared<ImportedNetwork>(imported)};
    const EmbeddedReading again = read_embedded(json::parse(write_embedded(model).dump()), "$");
    promise(again.issues.empty(), "a written network is refused: " +
                                      (again.issues.empty() ? "" : again.issues[0].path + " " + again.issues[0].code));
    promise(again.model == model, "a network does not survive writing and reading");
}

Places run_onnx(std::string_view bytes)
{
    std::istringstream stream{std::string(bytes)};
    ModelInput input;
    input.image_height = 32;
    input.image_width = 32;
    const OnnxReading reading = import_onnx(stream, input);
    if (reading.issues.empty()) promise_embedded(reading.imported, ImportKind::onnx);
    return promise_import_words(reading.issues);
}

Places run_safetensors(std::string_view bytes)
{
    std::istringstream stream{std::string(bytes)};
    const SafetensorsReading reading = import_safetensors(stream);
    if (reading.issues.empty()) promise_embedded(reading.imported, ImportKind::safetensors);
    return promise_import_words(reading.issues);
}

Places run_shard_index(std::string_view bytes)
{
    const ShardIndex index = read_shard_index(bytes);
    for (const auto& [file, tensors] : index.files)
        promise(file.find('/') == std::string::npos && file != "..", "a shard outside its folder: " + file);
    return promise_import_words(index.issues);
}

Places run_embedded(std::string_view bytes)
{
    const JsonDocument document = parse_json(bytes);
    if (!document.issues.empty()) return promise_words(document.issues);
    const EmbeddedReading reading = read_embedded(document.value, "$");
    if (reading.issues.empty() && reading.model.imported) promise_embedded(*reading.model.imported, reading.model.kind);
    return promise_import_words(reading.issues);
}

/// A configuration gives a model that a scenario accepts, or is refused with a place.
Places run_config(std::string_view bytes)
{
    const HfConfigReading reading = import_hf_config(bytes);
    if (!reading.issues.empty()) return promise_import_words(reading.issues);
    Scenario scenario = scenario_of("");
    scenario.model.preset.clear();
    scenario.model.family = reading.family;
    scenario.model.shape = reading.shape;
    scenario.input = reading.input;
    promise_round_trip(scenario);
    return promise_words(model_errors(scenario, engine_data().presets, ""));
}

Places run_measurement(std::string_view bytes)
{
    static const Scenario scenario = scenario_of("resnet50", 8);
    is_measurement_result(bytes);
    const MeasurementResult result = read_measurement_result(bytes, scenario, engine_data());
    // Measurements under the scenario's own settings are written without them, so compare the text.
    if (result.errors.empty()) {
        const std::string text = write_scenario(with_result(scenario, result)).dump();
        const ScenarioReading again = parse_scenario(text);
        promise(again.errors.empty(), "a scenario with a result is refused: " +
                                          (again.errors.empty() ? "" : json_path_of(again.errors.front())));
        promise(write_scenario(again.scenario).dump() == text, "a result does not survive writing and reading");
    }
    return promise_words(result.errors);
}

Places run_measurement_log(std::string_view bytes)
{
    const MeasurementLog log = read_measurement_log(bytes);
    if (log.errors.empty())
        promise(read_measurement_log(write_measurement_log(log.lines)).lines == log.lines,
                "a list of measurements does not survive writing and reading");
    return promise_words(log.errors);
}

Places run_case(std::string_view bytes) { return promise_words(parse_case(bytes).errors); }

/// The id of a lesson, if it is a valid file name.
std::string lesson_id(std::string_view bytes)
{
    const JsonDocument document = parse_json(bytes);
    if (!document.value.is_object() || !document.value.contains("id") || !document.value["id"].is_string())
        return "none";
    const std::string id = document.value["id"];
    return is_part_id(id) ? id : "none";
}

/// Lessons are files of a folder, called after their id.
Places run_lesson(std::string_view bytes)
{
    static const std::filesystem::path folder = [] {
        std::string name = (std::filesystem::temp_directory_path() / "rigwright-lesson-XXXXXX").string();
        promise(mkdtemp(name.data()) != nullptr, "there is no temporary folder");
        return std::filesystem::path(name);
    }();
    const std::filesystem::path file = folder / (lesson_id(bytes) + ".json");
    std::ofstream(file, std::ios::binary) << bytes;
    const LoadedLessons loaded = load_lessons(folder);
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    promise(loaded.lessons.size() == (loaded.issues.empty() ? 1U : 0U), "neither a lesson nor a reason");
    return promise_words(loaded.issues);
}

constexpr std::array targets{
    FuzzTarget{"json", run_json},
    FuzzTarget{"scenario", run_scenario},
    FuzzTarget{"estimate", run_estimate},
    FuzzTarget{"project", run_project},
    FuzzTarget{"hardware", run_hardware},
    FuzzTarget{"price_list", run_price_list},
    FuzzTarget{"prices", run_prices},
    FuzzTarget{"onnx", run_onnx},
    FuzzTarget{"safetensors", run_safetensors},
    FuzzTarget{"shard_index", run_shard_index},
    FuzzTarget{"embedded", run_embedded},
    FuzzTarget{"config", run_config},
    FuzzTarget{"measurement", run_measurement},
    FuzzTarget{"measurement_log", run_measurement_log},
    FuzzTarget{"case", run_case},
    FuzzTarget{"lesson", run_lesson},
};

} // namespace

std::span<const FuzzTarget> fuzz_targets() { return targets; }

const FuzzTarget* fuzz_target(std::string_view name)
{
    const auto found = std::ranges::find(targets, name, &FuzzTarget::name);
    return found != targets.end() ? &*found : nullptr;
}

} // namespace rigwright::test
