// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"
#include "core/network/network.h"
#include "core/quantities/words.h"
#include "core/zoo/family.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// File types of importable models.
enum class ImportKind { onnx, hf_config, safetensors };
template <>
inline constexpr std::array<std::string_view, 3> words<ImportKind>{"onnx", "hf-config", "safetensors"};

/// The share of a file's graph that became operators; the rest is listed, never guessed.
struct ImportCoverage {
    std::int64_t nodes = 0;
    std::int64_t counted = 0;
    /// "name (Operator)" of every uncounted node, up to `most_listed`. For weights only, the names of the tensors,
    /// "layers.{}.weight (12)" for those of twelve layers.
    std::vector<std::string> unknown;
    /// Entries of `unknown` that read weights or may multiply: without them neither memory nor time can be estimated.
    std::vector<std::string> missing;

    static constexpr std::size_t most_listed = 1000;
    bool complete() const { return counted == nodes; }
    bool whole() const { return missing.empty(); }
    bool operator==(const ImportCoverage&) const = default;
};

/// Tensors of one number format in a file: `tensors` with `elements` numbers in total.
struct StoredFormat {
    /// The name in the file format ("F32", "BF16", ...).
    std::string format;
    std::int64_t tensors = 0;
    std::int64_t elements = 0;

    bool operator==(const StoredFormat&) const = default;
};

/// A network imported from a file, with details of the import.
struct ImportedNetwork {
    Network network;
    /// The sample that the network was built for; it is not valid for another one.
    ModelInput input;
    ImportCoverage coverage;
    /// Storage formats of the weights in the file.
    std::vector<StoredFormat> formats;
    /// False if the file contains only weights (safetensors): there are no operators to count.
    bool has_operators = true;
};

/// A model from a file, as scenarios and projects store it: the file's name and digest, never its path. A configuration
/// becomes a family with its shape, so only its origin is stored here.
struct EmbeddedModel {
    ImportKind kind = ImportKind::onnx;
    std::string file;
    /// SHA-256 of the file, 64 hexadecimal digits.
    std::string sha256;
    /// Null for a configuration.
    std::shared_ptr<const ImportedNetwork> imported;

    /// Compares networks by content.
    bool operator==(const EmbeddedModel& other) const;
};

/// Upper bound on the elements of any tensor in a file.
inline constexpr std::int64_t most_elements = 1'000'000'000'000'000;

/// The version of `embedded` objects that this program writes and reads.
inline constexpr std::int64_t embedded_version = 1;

/// The object in scenario files under `model.embedded`.
nlohmann::ordered_json write_embedded(const EmbeddedModel& model);

struct EmbeddedReading {
    EmbeddedModel model;
    std::vector<JsonIssue> issues;
};

/// Reads such an object strictly: ids, shapes and amounts are checked so that every later computation on the network is
/// safe. Codes in addition to those of `ObjectReader`: `bad-reference` (an id or position that does not exist yet),
/// `bad-digest`, `bad-network` (parts that contradict each other).
EmbeddedReading read_embedded(const nlohmann::json& value, const std::string& path);

/// The imported network for given training options: batch norms in the given mode, no dropout outside training.
Network network_for(const ImportedNetwork& imported, const BuildOptions& options);

} // namespace rigwright
