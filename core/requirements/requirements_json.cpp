// SPDX-License-Identifier: Apache-2.0
#include "core/requirements/requirements_json.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace rigwright {

namespace {

using nlohmann::ordered_json;
using WordOf = std::function<std::string(const std::string&)>;

ordered_json requirement_number_json(double number)
{
    constexpr double exact = 9007199254740992.0;
    if (std::nearbyint(number) == number && std::abs(number) < exact) return static_cast<std::int64_t>(number);
    return std::isfinite(number) ? ordered_json(number) : ordered_json(nullptr);
}

ordered_json samples_json(const SampleNeed& need)
{
    ordered_json object{{"samples", need.samples},
                        {"tiles_per_sample", need.tiles()},
                        {"growth", need.growth},
                        {"plain_epoch", requirement_number_json(need.plain)}};
    if (need.positive_share) {
        object["positives"] = requirement_number_json(need.positives);
        object["balanced_epoch"] = requirement_number_json(need.balanced);
        object["repeats_of_the_rarer"] = need.repeats;
    }
    object["epoch"] = requirement_number_json(need.epoch);
    return object;
}

ordered_json row_json(const Requirement& row, const WordOf& word)
{
    ordered_json object;
    object["resource"] = key_of(row.resource);
    object["name"] = word(row.name);
    object["kind"] = is_limit(row.resource) ? "limit" : "minimum";
    object["amount"] = requirement_number_json(row.needed().number);
    const Demand& binding = row.demands[row.binding];
    object["reason"] = binding.code;
    object["reason_text"] = word("demand." + binding.code);
    if (!binding.workload.empty()) object["workload"] = binding.workload;
    if (row.present) object["present"] = requirement_number_json(row.present->amount.number);
    if (row.present && row.present_is_lower_bound) object["present_is_lower_bound"] = true;
    if (const auto margin = row.margin()) object["margin"] = *margin;
    if (row.is_judged())
        object["met"] = row.is_met();
    else
        object["met"] = nullptr;
    ordered_json demands = ordered_json::array();
    for (const Demand& demand : row.demands) {
        ordered_json each{{"reason", demand.code}, {"amount", requirement_number_json(demand.amount.number)}};
        if (!demand.workload.empty()) each["workload"] = demand.workload;
        demands.push_back(std::move(each));
    }
    object["demands"] = std::move(demands);
    return object;
}

ordered_json month_json(const MonthPlan& month)
{
    ordered_json workloads = ordered_json::array();
    for (const WorkloadShare& share : month.workloads) {
        ordered_json object{{"name", share.name}, {"runs_per_month", share.runs_per_month}};
        if (share.run) object["run_seconds"] = share.run->base();
        if (share.month) object["month_seconds"] = share.month->base();
        object["share"] = share.share;
        workloads.push_back(std::move(object));
    }
    ordered_json object{{"workloads", std::move(workloads)}, {"utilisation", month.utilisation}};
    object["binding"] = month.workloads[month.binding].name;
    object["machines"] = month.machines;
    object["complete"] = month.complete;
    return object;
}

} // namespace

ordered_json need_json(const NeedAnswer& answer, const WordOf& word)
{
    ordered_json object;
    object["format"] = "rigwright.requirements";
    object["version"] = 1;
    object["met"] = answer.is_met();
    if (answer.samples) object["samples"] = samples_json(*answer.samples);
    ordered_json rows = ordered_json::array();
    for (const Requirement& row : answer.rows) rows.push_back(row_json(row, word));
    object["rows"] = std::move(rows);
    if (answer.month) object["month"] = month_json(*answer.month);
    return object;
}

} // namespace rigwright
