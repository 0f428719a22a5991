// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/quantity.h"
#include "core/zoo/family.h"
#include "core/zoo/presets.h"

#include <string>
#include <string_view>

namespace rigwright {

/// `base` with all non-empty fields of `changes` applied.
ModelInput with_changes(const ModelInput& base, const ModelInput& changes);
ModelShape with_changes(const ModelShape& base, const ModelShape& changes);

/// False for a hyperparameter of the family that has no effect on a network of this (legal) shape: object queries for a
/// detector without any.
bool reads_hyperparameter(const Family& family, const ModelShape& shape, std::string_view key);

/// The sides of images and volumes that a network of this (legal) shape can read are multiples of this.
std::int64_t side_step(const Family& family, const ModelShape& shape);

/// Builds the network of a family. Missing inputs come from the family's standard input.
///
/// Defects are returned as `NetworkIssue`s: `unknown-hyperparameter` and `hyperparameter-out-of-range` (the layer is
/// the key), `hyperparameter-not-read`, `input-out-of-range`, `image-side-is-no-multiple`, and the family's own checks
/// (heads that do not divide the width, an image smaller than a kernel). A network with issues has no reliable numbers.
Network build_network(const Family& family, const ModelShape& shape, const ModelInput& input,
                      const BuildOptions& options);

/// Figures in model lists: counts of the preset as published, at its own input size.
struct PresetFigures {
    Count parameters;
    /// One sample, forward, evaluation mode.
    Count forward_macs;
};

/// Builds the preset's network; zero if it cannot be built.
PresetFigures preset_figures(const Preset& preset);

/// Message with a one-line description of the model: "meaning.<family>", with the architecture appended if a family has
/// multiple ones ("meaning.detector.ssd"), or "experts" for a mixture of experts.
std::string meaning_code(std::string_view family, const ModelShape& shape);

} // namespace rigwright
