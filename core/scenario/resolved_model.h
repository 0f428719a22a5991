// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"
#include "core/zoo/presets.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// A model with everything filled in that the scenario leaves to its preset or family.
struct ResolvedModel {
    /// Null when the scenario names no known family or preset, or a file that is none of a family.
    const Family* family = nullptr;
    const Preset* preset = nullptr;
    ModelShape shape;
    ModelInput input;
    /// Word of the hyperparameter of that name where the shape names one of several architectures; empty elsewhere.
    std::string architecture;
    /// The network of a file; null for presets and families.
    std::shared_ptr<const ImportedNetwork> imported;

    bool found() const { return family != nullptr || imported != nullptr; }
    /// Id of the family; empty for the network of a file.
    std::string_view family_id() const { return family == nullptr ? std::string_view() : family->id; }
    /// What ranges of time go by: the architecture where the shape names one of several, else the family.
    std::string_view line_id() const { return architecture.empty() ? family_id() : std::string_view(architecture); }
};

/// The preset of that id in a list sorted by id, or null.
const Preset* preset_of(const std::vector<Preset>& presets, std::string_view id);

/// The hyperparameter that a scenario may also set as `model.head`.
inline constexpr std::string_view head_key = "head";

/// What the scenario's shape, else its preset (null: none), gives for a hyperparameter; null where neither does.
const FieldValue* given_value(const Scenario& scenario, const Preset* preset, std::string_view key);

/// The network of a model that was found.
Network build_network(const ResolvedModel& model, const BuildOptions& options);

ResolvedModel resolve_model(const Scenario& scenario, const std::vector<Preset>& presets);
/// The same with an empty shape: cheaper, where no network is built from it.
ResolvedModel resolve_kind(const Scenario& scenario, const std::vector<Preset>& presets);

/// What of the training set-up decides which operators run. Attention that is left to the framework is fused where the
/// model's code allows it, as PyTorch has done since 2.0.
BuildOptions build_options(const Training& training);

} // namespace rigwright
