// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/count.h"
#include "core/zoo/presets.h"

#include <string>
#include <string_view>

namespace rigwright {

/// What lists of models print beside a name: counts of the preset as published, at its own input size.
struct PresetFigures {
    Count parameters;
    /// Of one sample, forward, evaluation mode.
    Count forward_macs;
};

/// Builds the preset's network; zero where it cannot be built.
PresetFigures preset_figures(const Preset& preset);

/// Message that says in one line what such a model is: "meaning.<family>", with the architecture behind it where a
/// family has several ("meaning.detector.ssd"), or "experts" for a mixture of experts.
std::string meaning_code(std::string_view family, const ModelShape& shape);

} // namespace rigwright
