// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/hardware/host_link.h"

#include <optional>
#include <span>

namespace rigwright {

/// The parts of a build as its checks see them. Pointers are null for parts that are not named.
struct CheckedBuild {
    const Evaluation& evaluation;
    const EngineData& data;
    const Scenario& scenario;
    const BuildChoice& choice;
    const Gpu* gpu = nullptr;
    const Cpu* cpu = nullptr;
    const Chassis* chassis = nullptr;
    const PowerSupply* supply = nullptr;
    const Circuit* circuit = nullptr;
    std::optional<Watts> load;

    std::int64_t gpus() const { return gpu != nullptr ? choice.gpus_per_node : 0; }
    bool holds_cards() const { return gpu != nullptr && is_card(*gpu); }
};

using BuildCheck = std::optional<Finding> (*)(const CheckedBuild&);

inline Value count_of(std::int64_t count) { return value_of(Count(count)); }

/// What the record of a chassis states, against the parts that are to go into it; one line a check.
std::span<const BuildCheck> chassis_checks();

} // namespace rigwright
