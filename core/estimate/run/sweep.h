// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace rigwright {

/// One point of a curve: the estimate with one field set to `value`.
struct SweepPoint {
    std::int64_t value = 0;
    std::optional<Estimate> estimate{};
    /// Reasons why there is no estimate at this value.
    std::vector<Finding> errors{};
};

/// Estimates along one whole number of the scenario, a field or a hyperparameter by its path, in the order of `values`.
/// Stops early, with the points computed so far, when `stop` is requested.
std::vector<SweepPoint> sweep(const Scenario& scenario, const EngineData& data, std::string_view path,
                              const std::vector<std::int64_t>& values, const std::stop_token& stop = {});

/// 1, 2, 3, 4, 6, 8, 12, ... up to at least `until`: powers of two and the midpoints between them, for batch curves.
std::vector<std::int64_t> half_octaves(std::int64_t until);

/// One batch size of a curve and its samples per second.
struct Throughput {
    std::int64_t micro_batch = 1;
    double samples_per_second = 0.0;
};

/// The micro-batch beyond which a larger one hardly helps: the smallest whose throughput reaches a share of the best on
/// the curve. Below it a step's fixed costs (launching kernels, the optimizer, communication) dominate, above it the
/// time of a step grows in proportion.
struct Saturation {
    enum class Kind {
        /// Already at the smallest batch of the curve.
        at_start,
        inside,
        /// No plateau: the throughput still rises within the last octave of the curve.
        not_reached,
    };
    Kind kind = Kind::inside;
    Throughput knee;
    Throughput best;
};

/// Empty for fewer than two points; `points` ascend by batch and have throughputs above zero.
std::optional<Saturation> saturation(const std::vector<Throughput>& points, double share);

/// The throughput of every point of a curve that has a time.
std::vector<Throughput> throughputs(const std::vector<SweepPoint>& points);

/// The curve of a plan for `saturation`: micro-batches from one to well beyond those in use.
std::vector<Throughput> throughput_curve(const Scenario& scenario, const EngineData& data);

/// The micro-batch at which that curve saturates, with the throughputs that show it; empty for a curve that does not.
std::optional<Derivation> saturation_working(const Scenario& scenario, const EngineData& data);

} // namespace rigwright
