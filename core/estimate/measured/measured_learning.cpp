// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/measured/measured_learning.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rigwright {

namespace {

double squared(double x) { return x * x; }

/// Amounts that one unit of belief represents.
template <std::size_t Causes>
std::array<double, Causes> scaled_row(const std::array<double, Causes>& row, const std::array<double, Causes>& scale)
{
    std::array<double, Causes> result{};
    for (std::size_t i = 0; i < Causes; ++i) result[i] = row[i] * scale[i];
    return result;
}

/// A reading under another setup: the row shrinks by the correlation, and the rest of its variance becomes noise.
template <std::size_t Causes>
void carry_over(std::array<double, Causes>& row, double& noise, double correlation)
{
    double variance = 0.0;
    for (const double entry : row) variance += squared(entry);
    noise += (1.0 - squared(correlation)) * variance;
    for (double& entry : row) entry *= correlation;
}

/// Accumulates the distances of readings from the model.
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

/// Rounds of linearizing the step around the current belief; the shares change little, so few are enough.
constexpr int rounds = 8;

} // namespace

StepModel::Factors logarithms_of(const TimeLearned& learned) { return scaled_row(learned.belief.mean, learned.scale); }

double reading_deviation(PeakKind kind, double bytes, const MeasuredCoefficients& c)
{
    switch (kind) {
    case PeakKind::allocated: return c.reading_sd_allocated * bytes;
    case PeakKind::reserved: return c.reading_sd_reserved * bytes;
    case PeakKind::device: return c.reading_sd_device * bytes;
    }
    return 0.0;
}

namespace {

/// One pass over the readings, starting from the prior with the deviations `learned.scale`.
void take_in(MemoryLearned& learned, const std::vector<UsableReading>& readings, const MeasuredCoefficients& c)
{
    Surprise surprise;
    learned.belief = {};
    for (const UsableReading& reading : readings) {
        const PeakKind kind = reading.measurement.peak_kind();
        const PeakModel& model = reading.model.memory->of(kind);
        const auto peak = static_cast<double>(*reading.measurement.peak_bytes);
        auto row = scaled_row(reading.model.memory->row(kind), learned.scale);
        double noise = squared(reading_deviation(kind, model.total, c)) + squared(c.scatter_memory * model.growth());
        carry_over(row, noise, reading.model.same_training ? 1.0 : c.carry_over_memory);
        learned.belief.learn(row, peak - model.total, noise);
        surprise.add(row, peak - model.total, noise);
    }
    learned.surprise = surprise.root_mean_square();
}

/// log2 of the ratio of work between a reading and the plan.
double doublings(const UsableReading& reading, double work)
{
    const double ratio = reading.model.work / work;
    return ratio > 0.0 && std::isfinite(ratio) ? std::abs(std::log2(ratio)) : 0.0;
}

double doublings_to_nearest(const std::vector<UsableReading>& readings, double work)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (const UsableReading& reading : readings) nearest = std::min(nearest, doublings(reading, work));
    return nearest;
}

void take_in(TimeLearned& learned, const std::vector<UsableReading>& readings, double work,
             const MeasuredCoefficients& c)
{
    // All readings share the error from the distance between the plan and the nearest of them: that part is not their
    // noise.
    const double nearest = doublings_to_nearest(readings, work);
    learned.belief = {};
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
            // The step at `point` minus its linear approximation there.
            double line = std::log(model.seconds(point) / model.seconds({}));
            for (std::size_t i = 0; i < time_cause_count; ++i) line -= shares[i] * point[i];
            auto row = scaled_row(shares, learned.scale);
            double noise = squared(c.reading_sd_step) + squared(c.scatter_time * (doublings(reading, work) - nearest));
            carry_over(row, noise, correlation);
            const double seen = std::log(*reading.measurement.step_seconds / reading.model.modelled_step);
            belief.learn(row, seen - line, noise);
            surprise.add(row, seen, noise);
        }
        learned.belief = belief;
        learned.surprise = surprise.root_mean_square();
    }
}

/// Readings further from the model than its range predicts show that the model was trusted too much (the ratio of Birge
/// 1932): its deviations grow by that ratio, and the readings are used again.
void learn_from(auto& learned, const auto& take_in_readings)
{
    take_in_readings();
    if (learned.surprise <= 1.0) return;
    const double surprise = learned.surprise;
    for (double& scale : learned.scale) scale *= surprise;
    take_in_readings();
    learned.surprise = surprise;
}

/// The scales before readings widened them.
auto first_scale(const auto& learned)
{
    auto scale = learned.scale;
    for (double& each : scale) each /= std::max(1.0, learned.surprise);
    return scale;
}

/// Never wider than before the readings.
Deviations narrowed(double before, double after) { return {std::sqrt(before), std::sqrt(std::min(before, after))}; }

} // namespace

MemoryLearned learn_memory(const std::vector<UsableReading>& readings, double range, bool context_measured,
                           const MeasuredCoefficients& c)
{
    constexpr double mib = 1048576.0;
    MemoryLearned learned;
    const double deviation = range / interval_in_deviations;
    learned.scale = {(context_measured ? c.overhead_reading_sd_mib : c.overhead_sd_mib) * mib, deviation, deviation};
    learn_from(learned, [&] { take_in(learned, readings, c); });
    return learned;
}

TimeLearned learn_time(const std::vector<UsableReading>& readings, double range, double work,
                       const MeasuredCoefficients& c)
{
    TimeLearned learned;
    learned.scale = {range / interval_in_deviations, c.host_sd, c.communication_sd, c.loading_sd};
    learn_from(learned, [&] { take_in(learned, readings, work, c); });
    return learned;
}

double own_deviation(const std::vector<UsableReading>& readings, double work, const MeasuredCoefficients& c)
{
    return std::hypot(c.reading_sd_step, c.scatter_time * doublings_to_nearest(readings, work));
}

Term correction_of(const MemoryLearned& learned, const MemoryModel& model, PeakKind kind, Trace& trace)
{
    const auto by_you = [&](const char* id, MemoryCause cause, Unit unit) {
        return trace.given(id, learned.amount(cause), unit, "source.measured-by-you");
    };
    const Term changes = by_you("measured.fixed_share", MemoryCause::fixed, Unit::ratio) *
                             trace.given("measured.fixed", model.of(PeakKind::allocated).at_zero, Unit::bytes) +
                         by_you("measured.growth_share", MemoryCause::per_sample, Unit::ratio) *
                             trace.given("measured.growth", model.of(kind).growth(), Unit::bytes);
    return kind == PeakKind::device ? by_you("measured.overhead", MemoryCause::overhead, Unit::bytes) + changes
                                    : changes;
}

double correction_of(const MemoryLearned& learned, const MemoryModel& model, PeakKind kind)
{
    Trace untraced(false);
    return correction_of(learned, model, kind, untraced).amount();
}

Deviations deviations(const MemoryLearned& learned, const MemoryModel& model, PeakKind kind, double scatter)
{
    const auto row = model.row(kind);
    const double own = squared(scatter * model.of(kind).growth());
    return narrowed(Belief<memory_cause_count>().variance(scaled_row(row, first_scale(learned))) + own,
                    std::max(0.0, learned.belief.variance(scaled_row(row, learned.scale))) + own);
}

Deviations deviations(const TimeLearned& learned, const StepModel& model, double own)
{
    const auto row = model.shares(logarithms_of(learned));
    return narrowed(Belief<time_cause_count>().variance(scaled_row(row, first_scale(learned))),
                    std::max(0.0, learned.belief.variance(scaled_row(row, learned.scale))) + squared(own));
}

} // namespace rigwright
