// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <string>
#include <vector>

namespace rigwright {

/// One operator of the network in the roofline picture: forward and backward of one micro-batch on one GPU, all copies.
struct RooflinePoint {
    /// Of its first copy.
    std::string layer;
    std::int64_t copies = 1;
    double flops = 0.0;
    double bytes = 0.0;
    Seconds time;
    Bound bound = Bound::launch;

    /// FLOPs for each byte moved.
    double intensity() const { return flops / bytes; }
    FlopsPerSecond rate() const { return FlopsPerSecond(flops / time.base()); }
};

/// Operators against what the GPU could do: the dense peak of the plan's format, and the memory bandwidth that is
/// reached (Williams, Waterman, Patterson 2009).
struct Roofline {
    FlopsPerSecond peak;
    BytesPerSecond bandwidth;
    /// Those that multiply, in the order in which they run.
    std::vector<RooflinePoint> points;
    /// Moved by all operators of one micro-batch and its loss, those that only move memory included.
    Bytes moved;
    /// Share of the GPU's time that they take; the others only move memory.
    double share = 0.0;

    /// Where the roofs meet, FLOPs for each byte.
    double ridge() const { return peak.base() / bandwidth.base(); }
};

/// Empty of points without a time.
Roofline roofline(const Evaluation& evaluation, const TimeCoefficients& coefficients);

} // namespace rigwright
