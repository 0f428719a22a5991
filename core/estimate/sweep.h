// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/scenario/fields.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace rigwright {

/// One point of a curve: the estimate with one field set to `value`.
struct SweepPoint {
    std::int64_t value = 0;
    std::optional<Estimate> estimate{};
    /// Why there is no estimate at this value.
    std::vector<Finding> errors{};
};

/// Puts one value of a curve into the scenario; returns the reasons where the scenario cannot take it.
using SetPoint = std::function<std::vector<Finding>(Scenario& scenario, std::int64_t value)>;

/// A whole number of the model's shape ("layers"). The evaluation says which models take it and which values.
SetPoint hyperparameter_setter(std::string key);

/// Estimates along one whole number, in the order of `values`. Gives up early, with the points it has, when `stop` is
/// requested.
std::vector<SweepPoint> sweep(const Scenario& scenario, const EngineData& data, const SetPoint& set,
                              const std::vector<std::int64_t>& values, const std::stop_token& stop = {});
/// The same along a field.
std::vector<SweepPoint> sweep(const Scenario& scenario, const EngineData& data, const Field& field,
                              const std::vector<std::int64_t>& values, const std::stop_token& stop = {});

/// 1, 2, 3, 4, 6, 8, 12, ... up to at least `until`: powers of two and the points half-way between, for batch curves.
std::vector<std::int64_t> half_octaves(std::int64_t until);

} // namespace rigwright
