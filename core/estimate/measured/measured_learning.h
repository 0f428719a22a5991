// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/measured/measured_model.h"

namespace rigwright {

// How measurements and the model are weighed against each other.
//
// The model's errors are taken as normal with mean zero: their standard deviations follow from the 80 % range of the
// estimate (width / 2.563) and, for what that range does not tell apart, from section "measured" of the calibration.
// A reading is the model's value plus what the causes add plus an error of its own, whose standard deviation is that
// section's too, that of a step the larger the further its micro-batch is from the plan's. The correction is the mean
// of the causes given the readings (Gauss-Markov), so that it lies between the model (no or noisy readings) and the
// line through the readings (exact ones), and its covariance narrows the range. Readings of another way to train (of
// time: or another machine) carry over with a correlation below one; readings that lie further from the model than its
// range lets expect widen its deviations first.

/// A reading that may teach: its position in the scenario's list and the model at its settings.
struct UsableReading {
    const Measurement& measurement;
    const MeasuredModel& model;
};

MemoryLearned learn_memory(const std::vector<UsableReading>& readings, double range, bool context_measured,
                           const MeasuredCoefficients& coefficients);
/// `work`: of the plan, see `work_of`.
TimeLearned learn_time(const std::vector<UsableReading>& readings, double range, double work,
                       const MeasuredCoefficients& coefficients);

/// Standard deviation of the logarithm of the plan's step that no reading removes: that of another run, and what each
/// doubling of the work between the nearest reading and the plan adds.
double own_deviation(const std::vector<UsableReading>& readings, double work, const MeasuredCoefficients& coefficients);

/// Bytes that the correction adds to a kind of memory.
Term correction_of(const MemoryLearned& learned, const MemoryModel& model, PeakKind kind, Trace& trace);
double correction_of(const MemoryLearned& learned, const MemoryModel& model, PeakKind kind);
/// Standard deviation that a peak of this plan had before the measurements, and has now, in bytes; `scatter` is what
/// remains of what grows with the batch.
struct Deviations {
    double before = 0.0;
    double after = 0.0;

    double share() const { return before > 0.0 ? after / before : 1.0; }
};
Deviations deviations(const MemoryLearned& learned, const MemoryModel& model, PeakKind kind, double scatter);
/// The same for the logarithm of a step; `own` is what no reading removes.
Deviations deviations(const TimeLearned& learned, const StepModel& model, double own);

/// Standard deviation of a reading of a peak, in bytes.
double reading_deviation(PeakKind kind, double bytes, const MeasuredCoefficients& coefficients);

/// Logarithms of the factors that were learned.
StepModel::Factors logarithms_of(const TimeLearned& learned);

} // namespace rigwright
