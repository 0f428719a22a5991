// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/time/step_time.h"
#include "core/quantities/words.h"

#include <array>
#include <string>
#include <vector>

namespace rigwright {

inline constexpr std::size_t bottleneck_count = 8;

/// Parts of a step by their bottleneck, largest first; their sum is the step. If the host is slower than the GPU, it
/// counts as the bottleneck of the whole micro-batch.
struct StepCause {
    Bottleneck cause = Bottleneck::matrix;
    Seconds time;
};
std::array<StepCause, bottleneck_count> step_causes(const TimeTerms& terms);

/// The minimum time for the step's FLOPs at the datasheet's dense peak, on the GPUs of one replica with equal shares of
/// the FLOPs.
Term peak_bound(const TimeTerms& terms, const Scenario& scenario, Trace& trace);

/// Parts of a step's time beyond that bound.
enum class Gap { matrix, memory_traffic, launch, recompute, host, optimizer, communication, pipeline, data_loading };
/// "memory_traffic": the last part of message codes.
template <>
inline constexpr std::array<std::string_view, 9> words<Gap>{"matrix",        "memory_traffic", "launch",
                                                            "recompute",     "host",           "optimizer",
                                                            "communication", "pipeline",       "data_loading"};
inline constexpr std::size_t gap_count = 9;

/// The bound and the time beyond it, term by term: bound + terms = step. The first three are the time beyond their own
/// share of the bound of operators limited by matrix units, memory traffic and launches; negative if products run
/// faster than the peak of the plan's format allows (Winograd convolutions, causal attention that skips half).
struct PeakGap {
    Seconds bound;
    std::array<Seconds, gap_count> terms;

    Seconds term(Gap which) const { return terms[static_cast<std::size_t>(which)]; }
};
PeakGap peak_gap(const Network& network, const Analysis& analysis, const TimeTerms& terms, const Scenario& scenario);

/// Names the largest cause and its share of the step, the bound, the step as the bound and the gap, and the step as
/// textbooks estimate it: the larger of FLOPs / peak and bytes / bandwidth. Precondition: the evaluation has a time.
void name_limits(const Evaluation& evaluation, const EngineData& data, Trace& trace);

/// The name of an operator in the first copy of its block.
std::string layer_name(const Network& network, const OperatorFacts& facts);

/// One operator of the network in the roofline plot: forward and backward of one micro-batch on one GPU, all copies.
struct RooflinePoint {
    /// Name in the first copy.
    std::string layer;
    std::int64_t copies = 1;
    double flops = 0.0;
    double bytes = 0.0;
    Seconds time;
    Bound bound = Bound::launch;

    /// FLOPs per byte moved.
    double intensity() const { return flops / bytes; }
    FlopsPerSecond rate() const { return FlopsPerSecond(flops / time.base()); }
};

/// Operators against the GPU's limits: the dense peak of the plan's format, and the achieved memory bandwidth
/// (Williams, Waterman, Patterson 2009).
struct Roofline {
    FlopsPerSecond peak;
    BytesPerSecond bandwidth;
    /// Operators that multiply, in execution order.
    std::vector<RooflinePoint> points;
    /// Moved by all operators of one micro-batch and its loss, including those that only move memory.
    Bytes moved;
    /// Their share of the GPU's time; the others only move memory.
    double share = 0.0;

    /// Where the roofs meet, FLOPs per byte.
    double ridge() const { return peak.base() / bandwidth.base(); }
};

/// No points without a time.
Roofline roofline(const Evaluation& evaluation, const TimeCoefficients& coefficients);

} // namespace rigwright
