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

FieldValue to_field_value(double number) { return std::isfinite(number) ? FieldValue(number) : FieldValue(); }
FieldValue to_field_value(Count count) { return count.is_out_of_range() ? FieldValue() : FieldValue(count.value()); }
FieldValue to_field_value(Bytes bytes) { return to_field_value(bytes.count()); }
template <typename Kind>
FieldValue to_field_value(Quantity<Kind> amount)
{
    return to_field_value(amount.base());
}
template <typename Plain>
FieldValue to_field_value(const Plain& plain)
{
    return FieldCodec<Plain>::to_value(plain);
}
template <typename Plain>
FieldValue to_field_value(const std::optional<Plain>& member)
{
    return member ? to_field_value(*member) : FieldValue();
}

template <typename Member>
constexpr bool may_be_absent = false;
template <typename Plain>
constexpr bool may_be_absent<std::optional<Plain>> = true;

/// The value at the end of a path of members, functions without arguments, and enumerators that index a list.
template <auto First, auto... Rest>
FieldValue value_at_path(const auto& owner)
{
    if constexpr (std::is_enum_v<decltype(First)>) {
        return to_field_value(owner[static_cast<std::size_t>(First)]);
    } else {
        const auto& member = std::invoke(First, owner);
        if constexpr (sizeof...(Rest) == 0)
            return to_field_value(member);
        else if constexpr (may_be_absent<std::remove_cvref_t<decltype(member)>>)
            return member ? value_at_path<Rest...>(*member) : FieldValue();
        else
            return value_at_path<Rest...>(member);
    }
}

using ReadQuantity = FieldValue (*)(const Estimate&);

template <auto... Path>
constexpr ReadQuantity read_path = [](const Estimate& estimate) { return value_at_path<Path...>(estimate); };

template <bool (*Condition)(const Estimate&), auto... Path>
constexpr ReadQuantity read_if =
    [](const Estimate& estimate) { return Condition(estimate) ? value_at_path<Path...>(estimate) : FieldValue(); };

/// A partly read model has only the figures of its file.
bool is_whole_model(const Estimate& estimate) { return estimate.verdict != Verdict::incomplete; }
/// The steps of an epoch follow from the dataset.
bool has_epochs(const Estimate& estimate) { return estimate.time && estimate.time->knows_run(); }
bool has_energy_of_run(const Estimate& estimate) { return estimate.energy && estimate.energy->total_kwh; }
bool has_priced_part(const Estimate& estimate)
{
    const BillOfMaterials& bill = estimate.cost.bill;
    return bill.total > 0.0 || static_cast<std::size_t>(bill.unpriced_lines) < bill.lines.size();
}

template <auto... Path>
constexpr ReadQuantity of_model = read_path<&Estimate::model, Path...>;
template <auto... Path>
constexpr ReadQuantity of_whole_model = read_if<is_whole_model, &Estimate::model, Path...>;
template <auto... Path>
constexpr ReadQuantity of_memory = read_path<&Estimate::memory, Path...>;
template <MemoryPart Part>
constexpr ReadQuantity of_memory_part = of_memory<&MemoryEstimate::parts, Part>;
template <MemoryPart Part>
constexpr ReadQuantity of_memory_state = of_memory<&MemoryEstimate::states, Part>;
template <auto... Path>
constexpr ReadQuantity of_time = read_path<&Estimate::time, Path...>;
template <TimePart Part>
constexpr ReadQuantity of_time_part = of_time<&TimeEstimate::parts, Part>;
template <auto... Path>
constexpr ReadQuantity of_epochs = read_if<has_epochs, &Estimate::time, Path...>;
template <auto... Path>
constexpr ReadQuantity of_loading = of_time<&TimeEstimate::loading, Path...>;
template <auto... Path>
constexpr ReadQuantity of_run = of_time<&TimeEstimate::run, Path...>;
template <RunPart Part>
constexpr ReadQuantity of_run_part = of_run<&RunEstimate::parts, Part>;
template <auto... Path>
constexpr ReadQuantity of_takt = read_path<&Estimate::takt, Path...>;
template <auto... Path>
constexpr ReadQuantity of_energy = read_path<&Estimate::energy, Path...>;
template <PowerPart Part>
constexpr ReadQuantity of_power_part = of_energy<&EnergyEstimate::parts, Part>;
template <auto... Path>
constexpr ReadQuantity of_run_energy = read_if<has_energy_of_run, &Estimate::energy, Path...>;
template <auto... Path>
constexpr ReadQuantity of_cost = read_path<&Estimate::cost, Path...>;

FieldValue read_purchase(const Estimate& estimate)
{
    return has_priced_part(estimate) ? to_field_value(estimate.cost.bill.total) : FieldValue();
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
        {"model.parameters", count, of_model<&M::parameters>},
        {"model.trainable_parameters", count, of_model<&M::trainable_parameters>, training},
        {"model.active_parameters", count, of_model<&M::active_parameters>},
        {"model.forward_macs_per_sample", macs, of_whole_model<&M::forward_macs_per_sample>},
        {"model.forward_flops_per_sample", flops, of_whole_model<&M::forward_flops_per_sample>},
        {"model.training_flops_per_sample", flops, of_whole_model<&M::training_flops_per_sample>, training},
        {"model.saved_activation_bytes_per_sample", bytes, of_whole_model<&M::saved_activation_bytes_per_sample>,
         training},
        {"model.layers_counted", count, of_model<&M::layers_counted>},
        {"memory.at_least_bytes", bytes, read_path<&Estimate::memory_at_least>},
        {"memory.fits", ratio, of_memory<&MemoryEstimate::fits>, judged},
        {"memory.total_bytes", bytes, of_memory<&MemoryEstimate::total>, always, less, range_of_memory},
        {"memory.usable_bytes", bytes, of_memory<&MemoryEstimate::usable>, judged},
        {"memory.shortfall_bytes", bytes, of_memory<&MemoryEstimate::shortfall>, judged},
        {"memory.parts.weights", bytes, of_memory_part<MemoryPart::weights>},
        {"memory.parts.gradients", bytes, of_memory_part<MemoryPart::gradients>, training},
        {"memory.parts.optimizer_state", bytes, of_memory_part<MemoryPart::optimizer_state>, training},
        {"memory.parts.master_weights", bytes, of_memory_part<MemoryPart::master_weights>, training},
        {"memory.parts.activations", bytes, of_memory_part<MemoryPart::activations>},
        {"memory.parts.temporary_buffers", bytes, of_memory_part<MemoryPart::temporary_buffers>},
        {"memory.parts.communication_buffers", bytes, of_memory_part<MemoryPart::communication_buffers>},
        {"memory.parts.framework_overhead", bytes, of_memory_part<MemoryPart::framework_overhead>},
        {"memory.parts.measured_correction", bytes, of_memory<&MemoryEstimate::measured_correction>},
        {"memory.states.weights", bytes, of_memory_state<MemoryPart::weights>},
        {"memory.states.gradients", bytes, of_memory_state<MemoryPart::gradients>, training},
        {"memory.states.optimizer_state", bytes, of_memory_state<MemoryPart::optimizer_state>, training},
        {"memory.states.master_weights", bytes, of_memory_state<MemoryPart::master_weights>, training},
        {"memory.peak_phase", ratio, of_memory<&MemoryEstimate::peak_phase>},
        {"memory.peak_layer", ratio, of_memory<&MemoryEstimate::peak_layer>},
        {"memory.peak_allocated_bytes", bytes, of_memory<&MemoryEstimate::peak_allocated>},
        {"memory.peak_reserved_bytes", bytes, of_memory<&MemoryEstimate::peak_reserved>},
        {"memory.max_micro_batch", count, of_memory<&MemoryEstimate::max_micro_batch>, judged, more},
        {"memory.max_micro_batch_without_margin", count, of_memory<&MemoryEstimate::max_micro_batch_without_margin>,
         judged, more},
        {"memory.low_bytes", bytes, of_memory<&MemoryEstimate::low>},
        {"memory.high_bytes", bytes, of_memory<&MemoryEstimate::high>},
        {"memory.needed_bytes", bytes, of_memory<&MemoryEstimate::needed>},
        {"memory.with_margin_bytes", bytes, of_memory<&MemoryEstimate::with_margin>},
        {"memory.host_bytes", bytes, of_memory<&MemoryEstimate::host>},
        {"time.step_seconds", seconds, of_time<&T::step>, always, less, range_of_step},
        {"time.low_seconds", seconds, of_time<&T::low>},
        {"time.high_seconds", seconds, of_time<&T::high>},
        {"time.parts.forward", seconds, of_time_part<TimePart::forward>},
        {"time.parts.backward", seconds, of_time_part<TimePart::backward>, training},
        {"time.parts.recompute", seconds, of_time_part<TimePart::recompute>, training},
        {"time.parts.optimizer", seconds, of_time_part<TimePart::optimizer>, training},
        {"time.parts.exposed_communication", seconds, of_time_part<TimePart::exposed_communication>},
        {"time.parts.pipeline_bubble", seconds, of_time_part<TimePart::pipeline_bubble>},
        {"time.parts.exposed_data_loading", seconds, of_time_part<TimePart::exposed_data_loading>},
        {"time.parts.host_overhead", seconds, of_time_part<TimePart::host_overhead>},
        {"time.parts.measured_correction", seconds, of_time<&T::measured_correction>},
        {"time.global_batch", count, of_time<&T::global_batch>},
        {"time.steps_per_epoch", count, of_epochs<&T::steps_per_epoch>},
        {"time.forward_seconds", seconds, of_time<&T::forward>},
        {"time.backward_seconds", seconds, of_time<&T::backward>, training},
        {"time.samples_per_second", samples_per_second, of_time<&T::samples_per_second>, always, more, like_step},
        {"time.images_per_second", ratio, of_time<&T::images_per_second>},
        {"time.tokens_per_second", tokens_per_second, of_time<&T::tokens_per_second>},
        {"time.epoch_seconds", seconds, of_epochs<&T::epoch>, always, less, like_step},
        {"time.total_seconds", seconds, of_epochs<&T::total>, always, less, range_of_total},
        {"time.total_low_seconds", seconds, of_epochs<&T::total_low>},
        {"time.total_high_seconds", seconds, of_epochs<&T::total_high>},
        {"time.loading.needed_seconds", seconds, of_loading<&LoadingEstimate::needed>},
        {"time.loading.first_epoch_needed_seconds", seconds, of_loading<&LoadingEstimate::needed_first_epoch>},
        {"time.loading.host_to_device_copy_seconds", seconds, of_loading<&LoadingEstimate::copy>},
        {"time.loading.exposed_copy_seconds", seconds, of_loading<&LoadingEstimate::exposed_copy>},
        {"time.pf_days", ratio, of_time<&T::pf_days>},
        {"time.six_n_d_pf_days", ratio, of_time<&T::six_n_d_pf_days>, training},
        {"time.upload_seconds", seconds, of_time<&T::upload>},
        {"time.run_parts.training", seconds, of_run_part<RunPart::training>},
        {"time.run_parts.cold_cache", seconds, of_run_part<RunPart::cold_cache>},
        {"time.run_parts.validation", seconds, of_run_part<RunPart::validation>},
        {"time.run_parts.checkpoints", seconds, of_run_part<RunPart::checkpoints>},
        {"time.run_parts.failures", seconds, of_run_part<RunPart::failures>},
        {"time.wall_seconds", seconds, of_run<&RunEstimate::wall>, always, less, range_of_wall},
        {"time.wall_low_seconds", seconds, of_run<&RunEstimate::wall_low>},
        {"time.wall_high_seconds", seconds, of_run<&RunEstimate::wall_high>},
        {"time.goodput", share, of_run<&RunEstimate::goodput>},
        {"time.mtbf_seconds", seconds, of_run<&RunEstimate::mtbf>},
        {"time.checkpoint_bytes", stored_bytes, of_run<&RunEstimate::checkpoint>},
        {"time.checkpoint_interval_seconds", seconds, of_run<&RunEstimate::checkpoint_interval>},
        {"time.mfu", share, of_time<&T::mfu>},
        {"time.hfu", share, of_time<&T::hfu>, training},
        {"time.bottleneck", ratio, of_time<&T::bottleneck>},
        {"takt.met", ratio, of_takt<&TaktEstimate::met>},
        {"takt.part_latency_seconds", seconds, of_takt<&TaktEstimate::part_latency>},
        {"takt.limit_seconds", seconds, of_takt<&TaktEstimate::limit>},
        {"takt.batch_latency_seconds", seconds, of_takt<&TaktEstimate::batch_latency>},
        {"takt.tiles_per_part", count, of_takt<&TaktEstimate::tiles_per_part>},
        {"takt.batches_per_part", count, of_takt<&TaktEstimate::batches_per_part>},
        {"takt.parts_per_second", ratio, of_takt<&TaktEstimate::parts_per_second>},
        {"verdict", ratio, read_path<&Estimate::verdict>},
        {"energy.average_power_W", watts, of_energy<&EnergyEstimate::average_power>, always, less},
        {"energy.parts_W.gpus", watts, of_power_part<PowerPart::gpus>},
        {"energy.parts_W.processors", watts, of_power_part<PowerPart::processors>},
        {"energy.parts_W.memory", watts, of_power_part<PowerPart::memory>},
        {"energy.parts_W.storage", watts, of_power_part<PowerPart::storage>},
        {"energy.parts_W.board_and_fans", watts, of_power_part<PowerPart::board_and_fans>},
        {"energy.parts_W.supply_loss", watts, of_power_part<PowerPart::supply_loss>},
        {"energy.parts_W.cooling", watts, of_power_part<PowerPart::cooling>},
        {"energy.total_kWh", kilowatt_hours, of_energy<&EnergyEstimate::total_kwh>, always, less, range_of_energy},
        {"energy.total_low_kWh", kilowatt_hours, of_run_energy<&EnergyEstimate::total_low_kwh>},
        {"energy.total_high_kWh", kilowatt_hours, of_run_energy<&EnergyEstimate::total_high_kwh>},
        {"energy.co2_kg", ratio, of_run_energy<&EnergyEstimate::co2_kg>},
        {"cost.currency", ratio, of_cost<&CostTerms::bill, &BillOfMaterials::currency>},
        {"cost.purchase", money, read_purchase, priced, less},
        {"cost.unpriced_lines", count, of_cost<&CostTerms::bill, &BillOfMaterials::unpriced_lines>},
        {"cost.depreciation", money, of_cost<&CostTerms::depreciation>, priced},
        {"cost.maintenance", money, of_cost<&CostTerms::maintenance>, priced},
        {"cost.energy", money, of_cost<&CostTerms::energy>},
        {"cost.run", money, of_cost<&CostTerms::run>, priced, less, like_wall},
        {"cost.rent_per_gpu_hour", money, of_cost<&CostTerms::rent, &RentPrice::per_gpu_hour>},
        {"cost.rent_equivalent", money, of_cost<&CostTerms::rent_equivalent>, always, less, like_wall},
        {"cost.break_even_hours", seconds, of_cost<&CostTerms::break_even_hours>, priced, none, {}, seconds_per_hour},
        {"cost.break_even_calendar_hours",
         seconds,
         of_cost<&CostTerms::break_even_calendar_hours>,
         priced,
         none,
         {},
         seconds_per_hour},
        {"cost.break_even_date", ratio, of_cost<&CostTerms::break_even_date>},
        {"cost.upload_rent", money, of_cost<&CostTerms::upload_rent>},
    });
}

constexpr auto quantities_of_estimate = make_quantities();

std::optional<Value> number_from(const EstimateQuantity& quantity, const FieldValue& value, const Estimate& estimate)
{
    const auto* whole = std::get_if<std::int64_t>(&value);
    const auto* real = std::get_if<double>(&value);
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

FieldValue file_value(const EstimateQuantity& quantity, const Estimate& estimate)
{
    if (quantity.scope == QuantityScope::judged && !estimate.verdict) return {};
    return quantity.read(estimate);
}

std::optional<Value> number_of(const EstimateQuantity& quantity, const Estimate& estimate)
{
    return number_from(quantity, file_value(quantity, estimate), estimate);
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
    const BillOfMaterials& bill = estimate.cost.bill;
    if (quantity.scope != QuantityScope::priced || !bill.is_lower_bound()) return false;
    // No maintenance costs nothing whatever the price.
    const std::optional<Value> value = number_of(quantity, estimate);
    return !value || value->number != 0.0 || bill.total == 0.0;
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
