// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"
#include "core/zoo/family.h"

#include <filesystem>

namespace rigwright {

class ObjectReader;

/// A named model: a family with its hyperparameters filled in.
struct Preset {
    std::string id;
    std::string title;
    /// Task group for pickers: classification, detection, language, ...
    std::string group;
    std::string family;
    ModelShape shape;
    ModelInput input;
    /// Paper or reference implementation the numbers come from.
    std::string source;
};

/// Why a preset file was not taken, or what in it is wrong.
struct PresetIssue {
    std::string file;
    JsonIssue issue;
};

struct LoadedPresets {
    /// Sorted by id.
    std::vector<Preset> presets;
    std::vector<PresetIssue> issues;
};

/// Reads every `*.json` of a directory ("rigwright.preset", version 1; the file is called after the id). A file with
/// issues is left out, the others load. Codes beyond those of `JsonIssue`: `id-is-not-file-name`.
LoadedPresets load_presets(const std::filesystem::path& directory);

/// The hyperparameters of `family` that stand in the object, as it allows them; what it does not know or allow becomes
/// an issue. The reader is finished.
ModelShape read_shape(const Family& family, ObjectReader& reader);

/// The fields of a sample's input that stand in the object; the caller finishes the reader.
ModelInput read_model_input(ObjectReader& reader);

} // namespace rigwright
