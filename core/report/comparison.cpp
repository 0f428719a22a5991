// SPDX-License-Identifier: Apache-2.0
#include "core/report/comparison.h"

#include "core/scenario/measurement_settings.h"
#include "core/scenario/scenario.h"
#include "core/scenario/scenario_parts_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace rigwright {

namespace {

/// One quantity that builds are compared by: its id, which way is good, and how it is read off an estimate.
struct ComparedQuantity {
    const char* id;
    PreferredDirection direction;
    std::optional<ComparedValue> (*read)(const Estimate& estimate);
};

using Compared = std::optional<ComparedValue>;

ComparedValue exact(Value value) { return {value, value.number, value.number, false}; }

Compared memory_total(const Estimate& estimate)
{
    if (!estimate.memory) return std::nullopt;
    const MemoryEstimate& memory = *estimate.memory;
    return ComparedValue{value_of(memory.total), memory.low.as_double(), memory.high.as_double(), false};
}

Compared largest_batch(const Estimate& estimate)
{
    if (!estimate.memory || !estimate.verdict) return std::nullopt;
    return exact(value_of(Count(estimate.memory->max_micro_batch)));
}

/// What depends on time is only what it would be where the plan does not fit.
Compared timed(const Estimate& estimate, Value value, double low, double high)
{
    return ComparedValue{value, low, high, estimate.verdict == Verdict::does_not_fit};
}

Compared step(const Estimate& estimate)
{
    if (!estimate.time) return std::nullopt;
    const TimeEstimate& time = *estimate.time;
    return timed(estimate, value_of(time.step), time.low.base(), time.high.base());
}

Compared throughput(const Estimate& estimate)
{
    if (!estimate.time || estimate.time->samples_per_second <= 0.0) return std::nullopt;
    const TimeEstimate& time = *estimate.time;
    const double samples = time.samples_per_second * time.step.base();
    return timed(estimate, {time.samples_per_second, Unit::samples_per_second}, samples / time.high.base(),
                 samples / time.low.base());
}

Compared epoch(const Estimate& estimate)
{
    if (!estimate.time || !estimate.time->knows_run()) return std::nullopt;
    const TimeEstimate& time = *estimate.time;
    return timed(estimate, value_of(time.epoch), time.epoch.base() * (time.low / time.step),
                 time.epoch.base() * (time.high / time.step));
}

Compared training(const Estimate& estimate)
{
    if (!estimate.time || !estimate.time->knows_run()) return std::nullopt;
    const TimeEstimate& time = *estimate.time;
    return timed(estimate, value_of(time.total), time.total_low.base(), time.total_high.base());
}

Compared energy(const Estimate& estimate)
{
    if (!estimate.energy || !estimate.energy->total_kwh) return std::nullopt;
    const EnergyEstimate& energy = *estimate.energy;
    return timed(estimate, {*energy.total_kwh, Unit::kilowatt_hours}, energy.total_low_kwh, energy.total_high_kwh);
}

Compared power(const Estimate& estimate)
{
    if (!estimate.energy) return std::nullopt;
    const Value value = value_of(estimate.energy->average_power);
    return timed(estimate, value, value.number, value.number);
}

/// With lines that nobody has priced a sum of money is a lower bound.
double upper_end(const CostTerms& cost, double high)
{
    return cost.bill.unpriced_lines > 0 ? std::numeric_limits<double>::infinity() : high;
}

Compared purchase(const Estimate& estimate)
{
    const CostTerms& cost = estimate.cost;
    if (cost.bill.total <= 0.0) return std::nullopt;
    return ComparedValue{money(cost.bill.total, cost.bill.currency), cost.bill.total, upper_end(cost, cost.bill.total),
                         false};
}

/// An amount that grows with the time of the run has the time's range.
Compared over_run(const Estimate& estimate, const std::optional<double>& amount)
{
    if (!amount || !estimate.time || !estimate.time->run) return std::nullopt;
    const RunEstimate& run = *estimate.time->run;
    return timed(estimate, money(*amount, estimate.cost.bill.currency), *amount * (run.wall_low / run.wall),
                 *amount * (run.wall_high / run.wall));
}

Compared run_cost(const Estimate& estimate)
{
    Compared cost = over_run(estimate, estimate.cost.run);
    if (cost) cost->high = upper_end(estimate.cost, cost->high);
    return cost;
}

Compared rent(const Estimate& estimate) { return over_run(estimate, estimate.cost.rent_equivalent); }

Value count_of(const Estimate& estimate, Finding::Severity severity)
{
    const auto count = std::ranges::count(estimate.findings, severity, &Finding::severity);
    return {static_cast<double>(count), Unit::count};
}

template <Finding::Severity severity>
Compared findings(const Estimate& estimate)
{
    return exact(count_of(estimate, severity));
}

/// How long the run takes from its start to its end; empty where the estimate does not say.
std::optional<ComparedValue> compared_wall_time(const Estimate& estimate)
{
    if (!estimate.time || !estimate.time->run) return std::nullopt;
    const RunEstimate& run = *estimate.time->run;
    return timed(estimate, value_of(run.wall), run.wall_low.base(), run.wall_high.base());
}

constexpr std::array quantities{
    ComparedQuantity{"memory.total_bytes", PreferredDirection::less, memory_total},
    ComparedQuantity{"memory.max_micro_batch", PreferredDirection::more, largest_batch},
    ComparedQuantity{"time.step_seconds", PreferredDirection::less, step},
    ComparedQuantity{"time.samples_per_second", PreferredDirection::more, throughput},
    ComparedQuantity{"time.epoch_seconds", PreferredDirection::less, epoch},
    ComparedQuantity{"time.total_seconds", PreferredDirection::less, training},
    ComparedQuantity{"time.wall_seconds", PreferredDirection::less, compared_wall_time},
    ComparedQuantity{"energy.total_kWh", PreferredDirection::less, energy},
    ComparedQuantity{"energy.average_power_W", PreferredDirection::less, power},
    ComparedQuantity{"cost.purchase", PreferredDirection::less, purchase},
    ComparedQuantity{"cost.run", PreferredDirection::less, run_cost},
    ComparedQuantity{"cost.rent_equivalent", PreferredDirection::less, rent},
    ComparedQuantity{"findings.blocks", PreferredDirection::less, findings<Finding::Severity::blocks>},
    ComparedQuantity{"findings.loses", PreferredDirection::less, findings<Finding::Severity::loses>},
    ComparedQuantity{"findings.unchecked", PreferredDirection::none, findings<Finding::Severity::unchecked>},
};

/// In the order of the table.
std::span<const ComparedQuantity> compared_quantities() { return quantities; }

bool same_unit(const Value& a, const Value& b) { return a.unit == b.unit && a.currency == b.currency; }

bool apart(const ComparedValue& a, const ComparedValue& b) { return a.high < b.low || b.high < a.low; }

/// Whether `a` is better than `b` beyond doubt.
bool clearly_better(const ComparedValue& a, const ComparedValue& b, PreferredDirection direction)
{
    return direction == PreferredDirection::less ? a.high < b.low : a.low > b.high;
}

std::optional<Delta> delta_of(const std::optional<ComparedValue>& value, const std::optional<ComparedValue>& baseline)
{
    if (!value || !baseline || !same_unit(value->value, baseline->value)) return std::nullopt;
    Delta delta{value->value, apart(*value, *baseline)};
    delta.difference.number = value->value.number - baseline->value.number;
    return delta;
}

void add_deltas(ComparedRow& row, std::size_t baseline)
{
    for (std::size_t i = 0; i < row.values.size(); ++i)
        row.deltas.push_back(i == baseline ? std::nullopt : delta_of(row.values[i], row.values[baseline]));
}

void rank(ComparedRow& row)
{
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < row.values.size(); ++i)
        if (row.values[i] && !row.values[i]->hypothetical) candidates.push_back(i);
    if (row.direction == PreferredDirection::none || candidates.size() < 2) return;
    const auto& first = *row.values[candidates.front()];
    const auto same_as_first = [&](std::size_t i) { return same_unit(row.values[i]->value, first.value); };
    if (!std::ranges::all_of(candidates, same_as_first)) {
        row.ranking = Ranking::different_units;
        return;
    }
    if (std::ranges::all_of(candidates, [&](std::size_t i) { return row.values[i]->value == first.value; })) {
        row.ranking = Ranking::equal;
        return;
    }
    row.ranking = Ranking::no_clear_winner;
    for (const std::size_t candidate : candidates) {
        const bool wins = std::ranges::all_of(candidates, [&](std::size_t other) {
            return other == candidate || clearly_better(*row.values[candidate], *row.values[other], row.direction);
        });
        if (!wins) continue;
        row.ranking = Ranking::best;
        row.best = candidate;
    }
}

/// Epochs, data and model decide what is asked; everything else is how it is done.
bool asks_the_same(const Scenario& a, const Scenario& b)
{
    return a.model == b.model && a.input == b.input && a.dataset == b.dataset && a.training.mode == b.training.mode &&
           a.training.epochs == b.training.epochs;
}

bool is_training(const Evaluation& build) { return build.estimate && build.scenario.training.mode == RunMode::train; }

bool have_one_global_batch(const std::vector<const Evaluation*>& builds)
{
    const auto first = std::ranges::find_if(builds, [](const Evaluation* build) { return is_training(*build); });
    return std::all_of(first, builds.end(), [&](const Evaluation* build) {
        return !is_training(*build) || global_batch(build->scenario) == global_batch((*first)->scenario);
    });
}

std::optional<ComparedValue> wall_time_at(std::int64_t batch, const Evaluation& build, const EngineData& data)
{
    if (global_batch(build.scenario) == batch) return compared_wall_time(*build.estimate);
    const auto split = batch_split(build.scenario, batch);
    if (!split) return std::nullopt;
    Scenario same = build.scenario;
    anchor_measurements(same);
    same.training.micro_batch = split->micro_batch;
    same.training.gradient_accumulation = split->accumulation;
    const Evaluation there = evaluate(same, data, build);
    return there.estimate ? compared_wall_time(*there.estimate) : std::nullopt;
}

/// Sums of bills that lack the prices of different parts have no difference that anybody knows.
void drop_unknown_differences(ComparedRow& row, const std::vector<const Evaluation*>& builds, std::size_t baseline)
{
    if (row.quantity != "cost.purchase" && row.quantity != "cost.run") return;
    for (std::size_t i = 0; i < builds.size(); ++i)
        if (row.deltas[i] &&
            !difference_is_known(builds[i]->estimate->cost.bill, builds[baseline]->estimate->cost.bill))
            row.deltas[i].reset();
}

void finish(Comparison& comparison, ComparedRow row)
{
    const auto known = [](const std::optional<ComparedValue>& value) { return value.has_value(); };
    if (std::ranges::none_of(row.values, known)) return;
    add_deltas(row, comparison.baseline);
    rank(row);
    comparison.rows.push_back(std::move(row));
}

/// What the builds' batches are, and what is left of a gain at the same batch.
void add_batch_rows(Comparison& comparison, const std::vector<const Evaluation*>& builds, const EngineData& data)
{
    ComparedRow batches{"time.global_batch", PreferredDirection::none, {}, {}, Ranking::none, {}};
    ComparedRow times{time_at_baseline_batch, PreferredDirection::less, {}, {}, Ranking::none, {}};
    const Evaluation& baseline = *builds[comparison.baseline];
    for (const Evaluation* build : builds) {
        const bool known = is_training(*build);
        const Value batch = value_of(Count(known ? global_batch(build->scenario) : 0));
        batches.values.push_back(known ? std::optional(ComparedValue{batch, batch.number, batch.number, false})
                                       : std::nullopt);
        const bool comparable = known && is_training(baseline) && asks_the_same(build->scenario, baseline.scenario);
        times.values.push_back(comparable ? wall_time_at(global_batch(baseline.scenario), *build, data) : std::nullopt);
    }
    finish(comparison, std::move(batches));
    const auto known = std::ranges::count_if(times.values, [](const auto& value) { return value.has_value(); });
    if (known > 1) finish(comparison, std::move(times));
}

std::vector<ComparedInput> differing_inputs(const std::vector<const Evaluation*>& builds)
{
    std::vector<ComparedInput> inputs;
    for (const Field& field : scenario_fields()) {
        if (field.path == "name") continue;
        ComparedInput input{std::string(field.path), {}};
        for (const Evaluation* build : builds) input.values.push_back(field.read(build->scenario));
        const auto differs = [&](const FieldValue& value) { return value != input.values.front(); };
        if (std::ranges::any_of(input.values, differs)) inputs.push_back(std::move(input));
    }
    return inputs;
}

} // namespace

bool ComparedValue::is_lower_bound() const { return std::isinf(high); }

bool ComparedRow::all_equal() const
{
    return std::ranges::all_of(values, [this](const std::optional<ComparedValue>& value) {
        return value.has_value() == values.front().has_value() && (!value || value->value == values.front()->value);
    });
}

bool ComparedRow::has_working() const
{
    return !quantity.starts_with("findings.") && quantity != time_at_baseline_batch;
}

Comparison compare(const std::vector<const Evaluation*>& builds, std::size_t baseline, const EngineData& data)
{
    Comparison comparison;
    comparison.baseline = baseline;
    for (const Evaluation* build : builds) {
        comparison.verdicts.push_back(build->estimate ? build->estimate->verdict : std::nullopt);
        comparison.same_question = comparison.same_question && asks_the_same(build->scenario, builds.front()->scenario);
    }
    comparison.same_global_batch = have_one_global_batch(builds);
    for (const ComparedQuantity& quantity : compared_quantities()) {
        ComparedRow row{quantity.id, quantity.direction, {}, {}, Ranking::none, {}};
        for (const Evaluation* build : builds)
            row.values.push_back(build->estimate ? quantity.read(*build->estimate) : std::nullopt);
        finish(comparison, std::move(row));
        if (!comparison.rows.empty() && comparison.rows.back().quantity == quantity.id)
            drop_unknown_differences(comparison.rows.back(), builds, baseline);
        if (!comparison.same_global_batch && quantity.id == std::string_view("time.wall_seconds"))
            add_batch_rows(comparison, builds, data);
    }
    comparison.inputs = differing_inputs(builds);
    return comparison;
}

std::vector<const char*> notes_of(const Comparison& comparison)
{
    std::vector<const char*> notes;
    if (!comparison.same_question) notes.push_back("compare.other-question");
    if (!comparison.same_global_batch) notes.push_back("compare.other-global-batch");
    return notes;
}

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

namespace {

Value minus(Value a, Value b) { return {a.number - b.number, a.unit, a.currency}; }

void add_cause(ResultChange& change, std::string quantity, Value before, Value after)
{
    const Value difference = minus(after, before);
    if (difference.number != 0.0) change.causes.push_back({std::move(quantity), difference});
}

void sort_causes(ResultChange& change)
{
    std::ranges::stable_sort(change.causes, [](const ChangeCause& a, const ChangeCause& b) {
        return std::fabs(a.difference.number) > std::fabs(b.difference.number);
    });
}

ResultChange memory_change(const MemoryEstimate& before, const MemoryEstimate& after)
{
    ResultChange change{"memory.total_bytes", value_of(before.total), value_of(after.total), {}};
    for (std::size_t i = 0; i < memory_part_count; ++i)
        add_cause(change, std::string("memory.parts.") + key_of(static_cast<MemoryPart>(i)), value_of(before.parts[i]),
                  value_of(after.parts[i]));
    add_cause(change, "memory.parts.measured_correction", value_of(before.measured_correction.value_or(Bytes())),
              value_of(after.measured_correction.value_or(Bytes())));
    return change;
}

ResultChange step_change(const TimeEstimate& before, const TimeEstimate& after)
{
    ResultChange change{"time.step_seconds", value_of(before.step), value_of(after.step), {}};
    for (std::size_t i = 0; i < time_part_count; ++i)
        add_cause(change, std::string("time.parts.") + key_of(static_cast<TimePart>(i)), value_of(before.parts[i]),
                  value_of(after.parts[i]));
    add_cause(change, "time.parts.measured_correction", value_of(before.measured_correction.value_or(Seconds(0.0))),
              value_of(after.measured_correction.value_or(Seconds(0.0))));
    return change;
}

} // namespace

Value ResultChange::difference() const { return minus(after, before); }

std::vector<ResultChange> what_changed(const Estimate& before, const Estimate& after)
{
    std::vector<ResultChange> changes;
    if (before.memory && after.memory) changes.push_back(memory_change(*before.memory, *after.memory));
    if (before.time && after.time) changes.push_back(step_change(*before.time, *after.time));
    std::erase_if(changes, [](const ResultChange& change) { return change.before == change.after; });
    for (ResultChange& change : changes) sort_causes(change);
    return changes;
}

} // namespace rigwright
