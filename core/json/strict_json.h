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

/// One thing that is wrong with a JSON text, without words: the message tables turn `code` into a sentence.
///
/// Codes: `cannot-read`, `syntax`, `too-large`, `too-deep`, `duplicate-key` (parser); `wrong-type`, `out-of-range`,
/// `missing-key`, `unknown-key`, `unknown-value` (`ObjectReader`). Readers of one file kind may add their own.
struct JsonIssue {
    /// Where, as "$.memory.bandwidth_GBps" or "$.prices[0].amount"; keys that are not plain words stand in `["..."]`.
    std::string path;
    std::string code;
    /// What stands there: a scalar as JSON writes it, otherwise "object" or "array". Empty where nothing stands there.
    std::string found;
    /// What would be accepted: a kind ("number", "integer [1, 64]", "text") or the accepted values separated by ", ".
    std::string expected;
    /// Position of a syntax error, counted in lines and characters from 1; 0 where the path says enough.
    int line = 0;
    int column = 0;

    bool operator==(const JsonIssue&) const = default;
};

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

// What a file from outside may cost the program before it is refused, in one place. Checked before the work is done;
// tests try each at one less, at the limit and at one more. The range of a single field stands with the field, the
// layers of a net written by hand in core/zoo/layer_spec.h.

/// Bytes of a JSON text and objects inside each other: scenarios, projects, records, results of measuring.
inline constexpr JsonLimits project_json_limits{};
/// Bytes of any one text in a project, keys included.
inline constexpr std::size_t longest_text = 4096;
/// Builds of one project.
inline constexpr std::size_t most_builds = 500;
/// Builds that stand beside each other in the comparison.
inline constexpr std::size_t most_pinned = 6;
/// Prices that a pinned build keeps; a build has a handful of parts.
inline constexpr std::size_t most_pinned_prices = 100;
/// Lines of a person's list of measurements; older ones make room.
inline constexpr std::size_t most_logged_measurements = 1000;

/// A price list.
inline constexpr std::size_t most_price_file_bytes = std::size_t{8} << 20;
inline constexpr std::size_t most_price_rows = 200'000;
inline constexpr std::size_t most_price_columns = 256;
/// Of one cell, in characters.
inline constexpr std::size_t longest_price_text = 4096;
inline constexpr double highest_imported_price = 1e9;
/// Names for which similar parts are looked for; further unknown names are reported without.
inline constexpr std::size_t most_suggestions = 500;

/// A Hugging Face configuration; the list of the files that weights were split into.
inline constexpr std::size_t most_config_bytes = std::size_t{8} << 20;
inline constexpr std::size_t most_index_bytes = 100'000'000;
/// The header of a safetensors file, as its format has it.
inline constexpr std::uint64_t most_header_bytes = 100'000'000;
/// Nodes, tensors and values of an ONNX graph or an embedded network.
inline constexpr std::size_t most_graph_entries = 200'000;
/// Of one node.
inline constexpr std::size_t most_node_attributes = 1000;
inline constexpr std::size_t most_node_inputs = 10'000;
/// Of one tensor.
inline constexpr std::size_t most_tensor_axes = 64;
/// Numbers of one constant that are kept; larger ones are payload.
inline constexpr std::size_t most_kept_values = 4096;
/// Entries and kept numbers of a whole graph, so that memory stays in proportion to real models.
inline constexpr std::size_t most_entries_in_all = 2'000'000;
inline constexpr std::size_t most_values_in_all = 4'000'000;

} // namespace rigwright
