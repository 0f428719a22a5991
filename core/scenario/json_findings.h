// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/object_reader.h"
#include "core/scenario/field_table.h"
#include "core/scenario/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Adds to `errors` what a reader of a file reports; the list must outlive the reader.
ReportDefect report_to(std::vector<Finding>& errors);

/// Checks the key "format". False if the format is another one.
bool has_format(ObjectReader& file, std::string_view format);
/// Checks the keys "format" and "version"; versions from 1 to `newest` can be read. False if the format is another one.
bool read_format(ObjectReader& file, std::string_view format, std::int64_t newest);

/// An error of a scenario file at `field`.
Finding input_error(std::string code, std::string field, Arguments arguments = {});
/// An error for a value that exceeds the accepted length, with both lengths.
Finding input_error(std::string code, std::string field, std::size_t found, std::size_t most);
/// A range bound as a message argument.
Argument bound_argument(double bound);

/// The reasons why a value from another source than a file is illegal; empty if it is legal.
std::vector<Finding> value_errors(const FieldRule& rule, const FieldValue& value, std::string field);

/// An unknown key, with the most similar legal key.
Finding unknown_key(std::string_view parent, std::string_view key, const std::vector<std::string>& legal);

/// A JSON parser issue in `text`, as a finding.
Finding json_finding(const JsonIssue& issue, std::string_view text);

} // namespace rigwright
