// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/own_record.h"
#include "core/json/strict_json.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <vector>

namespace rigwright {

/// What stands wrong with a record, as its reader finds it.
using RecordCheck = std::function<std::vector<JsonIssue>(const nlohmann::json&)>;

/// A shipped record with own values in it.
struct Overlaid {
    nlohmann::json value;
    std::vector<OwnValue> values;
    /// Own values that were left out, and why.
    std::vector<JsonIssue> issues;
};

/// Lays `own` over `shipped`, field by field: objects are merged, everything else is replaced. A group that carries a
/// `source` says afterwards which of its fields are the person's, in front of the shipped source. Own values at which
/// `check` finds an issue are left out; where an issue points at none of them, all are.
Overlaid overlay(const nlohmann::json& shipped, const nlohmann::json& own, const RecordCheck& check);

} // namespace rigwright
