// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"
#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

struct ImportOptions {
    /// Empty: decided by the file name (".onnx", ".safetensors", "*.safetensors.index.json", any other ".json" is a
    /// configuration).
    std::optional<ImportKind> kind;
    /// Extents that a graph or a configuration leaves open (a sequence length, an image size); fixed extents of a graph
    /// are kept.
    ModelInput input;
};

/// Summary of an import for the user: what was read and what was not.
struct ImportReport {
    ImportKind kind = ImportKind::onnx;
    /// `model_type` of a configuration.
    std::string model_type;
    /// Nodes of a graph.
    ImportCoverage coverage;
    /// Keys of a configuration that could change the numbers but match no hyperparameter of the family.
    std::vector<std::string> ignored;
    /// Sizes that a graph leaves open and the options do not give, as fields of a scenario ("input.image_height"). With
    /// them the file can be read; otherwise empty.
    std::vector<std::string> open_sizes;
    /// Tensors that are not parameters.
    std::vector<std::string> buffers;
    std::vector<StoredFormat> formats;
};

/// A model from a file. `model` and `input` are copied into a scenario; they contain no path.
struct ImportedModel {
    ModelChoice model;
    /// The file's input, to fill in what a scenario leaves open.
    ModelInput input;
    ImportReport report;
    /// Errors; without a model then. The field is "model.import".
    std::vector<Finding> errors;
};

/// Reads a model file: the only place that loads a scenario's model from a path. The digest covers the whole file; for
/// weights in several files, the index. Hashing a large file is slow: after a request by `stop` it returns soon, with
/// an invalid result.
ImportedModel import_model(const std::filesystem::path& file, const ImportOptions& options = {},
                           const std::stop_token& stop = {});

/// Replaces every `model.import` of a scenario and of its workloads by the file's content; relative paths start at
/// `directory`. Shape and input given in the scenario take precedence.
std::vector<Finding> resolve_imports(Scenario& scenario, const std::filesystem::path& directory);

/// An importer's issue in a model file, as the finding "import-<code>" at `field`; the message gives the file and the
/// position in it.
Finding import_finding(const JsonIssue& issue, std::string_view file, std::string field);

/// Same for an embedded network in a scenario, with positions in the scenario.
Finding embedded_finding(const JsonIssue& issue);

/// The codes of all such findings.
std::vector<std::string> import_finding_codes();

} // namespace rigwright
