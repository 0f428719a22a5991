// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/curve_request.h"

#include <algorithm>

namespace rigwright {

namespace {

const Field& micro_batch_field() { return *field_of("training.micro_batch"); }

Scenario without_micro_batch(Scenario scenario)
{
    scenario.training.micro_batch = 1;
    return scenario;
}

/// A power of two, so that the axis keeps its end over many small changes.
std::int64_t end_of_curve(std::int64_t micro_batch, std::int64_t max_micro_batch, std::int64_t legal_maximum)
{
    // Three times the largest batch that fits shows the way beyond the limit without squeezing what fits to the left
    // edge.
    const std::int64_t wanted = std::max({std::int64_t{32}, micro_batch, std::min(legal_maximum, 3 * max_micro_batch)});
    std::int64_t end = 1;
    while (end < wanted) end *= 2;
    return std::min(end, legal_maximum);
}

} // namespace

CurveRequest curve_request(const Scenario& scenario, std::optional<std::int64_t> max_micro_batch)
{
    const auto legal_maximum = static_cast<std::int64_t>(micro_batch_field().maximum);
    const std::int64_t limit = std::min(max_micro_batch.value_or(0), legal_maximum / 3);
    const std::int64_t end = end_of_curve(scenario.training.micro_batch, limit, legal_maximum);
    std::vector<std::int64_t> values = half_octaves(end);
    if (limit > 0) values.insert(values.end(), {limit, limit + 1});
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::erase_if(values, [=](std::int64_t value) { return value < 1 || value > end; });
    return {without_micro_batch(scenario), std::move(values)};
}

bool covers(const CurveRequest& request, const Scenario& scenario)
{
    return !request.micro_batches.empty() && scenario.training.micro_batch <= request.micro_batches.back() &&
           request.scenario == without_micro_batch(scenario);
}

std::shared_ptr<const Curves> compute_curves(const CurveRequest& request, const EngineData& data,
                                             const std::stop_token& stop)
{
    auto curves = std::make_shared<Curves>();
    curves->scenario = request.scenario;
    curves->batch = sweep(request.scenario, data, micro_batch_field(), request.micro_batches, stop);
    if (stop.stop_requested()) return nullptr;
    curves->saturation = saturation(throughput_curve(request.scenario, data), data.conventions.saturation_share);
    return curves;
}

} // namespace rigwright
