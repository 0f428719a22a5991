// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/quantities/quantity.h"
#include "core/scenario/scenario.h"

#include <array>
#include <optional>
#include <vector>

namespace rigwright {

/// Modelled memory of one kind at a micro-batch, in bytes: at that batch and at batch zero.
struct PeakModel {
    double total = 0.0;
    double at_zero = 0.0;

    /// The part that grows with the batch.
    double growth() const { return total - at_zero; }
};

/// The memory model of one plan, as measurements correct it.
struct MemoryModel {
    std::array<PeakModel, 3> kinds{};
    /// Logarithm of the range's high over low end.
    double range = 0.0;

    const PeakModel& of(PeakKind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
    /// Bytes that one unit of each cause adds to a reading of a kind; overhead appears only in the driver's figure.
    std::array<double, memory_cause_count> row(PeakKind kind) const;
};

MemoryModel memory_model(const MemoryEstimate& memory, const MemoryTerms& terms, Count micro_batch);

/// The step model of one plan, as measurements correct it, built from the parts of its estimate. GPU and host overlap:
/// a micro-batch takes (GPU^4 + host^4)^(1/4); the part `host_overhead` is the excess over the GPU's time.
struct StepModel {
    /// Forward, backward and recomputation of a step on the GPU; launching its kernels from the host.
    double passes = 0.0;
    double launches = 0.0;
    double optimizer = 0.0;
    double communication = 0.0;
    double loading = 0.0;
    double range = 0.0;

    using Factors = std::array<double, time_cause_count>;
    /// The step in seconds with the time of each cause multiplied by the exponential of a logarithm.
    Term seconds(const Factors& logarithms, Trace& trace) const;
    double seconds(const Factors& logarithms) const;
    /// Change of the step per unit of each cause: derivatives of its logarithm.
    Factors shares(const Factors& logarithms) const;
};

StepModel step_model(const TimeEstimate& time);

/// The model at the settings of one measurement.
struct MeasuredModel {
    Scenario settings;
    /// Empty if the model has no figure for these settings.
    std::optional<MemoryModel> memory;
    std::optional<StepModel> step;
    /// Memory size on the card's label, if known.
    std::optional<Bytes> capacity;
    double mfu = 0.0;
    double modelled_step = 0.0;
    double work = 0.0;
    bool same_network = true;
    /// Whether it was trained like the present plan, and on the same machine.
    bool same_training = true;
    bool same_setup = true;
};

/// Multiply-accumulates of a micro-batch in the forward pass.
double work_of(const Evaluation& evaluation);

/// One entry per measurement of the scenario, in its order.
std::vector<MeasuredModel> models_of_measurements(const Scenario& scenario, const EngineData& data);

/// Width of an 80% interval of the normal distribution in standard deviations: 2 x 1.2816.
inline constexpr double interval_in_deviations = 2.5631;

/// The straight line through measurements of one kind: an extrapolation by hand, without any model.
struct MeasuredLine {
    /// Bytes at batch zero, and per sample.
    double intercept = 0.0;
    double slope = 0.0;

    /// The largest batch whose memory is at most `available`; 0 when not even one sample fits, empty for a line that
    /// does not rise.
    std::optional<std::int64_t> largest_within(Bytes available) const;
};
/// Least squares over the measurements with a peak of the kind; empty without two different batches.
std::optional<MeasuredLine> line_through(const std::vector<Measurement>& measurements, PeakKind kind);

} // namespace rigwright
