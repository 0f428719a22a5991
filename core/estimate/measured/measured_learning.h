// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/measured/measured_model.h"

namespace rigwright {

// Weighs measurements and the model against each other.
//
// The model's errors are normal with mean zero: their standard deviations follow from the 80% range of the estimate
// (width / 2.563) and, where that range does not distinguish causes, from section "measured" of the calibration. A
// reading is the model's value plus the sum of the causes plus an error of its own, whose standard deviation is from
// that section too; for a step it grows with the distance between its micro-batch and the plan's. The correction is the
// mean of the causes given the readings (Gauss-Markov), so it lies between the model (no or noisy readings) and the
// line through the readings (exact ones), and its covariance narrows the range. Readings of a different training setup
// (for time also: on another machine) carry over with a correlation below one; readings further from the model than its
// range predicts first widen its deviations.

/// A usable reading: its position in the scenario's list and the model at its settings.
struct UsableReading {
    const Measurement& measurement;
    const MeasuredModel& model;
};

MemoryLearned learn_memory(const std::vector<UsableReading>& readings, double range, bool context_measured,
                           const MeasuredCoefficients& coefficients);
/// `work` of the plan: see `work_of`.
TimeLearned learn_time(const std::vector<UsableReading>& readings, double range, double work,
                       const MeasuredCoefficients& coefficients);

/// Standard deviation of the logarithm of the plan's step that no reading removes: the variation of another run, plus a
/// term for each doubling of the work between the nearest reading and the plan.
double own_deviation(const std::vector<UsableReading>& readings, double work, const MeasuredCoefficients& coefficients);

/// Bytes that the correction adds to a kind of memory.
Term correction_of(const MemoryLearned& learned, const MemoryModel& model, PeakKind kind, Trace& trace);
double correction_of(const MemoryLearned& learned, const MemoryModel& model, PeakKind kind);
/// Standard deviation of a peak of this plan before the measurements and now, in bytes; `scatter` is the remaining part
/// of memory that grows with the batch.
struct Deviations {
    double before = 0.0;
    double after = 0.0;

    double share() const { return before > 0.0 ? after / before : 1.0; }
};
Deviations deviations(const MemoryLearned& learned, const MemoryModel& model, PeakKind kind, double scatter);
/// Deviations of the logarithm of a step; `own` is the part that no reading removes.
Deviations deviations(const TimeLearned& learned, const StepModel& model, double own);

/// Standard deviation of a reading of a peak, in bytes.
double reading_deviation(PeakKind kind, double bytes, const MeasuredCoefficients& coefficients);

/// Logarithms of the learned factors.
StepModel::Factors logarithms_of(const TimeLearned& learned);

} // namespace rigwright
