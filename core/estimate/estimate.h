// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/measured_correction.h"
#include "core/quantities/quantity.h"
#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// What GPU memory holds; the total is the sum over this list.
enum class MemoryPart {
    weights,
    gradients,
    optimizer_state,
    master_weights,
    activations,
    temporary_buffers,
    communication_buffers,
    framework_overhead
};
inline constexpr std::size_t memory_part_count = 8;

/// What a step's time is spent on and cannot be hidden behind; the step is the sum over this list.
enum class TimePart {
    forward,
    backward,
    recompute,
    optimizer,
    exposed_communication,
    pipeline_bubble,
    exposed_data_loading,
    host_overhead
};
inline constexpr std::size_t time_part_count = 8;

enum class Phase { forward, loss, backward, optimizer };
enum class Verdict { fits, tight, does_not_fit };
enum class Bottleneck { matrix, memory_bandwidth, launch, host, communication, pipeline, optimizer, data_loading };

/// The key of a part in estimate files ("optimizer_state"), and the last part of its message code.
const char* key_of(MemoryPart part);
const char* key_of(TimePart part);
const char* key_of(Phase phase);
const char* key_of(Verdict verdict);
const char* key_of(Bottleneck bottleneck);

struct ModelEstimate {
    Count parameters;
    Count trainable_parameters;
    Count active_parameters;
    /// Evaluation mode; one multiply-accumulate is two FLOPs.
    Count forward_macs_per_sample;
    Flops forward_flops_per_sample;
    /// Forward, input gradients and weight gradients of what is trained; recomputation not included.
    Flops training_flops_per_sample;
    /// Kept for backward at this micro-batch and precision before recomputation, divided by the micro-batch; cached
    /// 16-bit weight copies are not in it.
    Bytes saved_activation_bytes_per_sample;
    std::int64_t layers_counted = 0;
    std::vector<std::string> layers_unknown;
};

/// All amounts are for the fullest GPU, `host` aside.
struct MemoryEstimate {
    std::array<Bytes, memory_part_count> parts;
    /// What the person's measurements add to the parts, below zero where they take away; empty without measurements.
    /// `total` is the sum of both.
    std::optional<Bytes> measured_correction;
    /// Full size of each state, held at the peak or not: weights, gradients, optimizer state, master weights.
    std::array<Bytes, 4> states;
    Bytes total;
    Bytes usable;
    /// Interval in which the driver's figure lies in 80 % of cases.
    Bytes low;
    Bytes high;
    /// 98 % of measured figures lie below: what must be usable for the verdict "fits".
    Bytes with_margin;
    /// The framework's own "max memory allocated"; what its caching allocator holds.
    Bytes peak_allocated;
    Bytes peak_reserved;
    Phase peak_phase = Phase::backward;
    std::string peak_layer;
    std::int64_t max_micro_batch = 0;
    /// What one machine's own memory holds.
    Bytes host;
    bool fits = true;
    Bytes shortfall;

    Bytes part(MemoryPart which) const { return parts[static_cast<std::size_t>(which)]; }
};

struct TimeEstimate {
    std::array<Seconds, time_part_count> parts;
    /// As for memory: `step` is the sum of the parts and this.
    std::optional<Seconds> measured_correction;
    Seconds step;
    Seconds low;
    Seconds high;
    std::int64_t global_batch = 0;
    /// Zero when the scenario does not say how many samples there are; epoch and total are then not known.
    std::int64_t steps_per_epoch = 0;
    double samples_per_second = 0.0;
    /// For models over tokens.
    std::optional<double> tokens_per_second;
    /// Forward and backward of all micro-batches on one GPU, as profilers show them.
    Seconds forward;
    Seconds backward;
    Seconds epoch;
    Seconds total;
    Seconds total_low;
    Seconds total_high;
    /// Model FLOPs over dense peak FLOPs; with recomputation counted as work.
    double mfu = 0.0;
    double hfu = 0.0;
    Bottleneck bottleneck = Bottleneck::matrix;

    bool knows_run() const { return steps_per_epoch > 0; }
    Seconds part(TimePart which) const { return parts[static_cast<std::size_t>(which)]; }
};

/// The answer, as a plain value. What cannot be computed is absent, with a finding that says why.
struct Estimate {
    ModelEstimate model;
    std::optional<MemoryEstimate> memory;
    std::optional<TimeEstimate> time;
    std::optional<Verdict> verdict;
    /// Where the scenario holds measurements.
    std::optional<MeasuredCorrection> measured;
    std::vector<Finding> findings;
};

} // namespace rigwright
