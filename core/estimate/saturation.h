// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/sweep.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rigwright {

/// One batch of a curve and the samples that a second of it handles.
struct Throughput {
    std::int64_t micro_batch = 1;
    double samples_per_second = 0.0;
};

/// The micro-batch from which on a larger one hardly helps: the smallest whose throughput reaches a share of the best
/// on the curve. Below it a step's fixed costs (starting kernels, the optimizer, communication) dominate, above it the
/// time of a step grows in proportion.
struct Saturation {
    enum class Kind {
        /// Already at the smallest batch of the curve.
        at_start,
        inside,
        /// Nothing seen of a plateau: the throughput still rises within the last octave of the curve.
        not_reached,
    };
    Kind kind = Kind::inside;
    Throughput knee;
    Throughput best;
};

/// Empty for fewer than two points; `points` ascend in their batch and have throughputs above zero.
std::optional<Saturation> saturation(const std::vector<Throughput>& points, double share);

/// The throughput of every point of a curve that has a time.
std::vector<Throughput> throughputs(const std::vector<SweepPoint>& points);

/// The curve of a plan, as `saturation` needs it: micro-batches from one to well past those in use.
std::vector<Throughput> throughput_curve(const Scenario& scenario, const EngineData& data);

} // namespace rigwright
