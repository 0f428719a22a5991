// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rigwright {

class ObjectReader;

/// Numbers that are neither measured nor fitted but agreed upon: section "conventions" of hardware_db/calibration.json,
/// which says for each what it means.
struct Conventions {
    /// Share of the best throughput from which on a larger batch is said to hardly help.
    double saturation_share = 0.0;
    /// Share of its output that a power supply should be loaded with at most: the rest is for the short peaks of GPUs.
    double supply_load_share = 0.0;
};

/// Reads the section "conventions" of an opened calibration file; what is wrong becomes an issue of `calibration`.
Conventions read_conventions(ObjectReader& calibration);

} // namespace rigwright
