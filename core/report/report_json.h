// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report.h"

#include <nlohmann/json_fwd.hpp>

#include <span>

namespace rigwright {

/// {"format": "rigwright.report", "version": 1, "reports": [...]}: each report with its sections and blocks. A cell
/// that holds a number has "number" in the base unit that "unit" names (bytes, seconds, W, ...) beside its "text".
nlohmann::ordered_json report_json(std::span<const Report> reports);

} // namespace rigwright
