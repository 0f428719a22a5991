// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"
#include "core/zoo/family.h"

#include <filesystem>

namespace rigwright {

class ObjectReader;

/// A named model: a family with its hyperparameters.
struct Preset {
    std::string id;
    std::string title;
    /// Task group for pickers: classification, detection, language, ...
    std::string group;
    std::string family;
    ModelShape shape;
    ModelInput input;
    /// Paper or reference implementation of the numbers.
    std::string source;
};

/// The year of the first work in the source; empty if the source gives no year.
std::optional<int> publication_year(const Preset& preset);

/// Presets of a directory with the defects of their files.
struct LoadedPresets {
    /// Sorted by id.
    std::vector<Preset> presets;
    std::vector<JsonIssue> issues;
};

/// Reads every `*.json` of a directory ("rigwright.preset", version 1; the file name is the id). A file with issues is
/// left out, the others load. Codes in addition to those of `JsonIssue`: `id-is-not-file-name`.
LoadedPresets load_presets(const std::filesystem::path& directory);

/// The legal hyperparameters of `family` in the object; unknown or illegal ones become issues. The reader is finished.
ModelShape read_shape(const Family& family, ObjectReader& reader);

/// The input fields of a sample in the object; the caller finishes the reader.
ModelInput read_model_input(ObjectReader& reader);

} // namespace rigwright
