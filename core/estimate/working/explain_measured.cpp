// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/measured/measured_estimate.h"
#include "core/estimate/measured/measured_learning.h"
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"

#include <cmath>

namespace rigwright {

namespace {

constexpr const char* by_you = "source.measured-by-you";

Value bytes_value(double number) { return {number, Unit::bytes}; }

const MeasuredCorrection* measured_of(const Evaluation& e)
{
    return e.estimate && e.estimate->measured ? &*e.estimate->measured : nullptr;
}

std::string origin_of(std::size_t index) { return "measurements[" + std::to_string(index) + "]"; }

Arguments number_of(const Evaluation& e, const MeasuredPoint& point)
{
    return {{"number", value_of(Count(static_cast<std::int64_t>(point.index) + 1))},
            {"batch", value_of(Count(e.scenario.measurements[point.index].micro_batch))}};
}

/// One reading with what was predicted for it before and after.
Derivation reading(const Evaluation& e, const MeasuredPoint& point, const char* quantity, Value measured,
                   Value predicted, Value corrected)
{
    Derivation node = computed(
        "", quantity, measured, "measured-reading",
        {leaf("predicted", "measured.predicted", predicted), leaf("corrected", "measured.corrected", corrected)});
    node.arguments = number_of(e, point);
    node.source = by_you;
    node.origin = origin_of(point.index);
    return node;
}

void add_peaks(Derivation& node, const Evaluation& e, const MeasuredCorrection& measured)
{
    for (const MeasuredPoint& point : measured.points) {
        if (!point.corrects_memory || !point.corrected_peak) continue;
        const Bytes peak = Bytes::of(*e.scenario.measurements[point.index].peak_bytes);
        node.inputs.push_back(reading(e, point, "measured.peak", value_of(peak), value_of(*point.predicted_peak),
                                      value_of(*point.corrected_peak)));
    }
}

void add_steps(Derivation& node, const Evaluation& e, const MeasuredCorrection& measured)
{
    for (const MeasuredPoint& point : measured.points) {
        if (!point.corrects_time || !point.corrected_step) continue;
        const double step = *e.scenario.measurements[point.index].step_seconds;
        node.inputs.push_back(reading(e, point, "measured.step", seconds_value(step), value_of(*point.predicted_step),
                                      value_of(*point.corrected_step)));
    }
}

MemoryModel present_model(const Evaluation& e)
{
    const Count batch = e.scenario.training.micro_batch;
    MemoryModel model;
    model.kinds = {PeakModel{e.memory.allocated(batch).as_double(), e.memory.allocated(0).as_double()},
                   PeakModel{e.memory.reserved(batch).as_double(), e.memory.reserved(0).as_double()},
                   PeakModel{e.estimate->measured->model_total.as_double(), e.memory.device(0).as_double()}};
    return model;
}

Derivation memory_correction(const Evaluation& e, PeakKind kind)
{
    const MemoryLearned& learned = *e.estimate->measured->memory;
    const MemoryModel model = present_model(e);
    std::vector<Derivation> inputs;
    if (kind == PeakKind::device)
        inputs.push_back(
            leaf("overhead", "measured.overhead", bytes_value(learned.amount(MemoryCause::overhead)), by_you));
    inputs.push_back(
        leaf("fixed_share", "measured.fixed_share", ratio_value(learned.amount(MemoryCause::fixed)), by_you));
    inputs.push_back(leaf("fixed", "measured.fixed", bytes_value(model.of(PeakKind::allocated).at_zero)));
    inputs.push_back(
        leaf("growth_share", "measured.growth_share", ratio_value(learned.amount(MemoryCause::per_sample)), by_you));
    inputs.push_back(leaf("growth", "measured.growth", bytes_value(model.of(kind).growth())));
    Derivation node = computed("measured_correction", "memory.parts.measured_correction",
                               bytes_value(std::round(correction_of(learned, model, kind))),
                               kind == PeakKind::device ? "measured-memory" : "measured-tensors", std::move(inputs));
    add_peaks(node, e, *e.estimate->measured);
    return node;
}

/// The factor that a cause was learned to have, and the time it is a factor on.
void add_factor(std::vector<Derivation>& inputs, const Evaluation& e, TimeCause cause)
{
    const std::string key = key_of(cause);
    inputs.push_back(
        leaf(key, "measured.factor." + key, ratio_value(std::exp(e.estimate->measured->time->amount(cause))), by_you));
}

Derivation corrected_step(const Evaluation& e)
{
    const StepModel model = step_model(*e.estimate->time);
    std::vector<Derivation> inputs;
    for (const TimeCause cause : {TimeCause::device, TimeCause::host, TimeCause::communication, TimeCause::loading})
        add_factor(inputs, e, cause);
    inputs.push_back(leaf("passes", "measured.passes", seconds_value(model.passes)));
    inputs.push_back(leaf("launches", "measured.launches", seconds_value(model.launches)));
    inputs.push_back(leaf("optimizer", "time.parts.optimizer", seconds_value(model.optimizer)));
    inputs.push_back(leaf("exchange", "measured.exchange", seconds_value(model.communication)));
    inputs.push_back(leaf("waiting", "time.parts.exposed_data_loading", seconds_value(model.loading)));
    return computed("corrected", "measured.corrected_step",
                    seconds_value(model.seconds(logarithms_of(*e.estimate->measured->time))), "measured-step",
                    std::move(inputs));
}

Derivation time_correction(const Evaluation& e)
{
    const MeasuredCorrection& measured = *e.estimate->measured;
    const StepModel model = step_model(*e.estimate->time);
    Derivation node =
        computed("measured_correction", "time.parts.measured_correction",
                 value_of(*e.estimate->time->measured_correction), "measured-step-change",
                 {corrected_step(e), leaf("modelled", "measured.model_step", seconds_value(model.seconds({})))});
    const std::string nearest = std::string("measured.nearest.") + key_of(measured.time_cause);
    node.inputs.push_back(
        leaf("", nearest, seconds_value(measured.time_changes[static_cast<std::size_t>(measured.time_cause)])));
    add_steps(node, e, measured);
    return node;
}

/// A quantity explained from the model, and what the correction adds to it.
Derivation with_summand(Derivation model, Value corrected, Derivation correction)
{
    Derivation sum = model;
    model.symbol = "model";
    model.quantity = "quantity.measured.model";
    correction.symbol = "measured_correction";
    sum.value = corrected;
    sum.formula = "formula.measured-sum";
    sum.inputs = {std::move(model), std::move(correction)};
    return sum;
}

void narrow(Derivation& bound, double share)
{
    bound.formula = "formula.measured-bound";
    for (Derivation& input : bound.inputs)
        if (input.symbol == "step") input.symbol = "total";
    bound.inputs.push_back(leaf("narrowing", "measured.range_share", ratio_value(share), by_you));
}

/// The factor, at the end of the formula, to that power.
void narrow_memory(Derivation& bound, Bytes narrowed, double share)
{
    const std::string place = std::to_string(bound.inputs.size());
    bound.formula += "^{" + place + "}";
    bound.value = value_of(narrowed);
    bound.inputs.push_back(leaf(place, "measured.range_share", ratio_value(share), by_you));
}

void correct_largest(Derivation& largest, const Evaluation& e)
{
    const std::int64_t batch = e.estimate->memory->max_micro_batch;
    for (Derivation& input : largest.inputs) {
        if (input.symbol == "at_largest") input.value = value_of(corrected_device(e, e.memory, batch));
        if (input.symbol == "beyond") input.value = value_of(corrected_device(e, e.memory, batch + 1));
    }
}

} // namespace

std::optional<Derivation> explain_memory_correction(const Evaluation& e)
{
    const MeasuredCorrection* measured = measured_of(e);
    if (measured == nullptr || !measured->memory) return std::nullopt;
    return memory_correction(e, PeakKind::device);
}

std::optional<Derivation> explain_time_correction(const Evaluation& e, const EngineData&)
{
    const MeasuredCorrection* measured = measured_of(e);
    if (measured == nullptr || !measured->time) return std::nullopt;
    return time_correction(e);
}

Derivation with_measurements(Derivation working, const Evaluation& e, std::string_view quantity)
{
    const MeasuredCorrection* measured = measured_of(e);
    if (measured == nullptr) return working;
    // The bounds of the wall time follow the total's, which are narrowed.
    const bool time_bound = (quantity.ends_with("low_seconds") || quantity.ends_with("high_seconds")) &&
                            !quantity.starts_with("time.wall_");
    if (measured->time && time_bound) narrow(working, measured->time_range_share);
    if (!measured->memory) return working;
    const MemoryEstimate& memory = *e.estimate->memory;
    const double share = measured->memory_range_share;
    if (quantity == "memory.low_bytes") narrow_memory(working, memory.low, share);
    if (quantity == "memory.high_bytes") narrow_memory(working, memory.high, share);
    if (quantity == "memory.with_margin_bytes") narrow_memory(working, memory.with_margin, share);
    if (quantity == "memory.max_micro_batch") correct_largest(working, e);
    if (quantity == "memory.peak_allocated_bytes") {
        working.value = value_of(e.memory.allocated(e.scenario.training.micro_batch));
        return with_summand(std::move(working), value_of(memory.peak_allocated),
                            memory_correction(e, PeakKind::allocated));
    }
    if (quantity == "memory.peak_reserved_bytes") {
        working.value = value_of(e.memory.reserved(e.scenario.training.micro_batch));
        return with_summand(std::move(working), value_of(memory.peak_reserved),
                            memory_correction(e, PeakKind::reserved));
    }
    return working;
}

} // namespace rigwright
