// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/comparison.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// Whether a build is compared with the baseline, or why not.
enum class RatioStanding {
    compared,
    /// Its task is another.
    own_task,
    /// Its GPUs do not divide the baseline's global batch.
    undivided_batch,
    /// It cannot be computed.
    no_answer
};

/// One quantity of the builds as ratios to the baseline's.
struct RatioRow {
    std::string quantity;
    PreferredDirection direction = PreferredDirection::none;
    /// One a build; empty where it is not compared or does not have the quantity.
    std::vector<std::optional<ComparedValue>> values{};
    /// Empty for the baseline, too, and where one of the two does not fit and the quantity depends on its time.
    std::vector<std::optional<Ratio>> ratios{};
};

/// A kind of part without a price in some builds.
struct UnpricedKind {
    PartKind kind = PartKind::gpu;
    std::vector<std::size_t> builds;
};

/// Builds as ratios to one of them: at its global batch, and without the parts that lack a price in any of them.
struct RatioTable {
    std::size_t baseline = 0;
    std::vector<RatioStanding> standing;
    std::vector<RatioRow> rows;
    /// The baseline's, where the own one of a compared build differs.
    std::optional<std::int64_t> global_batch;
    /// The kinds of parts that no build's costs include.
    std::vector<UnpricedKind> unpriced;
};

/// Pure. Precondition: at least one build, and `baseline` among them.
RatioTable ratio_table(const std::vector<const Evaluation*>& builds, std::size_t baseline, const EngineData& data);

} // namespace rigwright
