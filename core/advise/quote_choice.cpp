// SPDX-License-Identifier: Apache-2.0
#include "core/advise/quote_choice.h"

#include "core/advise/workload_share.h"
#include "core/scenario/task.h"

#include <algorithm>
#include <iterator>

namespace rigwright {

namespace {

using Options = std::span<const Evaluation* const>;

RangedNumber exact(double amount) { return {amount, amount, amount}; }

std::optional<RangedNumber> purchase_figure(const Estimate& estimate)
{
    const BillOfMaterials& bill = estimate.cost.bill;
    if (bill.gpus_unpriced || bill.unpriced_lines == std::ssize(bill.lines)) return std::nullopt;
    return exact(bill.total);
}

std::optional<RangedNumber> wall_figure(const Estimate& estimate)
{
    if (!estimate.time || !estimate.time->run) return std::nullopt;
    const RunEstimate& run = *estimate.time->run;
    return RangedNumber{run.wall.base(), run.wall_low.base(), run.wall_high.base()};
}

/// The cost of a run is proportional to its time: depreciation, maintenance and electricity alike.
std::optional<RangedNumber> run_cost_figure(const Estimate& estimate)
{
    const std::optional<RangedNumber> wall = wall_figure(estimate);
    if (!wall || !estimate.cost.run || wall->value <= 0.0) return std::nullopt;
    const double run = *estimate.cost.run;
    return RangedNumber{run, run * wall->low / wall->value, run * wall->high / wall->value};
}

const BillOfMaterials& bill_of(const Evaluation& option) { return option.estimate->cost.bill; }

bool one_currency(Options options, const std::vector<std::size_t>& among)
{
    return std::ranges::all_of(among, [&](std::size_t i) {
        return bill_of(*options[i]).currency == bill_of(*options[among.front()]).currency;
    });
}

bool all_lack_the_same(Options options, const std::vector<std::size_t>& among)
{
    return std::ranges::all_of(among, [&](std::size_t i) {
        return difference_is_known(bill_of(*options[i]), bill_of(*options[among.front()]));
    });
}

struct Entry {
    std::size_t option = 0;
    RangedNumber figure;
};

/// The figures of all qualifying options, least first; empty if one is unknown.
std::vector<Entry> ordered(ChoiceCriterion criterion, Options options, const std::vector<std::size_t>& among)
{
    std::vector<Entry> entries;
    for (const std::size_t i : among) {
        const std::optional<RangedNumber> figure = choice_figure(criterion, *options[i]);
        if (!figure) return {};
        entries.push_back({i, *figure});
    }
    std::ranges::stable_sort(entries, [](const Entry& a, const Entry& b) { return a.figure.value < b.figure.value; });
    return entries;
}

/// Parts without a price add more to the cost of a longer run: a run is certainly cheaper only if it is not longer.
bool holds_with_unpriced_parts(Options options, const std::vector<Entry>& entries)
{
    const Evaluation& winner = *options[entries.front().option];
    if (!bill_of(winner).is_lower_bound()) return true;
    const double time = choice_figure(ChoiceCriterion::wall_time, winner)->value;
    return std::ranges::all_of(entries, [&](const Entry& other) {
        return time <= choice_figure(ChoiceCriterion::wall_time, *options[other.option])->value;
    });
}

/// A larger global batch is no faster machine.
bool one_global_batch(Options options, const std::vector<std::size_t>& among)
{
    std::vector<const Evaluation*> plans;
    for (const std::size_t i : among) plans.push_back(options[i]);
    return have_one_global_batch(plans);
}

std::optional<BestOption> best_of(ChoiceCriterion criterion, Options options, const std::vector<std::size_t>& among,
                                  double correlation)
{
    if (among.empty()) return std::nullopt;
    if (criterion != ChoiceCriterion::purchase && !one_global_batch(options, among)) return std::nullopt;
    const bool money = criterion != ChoiceCriterion::wall_time;
    const bool unlike_bills = money && !all_lack_the_same(options, among);
    if (money && !one_currency(options, among)) return std::nullopt;
    if (unlike_bills && criterion == ChoiceCriterion::run_cost) return std::nullopt;
    const std::vector<Entry> entries = ordered(criterion, options, among);
    if (entries.empty()) return std::nullopt;
    BestOption best{entries.front().option, true};
    if (entries.size() == 1) return best;
    best.clear = std::all_of(entries.begin() + 1, entries.end(), [&](const Entry& other) {
        const auto ratio = ratio_of(entries.front().figure, other.figure, correlation);
        return ratio ? ratio->high < 1.0 : entries.front().figure.high < other.figure.low;
    });
    if (criterion == ChoiceCriterion::run_cost) best.clear = best.clear && holds_with_unpriced_parts(options, entries);
    best.depends_on_unpriced = unlike_bills && bill_of(*options[best.option]).is_lower_bound();
    best.next = entries[1].option;
    best.ahead = known_difference(criterion, *options[best.option], *options[*best.next]);
    return best;
}

bool time_is_asked_for(const Evaluation& option)
{
    return option.scenario.requirements.deadline_seconds || option.scenario.requirements.takt_seconds;
}

std::optional<ProposedOption> proposal(const QuoteChoice& choice, Options options)
{
    if (choice.qualified.empty()) return std::nullopt;
    if (choice.qualified.size() == 1) return ProposedOption{choice.qualified.front(), ChoiceReason::only_one};
    const auto& purchase = choice.best_by(ChoiceCriterion::purchase);
    const auto& run = choice.best_by(ChoiceCriterion::run_cost);
    const auto& time = choice.best_by(ChoiceCriterion::wall_time);
    const bool asked =
        std::ranges::all_of(choice.qualified, [&](std::size_t i) { return time_is_asked_for(*options[i]); });
    if (!asked && run && run->clear) return ProposedOption{run->option, ChoiceReason::cheapest_run};
    if (purchase && purchase->clear && !purchase->depends_on_unpriced)
        return ProposedOption{purchase->option, ChoiceReason::cheapest_to_buy};
    if (time && time->clear) return ProposedOption{time->option, ChoiceReason::fastest};
    return std::nullopt;
}

bool can_qualify(const Evaluation& option)
{
    return option.estimate && option.estimate->verdict != Verdict::does_not_fit &&
           option.estimate->verdict != Verdict::incomplete;
}

std::vector<Finding> blocking_findings(const Evaluation& plan)
{
    std::vector<Finding> blocking;
    if (!plan.estimate) return blocking;
    std::ranges::copy_if(plan.estimate->findings, std::back_inserter(blocking),
                         [](const Finding& finding) { return finding.severity <= Finding::Severity::blocks; });
    return blocking;
}

} // namespace

std::optional<RangedNumber> choice_figure(ChoiceCriterion criterion, const Evaluation& option)
{
    if (!option.estimate) return std::nullopt;
    switch (criterion) {
    case ChoiceCriterion::purchase: return purchase_figure(*option.estimate);
    case ChoiceCriterion::wall_time: return wall_figure(*option.estimate);
    case ChoiceCriterion::run_cost: return run_cost_figure(*option.estimate);
    }
    return std::nullopt;
}

std::optional<double> known_difference(ChoiceCriterion criterion, const Evaluation& a, const Evaluation& b)
{
    const auto of_a = choice_figure(criterion, a);
    const auto of_b = choice_figure(criterion, b);
    if (!of_a || !of_b) return std::nullopt;
    if (criterion != ChoiceCriterion::wall_time &&
        (bill_of(a).currency != bill_of(b).currency || !difference_is_known(bill_of(a), bill_of(b))))
        return std::nullopt;
    return of_b->value - of_a->value;
}

std::vector<Finding> findings_against(const Evaluation& option, const EngineData& data)
{
    std::vector<Finding> against = blocking_findings(option);
    const Scenario& scenario = option.scenario;
    if (!scenario.requirements.takt_seconds || scenario.training.mode != RunMode::train) return against;
    for (Finding& finding : blocking_findings(evaluate(inspection_of_need(scenario), data, option)))
        if (finding.code == "takt-missed") against.push_back(std::move(finding));
    return against;
}

bool qualifies(const Evaluation& option, const EngineData& data)
{
    return can_qualify(option) && findings_against(option, data).empty();
}

namespace {

/// Drops options that may run out of memory, or of time, if another one surely does not.
void drop_uncertain(QuoteChoice& choice, Options options, std::string_view code)
{
    const auto finding_of = [&](std::size_t i) {
        const std::vector<Finding>& findings = options[i]->estimate->findings;
        const auto found = std::ranges::find(findings, code, &Finding::code);
        return found == findings.end() ? nullptr : &*found;
    };
    if (std::ranges::all_of(choice.qualified, finding_of)) return;
    for (const std::size_t i : choice.qualified)
        if (const Finding* finding = finding_of(i)) choice.against[i].push_back(*finding);
    std::erase_if(choice.qualified, finding_of);
}

} // namespace

QuoteChoice choose_quote(Options options, const EngineData& data)
{
    QuoteChoice choice;
    choice.against.reserve(options.size());
    for (std::size_t i = 0; i < options.size(); ++i) {
        choice.against.push_back(findings_against(*options[i], data));
        if (can_qualify(*options[i]) && choice.against.back().empty()) choice.qualified.push_back(i);
    }
    for (const char* code : {"memory-tight", "deadline-within-the-range"}) drop_uncertain(choice, options, code);
    choice.one_task = std::ranges::all_of(options, [&](const Evaluation* option) {
        // Requirements do not make an option a different task.
        Scenario task = options.front()->scenario;
        task.requirements = option->scenario.requirements;
        return same_task(option->scenario, task);
    });
    if (!choice.one_task) return choice;
    for (const ChoiceCriterion criterion : all_choice_criteria)
        choice.best[static_cast<std::size_t>(criterion)] =
            best_of(criterion, options, choice.qualified, data.comparison.time_correlation);
    choice.proposed = proposal(choice, options);
    return choice;
}

} // namespace rigwright
