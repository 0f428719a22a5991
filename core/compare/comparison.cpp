// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparison.h"

#include "core/compare/compared_quantities.h"
#include "core/scenario/batch_split.h"
#include "core/scenario/measurement_settings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

bool same_unit(const Value& a, const Value& b) { return a.unit == b.unit && a.currency == b.currency; }

bool apart(const ComparedValue& a, const ComparedValue& b) { return a.high < b.low || b.high < a.low; }

/// Whether `a` is better than `b` beyond doubt.
bool clearly_better(const ComparedValue& a, const ComparedValue& b, GoodWay direction)
{
    return direction == GoodWay::less ? a.high < b.low : a.low > b.high;
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
    if (row.direction == GoodWay::none || candidates.size() < 2) return;
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
    ComparedRow batches{"time.global_batch", GoodWay::none, {}, {}, Ranking::none, {}};
    ComparedRow times{time_at_baseline_batch, GoodWay::less, {}, {}, Ranking::none, {}};
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

} // namespace rigwright
