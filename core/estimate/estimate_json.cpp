// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/estimate_json.h"

#include "core/estimate/quantities.h"
#include "core/scenario/scenario_parts_json.h"

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <cmath>

namespace rigwright {

namespace {

using nlohmann::ordered_json;

ordered_json measured_memory_json(const MeasuredCorrection& measured, const MemoryEstimate& memory)
{
    ordered_json object{{"model_total_bytes", measured.model_total.value()},
                        {"model_max_micro_batch", measured.model_max_micro_batch},
                        {"correction_bytes", memory.measured_correction.value_or(Bytes()).value()}};
    object["causes"] = {{"overhead_bytes", measured.memory->amount(MemoryCause::overhead)},
                        {"fixed_share", measured.memory->amount(MemoryCause::fixed)},
                        {"per_sample_share", measured.memory->amount(MemoryCause::per_sample)}};
    object["range_share"] = measured.memory_range_share;
    return object;
}

ordered_json measured_time_json(const MeasuredCorrection& measured, const TimeEstimate& time)
{
    ordered_json object{{"model_step_seconds", measured.model_step.base()},
                        {"correction_seconds", time.measured_correction.value_or(Seconds()).base()},
                        {"nearest_cause", key_of(measured.time_cause)}};
    for (std::size_t i = 0; i < time_cause_count; ++i)
        object["factors"][key_of(static_cast<TimeCause>(i))] =
            std::exp(measured.time->amount(static_cast<TimeCause>(i)));
    object["range_share"] = measured.time_range_share;
    return object;
}

ordered_json point_json(const MeasuredPoint& point)
{
    ordered_json object{
        {"index", point.index}, {"corrects_memory", point.corrects_memory}, {"corrects_time", point.corrects_time}};
    if (point.predicted_peak) object["predicted_peak_bytes"] = point.predicted_peak->value();
    if (point.corrected_peak) object["corrected_peak_bytes"] = point.corrected_peak->value();
    if (point.predicted_step) object["predicted_step_seconds"] = point.predicted_step->base();
    if (point.corrected_step) object["corrected_step_seconds"] = point.corrected_step->base();
    return object;
}

/// The corrections by measurements, and each measurement with its prediction.
ordered_json measured_json(const Estimate& estimate)
{
    const MeasuredCorrection& measured = *estimate.measured;
    ordered_json object = ordered_json::object();
    if (measured.memory) object["memory"] = measured_memory_json(measured, *estimate.memory);
    if (measured.time) object["time"] = measured_time_json(measured, *estimate.time);
    object["measurements"] = ordered_json::array();
    for (const MeasuredPoint& point : measured.points) object["measurements"].push_back(point_json(point));
    return object;
}

/// The object at a path such as "time.parts"; created if it does not exist.
ordered_json& object_at(ordered_json& file, std::string_view path)
{
    if (path.empty()) return file;
    const std::size_t dot = path.find('.');
    ordered_json& object = file[std::string(path.substr(0, dot))];
    return dot == std::string_view::npos ? object : object_at(object, path.substr(dot + 1));
}

/// Adds every figure of the estimate at its place.
void add_quantities(ordered_json& file, const Estimate& estimate)
{
    ordered_json* object = &file;
    std::string_view place;
    for (const EstimateQuantity& quantity : estimate_quantities()) {
        const FieldValue value = file_value(quantity, estimate);
        if (std::holds_alternative<std::monostate>(value)) continue;
        const std::size_t key = quantity.id.rfind('.') + 1;
        const std::string_view here = quantity.id.substr(0, key == 0 ? 0 : key - 1);
        if (here != place) object = &object_at(file, here);
        place = here;
        (*object)[std::string(quantity.id.substr(key))] = value_json(value);
    }
}

ordered_json line_json(const BillLine& line)
{
    ordered_json object{{"kind", key_of(line.kind)}};
    if (!line.part.empty()) {
        object["part"] = line.part;
        object["name"] = line.name;
    }
    object["quantity"] = line.quantity;
    if (line.price) {
        object["unit_price"] = line.price->amount;
        object["unit_currency"] = line.price->currency;
        object["date"] = line.price->date;
        object["source"] = line.price->source;
    }
    if (line.exchange && line.exchange->from != line.exchange->to) {
        object["exchange_rate"] = line.exchange->rate;
        object["exchange_date"] = line.exchange->date;
    }
    if (line.amount) object["amount"] = *line.amount;
    return object;
}

} // namespace

ordered_json finding_json(const Finding& finding, const FindingText& text)
{
    ordered_json object{{"severity", key_of(finding.severity)}, {"code", finding.code}};
    if (!finding.field.empty()) object["field"] = finding.field;
    object["message"] = text(finding);
    object["remedies"] = ordered_json::array();
    return object;
}

ordered_json stages_json(const Evaluation& evaluation)
{
    ordered_json stages = ordered_json::array();
    for (const StageMemory& stage : stage_memory(evaluation)) {
        Estimate of_stage;
        of_stage.memory = stage.memory;
        of_stage.verdict = evaluation.estimate->verdict;
        ordered_json file;
        add_quantities(file, of_stage);
        stages.push_back({{"stage", stage.stage.index},
                          {"stages", stage.stage.count},
                          {"layers", stage.layers},
                          {"memory", std::move(file["memory"])}});
    }
    return stages;
}

ordered_json estimate_json(const Estimate& estimate, const FindingText& text)
{
    ordered_json file{{"format", "rigwright.estimate"}, {"version", 1}};
    add_quantities(file, estimate);
    file["model"]["layers_unknown"] = estimate.model.layers_unknown;
    ordered_json& bill = file["cost"]["bill"] = ordered_json::array();
    for (const BillLine& line : estimate.cost.bill.lines) bill.push_back(line_json(line));
    if (estimate.measured) file["measured"] = measured_json(estimate);
    ordered_json& findings = file["findings"] = ordered_json::array();
    for (const Finding& finding : estimate.findings) findings.push_back(finding_json(finding, text));
    return file;
}

ordered_json error_json(const std::vector<Finding>& errors, const FindingText& text)
{
    ordered_json list = ordered_json::array();
    for (const Finding& error : errors)
        list.push_back({{"path", json_path_of(error)}, {"code", error.code}, {"message", text(error)}});
    return {{"error", std::move(list)}};
}

} // namespace rigwright
