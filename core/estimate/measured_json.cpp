// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/measured_json.h"

#include <nlohmann/json.hpp>

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
            std::exp(measured.time->logarithm(static_cast<TimeCause>(i)));
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

} // namespace

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

} // namespace rigwright
