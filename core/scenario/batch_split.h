// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"

#include <optional>

namespace rigwright {

/// How each copy of a model takes its part of a global batch: samples at a time, and steps of accumulation.
struct BatchSplit {
    std::int64_t micro_batch = 1;
    std::int64_t accumulation = 1;
};

/// The split that trains `scenario` with `batch` samples in each update: the largest micro-batch up to its own that
/// divides what each copy takes. Empty where the copies do not divide the batch.
std::optional<BatchSplit> batch_split(const Scenario& scenario, std::int64_t batch);

} // namespace rigwright
