// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/estimate_json.h"

#include "core/estimate/estimate.h"

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <cmath>

namespace rigwright {

namespace {

/// The object "measured" of an estimate file: what the measurements moved, and each of them beside its prediction.
nlohmann::ordered_json measured_json(const Estimate& estimate);

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

constexpr std::array state_keys{"weights", "gradients", "optimizer_state", "master_weights"};

/// A JSON object under construction; amounts that left their range have no key.
class Object {
public:
    Object& add(const char* key, Count count)
    {
        if (!count.is_out_of_range()) object_[key] = count.value();
        return *this;
    }
    Object& add(const char* key, Bytes bytes) { return add(key, bytes.count()); }
    Object& add(const char* key, double number)
    {
        if (std::isfinite(number)) object_[key] = number;
        return *this;
    }
    Object& add(const char* key, Flops work) { return add(key, work.base()); }
    Object& add(const char* key, Seconds time) { return add(key, time.base()); }
    Object& add(const char* key, Watts power) { return add(key, power.base()); }
    Object& add(const char* key, std::int64_t count) { return add(key, Count(count)); }
    Object& add(const char* key, bool flag)
    {
        object_[key] = flag;
        return *this;
    }
    Object& add(const char* key, const char* word)
    {
        object_[key] = word;
        return *this;
    }
    Object& add(const char* key, ordered_json value)
    {
        object_[key] = std::move(value);
        return *this;
    }
    ordered_json take() { return std::move(object_); }

private:
    ordered_json object_ = ordered_json::object();
};

template <typename Part, typename Amounts, typename Amount>
ordered_json parts_json(const Amounts& amounts, const std::optional<Amount>& correction)
{
    Object parts;
    for (std::size_t i = 0; i < amounts.size(); ++i) parts.add(key_of(static_cast<Part>(i)), amounts[i]);
    if (correction) parts.add("measured_correction", *correction);
    return parts.take();
}

/// Of a model that was read in part only what the file itself says.
ordered_json model_json(const ModelEstimate& model, bool whole)
{
    Object object;
    object.add("parameters", model.parameters)
        .add("trainable_parameters", model.trainable_parameters)
        .add("active_parameters", model.active_parameters);
    if (whole)
        object.add("forward_macs_per_sample", model.forward_macs_per_sample)
            .add("forward_flops_per_sample", model.forward_flops_per_sample)
            .add("training_flops_per_sample", model.training_flops_per_sample)
            .add("saved_activation_bytes_per_sample", model.saved_activation_bytes_per_sample);
    object.add("layers_counted", model.layers_counted).add("layers_unknown", ordered_json(model.layers_unknown));
    return object.take();
}

/// `judged` is false where the card's usable memory is not known; what compares with it is then absent.
ordered_json memory_json(const MemoryEstimate& memory, bool judged)
{
    Object states;
    for (std::size_t i = 0; i < memory.states.size(); ++i) states.add(state_keys[i], memory.states[i]);
    Object object;
    if (judged) object.add("fits", memory.fits);
    object.add("total_bytes", memory.total);
    if (judged) object.add("usable_bytes", memory.usable).add("shortfall_bytes", memory.shortfall);
    object.add("parts", parts_json<MemoryPart>(memory.parts, memory.measured_correction))
        .add("states", states.take())
        .add("peak_phase", key_of(memory.peak_phase));
    if (!memory.peak_layer.empty()) object.add("peak_layer", memory.peak_layer.c_str());
    object.add("peak_allocated_bytes", memory.peak_allocated).add("peak_reserved_bytes", memory.peak_reserved);
    if (judged) object.add("max_micro_batch", memory.max_micro_batch);
    object.add("low_bytes", memory.low)
        .add("high_bytes", memory.high)
        .add("with_margin_bytes", memory.with_margin)
        .add("host_bytes", memory.host);
    return object.take();
}

ordered_json loading_json(const LoadingEstimate& loading)
{
    Object object;
    object.add("needed_seconds", loading.needed).add("first_epoch_needed_seconds", loading.needed_first_epoch);
    if (loading.copy) object.add("host_to_device_copy_seconds", *loading.copy);
    if (loading.exposed_copy) object.add("exposed_copy_seconds", *loading.exposed_copy);
    return object.take();
}

/// Beside the training steps: what a whole run takes, as far as it is known.
void add_run(Object& object, const TimeEstimate& time)
{
    if (time.loading) object.add("loading", loading_json(*time.loading));
    if (time.pf_days) object.add("pf_days", *time.pf_days);
    if (time.six_n_d_pf_days) object.add("six_n_d_pf_days", *time.six_n_d_pf_days);
    if (time.upload) object.add("upload_seconds", *time.upload);
    if (!time.run) return;
    const RunEstimate& run = *time.run;
    object.add("run_parts", parts_json<RunPart>(run.parts, std::optional<Seconds>()))
        .add("wall_seconds", run.wall)
        .add("wall_low_seconds", run.wall_low)
        .add("wall_high_seconds", run.wall_high)
        .add("goodput", run.goodput)
        .add("mtbf_seconds", run.mtbf)
        .add("checkpoint_bytes", run.checkpoint);
    if (run.checkpoint_interval) object.add("checkpoint_interval_seconds", *run.checkpoint_interval);
}

ordered_json takt_json(const TaktEstimate& takt)
{
    Object object;
    object.add("met", takt.met)
        .add("part_latency_seconds", takt.part_latency)
        .add("limit_seconds", takt.limit)
        .add("batch_latency_seconds", takt.batch_latency)
        .add("tiles_per_part", takt.tiles_per_part)
        .add("batches_per_part", takt.batches_per_part)
        .add("parts_per_second", takt.parts_per_second);
    return object.take();
}

ordered_json bill_json(const BillOfMaterials& bill)
{
    ordered_json lines = ordered_json::array();
    for (const BillLine& line : bill.lines) {
        Object object;
        object.add("kind", key_of(line.kind));
        if (!line.part.empty()) object.add("part", line.part.c_str()).add("name", line.name.c_str());
        object.add("quantity", line.quantity);
        if (line.price) {
            object.add("unit_price", line.price->amount)
                .add("unit_currency", line.price->currency.c_str())
                .add("date", line.price->date.c_str())
                .add("source", line.price->source.c_str());
        }
        if (line.exchange && line.exchange->from != line.exchange->to)
            object.add("exchange_rate", line.exchange->rate).add("exchange_date", line.exchange->date.c_str());
        if (line.amount) object.add("amount", *line.amount);
        lines.push_back(object.take());
    }
    return lines;
}

ordered_json cost_json(const CostTerms& cost)
{
    Object object;
    object.add("currency", cost.bill.currency.c_str());
    const bool priced = static_cast<std::size_t>(cost.bill.unpriced_lines) < cost.bill.lines.size();
    if (priced) object.add("purchase", cost.bill.total);
    object.add("unpriced_lines", cost.bill.unpriced_lines);
    const auto add = [&object](const char* key, const std::optional<double>& amount) {
        if (amount) object.add(key, *amount);
    };
    add("depreciation", cost.depreciation);
    add("maintenance", cost.maintenance);
    add("energy", cost.energy);
    add("run", cost.run);
    if (cost.rent) object.add("rent_per_gpu_hour", cost.rent->per_gpu_hour);
    add("rent_equivalent", cost.rent_equivalent);
    add("break_even_hours", cost.break_even_hours);
    add("break_even_calendar_hours", cost.break_even_calendar_hours);
    if (!cost.break_even_date.empty()) object.add("break_even_date", cost.break_even_date.c_str());
    add("upload_rent", cost.upload_rent);
    object.add("bill", bill_json(cost.bill));
    return object.take();
}

ordered_json energy_json(const EnergyEstimate& energy)
{
    Object object;
    object.add("average_power_W", energy.average_power)
        .add("parts_W", parts_json<PowerPart>(energy.parts, std::optional<Watts>()));
    if (!energy.total_kwh) return object.take();
    object.add("total_kWh", *energy.total_kwh)
        .add("total_low_kWh", energy.total_low_kwh)
        .add("total_high_kWh", energy.total_high_kwh)
        .add("co2_kg", energy.co2_kg);
    return object.take();
}

/// Amounts per epoch need a dataset; without one there are no steps in an epoch.
ordered_json time_json(const TimeEstimate& time)
{
    const bool has_epochs = time.steps_per_epoch > 0;
    Object object;
    object.add("step_seconds", time.step)
        .add("low_seconds", time.low)
        .add("high_seconds", time.high)
        .add("parts", parts_json<TimePart>(time.parts, time.measured_correction))
        .add("global_batch", time.global_batch);
    if (has_epochs) object.add("steps_per_epoch", time.steps_per_epoch);
    object.add("forward_seconds", time.forward)
        .add("backward_seconds", time.backward)
        .add("samples_per_second", time.samples_per_second);
    if (const auto images = time.images_per_second()) object.add("images_per_second", *images);
    if (time.tokens_per_second) object.add("tokens_per_second", *time.tokens_per_second);
    if (has_epochs) {
        object.add("epoch_seconds", time.epoch)
            .add("total_seconds", time.total)
            .add("total_low_seconds", time.total_low)
            .add("total_high_seconds", time.total_high);
    }
    add_run(object, time);
    object.add("mfu", time.mfu).add("hfu", time.hfu).add("bottleneck", key_of(time.bottleneck));
    return object.take();
}

} // namespace

ordered_json finding_json(const Finding& finding, const FindingText& text)
{
    Object object;
    object.add("severity", key_of(finding.severity)).add("code", finding.code.c_str());
    if (!finding.field.empty()) object.add("field", finding.field.c_str());
    object.add("message", ordered_json(text(finding))).add("remedies", ordered_json::array());
    return object.take();
}

ordered_json stages_json(const Evaluation& evaluation)
{
    ordered_json stages = ordered_json::array();
    for (const StageMemory& stage : stage_memory(evaluation)) {
        Object object;
        object.add("stage", stage.stage.index).add("stages", stage.stage.count).add("layers", stage.layers);
        object.add("memory", memory_json(stage.memory, evaluation.estimate->verdict.has_value()));
        stages.push_back(object.take());
    }
    return stages;
}

ordered_json estimate_json(const Estimate& estimate, const FindingText& text)
{
    Object file;
    const bool whole = estimate.verdict != Verdict::incomplete;
    file.add("format", "rigwright.estimate")
        .add("version", std::int64_t{1})
        .add("model", model_json(estimate.model, whole));
    if (estimate.memory_at_least) {
        Object memory;
        memory.add("at_least_bytes", *estimate.memory_at_least);
        file.add("memory", memory.take());
    }
    if (estimate.memory) file.add("memory", memory_json(*estimate.memory, estimate.verdict.has_value()));
    if (estimate.time) file.add("time", time_json(*estimate.time));
    if (estimate.takt) file.add("takt", takt_json(*estimate.takt));
    if (estimate.verdict) file.add("verdict", key_of(*estimate.verdict));
    if (estimate.energy) file.add("energy", energy_json(*estimate.energy));
    file.add("cost", cost_json(estimate.cost));
    if (estimate.measured) file.add("measured", measured_json(estimate));
    ordered_json findings = ordered_json::array();
    for (const Finding& finding : estimate.findings) findings.push_back(finding_json(finding, text));
    file.add("findings", std::move(findings));
    return file.take();
}

ordered_json error_json(const std::vector<Finding>& errors, const FindingText& text)
{
    ordered_json list = ordered_json::array();
    for (const Finding& error : errors)
        list.push_back({{"path", json_path_of(error)}, {"code", error.code}, {"message", text(error)}});
    return {{"error", std::move(list)}};
}

} // namespace rigwright
