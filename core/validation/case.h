// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario_json.h"
#include "core/validation/reading.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// A scenario and its measurements on a real machine.
struct Case {
    std::string id;
    Scenario scenario;
    std::vector<Reading> readings;
    /// The source collection: "group" up to the first "|", else the first word of "source".
    std::string source;
    /// Model class: "class", or the family if a case has none.
    std::string kind_of_model;
    /// Cases that share one weight: "group", or the source if a case has none.
    std::string group;
    /// "quality": A exact, B with small inferences, C with guesses; empty if a case says nothing.
    std::string certainty;
    /// No coefficient was fitted on its source, and no structure of the model was drawn on it.
    bool unseen = false;
    /// Its times evaluate the widths of ranges, so no width is fitted on them.
    bool judges_time = false;
    /// Its memory evaluates ranges, so no range of memory is fitted on it.
    bool judges_memory = false;
    /// Whether the plan ran or ran out of memory, if the source published that.
    std::optional<bool> ran;
    /// The publication.
    std::string reference;
    /// Keys of figures under "measured" that the engine does not predict or that repeat another row.
    std::vector<std::string> not_compared;
};

/// Whether the case has a measurement of the domain.
bool has_reading_of(const Case& one, Domain domain);

/// One line as read. `value.id` is set if it was readable, so that errors can name the case.
struct CaseReading {
    Case value;
    std::vector<Finding> errors;
};

/// Reads one JSON line strictly: `id`, `scenario`, and `measured` (memory: `kind` with `bytes` or `fits_batch` and
/// `out_of_memory_batch`; time: `step_seconds`, `samples_per_second`, ...; multiple memory figures as a list `memory`)
/// or `expected` (structure). Every defect is an error at its path.
CaseReading parse_case(std::string_view line);

} // namespace rigwright
