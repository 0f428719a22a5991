// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"
#include "core/zoo/presets.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// A model with all defaults from its preset or family filled in.
struct ResolvedModel {
    /// Null if the scenario names no known family or preset, or a file without a family.
    const Family* family = nullptr;
    const Preset* preset = nullptr;
    ModelShape shape;
    ModelInput input;
    /// Value of the hyperparameter "architecture" if the shape names one of multiple architectures; otherwise empty.
    std::string architecture;
    /// The network of an imported file; null for presets and families.
    std::shared_ptr<const ImportedNetwork> imported;

    bool found() const { return family != nullptr || imported != nullptr; }
    /// Id of the family; empty for the network of a file.
    std::string_view family_id() const { return family == nullptr ? std::string_view() : family->id; }
    /// The key for time ranges: the architecture if the shape names one of multiple ones, else the family.
    std::string_view line_id() const { return architecture.empty() ? family_id() : std::string_view(architecture); }
};

/// The preset with that id in a list sorted by id, or null.
const Preset* preset_of(const std::vector<Preset>& presets, std::string_view id);

/// The hyperparameter that a scenario may also set as `model.head`.
inline constexpr std::string_view head_key = "head";

/// Value of a hyperparameter in the scenario's shape, else in its preset (null: none); null if neither has one.
const FieldValue* given_value(const Scenario& scenario, const Preset* preset, std::string_view key);

/// The sides of images and volumes that the (legal) model can read are multiples of this.
std::int64_t side_step(const ResolvedModel& model);

/// The network of a resolved model.
Network build_network(const ResolvedModel& model, const BuildOptions& options);

ResolvedModel resolve_model(const Scenario& scenario, const std::vector<Preset>& presets);
/// Same with an empty shape: cheaper if no network is built from it.
ResolvedModel resolve_kind(const Scenario& scenario, const std::vector<Preset>& presets);

/// The training settings that decide which operators run. By default attention is fused if the model's code supports
/// it, as in PyTorch since 2.0.
BuildOptions build_options(const Training& training);

} // namespace rigwright
