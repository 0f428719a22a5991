// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/quantities.h"

#include "core/scenario/field_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <type_traits>

namespace rigwright {

namespace {

FieldValue as_said(double number) { return std::isfinite(number) ? FieldValue(number) : FieldValue(); }
FieldValue as_said(Count count) { return count.is_out_of_range() ? FieldValue() : FieldValue(count.value()); }
FieldValue as_said(Bytes bytes) { return as_said(bytes.count()); }
template <typename Kind>
FieldValue as_said(Quantity<Kind> amount)
{
    return as_said(amount.base());
}
template <typename Plain>
FieldValue as_said(const Plain& plain)
{
    return FieldCodec<Plain>::to_value(plain);
}
template <typename Plain>
FieldValue as_said(const std::optional<Plain>& member)
{
    return member ? as_said(*member) : FieldValue();
}

template <typename Member>
constexpr bool may_be_absent = false;
template <typename Plain>
constexpr bool may_be_absent<std::optional<Plain>> = true;

/// What stands at the end of a path of members, functions without arguments, and enumerators that are places in a list.
template <auto First, auto... Rest>
FieldValue said_at(const auto& owner)
{
    if constexpr (std::is_enum_v<decltype(First)>) {
        return as_said(owner[static_cast<std::size_t>(First)]);
    } else {
        const auto& member = std::invoke(First, owner);
        if constexpr (sizeof...(Rest) == 0)
            return as_said(member);
        else if constexpr (may_be_absent<std::remove_cvref_t<decltype(member)>>)
            return member ? said_at<Rest...>(*member) : FieldValue();
        else
            return said_at<Rest...>(member);
    }
}

using ReadQuantity = FieldValue (*)(const Estimate&);

template <auto... Path>
constexpr ReadQuantity said_of = [](const Estimate& estimate) { return said_at<Path...>(estimate); };

template <bool (*Condition)(const Estimate&), auto... Path>
constexpr ReadQuantity said_where =
    [](const Estimate& estimate) { return Condition(estimate) ? said_at<Path...>(estimate) : FieldValue(); };

/// Of a model that was read in part only what the file itself says.
bool is_whole_model(const Estimate& estimate) { return estimate.verdict != Verdict::incomplete; }
/// Without a dataset there are no steps in an epoch.
bool has_epochs(const Estimate& estimate) { return estimate.time && estimate.time->knows_run(); }
bool has_energy_of_run(const Estimate& estimate) { return estimate.energy && estimate.energy->total_kwh; }
bool has_priced_part(const Estimate& estimate)
{
    const BillOfMaterials& bill = estimate.cost.bill;
    return bill.total > 0.0 || static_cast<std::size_t>(bill.unpriced_lines) < bill.lines.size();
}

template <auto... Path>
constexpr ReadQuantity model_says = said_of<&Estimate::model, Path...>;
template <auto... Path>
constexpr ReadQuantity whole_model_says = said_where<is_whole_model, &Estimate::model, Path...>;
template <auto... Path>
constexpr ReadQuantity memory_says = said_of<&Estimate::memory, Path...>;
template <MemoryPart Part>
constexpr ReadQuantity memory_part_says = memory_says<&MemoryEstimate::parts, Part>;
template <MemoryPart Part>
constexpr ReadQuantity state_says = memory_says<&MemoryEstimate::states, Part>;
template <auto... Path>
constexpr ReadQuantity time_says = said_of<&Estimate::time, Path...>;
template <TimePart Part>
constexpr ReadQuantity time_part_says = time_says<&TimeEstimate::parts, Part>;
template <auto... Path>
constexpr ReadQuantity epochs_say = said_where<has_epochs, &Estimate::time, Path...>;
template <auto... Path>
constexpr ReadQuantity loading_says = time_says<&TimeEstimate::loading, Path...>;
template <auto... Path>
constexpr ReadQuantity run_says = time_says<&TimeEstimate::run, Path...>;
template <RunPart Part>
constexpr ReadQuantity run_part_says = run_says<&RunEstimate::parts, Part>;
template <auto... Path>
constexpr ReadQuantity takt_says = said_of<&Estimate::takt, Path...>;
template <auto... Path>
constexpr ReadQuantity energy_says = said_of<&Estimate::energy, Path...>;
template <PowerPart Part>
constexpr ReadQuantity power_says = energy_says<&EnergyEstimate::parts, Part>;
template <auto... Path>
constexpr ReadQuantity energy_of_run_says = said_where<has_energy_of_run, &Estimate::energy, Path...>;
template <auto... Path>
constexpr ReadQuantity cost_says = said_of<&Estimate::cost, Path...>;

FieldValue said_purchase(const Estimate& estimate)
{
    return has_priced_part(estimate) ? as_said(estimate.cost.bill.total) : FieldValue();
}

constexpr QuantityRange range_of_memory{"memory.low_bytes", "memory.high_bytes"};
constexpr QuantityRange range_of_step{"time.low_seconds", "time.high_seconds"};
constexpr QuantityRange range_of_total{"time.total_low_seconds", "time.total_high_seconds"};
constexpr QuantityRange range_of_wall{"time.wall_low_seconds", "time.wall_high_seconds"};
constexpr QuantityRange range_of_energy{"energy.total_low_kWh", "energy.total_high_kWh"};
constexpr QuantityRange like_step{.like = "time.step_seconds"};
constexpr QuantityRange like_wall{.like = "time.wall_seconds"};

constexpr auto make_quantities()
{
    using enum Unit;
    using enum QuantityScope;
    using enum PreferredDirection;
    using M = ModelEstimate;
    using T = TimeEstimate;
    return std::to_array<EstimateQuantity>({
        {"model.parameters", count, model_says<&M::parameters>},
        {"model.trainable_parameters", count, model_says<&M::trainable_parameters>, training},
        {"model.active_parameters", count, model_says<&M::active_parameters>},
        {"model.forward_macs_per_sample", macs, whole_model_says<&M::forward_macs_per_sample>},
        {"model.forward_flops_per_sample", flops, whole_model_says<&M::forward_flops_per_sample>},
        {"model.training_flops_per_sample", flops, whole_model_says<&M::training_flops_per_sample>, training},
        {"model.saved_activation_bytes_per_sample", bytes, whole_model_says<&M::saved_activation_bytes_per_sample>,
         training},
        {"model.layers_counted", count, model_says<&M::layers_counted>},
        {"memory.at_least_bytes", bytes, said_of<&Estimate::memory_at_least>},
        {"memory.fits", ratio, memory_says<&MemoryEstimate::fits>, judged},
        {"memory.total_bytes", bytes, memory_says<&MemoryEstimate::total>, always, less, range_of_memory},
        {"memory.usable_bytes", bytes, memory_says<&MemoryEstimate::usable>, judged},
        {"memory.shortfall_bytes", bytes, memory_says<&MemoryEstimate::shortfall>, judged},
        {"memory.parts.weights", bytes, memory_part_says<MemoryPart::weights>},
        {"memory.parts.gradients", bytes, memory_part_says<MemoryPart::gradients>, training},
        {"memory.parts.optimizer_state", bytes, memory_part_says<MemoryPart::optimizer_state>, training},
        {"memory.parts.master_weights", bytes, memory_part_says<MemoryPart::master_weights>, training},
        {"memory.parts.activations", bytes, memory_part_says<MemoryPart::activations>},
        {"memory.parts.temporary_buffers", bytes, memory_part_says<MemoryPart::temporary_buffers>},
        {"memory.parts.communication_buffers", bytes, memory_part_says<MemoryPart::communication_buffers>},
        {"memory.parts.framework_overhead", bytes, memory_part_says<MemoryPart::framework_overhead>},
        {"memory.parts.measured_correction", bytes, memory_says<&MemoryEstimate::measured_correction>},
        {"memory.states.weights", bytes, state_says<MemoryPart::weights>},
        {"memory.states.gradients", bytes, state_says<MemoryPart::gradients>, training},
        {"memory.states.optimizer_state", bytes, state_says<MemoryPart::optimizer_state>, training},
        {"memory.states.master_weights", bytes, state_says<MemoryPart::master_weights>, training},
        {"memory.peak_phase", ratio, memory_says<&MemoryEstimate::peak_phase>},
        {"memory.peak_layer", ratio, memory_says<&MemoryEstimate::peak_layer>},
        {"memory.peak_allocated_bytes", bytes, memory_says<&MemoryEstimate::peak_allocated>},
        {"memory.peak_reserved_bytes", bytes, memory_says<&MemoryEstimate::peak_reserved>},
        {"memory.max_micro_batch", count, memory_says<&MemoryEstimate::max_micro_batch>, judged, more},
        {"memory.low_bytes", bytes, memory_says<&MemoryEstimate::low>},
        {"memory.high_bytes", bytes, memory_says<&MemoryEstimate::high>},
        {"memory.with_margin_bytes", bytes, memory_says<&MemoryEstimate::with_margin>},
        {"memory.host_bytes", bytes, memory_says<&MemoryEstimate::host>},
        {"time.step_seconds", seconds, time_says<&T::step>, always, less, range_of_step},
        {"time.low_seconds", seconds, time_says<&T::low>},
        {"time.high_seconds", seconds, time_says<&T::high>},
        {"time.parts.forward", seconds, time_part_says<TimePart::forward>},
        {"time.parts.backward", seconds, time_part_says<TimePart::backward>, training},
        {"time.parts.recompute", seconds, time_part_says<TimePart::recompute>, training},
        {"time.parts.optimizer", seconds, time_part_says<TimePart::optimizer>, training},
        {"time.parts.exposed_communication", seconds, time_part_says<TimePart::exposed_communication>},
        {"time.parts.pipeline_bubble", seconds, time_part_says<TimePart::pipeline_bubble>},
        {"time.parts.exposed_data_loading", seconds, time_part_says<TimePart::exposed_data_loading>},
        {"time.parts.host_overhead", seconds, time_part_says<TimePart::host_overhead>},
        {"time.parts.measured_correction", seconds, time_says<&T::measured_correction>},
        {"time.global_batch", count, time_says<&T::global_batch>},
        {"time.steps_per_epoch", count, epochs_say<&T::steps_per_epoch>},
        {"time.forward_seconds", seconds, time_says<&T::forward>},
        {"time.backward_seconds", seconds, time_says<&T::backward>, training},
        {"time.samples_per_second", samples_per_second, time_says<&T::samples_per_second>, always, more, like_step},
        {"time.images_per_second", ratio, time_says<&T::images_per_second>},
        {"time.tokens_per_second", tokens_per_second, time_says<&T::tokens_per_second>},
        {"time.epoch_seconds", seconds, epochs_say<&T::epoch>, always, less, like_step},
        {"time.total_seconds", seconds, epochs_say<&T::total>, always, less, range_of_total},
        {"time.total_low_seconds", seconds, epochs_say<&T::total_low>},
        {"time.total_high_seconds", seconds, epochs_say<&T::total_high>},
        {"time.loading.needed_seconds", seconds, loading_says<&LoadingEstimate::needed>},
        {"time.loading.first_epoch_needed_seconds", seconds, loading_says<&LoadingEstimate::needed_first_epoch>},
        {"time.loading.host_to_device_copy_seconds", seconds, loading_says<&LoadingEstimate::copy>},
        {"time.loading.exposed_copy_seconds", seconds, loading_says<&LoadingEstimate::exposed_copy>},
        {"time.pf_days", ratio, time_says<&T::pf_days>},
        {"time.six_n_d_pf_days", ratio, time_says<&T::six_n_d_pf_days>, training},
        {"time.upload_seconds", seconds, time_says<&T::upload>},
        {"time.run_parts.training", seconds, run_part_says<RunPart::training>},
        {"time.run_parts.cold_cache", seconds, run_part_says<RunPart::cold_cache>},
        {"time.run_parts.validation", seconds, run_part_says<RunPart::validation>},
        {"time.run_parts.checkpoints", seconds, run_part_says<RunPart::checkpoints>},
        {"time.run_parts.failures", seconds, run_part_says<RunPart::failures>},
        {"time.wall_seconds", seconds, run_says<&RunEstimate::wall>, always, less, range_of_wall},
        {"time.wall_low_seconds", seconds, run_says<&RunEstimate::wall_low>},
        {"time.wall_high_seconds", seconds, run_says<&RunEstimate::wall_high>},
        {"time.goodput", share, run_says<&RunEstimate::goodput>},
        {"time.mtbf_seconds", seconds, run_says<&RunEstimate::mtbf>},
        {"time.checkpoint_bytes", bytes, run_says<&RunEstimate::checkpoint>},
        {"time.checkpoint_interval_seconds", seconds, run_says<&RunEstimate::checkpoint_interval>},
        {"time.mfu", share, time_says<&T::mfu>},
        {"time.hfu", share, time_says<&T::hfu>, training},
        {"time.bottleneck", ratio, time_says<&T::bottleneck>},
        {"takt.met", ratio, takt_says<&TaktEstimate::met>},
        {"takt.part_latency_seconds", seconds, takt_says<&TaktEstimate::part_latency>},
        {"takt.limit_seconds", seconds, takt_says<&TaktEstimate::limit>},
        {"takt.batch_latency_seconds", seconds, takt_says<&TaktEstimate::batch_latency>},
        {"takt.tiles_per_part", count, takt_says<&TaktEstimate::tiles_per_part>},
        {"takt.batches_per_part", count, takt_says<&TaktEstimate::batches_per_part>},
        {"takt.parts_per_second", ratio, takt_says<&TaktEstimate::parts_per_second>},
        {"verdict", ratio, said_of<&Estimate::verdict>},
        {"energy.average_power_W", watts, energy_says<&EnergyEstimate::average_power>, always, less},
        {"energy.parts_W.gpus", watts, power_says<PowerPart::gpus>},
        {"energy.parts_W.processors", watts, power_says<PowerPart::processors>},
        {"energy.parts_W.memory", watts, power_says<PowerPart::memory>},
        {"energy.parts_W.storage", watts, power_says<PowerPart::storage>},
        {"energy.parts_W.board_and_fans", watts, power_says<PowerPart::board_and_fans>},
        {"energy.parts_W.supply_loss", watts, power_says<PowerPart::supply_loss>},
        {"energy.parts_W.cooling", watts, power_says<PowerPart::cooling>},
        {"energy.total_kWh", kilowatt_hours, energy_says<&EnergyEstimate::total_kwh>, always, less, range_of_energy},
        {"energy.total_low_kWh", kilowatt_hours, energy_of_run_says<&EnergyEstimate::total_low_kwh>},
        {"energy.total_high_kWh", kilowatt_hours, energy_of_run_says<&EnergyEstimate::total_high_kwh>},
        {"energy.co2_kg", ratio, energy_of_run_says<&EnergyEstimate::co2_kg>},
        {"cost.currency", ratio, cost_says<&CostTerms::bill, &BillOfMaterials::currency>},
        {"cost.purchase", money, said_purchase, priced, less},
        {"cost.unpriced_lines", count, cost_says<&CostTerms::bill, &BillOfMaterials::unpriced_lines>},
        {"cost.depreciation", money, cost_says<&CostTerms::depreciation>, priced},
        {"cost.maintenance", money, cost_says<&CostTerms::maintenance>, priced},
        {"cost.energy", money, cost_says<&CostTerms::energy>},
        {"cost.run", money, cost_says<&CostTerms::run>, priced, less, like_wall},
        {"cost.rent_per_gpu_hour", money, cost_says<&CostTerms::rent, &RentPrice::per_gpu_hour>},
        {"cost.rent_equivalent", money, cost_says<&CostTerms::rent_equivalent>, always, less, like_wall},
        {"cost.break_even_hours", seconds, cost_says<&CostTerms::break_even_hours>, priced, none, {}, seconds_per_hour},
        {"cost.break_even_calendar_hours",
         seconds,
         cost_says<&CostTerms::break_even_calendar_hours>,
         always,
         none,
         {},
         seconds_per_hour},
        {"cost.break_even_date", ratio, cost_says<&CostTerms::break_even_date>},
        {"cost.upload_rent", money, cost_says<&CostTerms::upload_rent>},
    });
}

constexpr auto quantities_of_estimate = make_quantities();

std::optional<Value> number_from(const EstimateQuantity& quantity, const FieldValue& said, const Estimate& estimate)
{
    const auto* whole = std::get_if<std::int64_t>(&said);
    const auto* real = std::get_if<double>(&said);
    if (whole == nullptr && real == nullptr) return std::nullopt;
    const double number = whole != nullptr ? static_cast<double>(*whole) : *real;
    if (quantity.unit == Unit::money) return money(number, estimate.cost.bill.currency);
    return Value{number * quantity.file_unit, quantity.unit};
}

} // namespace

std::span<const EstimateQuantity> estimate_quantities() { return quantities_of_estimate; }

const EstimateQuantity* quantity_of(std::string_view id)
{
    const auto found = std::ranges::find(quantities_of_estimate, id, &EstimateQuantity::id);
    return found == quantities_of_estimate.end() ? nullptr : &*found;
}

FieldValue told(const EstimateQuantity& quantity, const Estimate& estimate)
{
    if (quantity.scope == QuantityScope::judged && !estimate.verdict) return {};
    return quantity.read(estimate);
}

std::optional<Value> number_of(const EstimateQuantity& quantity, const Estimate& estimate)
{
    return number_from(quantity, told(quantity, estimate), estimate);
}

std::optional<Value> number_of(std::string_view id, const Estimate& estimate)
{
    const EstimateQuantity* quantity = quantity_of(id);
    return quantity != nullptr ? number_of(*quantity, estimate) : std::nullopt;
}

std::optional<Value> quantity_value(const Evaluation& evaluation, std::string_view id)
{
    const EstimateQuantity* quantity = quantity_of(id);
    if (quantity == nullptr || !evaluation.estimate) return std::nullopt;
    const bool infers = evaluation.scenario.training.mode == RunMode::infer;
    if (quantity->scope == QuantityScope::training && infers) return std::nullopt;
    if (quantity->scope == QuantityScope::judged && !evaluation.memory.usable) return std::nullopt;
    return number_from(*quantity, quantity->read(*evaluation.estimate), *evaluation.estimate);
}

bool is_lower_bound(const EstimateQuantity& quantity, const Estimate& estimate)
{
    return quantity.scope == QuantityScope::priced && estimate.cost.bill.unpriced_lines > 0;
}

ValueRange range_of(const EstimateQuantity& quantity, const Value& value, const Estimate& estimate)
{
    const EstimateQuantity* like = quantity_of(quantity.range.like);
    const QuantityRange& ends = like != nullptr ? like->range : quantity.range;
    const std::optional<Value> low = number_of(ends.low, estimate);
    const std::optional<Value> high = number_of(ends.high, estimate);
    if (!low || !high) return {value.number, value.number};
    if (like == nullptr) return {low->number, high->number};
    const double middle = number_of(*like, estimate).value_or(Value{}).number;
    if (quantity.direction == PreferredDirection::more)
        return {value.number * middle / high->number, value.number * middle / low->number};
    return {value.number * (low->number / middle), value.number * (high->number / middle)};
}

} // namespace rigwright
