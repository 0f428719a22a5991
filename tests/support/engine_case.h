// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate_json.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/field_access.h"
#include "core/json/data_directory.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/scenario_parts_json.h"
#include "core/text/messages.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace rigwright::test {

/// The shipped data, loaded once a test program.
inline const EngineData& engine_data()
{
    static const LoadedEngineData loaded = load_engine_data(find_data_directory().value_or(DataDirectory({})));
    return loaded.data;
}

/// The shipped messages.
inline const Messages& messages(Language language)
{
    static const DataDirectory folder = find_data_directory().value_or(DataDirectory({}));
    static const Messages english = load_messages(folder, Language::english).messages;
    static const Messages chinese = load_messages(folder, Language::chinese).messages;
    return language == Language::english ? english : chinese;
}

/// The lines of a .jsonl file below tests/, parsed.
inline std::vector<nlohmann::json> json_lines(const std::string& file_below_tests)
{
    const char* source = std::getenv("RIGWRIGHT_SOURCE");
    std::ifstream file(std::string(source != nullptr ? source : ".") + "/tests/" + file_below_tests);
    std::vector<nlohmann::json> lines;
    for (std::string line; std::getline(file, line);) {
        if (!line.empty()) lines.push_back(nlohmann::json::parse(line));
    }
    return lines;
}

/// Names the lines of such a file by one of their keys.
inline auto named_by(const char* key)
{
    return [key](const nlohmann::json& line) { return line.at(key).get<std::string>(); };
}

/// The scenario with fields set by their paths, to values as scenario files have them.
inline Scenario with_fields(Scenario scenario, const nlohmann::json& fields)
{
    for (const auto& [path, value] : fields.items()) {
        const std::optional<FieldValue> field = scalar_of(value, value.is_number_integer());
        if (!field || !set_field(scenario, engine_data(), path, *field))
            throw std::runtime_error("the field is refused: " + path);
    }
    return scenario;
}
inline Scenario with_fields(const Scenario& scenario, const char* text)
{
    return with_fields(scenario, nlohmann::json::parse(text));
}

/// Hyperparameters as scenario files have them: `shape_from({{"layers", 4}, {"norm", "rms"}})`.
inline ModelShape shape_from(const nlohmann::json& values)
{
    ModelShape made;
    for (const auto& [key, value] : values.items())
        made.emplace(key, scalar_of(value, value.is_number_integer()).value());
    return made;
}
inline ModelShape shape_from(const char* text) { return shape_from(nlohmann::json::parse(text)); }

/// The scenario most tests start from: a preset trained in fp32 with AdamW on one GPU.
inline Scenario scenario_of(const std::string& preset, std::int64_t micro_batch = 1,
                            const std::string& gpu = "a100-sxm-80")
{
    Scenario scenario;
    scenario.model.preset = preset;
    scenario.training.micro_batch = micro_batch;
    scenario.build.gpu = gpu;
    return scenario;
}

/// Fabric defects in 1,000 images of five megapixels, detected by DETR on one RTX 4090: the example of the guide.
inline Scenario fabric_on_a_card()
{
    Scenario scenario = scenario_of("detr_r50", 2, "rtx4090");
    scenario.input.image_height = 800;
    scenario.input.image_width = 1066;
    scenario.dataset = {1000, {}, 1936, 2580, 2'500'000, SampleEncoding::jpeg};
    scenario.training.epochs = 300;
    scenario.training.precision = Precision::fp16_amp;
    return scenario;
}

/// The same in a desktop.
inline Scenario fabric_in_a_desktop()
{
    return with_fields(fabric_on_a_card(), R"({"build.cpu": "i9-13900k", "build.ram_GiB": 64.0,
        "build.storage": "nvme4"})");
}

/// One RTX 4090 beside an i9-13900K with 64 GiB, as in a desktop.
inline Scenario desktop()
{
    return with_fields(scenario_of("resnet50", 8, "rtx4090"), R"({"build.cpu": "i9-13900k", "build.ram_GiB": 64.0,
        "dataset.samples": 10000})");
}

inline Evaluation evaluated(const Scenario& scenario) { return evaluate(scenario, engine_data()); }

/// A working and all its inputs.
inline void for_each_node(const Derivation& working, const std::function<void(const Derivation&)>& visit)
{
    visit(working);
    for (const Derivation& input : working.inputs) for_each_node(input, visit);
}

/// The file of an estimate, with codes in place of the messages of findings.
inline nlohmann::ordered_json file_of(const Estimate& estimate)
{
    return estimate_json(estimate, [](const Finding& finding) { return finding.code; });
}

/// "path code" of each issue, a line each.
inline std::string described(const std::vector<JsonIssue>& issues)
{
    std::string lines;
    for (const JsonIssue& issue : issues) lines += (lines.empty() ? "" : "\n") + issue.path + " " + issue.code;
    return lines;
}

inline std::string described(const std::vector<Finding>& findings)
{
    std::string lines;
    for (const Finding& finding : findings)
        lines += (lines.empty() ? "" : "\n") + json_path_of(finding) + " " + finding.code;
    return lines;
}

inline MemoryEstimate memory_of(const Scenario& scenario)
{
    const Evaluation evaluation = evaluated(scenario);
    return evaluation.estimate && evaluation.estimate->memory ? *evaluation.estimate->memory : MemoryEstimate{};
}

/// Whether one of the findings, remarks or issues has the code.
template <std::ranges::range List>
bool finds(const List& list, std::string_view code)
{
    return std::ranges::any_of(list, [code](const auto& one) { return one.code == code; });
}

/// Whether a plan that has an estimate has the finding.
inline bool finds(const Scenario& scenario, std::string_view code)
{
    const Evaluation evaluation = evaluated(scenario);
    return evaluation.estimate && finds(evaluation.estimate->findings, code);
}

inline bool is_within(double actual, double expected, double relative_tolerance)
{
    return std::abs(actual - expected) <= relative_tolerance * std::abs(expected);
}

} // namespace rigwright::test
