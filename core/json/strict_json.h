// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/json_issue.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// A parsed text. `value` is null unless `issues` is empty.
struct JsonDocument {
    nlohmann::json value;
    std::vector<JsonIssue> issues;
};

/// What a text may cost the program before it is refused.
struct JsonLimits {
    std::size_t most_bytes = std::size_t{8} << 20;
    /// Objects and arrays that may be open inside each other.
    std::size_t deepest = 32;
};

/// Parses RFC 8259 JSON in UTF-8, refusing what a lenient parser lets pass: a key that stands twice in one object,
/// nesting and sizes beyond the limits, numbers outside the range of a double, anything after the value.
JsonDocument parse_json(std::string_view text, const JsonLimits& limits = {});

/// `parse_json` on the content of a file. A file that cannot be read is the issue `cannot-read`.
JsonDocument parse_json_file(const std::filesystem::path& file, const JsonLimits& limits = {});

/// The path of a member or of an element of the value at `parent`.
std::string json_member_path(std::string_view parent, std::string_view key);
std::string json_element_path(std::string_view parent, std::size_t index);

/// A value as an issue shows it in `found`: scalars as JSON, long texts shortened, containers by kind.
std::string json_excerpt(const nlohmann::json& value);

} // namespace rigwright
