// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/compare/comparison.h"

#include <span>

namespace rigwright {

/// One quantity that builds are compared by: its id, which way is good, and how it is read off an estimate.
struct ComparedQuantity {
    const char* id;
    GoodWay direction;
    std::optional<ComparedValue> (*read)(const Estimate& estimate);
};

/// In the order of the table.
std::span<const ComparedQuantity> compared_quantities();

/// How long the run takes from its start to its end; empty where the estimate does not say.
std::optional<ComparedValue> compared_wall_time(const Estimate& estimate);

} // namespace rigwright
