// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario_json.h"
#include "core/validation/reading.h"

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// A scenario and what was read on a real machine when it ran.
struct Case {
    std::string id;
    Scenario scenario;
    std::vector<Reading> readings;
    /// The collection it comes from: "group" up to the first "|", else the first word of "source".
    std::string source;
    /// "class", or the family where a case states none: what kind of model.
    std::string kind_of_model;
    /// "group", or the source where a case states none: cases that share one weight.
    std::string group;
    /// Where it was published.
    std::string reference;
    /// Figures under "measured" that are no prediction of the engine or repeat another row, by their key.
    std::vector<std::string> not_compared;
};

/// One line read. `value.id` is set as far as it was readable, so that errors have a name.
struct CaseReading {
    Case value;
    std::vector<Finding> errors;
};

/// Reads one JSON line strictly: `id`, `scenario`, and `measured` (memory: `kind` with `bytes` or `fits_batch` and
/// `out_of_memory_batch`; time: `step_seconds`, `samples_per_second`, ...; several memory figures as a list `memory`)
/// or `expected` (structure). Every defect is an error at its path.
CaseReading parse_case(std::string_view line);

} // namespace rigwright
