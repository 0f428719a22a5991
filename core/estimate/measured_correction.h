// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/bytes.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"

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

/// What measurements taught about memory. `scale` turns beliefs into amounts: bytes of overhead, and shares.
struct MemoryLearned {
    Belief<memory_cause_count> belief;
    std::array<double, memory_cause_count> scale{};
    /// Root mean square of the readings' distances from the model, in the deviations that were expected of them.
    double surprise = 0.0;

    double amount(MemoryCause cause) const
    {
        const auto index = static_cast<std::size_t>(cause);
        return belief.mean[index] * scale[index];
    }
};

/// What measurements taught about time; `scale` turns beliefs into logarithms of factors.
struct TimeLearned {
    Belief<time_cause_count> belief;
    std::array<double, time_cause_count> scale{};
    double surprise = 0.0;

    double logarithm(TimeCause cause) const
    {
        const auto index = static_cast<std::size_t>(cause);
        return belief.mean[index] * scale[index];
    }
};

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

} // namespace rigwright
