// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/measured_line.h"

#include "core/estimate/memory_terms.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

std::optional<std::int64_t> MeasuredLine::largest_within(Bytes available) const
{
    if (!(slope > 0.0)) return std::nullopt;
    const double batch = std::floor((available.as_double() - intercept) / slope);
    if (!(batch >= 1.0)) return 0;
    return static_cast<std::int64_t>(std::min(batch, static_cast<double>(largest_sensible_micro_batch)));
}

std::optional<MeasuredLine> line_through(const std::vector<Measurement>& measurements, PeakKind kind)
{
    double count = 0.0;
    double batches = 0.0;
    double peaks = 0.0;
    const auto belongs = [kind](const Measurement& m) { return m.peak_bytes && m.peak_kind() == kind; };
    for (const Measurement& measurement : measurements) {
        if (!belongs(measurement)) continue;
        count += 1.0;
        batches += static_cast<double>(measurement.micro_batch);
        peaks += static_cast<double>(*measurement.peak_bytes);
    }
    if (count < 2.0) return std::nullopt;
    double spread = 0.0;
    double product = 0.0;
    for (const Measurement& measurement : measurements) {
        if (!belongs(measurement)) continue;
        const double batch = static_cast<double>(measurement.micro_batch) - batches / count;
        spread += batch * batch;
        product += batch * (static_cast<double>(*measurement.peak_bytes) - peaks / count);
    }
    if (!(spread > 0.0)) return std::nullopt;
    const double slope = product / spread;
    return MeasuredLine{peaks / count - slope * batches / count, slope};
}

} // namespace rigwright
