// SPDX-License-Identifier: Apache-2.0

#include "core/report/comparison.h"

#include "core/advise/status.h"
#include "core/scenario/list_json.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/scenario.h"
#include "core/scenario/scenario_parts_json.h"
#include "core/scenario/task.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace rigwright {

namespace {

/// Quantities by which builds are compared, in this order, beside their findings.
constexpr auto compared_quantities = std::to_array<std::string_view>(
    {"memory.total_bytes", "memory.max_micro_batch", "time.step_seconds", "time.samples_per_second",
     "time.epoch_seconds", "time.total_seconds", "time.wall_seconds", "energy.total_kWh", "energy.average_power_W",
     "cost.purchase", "cost.run", "cost.rent_equivalent"});

/// Whether a quantity depends on the time, which is hypothetical if the plan does not fit.
bool depends_on_time(std::string_view id) { return !id.starts_with("memory.") && id != "cost.purchase"; }

/// A larger global batch is no faster machine.
bool depends_on_batch(const ComparedRow& row)
{
    return !row.is_count_of_findings() && row.quantity != time_at_baseline_batch && depends_on_time(row.quantity);
}

std::optional<ComparedValue> compared_value(const EstimateQuantity& quantity, const Estimate& estimate)
{
    const std::optional<Value> value = number_of(quantity, estimate);
    // A price or a rate of zero is meaningless.
    const bool is_rate = quantity.unit == Unit::money || quantity.unit == Unit::samples_per_second;
    if (!value || (is_rate && value->number <= 0.0)) return std::nullopt;
    const ValueRange range = range_of(quantity, *value, estimate);
    return ComparedValue{*value, range.low,
                         is_lower_bound(quantity, estimate) ? std::numeric_limits<double>::infinity() : range.high,
                         depends_on_time(quantity.id) && estimate.verdict == Verdict::does_not_fit};
}

/// Time of the run from start to end; empty if the estimate does not give it.
std::optional<ComparedValue> compared_wall_time(const Estimate& estimate)
{
    return compared_value(*quantity_of("time.wall_seconds"), estimate);
}

ComparedValue exact(Value value) { return {value, value.number, value.number, false}; }

ComparedValue count_of(const Estimate& estimate, Finding::Severity severity)
{
    return exact(count_value(static_cast<double>(std::ranges::count(estimate.findings, severity, &Finding::severity))));
}

bool same_unit(const Value& a, const Value& b) { return a.unit == b.unit && a.currency == b.currency; }

/// Correlation of the errors of two builds: one coefficient for memory quantities, that of the time for all others.
double correlation_of(std::string_view quantity, const ComparisonCoefficients& coefficients)
{
    return quantity.starts_with("memory.") ? coefficients.memory_correlation : coefficients.time_correlation;
}

bool differ_clearly(const ComparedValue& a, const ComparedValue& b, double correlation)
{
    const std::optional<Ratio> ratio = ratio_of(a, b, correlation);
    return ratio ? ratio->clear() : a.high < b.low || b.high < a.low;
}

std::optional<Delta> delta_of(const std::optional<ComparedValue>& value, const std::optional<ComparedValue>& baseline,
                              double correlation)
{
    if (!value || !baseline || !same_unit(value->value, baseline->value)) return std::nullopt;
    Delta delta{value->value, differ_clearly(*value, *baseline, correlation), ratio_of(*value, *baseline, correlation)};
    delta.difference.number = value->value.number - baseline->value.number;
    return delta;
}

void add_deltas(ComparedRow& row, const Comparison& comparison, double correlation)
{
    const std::size_t baseline = comparison.baseline;
    for (std::size_t i = 0; i < row.values.size(); ++i) {
        const bool compared = i != baseline && comparison.has_baseline_task[i];
        row.deltas.push_back(compared ? delta_of(row.values[i], row.values[baseline], correlation) : std::nullopt);
    }
}

void rank(ComparedRow& row, const Comparison& comparison, double correlation)
{
    const std::vector<ComparedVerdict>& verdicts = comparison.verdicts;
    const bool any = row.is_count_of_findings() || std::ranges::none_of(verdicts, &ComparedVerdict::works);
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < row.values.size(); ++i)
        if (row.values[i] && !row.values[i]->hypothetical && (any || verdicts[i].works())) candidates.push_back(i);
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
    if (!comparison.same_global_batch && depends_on_batch(row)) {
        row.ranking = Ranking::different_batches;
        return;
    }
    const auto number = [&row](std::size_t i) { return row.values[i]->value.number; };
    const std::size_t leading = row.direction == PreferredDirection::less ? std::ranges::min(candidates, {}, number)
                                                                          : std::ranges::max(candidates, {}, number);
    std::vector<std::size_t> leaders;
    for (const std::size_t candidate : candidates)
        if (candidate == leading || !differ_clearly(*row.values[leading], *row.values[candidate], correlation))
            leaders.push_back(candidate);
    if (leaders.size() == 1) {
        row.ranking = Ranking::best;
        row.best = leading;
    } else {
        row.ranking = Ranking::no_clear_winner;
        if (leaders.size() < candidates.size()) row.leaders = std::move(leaders);
    }
}

/// Whether both have the same task. A pinned build keeps its own prices.
bool asks_the_same(const Scenario& a, const Scenario& b)
{
    Scenario other = with_task(a, b);
    other.economics.electricity_price_per_kwh = a.economics.electricity_price_per_kwh;
    other.economics.exchange_rates = a.economics.exchange_rates;
    return other == a;
}

std::optional<ComparedValue> wall_time_at(std::int64_t batch, const Evaluation& build, const EngineData& data)
{
    const std::optional<Evaluation> there = at_global_batch(batch, build, data);
    return there && there->estimate ? compared_wall_time(*there->estimate) : std::nullopt;
}

/// Removes differences between sums of bills that lack the prices of different parts: they are unknown.
void drop_unknown_differences(ComparedRow& row, const std::vector<const Evaluation*>& builds, std::size_t baseline)
{
    if (row.quantity != "cost.purchase" && row.quantity != "cost.run") return;
    for (std::size_t i = 0; i < builds.size(); ++i)
        if (row.deltas[i] &&
            !difference_is_known(builds[i]->estimate->cost.bill, builds[baseline]->estimate->cost.bill))
            row.deltas[i].reset();
}

void finish(Comparison& comparison, ComparedRow row, const EngineData& data)
{
    const auto known = [](const std::optional<ComparedValue>& value) { return value.has_value(); };
    if (std::ranges::none_of(row.values, known)) return;
    const double correlation = correlation_of(row.quantity, data.comparison);
    add_deltas(row, comparison, correlation);
    if (comparison.same_question()) rank(row, comparison, correlation);
    comparison.rows.push_back(std::move(row));
}

/// Adds a row with the result of `read` for each build.
void add_row(Comparison& comparison, const std::vector<const Evaluation*>& builds, const EngineData& data,
             ComparedRow row, const auto& read)
{
    for (const Evaluation* build : builds)
        row.values.push_back(build->estimate ? std::optional<ComparedValue>(read(*build->estimate)) : std::nullopt);
    const std::size_t rows = comparison.rows.size();
    finish(comparison, std::move(row), data);
    if (comparison.rows.size() > rows) drop_unknown_differences(comparison.rows.back(), builds, comparison.baseline);
}

/// Adds the builds' batches, and the remaining gain at the same batch.
void add_batch_rows(Comparison& comparison, const std::vector<const Evaluation*>& builds, const EngineData& data)
{
    ComparedRow batches{"time.global_batch"};
    ComparedRow times{time_at_baseline_batch, PreferredDirection::less};
    const Evaluation& baseline = *builds[comparison.baseline];
    for (const Evaluation* build : builds) {
        const bool known = build->trains();
        batches.values.push_back(known ? std::optional(exact(whole_value(global_batch(build->scenario))))
                                       : std::nullopt);
        const bool comparable = known && baseline.trains() && asks_the_same(build->scenario, baseline.scenario);
        times.values.push_back(comparable ? wall_time_at(global_batch(baseline.scenario), *build, data) : std::nullopt);
    }
    finish(comparison, std::move(batches), data);
    const auto known = std::ranges::count_if(times.values, [](const auto& value) { return value.has_value(); });
    if (known > 1) finish(comparison, std::move(times), data);
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

bool Comparison::same_question() const
{
    return std::ranges::find(has_baseline_task, false) == has_baseline_task.end();
}

bool ComparedValue::is_lower_bound() const { return std::isinf(high); }

std::optional<Ratio> ratio_of(const ComparedValue& value, const ComparedValue& other, double correlation)
{
    if (!same_unit(value.value, other.value)) return std::nullopt;
    return ratio_of(RangedNumber{value.value.number, value.low, value.high},
                    RangedNumber{other.value.number, other.low, other.high}, correlation);
}

std::optional<Evaluation> at_global_batch(std::int64_t batch, const Evaluation& build, const EngineData& data)
{
    if (global_batch(build.scenario) == batch) return build;
    const auto split = batch_split(build.scenario, batch);
    if (!split) return std::nullopt;
    Scenario same = build.scenario;
    anchor_measurements(same);
    same.training.micro_batch = split->micro_batch;
    same.training.gradient_accumulation = split->accumulation;
    return evaluate(same, data, build);
}

bool ComparedRow::all_equal() const
{
    return std::ranges::all_of(values, [this](const std::optional<ComparedValue>& value) {
        return value.has_value() == values.front().has_value() && (!value || value->value == values.front()->value);
    });
}

bool ComparedRow::is_count_of_findings() const { return quantity.starts_with("findings."); }

bool ComparedRow::has_working() const { return !is_count_of_findings() && quantity != time_at_baseline_batch; }

bool ComparedVerdict::works() const { return verdict != Verdict::does_not_fit && blocking == 0; }

ComparedVerdict compared_verdict(const Evaluation& build)
{
    if (!build.estimate) return {};
    const PlanStatus status = status_of(build, nullptr);
    return {build.estimate->verdict, status.rough_memory, status.rough_time, status.checks.blocking};
}

Comparison compare(const std::vector<const Evaluation*>& builds, std::size_t baseline, const EngineData& data)
{
    Comparison comparison;
    comparison.baseline = baseline;
    for (const Evaluation* build : builds) {
        comparison.verdicts.push_back(compared_verdict(*build));
        comparison.has_baseline_task.push_back(asks_the_same(build->scenario, builds[baseline]->scenario));
    }
    comparison.same_global_batch = have_one_global_batch(builds);
    for (const std::string_view id : compared_quantities) {
        const EstimateQuantity& quantity = *quantity_of(id);
        add_row(comparison, builds, data, {std::string(id), quantity.direction},
                [&](const Estimate& estimate) { return compared_value(quantity, estimate); });
        if (!comparison.same_global_batch && id == "time.wall_seconds") add_batch_rows(comparison, builds, data);
    }
    using enum Finding::Severity;
    for (const Finding::Severity severity : {blocks, loses, unchecked})
        add_row(comparison, builds, data,
                {std::string("findings.") + key_of(severity),
                 severity == unchecked ? PreferredDirection::none : PreferredDirection::less},
                [severity](const Estimate& estimate) { return count_of(estimate, severity); });
    comparison.inputs = differing_inputs(builds);
    return comparison;
}

std::vector<const char*> notes_of(const Comparison& comparison)
{
    std::vector<const char*> notes;
    if (!comparison.same_question()) notes.push_back("compare.other-question");
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
    ordered_json object{{"difference", delta.difference.number}, {"clear", delta.clear}};
    if (!delta.ratio) return object;
    object["ratio"] = {{"value", delta.ratio->value}, {"low", delta.ratio->low}};
    if (std::isfinite(delta.ratio->high)) object["ratio"]["high"] = delta.ratio->high;
    return object;
}

/// Null where there is none.
template <typename Item, typename Write>
ordered_json list_of(const std::vector<std::optional<Item>>& items, Write write)
{
    return list_json(items, [&](const auto& item) { return item ? write(*item) : ordered_json(nullptr); });
}

ordered_json row_json(const ComparedRow& row)
{
    ordered_json object{{"quantity", row.quantity},
                        {"values", list_of(row.values, value_json)},
                        {"deltas", list_of(row.deltas, delta_json)},
                        {"ranking", key_of(row.ranking)}};
    if (row.best) object["best"] = *row.best;
    if (!row.leaders.empty()) object["leaders"] = row.leaders;
    return object;
}

} // namespace

ordered_json comparison_json(const Comparison& comparison, const std::vector<std::string>& names)
{
    ordered_json file{{"format", "rigwright.comparison"}, {"version", 1}, {"builds", ordered_json::array()}};
    for (std::size_t i = 0; i < names.size(); ++i) {
        ordered_json build{{"name", names[i]}};
        if (const auto verdict = comparison.verdicts[i].verdict) build["verdict"] = key_of(*verdict);
        file["builds"].push_back(std::move(build));
    }
    file["baseline"] = comparison.baseline;
    file["same_question"] = comparison.same_question();
    file["same_global_batch"] = comparison.same_global_batch;
    file["rows"] = list_json(comparison.rows, row_json);
    file["inputs"] = list_json(comparison.inputs, [](const ComparedInput& input) {
        return ordered_json{{"field", input.field}, {"values", list_json(input.values, json_of)}};
    });
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

/// The change of a sum, and of its summands: the quantities that begin with `parts`.
ResultChange change_of(std::string_view sum, std::string_view parts, const Estimate& before, const Estimate& after)
{
    const auto number = [](const EstimateQuantity& quantity, const Estimate& estimate) {
        return number_of(quantity, estimate).value_or(Value{0.0, quantity.unit});
    };
    const EstimateQuantity& whole = *quantity_of(sum);
    ResultChange change{std::string(sum), number(whole, before), number(whole, after), {}};
    for (const EstimateQuantity& part : estimate_quantities())
        if (part.id.starts_with(parts))
            add_cause(change, std::string(part.id), number(part, before), number(part, after));
    return change;
}

} // namespace

Value ResultChange::difference() const { return minus(after, before); }

std::vector<ResultChange> what_changed(const Estimate& before, const Estimate& after)
{
    std::vector<ResultChange> changes;
    if (before.memory && after.memory)
        changes.push_back(change_of("memory.total_bytes", "memory.parts.", before, after));
    if (before.time && after.time) changes.push_back(change_of("time.step_seconds", "time.parts.", before, after));
    std::erase_if(changes, [](const ResultChange& change) { return change.before == change.after; });
    for (ResultChange& change : changes) sort_causes(change);
    return changes;
}

namespace {

/// One of the times: of a whole run, or the rate if there is no end.
constexpr auto ratio_quantities = std::to_array<std::string_view>(
    {"time.wall_seconds", "time.samples_per_second", "cost.purchase", "cost.run", "energy.total_kWh",
     "energy.average_power_W", "memory.total_bytes", "memory.max_micro_batch"});

bool lacks(const BillOfMaterials& bill, PartKind kind)
{
    const std::vector<PartKind> kinds = kinds_left_out(bill);
    return !bill.gpus_unpriced && std::ranges::find(kinds, kind) != kinds.end();
}

/// Whether one price pays for parts of that kind and for others.
bool is_within_one_price(const BillOfMaterials& bill, PartKind kind)
{
    if (!bill.one_price) return false;
    const bool quoted = std::ranges::find(bill.lines, PartKind::machine, &BillLine::kind) != bill.lines.end();
    using enum PartKind;
    return quoted ? kind != network : kind == gpu || kind == cpu || kind == memory || kind == chassis;
}

/// The kinds that some costs lack and that all can leave out.
std::vector<PartKind> unpriced_kinds(const std::vector<std::optional<Evaluation>>& builds)
{
    const auto any = [&builds](bool (*condition)(const BillOfMaterials&, PartKind), PartKind kind) {
        return std::ranges::any_of(builds, [&](const std::optional<Evaluation>& build) {
            return build && condition(build->estimate->cost.bill, kind);
        });
    };
    std::vector<PartKind> unpriced;
    for (const PartKind kind : all_part_kinds)
        if (any(lacks, kind) && !any(is_within_one_price, kind)) unpriced.push_back(kind);
    return unpriced;
}

/// The costs without those kinds.
void leave_out(CostTerms& cost, const std::vector<PartKind>& unpriced)
{
    BillOfMaterials& bill = cost.bill;
    const double before = bill.total;
    const auto is_left_out = [&](PartKind kind) { return std::ranges::find(unpriced, kind) != unpriced.end(); };
    std::erase_if(bill.lines, [&](const BillLine& line) { return is_left_out(line.kind); });
    std::erase_if(bill.not_chosen, is_left_out);
    bill.unpriced_lines = std::ranges::count_if(bill.lines, [](const BillLine& line) { return !line.amount; });
    bill.total = 0.0;
    for (const BillLine& line : bill.lines) bill.total += line.amount.value_or(0.0);
    if (bill.gpus_unpriced) bill.total = 0.0;
    // Both are proportional to the purchase.
    if (cost.run && before > 0.0)
        *cost.run -= (*cost.depreciation + *cost.maintenance) * (before - bill.total) / before;
    if (bill.total <= 0.0) cost.run.reset();
}

} // namespace

RatioTable ratio_table(const std::vector<const Evaluation*>& builds, std::size_t baseline, const EngineData& data)
{
    RatioTable table;
    table.baseline = baseline;
    const std::vector<bool> same_task = compare(builds, baseline, data).has_baseline_task;
    std::vector<std::optional<Evaluation>> answers(builds.size());
    for (std::size_t i = 0; i < builds.size(); ++i) {
        const Evaluation& build = *builds[i];
        if (!build.estimate || !same_task[i]) {
            table.standing.push_back(build.estimate ? RatioStanding::own_task : RatioStanding::no_answer);
            continue;
        }
        answers[i] = build;
        if (build.trains() && builds[baseline]->trains()) {
            const std::int64_t batch = global_batch(builds[baseline]->scenario);
            if (global_batch(build.scenario) != batch) {
                answers[i] = at_global_batch(batch, build, data);
                if (answers[i] && !answers[i]->estimate) answers[i].reset();
                table.global_batch = batch;
            }
        }
        table.standing.push_back(answers[i] ? RatioStanding::compared : RatioStanding::undivided_batch);
    }
    table.unpriced = unpriced_kinds(answers);
    std::vector<const Evaluation*> alike;
    for (std::size_t i = 0; i < builds.size(); ++i) {
        if (answers[i] && !table.unpriced.empty()) leave_out(answers[i]->estimate->cost, table.unpriced);
        alike.push_back(answers[i] ? &*answers[i] : builds[i]);
    }
    Comparison comparison = compare(alike, baseline, data);
    bool has_time = false;
    for (const std::string_view quantity : ratio_quantities) {
        const auto found = std::ranges::find(comparison.rows, quantity, &ComparedRow::quantity);
        const bool is_time = quantity.starts_with("time.");
        if (found == comparison.rows.end() || (is_time && has_time)) continue;
        has_time = has_time || is_time;
        RatioRow row{found->quantity, found->direction, std::move(found->values), {}};
        for (std::size_t i = 0; i < builds.size(); ++i) {
            if (!answers[i]) row.values[i].reset();
            const auto& own = row.values[i];
            const auto& base = row.values[baseline];
            const auto is_whole = [](const std::optional<ComparedValue>& value) {
                return value && !value->hypothetical && !value->is_lower_bound();
            };
            const bool known = is_whole(own) && is_whole(base) && found->deltas[i];
            row.ratios.push_back(known ? found->deltas[i]->ratio : std::nullopt);
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace rigwright
