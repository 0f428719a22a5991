// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"

#include <cstddef>
#include <cstdint>

namespace rigwright {

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
