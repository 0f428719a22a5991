// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/sweep.h"

#include "core/estimate/field_access.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/task.h"

#include <algorithm>
#include <utility>

namespace rigwright {

std::vector<SweepPoint> sweep(const Scenario& scenario, const EngineData& data, std::string_view path,
                              const std::vector<std::int64_t>& values, const std::stop_token& stop)
{
    std::vector<SweepPoint> points;
    points.reserve(values.size());
    Scenario changed = scenario;
    anchor_measurements(changed);
    Evaluation before;
    // A sweep over the accumulation changes the batch itself.
    const bool holds_batch = path != "training.gradient_accumulation";
    for (const std::int64_t value : values) {
        if (stop.stop_requested()) break;
        SweepPoint point{.value = value};
        if (!set_field(changed, data, path, value)) {
            point.errors = why_refused(changed, data, path, value);
        } else {
            Evaluation now = evaluate(holds_batch ? holding_batch(changed) : changed, data, before);
            point.estimate = now.estimate;
            point.errors = std::move(now.errors);
            if (now.estimate) before = std::move(now);
        }
        points.push_back(std::move(point));
    }
    return points;
}

std::vector<std::int64_t> half_octaves(std::int64_t until)
{
    constexpr std::int64_t largest_power = std::int64_t{1} << 60;
    std::vector<std::int64_t> values{1};
    for (std::int64_t power = 2; values.back() < until && power <= largest_power; power *= 2) {
        values.push_back(power);
        if (values.back() < until) values.push_back(power + power / 2);
    }
    return values;
}

namespace {

// Beyond this batch throughputs have levelled off for every model of the catalog.
constexpr std::int64_t end_of_curve = 4096;

} // namespace

std::optional<Saturation> saturation(const std::vector<Throughput>& points, double share)
{
    if (points.size() < 2) return std::nullopt;
    const auto best = std::ranges::max_element(points, {}, &Throughput::samples_per_second);
    const auto knee = std::ranges::find_if(
        points, [&](const Throughput& point) { return point.samples_per_second >= share * best->samples_per_second; });
    Saturation found{Saturation::Kind::inside, *knee, *best};
    // Without an octave of curve beyond it, a plateau is not confirmed.
    if (2 * knee->micro_batch > points.back().micro_batch)
        found.kind = Saturation::Kind::not_reached;
    else if (knee == points.begin())
        found.kind = Saturation::Kind::at_start;
    return found;
}

std::vector<Throughput> throughputs(const std::vector<SweepPoint>& points)
{
    std::vector<Throughput> found;
    for (const SweepPoint& point : points) {
        if (point.estimate && point.estimate->time && point.estimate->time->samples_per_second > 0.0)
            found.push_back({point.value, point.estimate->time->samples_per_second});
    }
    return found;
}

std::vector<Throughput> throughput_curve(const Scenario& scenario, const EngineData& data)
{
    return throughputs(sweep(scenario, data, "training.micro_batch", half_octaves(end_of_curve)));
}

std::optional<Derivation> saturation_working(const Scenario& scenario, const EngineData& data)
{
    const double share = data.conventions.saturation_share;
    const auto found = saturation(throughput_curve(scenario, data), share);
    if (!found) return std::nullopt;
    const auto rate = [](const char* symbol, const char* quantity, const Throughput& at) {
        Derivation node = leaf(symbol, quantity, {at.samples_per_second, Unit::samples_per_second});
        node.arguments = {{"batch", value_of(Count(at.micro_batch))}};
        return node;
    };
    Derivation node = leaf({}, "time.saturation_micro_batch", whole_value(found->knee.micro_batch));
    node.formula = "formula.saturation";
    node.inputs = {coefficient("share", "saturation_share", {share, Unit::share}),
                   rate("best", "best_throughput", found->best), rate("knee", "knee_throughput", found->knee)};
    return node;
}

} // namespace rigwright
