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

/// What of a memory estimate a measurement may move: what the process holds beside its tensors (bytes), tensors that do
/// not depend on the batch (share of them), and what grows with the batch (share of it).
enum class MemoryCause { overhead, fixed, per_sample };
/// The key of a cause in estimate files ("per_sample"), and the last part of its message code.
template <>
inline constexpr std::array<std::string_view, 3> words<MemoryCause>{"overhead", "fixed", "per_sample"};
inline constexpr std::size_t memory_cause_count = 3;

/// What of a step a measurement may move, each as the logarithm of a factor on its time: kernels on the GPU, starting
/// them from the host, communication with the pipeline's bubble, waiting for data.
enum class TimeCause { device, host, communication, loading };
template <>
inline constexpr std::array<std::string_view, 4> words<TimeCause>{"device", "host", "communication", "loading"};
inline constexpr std::size_t time_cause_count = 4;

/// A normal distribution over a few causes: what is believed of them, in units of what was believed before any
/// measurement, so that before it every mean is 0 and the covariance is the identity.
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

    /// Learns that the sum of row[i] x cause[i] was read as `reading`, with a normal error of variance `noise` > 0
    /// (conditional distribution of jointly normal variables).
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

/// What measurements taught. `scale` turns beliefs into amounts: of memory, bytes of overhead, and shares; of time,
/// logarithms of factors.
template <typename Cause, std::size_t Causes>
struct Learned {
    Belief<Causes> belief;
    std::array<double, Causes> scale{};
    /// Root mean square of the readings' distances from the model, in the deviations that were expected of them.
    double surprise = 0.0;

    double amount(Cause cause) const
    {
        const auto index = static_cast<std::size_t>(cause);
        return belief.mean[index] * scale[index];
    }
};
using MemoryLearned = Learned<MemoryCause, memory_cause_count>;
using TimeLearned = Learned<TimeCause, time_cause_count>;

/// One measurement beside what is predicted for its own settings, before and after the correction.
struct MeasuredPoint {
    /// Position in the scenario's list.
    std::size_t index = 0;
    bool corrects_memory = false;
    bool corrects_time = false;
    /// Of the measurement's kind; empty where it holds no peak or none can be predicted.
    std::optional<Bytes> predicted_peak;
    std::optional<Bytes> corrected_peak;
    std::optional<Seconds> predicted_step;
    std::optional<Seconds> corrected_step;
};

/// What the measurements of a scenario do to its estimate.
struct MeasuredCorrection {
    std::vector<MeasuredPoint> points;
    std::optional<MemoryLearned> memory;
    std::optional<TimeLearned> time;
    /// Before the correction.
    Bytes model_total;
    Seconds model_step;
    std::int64_t model_max_micro_batch = 0;
    /// The width of the range (in logarithms) after the correction over that before.
    double memory_range_share = 1.0;
    double time_range_share = 1.0;
    /// The cause that the correction of the step moves most.
    TimeCause time_cause = TimeCause::device;
    /// Seconds by which each cause changes the present step; their sum is the correction but for what causes hide of
    /// each other.
    std::array<double, time_cause_count> time_changes{};

    bool applies() const { return memory.has_value() || time.has_value(); }
};

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
/// The key of a part in estimate files ("optimizer_state"), and the last part of its message code.
template <>
inline constexpr std::array<std::string_view, 8> words<MemoryPart>{
    "weights",     "gradients",         "optimizer_state",       "master_weights",
    "activations", "temporary_buffers", "communication_buffers", "framework_overhead"};
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
    /// No reading of memory like this one was ever found, by the person neither.
    bool order_of_magnitude = false;
    /// `total` without blocks that a caching allocator keeps while there is room, and what nine of ten runs stay below:
    /// what must be usable for the verdict "fits".
    Bytes needed;
    Bytes with_margin;
    /// The framework's own "max memory allocated"; what its caching allocator holds.
    Bytes peak_allocated;
    Bytes peak_reserved;
    Phase peak_phase = Phase::backward;
    std::string peak_layer;
    /// The largest with the verdict FITS; the largest that fits by estimate alone, without the margin.
    std::int64_t max_micro_batch = 0;
    std::int64_t max_micro_batch_without_margin = 0;
    /// What one machine's own memory holds.
    Bytes host;
    /// With the margin, as the verdict FITS.
    bool fits = true;
    /// Needed memory beyond the usable memory.
    Bytes shortfall;

    Bytes part(MemoryPart which) const { return parts[static_cast<std::size_t>(which)]; }
};

/// What feeding one step takes, hidden behind the step or not.
struct LoadingEstimate {
    /// Decoding and reading the samples of one step on one machine; in the first epoch, when nothing is cached.
    Seconds needed;
    Seconds needed_first_epoch;
    /// Sending one GPU's samples over its host link, where the link's rate is known.
    std::optional<Seconds> copy;
    std::optional<Seconds> exposed_copy;
};

struct TimeEstimate {
    std::array<Seconds, time_part_count> parts;
    /// As for memory: `step` is the sum of the parts and this.
    std::optional<Seconds> measured_correction;
    Seconds step;
    Seconds low;
    Seconds high;
    /// Nothing like the plan was ever measured, by the person neither.
    bool order_of_magnitude = false;
    std::int64_t global_batch = 0;
    /// Zero when the scenario does not say how many samples there are; epoch and total are then not known.
    std::int64_t steps_per_epoch = 0;
    double samples_per_second = 0.0;
    /// Whole images that an inference over images judges in a second.
    std::optional<double> images_per_second;
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
    /// Where the data set says what is loaded.
    std::optional<LoadingEstimate> loading;
    /// Floating-point work of the run in petaFLOP/s-days, as the engine counts it and as 6 x parameters x tokens.
    std::optional<double> pf_days;
    std::optional<double> six_n_d_pf_days;
    /// Sending the data set to the machine, where a rate is given.
    std::optional<Seconds> upload;
    /// Of a training whose steps are known and that comes to an end.
    std::optional<RunEstimate> run;

    bool knows_run() const { return steps_per_epoch > 0; }
    Seconds part(TimePart which) const { return parts[static_cast<std::size_t>(which)]; }
};

/// The answer, as a plain value. What cannot be computed is absent, with a finding that says why.
struct Estimate {
    ModelEstimate model;
    std::optional<MemoryEstimate> memory;
    /// In the place of `memory` where the model is incomplete: what its counted parts and all its weights take.
    std::optional<Bytes> memory_at_least;
    std::optional<TimeEstimate> time;
    std::optional<TaktEstimate> takt;
    std::optional<EnergyEstimate> energy;
    /// Of every build; the sums that need a price, a time or a power that is not known are absent in it.
    CostTerms cost;
    std::optional<Verdict> verdict;
    /// Where the scenario holds measurements.
    std::optional<MeasuredCorrection> measured;
    std::vector<Finding> findings;
};

} // namespace rigwright
