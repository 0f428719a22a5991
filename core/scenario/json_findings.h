// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"
#include "core/scenario/field_table.h"
#include "core/scenario/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// "group.key", or "key" at the top level.
std::string member_field(std::string_view parent, std::string_view key);
/// "list[2]"
std::string element_field(std::string_view parent, std::size_t index);

/// A value in a file, for a message: a scalar as JSON, shortened; a container by its kind.
Argument found_argument(const nlohmann::json& value);

/// An error of a scenario file at `field`.
Finding input_error(std::string code, std::string field, Arguments arguments = {});
/// A range bound as a message argument.
Argument bound_argument(double bound);

/// A field's value, or the finding that explains why it is invalid.
struct ReadValue {
    FieldValue value;
    std::vector<Finding> errors;
};

/// Reads one scalar strictly: `true` is not a number, "3" is not an integer, and only a JSON number without fraction
/// and exponent is an integer.
ReadValue read_value(const FieldRule& rule, const nlohmann::json& value, std::string field);

/// Why a value from another source than a file is illegal; empty if it is legal.
std::vector<Finding> value_errors(const FieldRule& rule, const FieldValue& value, std::string field);

/// An unknown key, with the most similar legal key.
Finding unknown_key(std::string_view parent, std::string_view key, const std::vector<std::string>& legal);

/// A JSON parser issue in `text`, as a finding.
Finding json_finding(const JsonIssue& issue, std::string_view text);

} // namespace rigwright
