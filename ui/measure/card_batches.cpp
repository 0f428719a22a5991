// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/card_batches.h"

#include "core/estimate/measured_line.h"
#include "core/scenario/measurement_settings.h"
#include "ui/format/words.h"

#include <array>

namespace rigwright {

namespace {

constexpr std::array usual_sizes_gib{4, 6, 8, 12, 16, 24};

/// The latest consumer card of a size from the plan's vendor; null where there is none.
const Gpu* card_of(const Catalog& hardware, const std::string& vendor, int size_gib)
{
    const Gpu* latest = nullptr;
    for (const Gpu& gpu : hardware.gpus) {
        const bool fits =
            gpu.vendor == vendor && gpu.segment == GpuSegment::consumer && gpu.memory.capacity == Bytes::gib(size_gib);
        if (fits && (latest == nullptr || gpu.release > latest->release)) latest = &gpu;
    }
    return latest;
}

std::optional<std::int64_t> largest_on(Scenario scenario, const std::string& card, const EngineData& data,
                                       Bytes& usable)
{
    scenario.build.gpu = card;
    scenario.build.dies_used.reset();
    const EstimateResult result = estimate(scenario, data);
    if (!result.estimate || !result.estimate->memory || !result.estimate->verdict) return std::nullopt;
    usable = result.estimate->memory->usable;
    return result.estimate->memory->max_micro_batch;
}

} // namespace

std::vector<CardBatch> card_batches(const Scenario& scenario, const EngineData& data)
{
    const Gpu* own = data.hardware.gpu(scenario.build.gpu);
    if (own == nullptr) return {};
    std::vector<const Gpu*> cards{own};
    for (const int size : usual_sizes_gib) {
        const Gpu* card = card_of(data.hardware, own->vendor, size);
        if (card != nullptr && card != own) cards.push_back(card);
    }
    Scenario corrected = scenario;
    anchor_measurements(corrected);
    Scenario plain = scenario;
    plain.measurements.clear();
    const std::optional<MeasuredLine> line = line_through(scenario.measurements, PeakKind::device);
    std::vector<CardBatch> rows;
    for (const Gpu* card : cards) {
        CardBatch row;
        row.card = from_utf8(card->name);
        row.by_model = largest_on(plain, card->id, data, row.usable);
        if (!scenario.measurements.empty()) row.corrected = largest_on(corrected, card->id, data, row.usable);
        if (line && row.by_model) row.by_readings = line->largest_within(row.usable);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace rigwright
