// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"
#include "core/json/data_directory.h"
#include "core/scenario/scenario_json.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace rigwright::test {

/// The shipped data, loaded once a test program.
inline const EngineData& engine_data()
{
    static const LoadedEngineData loaded = load_engine_data(find_data_directory().value_or(DataDirectory({})));
    return loaded.data;
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

/// The scenario most tests start from: a preset trained in fp32 with AdamW on one A100 of 80 GiB.
inline Scenario scenario_of(const std::string& preset, std::int64_t micro_batch = 1)
{
    Scenario scenario;
    scenario.model.preset = preset;
    scenario.training.micro_batch = micro_batch;
    scenario.build.gpu = "a100-sxm-80";
    return scenario;
}

inline bool is_within(double actual, double expected, double relative_tolerance)
{
    return std::abs(actual - expected) <= relative_tolerance * std::abs(expected);
}

} // namespace rigwright::test
