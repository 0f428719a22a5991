// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/quantity.h"
#include "core/zoo/family.h"
#include "core/zoo/presets.h"

#include <string>
#include <string_view>

namespace rigwright {

/// `base` with every field that `changes` fills in replaced.
ModelInput with_changes(const ModelInput& base, const ModelInput& changes);
ModelShape with_changes(const ModelShape& base, const ModelShape& changes);

/// False for a hyperparameter of the family that means nothing to a network of this (legal) shape: object queries to a
/// detector without any.
bool reads_hyperparameter(const Family& family, const ModelShape& shape, std::string_view key);

/// Builds the network of a family. What the input leaves open comes from the family's standard input.
///
/// Anything that cannot be comes back as `NetworkIssue`s: `unknown-hyperparameter` and `hyperparameter-out-of-range`
/// (the layer is the key), `hyperparameter-not-read`, `input-out-of-range`, and what the family itself finds (heads
/// that do not divide the width, an image smaller than a kernel). A network with issues holds no reliable numbers.
Network build_network(const Family& family, const ModelShape& shape, const ModelInput& input,
                      const BuildOptions& options);

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
