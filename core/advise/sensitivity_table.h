// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/scenario_change.h"
#include "core/estimate/evaluation.h"
#include "core/scenario/fields.h"

#include <span>
#include <string_view>
#include <vector>

namespace rigwright {

/// Other values of one setting, each with all fields that it takes. `field` is the row's.
using OtherValues = std::vector<ScenarioChanges> (*)(std::string_view field, const Evaluation& plan,
                                                     const EngineData& data);

/// The value in force of a setting that a file may leave to a preset or the database.
using ValueInForce = FieldValue (*)(const Evaluation& plan, const EngineData& data);

/// A setting and how others of it are found.
struct SensitivityRow {
    std::string_view field;
    OtherValues others;
    /// Null where the field itself always has one.
    ValueInForce in_force = nullptr;
};

/// Every setting that is tried, one line each.
std::span<const SensitivityRow> sensitivity_table();

} // namespace rigwright
