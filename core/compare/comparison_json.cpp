// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparison_json.h"

#include "core/scenario/scenario_parts_json.h"

namespace rigwright {

namespace {

using nlohmann::ordered_json;

ordered_json value_json(const ComparedValue& compared)
{
    ordered_json object{{"value", compared.value.number}};
    if (compared.value.unit == Unit::money) object["currency"] = compared.value.currency.data();
    if (compared.has_range()) object["low"] = compared.low;
    if (compared.has_range() && !compared.is_lower_bound()) object["high"] = compared.high;
    if (compared.hypothetical) object["hypothetical"] = true;
    return object;
}

ordered_json delta_json(const Delta& delta)
{
    return {{"difference", delta.difference.number}, {"clear", delta.clear}};
}

template <typename Item, typename Write>
ordered_json list_of(const std::vector<std::optional<Item>>& items, Write write)
{
    ordered_json list = ordered_json::array();
    for (const std::optional<Item>& item : items) list.push_back(item ? write(*item) : ordered_json(nullptr));
    return list;
}

ordered_json row_json(const ComparedRow& row)
{
    ordered_json object{{"quantity", row.quantity},
                        {"values", list_of(row.values, value_json)},
                        {"deltas", list_of(row.deltas, delta_json)},
                        {"ranking", key_of(row.ranking)}};
    if (row.best) object["best"] = *row.best;
    return object;
}

} // namespace

ordered_json comparison_json(const Comparison& comparison, const std::vector<std::string>& names)
{
    ordered_json file{{"format", "rigwright.comparison"}, {"version", 1}, {"builds", ordered_json::array()}};
    for (std::size_t i = 0; i < names.size(); ++i) {
        ordered_json build{{"name", names[i]}};
        if (comparison.verdicts[i]) build["verdict"] = key_of(*comparison.verdicts[i]);
        file["builds"].push_back(std::move(build));
    }
    file["baseline"] = comparison.baseline;
    file["same_question"] = comparison.same_question;
    file["same_global_batch"] = comparison.same_global_batch;
    file["rows"] = ordered_json::array();
    for (const ComparedRow& row : comparison.rows) file["rows"].push_back(row_json(row));
    file["inputs"] = ordered_json::array();
    for (const ComparedInput& input : comparison.inputs) {
        ordered_json values = ordered_json::array();
        for (const FieldValue& value : input.values) values.push_back(json_of(value));
        file["inputs"].push_back({{"field", input.field}, {"values", std::move(values)}});
    }
    return file;
}

} // namespace rigwright
