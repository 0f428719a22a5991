// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// A defect of a JSON text, without words: the message tables turn `code` into a sentence.
///
/// Codes: `cannot-read`, `syntax`, `too-large`, `too-deep`, `duplicate-key` (parser); `wrong-type`, `out-of-range`,
/// `missing-key`, `unknown-key`, `unknown-value` (`ObjectReader`). Readers of one file kind may add their own.
struct JsonIssue {
    /// Path such as "$.memory.bandwidth_GBps" or "$.prices[0].amount"; keys that are not plain words are in `["..."]`.
    std::string path;
    std::string code;
    /// The value found: a scalar as JSON, otherwise "object" or "array". Empty if there is none.
    std::string found;
    /// The accepted values: a kind ("number", "integer [1, 64]", "text") or the values separated by ", ".
    std::string expected;
    /// Position of a syntax error, in lines and characters from 1; 0 if the path is enough.
    int line = 0;
    int column = 0;
    /// The file if known, with forward slashes, relative to a folder that the caller names.
    std::string file{};
    /// Whether the file is in the user's own catalog.
    bool own = false;

    bool operator==(const JsonIssue&) const = default;
};

/// The same issue with its file.
inline JsonIssue in_file(JsonIssue issue, std::string file, bool own = false)
{
    issue.file = std::move(file);
    issue.own = own;
    return issue;
}

/// A parsed text. `value` is null unless `issues` is empty.
struct JsonDocument {
    nlohmann::json value;
    std::vector<JsonIssue> issues;
};

/// Size limits of a text.
struct JsonLimits {
    std::size_t most_bytes = std::size_t{8} << 20;
    /// Maximum nesting of objects and arrays.
    std::size_t deepest = 32;
};

/// Parses RFC 8259 JSON in UTF-8 and rejects what a lenient parser accepts: duplicate keys in one object, nesting and
/// sizes beyond the limits, numbers outside the range of a double, anything after the value.
JsonDocument parse_json(std::string_view text, const JsonLimits& limits = {});

/// `parse_json` for the content of a file. An unreadable file gives the issue `cannot-read`.
JsonDocument parse_json_file(const std::filesystem::path& file, const JsonLimits& limits = {});

/// The path of a member or of an element of the value at `parent`, which is empty for the paths of fields: "build.gpu".
std::string json_member_path(std::string_view parent, std::string_view key);
std::string json_element_path(std::string_view parent, std::size_t index);

/// A value for `found` of an issue: scalars as JSON, long texts shortened, containers by kind.
std::string json_excerpt(const nlohmann::json& value);

// All size limits for files from outside, checked before the work is done; tests try each at one less, at the limit and
// at one more. The range of a single field is defined with the field, the layers of a hand-written network in
// core/zoo/family.h.

/// Size and nesting of a JSON text: scenarios, projects, records, measurement results.
inline constexpr JsonLimits project_json_limits{};
/// Bytes of any text in a project, including keys.
inline constexpr std::size_t longest_text = 4096;
/// Builds of one project.
inline constexpr std::size_t most_builds = 500;
/// Builds in the comparison.
inline constexpr std::size_t most_pinned = 6;
/// Prices stored with a pinned build; a build has a handful of parts.
inline constexpr std::size_t most_pinned_prices = 100;
/// Lines of the user's measurement log; older ones are dropped.
inline constexpr std::size_t most_logged_measurements = 1000;

/// A price list.
inline constexpr std::size_t most_price_file_bytes = std::size_t{8} << 20;
inline constexpr std::size_t most_price_rows = 200'000;
inline constexpr std::size_t most_price_columns = 256;
/// Characters of one cell.
inline constexpr std::size_t longest_price_text = 4096;
inline constexpr double highest_imported_price = 1e9;
/// Unknown names for which similar parts are searched; further ones are reported without suggestions.
inline constexpr std::size_t most_suggestions = 500;

/// A Hugging Face configuration, or the index of sharded weights.
inline constexpr std::size_t most_config_bytes = std::size_t{8} << 20;
inline constexpr std::size_t most_index_bytes = 100'000'000;
/// The header of a safetensors file, the limit of its format.
inline constexpr std::uint64_t most_header_bytes = 100'000'000;
/// Nodes, tensors and values of an ONNX graph or an embedded network.
inline constexpr std::size_t most_graph_entries = 200'000;
/// Attributes of one node.
inline constexpr std::size_t most_node_attributes = 1000;
inline constexpr std::size_t most_node_inputs = 10'000;
/// Axes of one tensor.
inline constexpr std::size_t most_tensor_axes = 64;
/// Stored numbers of one constant; larger constants are payload.
inline constexpr std::size_t most_kept_values = 4096;
/// Entries and stored numbers of a whole graph, so that memory stays in proportion to real models.
inline constexpr std::size_t most_entries_in_all = 2'000'000;
inline constexpr std::size_t most_values_in_all = 4'000'000;

} // namespace rigwright
