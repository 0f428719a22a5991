// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/run/run_cost.h"
#include "core/estimate/run/run_estimate.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"
#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// Parts of a memory estimate that a measurement may correct: memory of the process beside its tensors (bytes), tensors
/// that do not depend on the batch (share of them), and memory that grows with the batch (share of it).
enum class MemoryCause { overhead, fixed, per_sample };
/// The key of a cause in estimate files ("per_sample"), and the last part of its message code.
template <>
inline constexpr std::array<std::string_view, 3> words<MemoryCause>{"overhead", "fixed", "per_sample"};
inline constexpr std::size_t memory_cause_count = 3;

/// Parts of a step that a measurement may correct, each as the logarithm of a factor on its time: kernels on the GPU,
/// launching them from the host, communication with the pipeline bubble, waiting for data.
enum class TimeCause { device, host, communication, loading };
template <>
inline constexpr std::array<std::string_view, 4> words<TimeCause>{"device", "host", "communication", "loading"};
inline constexpr std::size_t time_cause_count = 4;

/// A normal distribution over a few causes, in units of the prior: before any measurement every mean is 0 and the
/// covariance is the identity.
template <std::size_t Causes>
struct Belief {
    using Row = std::array<double, Causes>;

    Row mean{};
    std::array<Row, Causes> covariance{};

    Belief()
    {
        for (std::size_t i = 0; i < Causes; ++i) covariance[i][i] = 1.0;
    }

    /// Variance of the sum of row[i] x cause[i].
    double variance(const Row& row) const
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < Causes; ++i)
            for (std::size_t j = 0; j < Causes; ++j) sum += row[i] * covariance[i][j] * row[j];
        return sum;
    }

    /// Updates the belief with a `reading` of the sum of row[i] x cause[i], which has a normal error of variance
    /// `noise` > 0 (conditional distribution of jointly normal variables).
    void learn(const Row& row, double reading, double noise)
    {
        Row weighted{};
        double expected = 0.0;
        for (std::size_t i = 0; i < Causes; ++i) {
            expected += row[i] * mean[i];
            for (std::size_t j = 0; j < Causes; ++j) weighted[i] += covariance[i][j] * row[j];
        }
        const double surprise = reading - expected;
        const double total = variance(row) + noise;
        if (!(total > 0.0)) return;
        for (std::size_t i = 0; i < Causes; ++i) mean[i] += weighted[i] / total * surprise;
        for (std::size_t i = 0; i < Causes; ++i)
            for (std::size_t j = 0; j < Causes; ++j) covariance[i][j] -= weighted[i] * weighted[j] / total;
    }
};

/// The posterior after all measurements. `scale` converts beliefs to amounts: of memory, bytes of overhead, and shares;
/// of time, logarithms of factors.
template <typename Cause, std::size_t Causes>
struct Learned {
    Belief<Causes> belief;
    std::array<double, Causes> scale{};
    /// Root mean square of the measurements' distances from the model, in expected deviations.
    double surprise = 0.0;

    double amount(Cause cause) const
    {
        const auto index = static_cast<std::size_t>(cause);
        return belief.mean[index] * scale[index];
    }
};
using MemoryLearned = Learned<MemoryCause, memory_cause_count>;
using TimeLearned = Learned<TimeCause, time_cause_count>;

/// One measurement and the prediction for its own settings, before and after the correction.
struct MeasuredPoint {
    /// Position in the scenario's list.
    std::size_t index = 0;
    bool corrects_memory = false;
    bool corrects_time = false;
    /// Predicted for the measurement's kind; empty if it has no peak or none can be predicted.
    std::optional<Bytes> predicted_peak;
    std::optional<Bytes> corrected_peak;
    std::optional<Seconds> predicted_step;
    std::optional<Seconds> corrected_step;
};

/// Effect of a scenario's measurements on its estimate.
struct MeasuredCorrection {
    std::vector<MeasuredPoint> points;
    std::optional<MemoryLearned> memory;
    std::optional<TimeLearned> time;
    /// Before the correction.
    Bytes model_total;
    Seconds model_step;
    std::int64_t model_max_micro_batch = 0;
    /// Width of the range (in logarithms) after the correction over that before.
    double memory_range_share = 1.0;
    double time_range_share = 1.0;
    /// The cause that the correction of the step moves most.
    TimeCause time_cause = TimeCause::device;
    /// Seconds by which each cause changes the present step; they add up to the correction except where causes hide
    /// each other.
    std::array<double, time_cause_count> time_changes{};

    bool applies() const { return memory.has_value() || time.has_value(); }
};

/// Parts of GPU memory; the total is the sum over this list.
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
/// The key of a part in estimate files ("optimizer_state"), and the last part of its message code.
template <>
inline constexpr std::array<std::string_view, 8> words<MemoryPart>{
    "weights",     "gradients",         "optimizer_state",       "master_weights",
    "activations", "temporary_buffers", "communication_buffers", "framework_overhead"};
inline constexpr std::size_t memory_part_count = 8;

/// Exposed parts of a step's time; the step is the sum over this list.
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
template <>
inline constexpr std::array<std::string_view, 8> words<TimePart>{"forward",
                                                                 "backward",
                                                                 "recompute",
                                                                 "optimizer",
                                                                 "exposed_communication",
                                                                 "pipeline_bubble",
                                                                 "exposed_data_loading",
                                                                 "host_overhead"};
inline constexpr std::size_t time_part_count = 8;

enum class Phase { forward, loss, backward, optimizer };
template <>
inline constexpr std::array<std::string_view, 4> words<Phase>{"forward", "loss", "backward", "optimizer"};
/// `incomplete`: a part of an imported model that carries weights or products was not counted.
enum class Verdict { fits, tight, does_not_fit, incomplete };
template <>
inline constexpr std::array<std::string_view, 4> words<Verdict>{"fits", "tight", "does-not-fit", "incomplete"};
enum class Bottleneck { matrix, memory_bandwidth, launch, host, communication, pipeline, optimizer, data_loading };
template <>
inline constexpr std::array<std::string_view, 8> words<Bottleneck>{
    "matrix", "memory-bandwidth", "launch", "host", "communication", "pipeline", "optimizer", "data-loading"};

struct ModelEstimate {
    Count parameters;
    Count trainable_parameters;
    Count active_parameters;
    /// Evaluation mode; one multiply-accumulate is two FLOPs.
    Count forward_macs_per_sample;
    Flops forward_flops_per_sample;
    /// Forward, input gradients and weight gradients of trained parameters; without recomputation.
    Flops training_flops_per_sample;
    /// Saved for backward at this micro-batch and precision before recomputation, divided by the micro-batch; without
    /// cached 16-bit weight copies.
    Bytes saved_activation_bytes_per_sample;
    std::int64_t layers_counted = 0;
    std::vector<std::string> layers_unknown;
};

/// All amounts except `host` are for the GPU with the highest peak.
struct MemoryEstimate {
    std::array<Bytes, memory_part_count> parts;
    /// Amount that the user's measurements add to the parts, negative if they subtract; empty without measurements.
    /// `total` is the sum of both.
    std::optional<Bytes> measured_correction;
    /// Full size of each state, whether or not it exists at the peak: weights, gradients, optimizer state, master
    /// weights.
    std::array<Bytes, 4> states;
    Bytes total;
    Bytes usable;
    /// Interval that contains the driver's figure in 80% of cases.
    Bytes low;
    Bytes high;
    /// Neither the fitted sources nor the user measured memory like this.
    bool order_of_magnitude = false;
    /// `total` without blocks that a caching allocator keeps while there is room, and the bound that nine of ten runs
    /// stay below: memory that must be usable for the verdict "fits".
    Bytes needed;
    Bytes with_margin;
    /// The framework's own "max memory allocated"; the memory its caching allocator reserves.
    Bytes peak_allocated;
    Bytes peak_reserved;
    Phase peak_phase = Phase::backward;
    std::string peak_layer;
    /// The largest with the verdict FITS; the largest that fits by estimate, without the margin.
    std::int64_t max_micro_batch = 0;
    std::int64_t max_micro_batch_without_margin = 0;
    /// System memory used on one machine.
    Bytes host;
    /// With the margin, like the verdict FITS.
    bool fits = true;
    /// Needed memory beyond the usable memory.
    Bytes shortfall;

    Bytes part(MemoryPart which) const { return parts[static_cast<std::size_t>(which)]; }
};

/// Time to load the data of one step, whether or not the step hides it.
struct LoadingEstimate {
    /// Decoding and reading the samples of one step on one machine; in the first epoch, when nothing is cached.
    Seconds needed;
    Seconds needed_first_epoch;
    /// Copying one GPU's samples over its host link; empty if the rate of the link is unknown.
    std::optional<Seconds> copy;
    std::optional<Seconds> exposed_copy;
};

struct TimeEstimate {
    std::array<Seconds, time_part_count> parts;
    /// As for memory: `step` is the sum of the parts and this correction.
    std::optional<Seconds> measured_correction;
    Seconds step;
    Seconds low;
    Seconds high;
    /// Neither the fitted sources nor the user measured anything like the plan.
    bool order_of_magnitude = false;
    std::int64_t global_batch = 0;
    /// Zero when the number of samples is unknown; epoch and total are then unknown too.
    std::int64_t steps_per_epoch = 0;
    double samples_per_second = 0.0;
    /// Whole images per second of an inference over images.
    std::optional<double> images_per_second;
    /// For models over tokens.
    std::optional<double> tokens_per_second;
    /// Forward and backward of all micro-batches on one GPU, as in profilers.
    Seconds forward;
    Seconds backward;
    Seconds epoch;
    Seconds total;
    Seconds total_low;
    Seconds total_high;
    /// Model FLOPs over dense peak FLOPs; the second includes recomputation.
    double mfu = 0.0;
    double hfu = 0.0;
    Bottleneck bottleneck = Bottleneck::matrix;
    /// Set if the dataset describes the samples to load.
    std::optional<LoadingEstimate> loading;
    /// FLOPs of the run in petaFLOP/s-days, as counted by the engine and as 6 x parameters x tokens.
    std::optional<double> pf_days;
    std::optional<double> six_n_d_pf_days;
    /// Uploading the dataset to the machine; set if a rate is given.
    std::optional<Seconds> upload;
    /// Set for a training run with a known number of steps that comes to an end.
    std::optional<RunEstimate> run;

    bool knows_run() const { return steps_per_epoch > 0; }
    Seconds part(TimePart which) const { return parts[static_cast<std::size_t>(which)]; }
};

/// The estimate as a plain value. A value that cannot be computed is absent, with a finding that gives the reason.
struct Estimate {
    ModelEstimate model;
    std::optional<MemoryEstimate> memory;
    /// Replaces `memory` if the model is incomplete: memory of its counted parts and all its weights.
    std::optional<Bytes> memory_at_least;
    std::optional<TimeEstimate> time;
    std::optional<TaktEstimate> takt;
    std::optional<EnergyEstimate> energy;
    /// Set for every build; sums that need an unknown price, time or power are absent.
    CostTerms cost;
    std::optional<Verdict> verdict;
    /// Set if the scenario has measurements.
    std::optional<MeasuredCorrection> measured;
    std::vector<Finding> findings;
};

} // namespace rigwright
