// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/sweep.h"

#include "core/scenario/json_findings.h"
#include "core/scenario/measurement_settings.h"

#include <utility>

namespace rigwright {

SetPoint hyperparameter_setter(std::string key)
{
    return [key = std::move(key)](Scenario& scenario, std::int64_t value) {
        scenario.model.shape[key] = value;
        return std::vector<Finding>();
    };
}

std::vector<SweepPoint> sweep(const Scenario& scenario, const EngineData& data, const Field& field,
                              const std::vector<std::int64_t>& values, const std::stop_token& stop)
{
    const SetPoint set = [&field](Scenario& changed, std::int64_t value) {
        if (!accepts(field, value)) return value_errors(rule_of(field), value, std::string(field.path));
        field.write(changed, value);
        return std::vector<Finding>();
    };
    return sweep(scenario, data, set, values, stop);
}

std::vector<SweepPoint> sweep(const Scenario& scenario, const EngineData& data, const SetPoint& set,
                              const std::vector<std::int64_t>& values, const std::stop_token& stop)
{
    std::vector<SweepPoint> points;
    points.reserve(values.size());
    Scenario changed = scenario;
    anchor_measurements(changed);
    Evaluation before;
    for (const std::int64_t value : values) {
        if (stop.stop_requested()) break;
        SweepPoint point{.value = value};
        point.errors = set(changed, value);
        if (point.errors.empty()) {
            Evaluation now = evaluate(changed, data, before);
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

} // namespace rigwright
