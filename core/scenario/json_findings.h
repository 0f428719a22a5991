// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"
#include "core/scenario/field_table.h"
#include "core/scenario/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// "group.key", or "key" at the top.
std::string member_field(std::string_view parent, std::string_view key);
/// "list[2]"
std::string element_field(std::string_view parent, std::size_t index);

/// What stands in a file, for a message: a scalar as JSON writes it, shortened; a container by the word for its kind.
Argument found_argument(const nlohmann::json& value);

/// A field's value as JSON writes it, shortened.
std::string excerpt_of(const FieldValue& value);

/// An error of a scenario file at `field`.
Finding input_error(std::string code, std::string field, Arguments arguments = {});
/// A number bound as messages show it.
Argument bound_argument(double bound);

/// A field's value, or the finding that says why it is none.
struct ReadValue {
    FieldValue value;
    std::vector<Finding> errors;
};

/// Reads one scalar strictly: `true` is no number, "3" no integer, and only a JSON number without fraction and exponent
/// is an integer.
ReadValue read_value(const FieldRule& rule, const nlohmann::json& value, std::string field);

/// Why a value that did not come from a file is not legal; nothing when it is.
std::vector<Finding> value_errors(const FieldRule& rule, const FieldValue& value, std::string field);

/// A key that nothing reads, with the legal key that it resembles.
Finding unknown_key(std::string_view parent, std::string_view key, const std::vector<std::string>& legal);

/// What the JSON parser found wrong in `text`, as a finding.
Finding json_finding(const JsonIssue& issue, std::string_view text);

} // namespace rigwright
