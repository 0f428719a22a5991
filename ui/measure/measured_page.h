// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace rigwright {

/// The largest micro-batch of a plan on another card: estimated, calibrated by the measurements, and by a linear fit of
/// driver measurements only.
struct CardBatch {
    QString card;
    Bytes usable;
    std::optional<std::int64_t> by_model;
    std::optional<std::int64_t> corrected;
    std::optional<std::int64_t> by_readings;
};

/// The plan's own card, then one card of each usual size from 4 to 24 GB.
std::vector<CardBatch> card_batches(const Scenario& scenario, const EngineData& data);

} // namespace rigwright
