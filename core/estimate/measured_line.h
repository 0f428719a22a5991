// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/bytes.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <vector>

namespace rigwright {

/// The straight line through readings of one kind: what a person reads off two runs without any model.
struct MeasuredLine {
    /// Bytes at batch zero, and for each sample.
    double intercept = 0.0;
    double slope = 0.0;

    /// The largest batch whose memory is at most `available`; 0 when not even one fits, empty for a line that does not
    /// rise.
    std::optional<std::int64_t> largest_within(Bytes available) const;
};
/// Least squares over the measurements that hold a peak of the kind; empty without two different batches.
std::optional<MeasuredLine> line_through(const std::vector<Measurement>& measurements, PeakKind kind);

} // namespace rigwright
