// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>
#include <vector>

namespace rigwright {

/// Renders a finding as text; the engine itself has no language.
using FindingText = std::function<std::string(const Finding&)>;

/// The estimate in format "rigwright.estimate", version 1, in the order of the format. Unknown values have no key; byte
/// and parameter counts are integers, and no non-finite number is written.
nlohmann::ordered_json estimate_json(const Estimate& estimate, const FindingText& text);

/// The memory of each distinct pipeline stage: its index from 0, number of such stages, layers, and amounts as in
/// "memory".
nlohmann::ordered_json stages_json(const Evaluation& evaluation);

/// One finding: severity, code, field (absent for the whole plan), message, remedies.
nlohmann::ordered_json finding_json(const Finding& finding, const FindingText& text);

/// {"error": [{path, code, message}, ...]}: replaces an estimate that cannot be computed.
nlohmann::ordered_json error_json(const std::vector<Finding>& errors, const FindingText& text);

} // namespace rigwright
