// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/measured_learning.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

double squared(double x) { return x * x; }

/// Amounts that one unit of belief stands for.
template <std::size_t Causes>
std::array<double, Causes> scaled(const std::array<double, Causes>& row, const std::array<double, Causes>& scale)
{
    std::array<double, Causes> result{};
    for (std::size_t i = 0; i < Causes; ++i) result[i] = row[i] * scale[i];
    return result;
}

/// A reading under another set-up: the row shrinks by the correlation, and what is its own becomes noise.
template <std::size_t Causes>
void carry_over(std::array<double, Causes>& row, double& noise, double correlation)
{
    double variance = 0.0;
    for (const double entry : row) variance += squared(entry);
    noise += (1.0 - squared(correlation)) * variance;
    for (double& entry : row) entry *= correlation;
}

/// Distances of readings from the model, gathered.
class Surprise {
public:
    template <std::size_t Causes>
    void add(const std::array<double, Causes>& row, double distance, double noise)
    {
        const double variance = Belief<Causes>().variance(row) + noise;
        if (!(variance > 0.0)) return;
        sum_ += squared(distance) / variance;
        count_ += 1.0;
    }
    double root_mean_square() const { return count_ > 0.0 ? std::sqrt(sum_ / count_) : 0.0; }

private:
    double sum_ = 0.0;
    double count_ = 0.0;
};

/// Readings further from the model than its range lets expect say that the range was too narrow, so that it narrows
/// less (the ratio of Birge 1932); it never becomes wider than it was.
Deviations widened(Deviations deviations, double surprise)
{
    deviations.after = std::min(deviations.before, deviations.after * std::max(1.0, surprise));
    return deviations;
}

/// Rounds of linearising the step around what is believed; the shares change little, so few are enough.
constexpr int rounds = 8;

} // namespace

double reading_deviation(PeakKind kind, double bytes, const MeasuredCoefficients& c)
{
    switch (kind) {
    case PeakKind::allocated: return c.reading_sd_allocated * bytes;
    case PeakKind::reserved: return c.reading_sd_reserved * bytes;
    case PeakKind::device: return c.reading_sd_device * bytes;
    }
    return 0.0;
}

MemoryLearned learn_memory(const std::vector<UsableReading>& readings, double range, bool context_measured,
                           const MeasuredCoefficients& c)
{
    constexpr double mib = 1048576.0;
    MemoryLearned learned;
    const double deviation = range / interval_in_deviations;
    Surprise surprise;
    learned.scale = {(context_measured ? c.overhead_reading_sd_mib : c.overhead_sd_mib) * mib, deviation, deviation};
    for (const UsableReading& reading : readings) {
        const PeakKind kind = reading.measurement.peak_kind();
        const PeakModel& model = reading.model.memory->of(kind);
        const auto peak = static_cast<double>(*reading.measurement.peak_bytes);
        auto row = scaled(reading.model.memory->row(kind), learned.scale);
        double noise = squared(reading_deviation(kind, model.total, c)) + squared(c.scatter_memory * model.growth());
        carry_over(row, noise, reading.model.same_setup ? 1.0 : c.carry_over_memory);
        learned.belief.learn(row, peak - model.total, noise);
        surprise.add(row, peak - model.total, noise);
    }
    learned.surprise = surprise.root_mean_square();
    return learned;
}

StepModel::Factors logarithms_of(const TimeLearned& learned) { return scaled(learned.belief.mean, learned.scale); }

TimeLearned learn_time(const std::vector<UsableReading>& readings, double range, const MeasuredCoefficients& c)
{
    TimeLearned learned;
    learned.scale = {range / interval_in_deviations, c.host_sd, c.communication_sd, c.loading_sd};
    for (int round = 0; round < rounds; ++round) {
        const StepModel::Factors around = logarithms_of(learned);
        Belief<time_cause_count> belief;
        Surprise surprise;
        for (const UsableReading& reading : readings) {
            const StepModel& model = *reading.model.step;
            const double correlation = reading.model.same_setup ? 1.0 : c.carry_over_time;
            StepModel::Factors point = around;
            for (double& logarithm : point) logarithm *= correlation;
            const StepModel::Factors shares = model.shares(point);
            // The step at `point`, less the straight line through it.
            double line = std::log(model.seconds(point) / model.seconds({}));
            for (std::size_t i = 0; i < time_cause_count; ++i) line -= shares[i] * point[i];
            auto row = scaled(shares, learned.scale);
            double noise = squared(c.reading_sd_step) + squared(c.scatter_time);
            carry_over(row, noise, correlation);
            const double seen = std::log(*reading.measurement.step_seconds / reading.model.modelled_step);
            belief.learn(row, seen - line, noise);
            surprise.add(row, seen - line, noise);
        }
        learned.belief = belief;
        learned.surprise = surprise.root_mean_square();
    }
    return learned;
}

double correction_of(const MemoryLearned& learned, const MemoryModel& model, PeakKind kind)
{
    const auto row = scaled(model.row(kind), learned.scale);
    double sum = 0.0;
    for (std::size_t i = 0; i < memory_cause_count; ++i) sum += row[i] * learned.belief.mean[i];
    return sum;
}

Deviations deviations(const MemoryLearned& learned, const MemoryModel& model, PeakKind kind, double scatter)
{
    const auto row = scaled(model.row(kind), learned.scale);
    const double own = squared(scatter * model.of(kind).growth());
    return widened({std::sqrt(Belief<memory_cause_count>().variance(row) + own),
                    std::sqrt(std::max(0.0, learned.belief.variance(row)) + own)},
                   learned.surprise);
}

Deviations deviations(const TimeLearned& learned, const StepModel& model, double scatter)
{
    const auto row = scaled(model.shares(logarithms_of(learned)), learned.scale);
    const double own = squared(scatter);
    return widened({std::sqrt(Belief<time_cause_count>().variance(row) + own),
                    std::sqrt(std::max(0.0, learned.belief.variance(row)) + own)},
                   learned.surprise);
}

} // namespace rigwright
