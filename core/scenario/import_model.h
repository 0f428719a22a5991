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
    /// Empty: by the file's name (".onnx", ".safetensors", "*.safetensors.index.json", any other ".json" being a
    /// configuration).
    std::optional<ImportKind> kind;
    /// Extents for what a graph or a configuration leaves open (a sequence length, an image size); a graph whose
    /// extents are fixed keeps them.
    ModelInput input;
};

/// What was read and what was not, for the person who brought the file.
struct ImportReport {
    ImportKind kind = ImportKind::onnx;
    /// `model_type` of a configuration.
    std::string model_type;
    /// Nodes of a graph.
    ImportCoverage coverage;
    /// Keys of a configuration that could change the numbers and have no place in the family.
    std::vector<std::string> ignored;
    /// Tensors that are not parameters.
    std::vector<std::string> buffers;
    std::vector<StoredFormat> formats;
};

/// A model from a file. `model` and `input` go into a scenario as they are; they hold no path.
struct ImportedModel {
    ModelChoice model;
    /// What the file says about the input, to fill what a scenario leaves open.
    ModelInput input;
    ImportReport report;
    /// Errors; there is no model then. The field is "model.import".
    std::vector<Finding> errors;
};

/// Reads a model file: the only place where a scenario's model comes from a path. The digest is that of the whole file;
/// for weights in several files, of the index. Hashing a large file takes its time: the answer is worth nothing once
/// `stop` was asked for, and comes soon then.
ImportedModel import_model(const std::filesystem::path& file, const ImportOptions& options = {},
                           const std::stop_token& stop = {});

/// Replaces every `model.import` of a scenario and of its workloads by what the file holds; relative paths start at
/// `directory`. What the scenario itself says about shape and input stays.
std::vector<Finding> resolve_imports(Scenario& scenario, const std::filesystem::path& directory);

/// What an importer found wrong in a model file, as the finding "import-<code>" at `field`; the messages name the file
/// and the place in it.
Finding import_finding(const JsonIssue& issue, std::string_view file, std::string field);

/// The same for an embedded network inside a scenario, whose places are those of the scenario.
Finding embedded_finding(const JsonIssue& issue);

/// The codes of all such findings.
std::vector<std::string> import_finding_codes();

} // namespace rigwright
