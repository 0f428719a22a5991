// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"
#include "core/zoo/family.h"

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// A Hugging Face `config.json` as a family of the zoo with its shape.
struct HfConfigReading {
    std::string model_type;
    std::string family;
    ModelShape shape;
    ModelInput input;
    /// Paths of keys that could change the numbers but match no hyperparameter; the shape ignores them.
    std::vector<std::string> ignored;
    /// The reasons why there is no model. Codes in addition to those of the JSON reader: `unknown-model-type`,
    /// `unsupported-variant` (the configuration requires a feature that the family does not have).
    std::vector<JsonIssue> issues;
};

/// Reads the text of a configuration. The meaning and the defaults of keys are those of the `transformers` library's
/// configuration classes; a key that decides a size has no default here.
HfConfigReading import_hf_config(std::string_view text);

/// The supported values of `model_type`, sorted.
std::vector<std::string> known_model_types();

} // namespace rigwright
