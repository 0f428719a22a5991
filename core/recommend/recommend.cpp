// SPDX-License-Identifier: Apache-2.0
#include "core/recommend/explore.h"
#include "core/recommend/picks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace rigwright {

namespace {

/// A deadline where time is not that of the run says nothing; the limits that can be compared.
Requirements comparable(const Exploration& found, Requirements requirements)
{
    if (!found.time_is_of_run) requirements.deadline_seconds.reset();
    return requirements;
}

/// Which of the three limits a candidate of the front breaks first.
const char* broken_limit(const CandidateFigures& figures, const Requirements& need)
{
    if (need.budget && figures.cost > *need.budget) return "budget";
    if (need.deadline_seconds && figures.time.base() > *need.deadline_seconds) return "deadline";
    return "power";
}

void count_rejected(const char* code, std::int64_t candidates, std::vector<Rejection>& rejections)
{
    if (candidates == 0) return;
    const auto known = std::find_if(rejections.begin(), rejections.end(),
                                    [code](const Rejection& r) { return r.code == code && !r.is_finding; });
    if (known != rejections.end())
        known->candidates += candidates;
    else
        rejections.push_back({code, false, candidates, 0});
}

/// Cards all of whose options break a limit are out for the one that their nearest option breaks.
void count_cards(const Requirements& need, Recommendation& answer)
{
    for (CardOutcome& card : answer.cards) {
        const auto keeps = [&](const CardOption& option) { return keeps_limits(option.figures, need); };
        if (card.options.empty() || std::any_of(card.options.begin(), card.options.end(), keeps)) continue;
        card.rejected_by = broken_limit(card.options.front().figures, need);
        const auto known = std::find_if(answer.rejections.begin(), answer.rejections.end(), [&](const Rejection& r) {
            return r.code == card.rejected_by && !r.is_finding;
        });
        if (known != answer.rejections.end())
            ++known->cards;
        else
            answer.rejections.push_back({card.rejected_by, false, 0, 1});
    }
}

/// A limit of what candidates are compared by: how it is lifted, what of a candidate it limits.
struct AmountLimit {
    const char* field;
    std::optional<double> Requirements::*limit;
    double (*amount)(const CandidateFigures&);
    Unit unit;
};

constexpr std::array amount_limits{
    AmountLimit{"requirements.budget", &Requirements::budget, [](const CandidateFigures& f) { return f.cost; },
                Unit::money},
    AmountLimit{"requirements.deadline_seconds", &Requirements::deadline_seconds,
                [](const CandidateFigures& f) { return f.time.base(); }, Unit::seconds},
    AmountLimit{"requirements.power_limit_W", &Requirements::power_limit_w,
                [](const CandidateFigures& f) { return f.power.base(); }, Unit::watts},
};

Value value_in(double number, const AmountLimit& limit, const Exploration& found)
{
    return limit.unit == Unit::money ? money(number, found.asked.economics.currency) : Value{number, limit.unit};
}

/// The least that a limit would have to allow, the others kept.
std::optional<Relaxation> relaxed(const AmountLimit& limit, const Exploration& found, const Requirements& need)
{
    const std::optional<double>& present = need.*limit.limit;
    if (!present) return std::nullopt;
    Requirements lifted = need;
    (lifted.*limit.limit).reset();
    const Candidate* admitted = nullptr;
    for (const Candidate& candidate : found.front)
        if (keeps_limits(candidate.figures, lifted) &&
            (admitted == nullptr || limit.amount(candidate.figures) < limit.amount(admitted->figures)))
            admitted = &candidate;
    if (admitted == nullptr) return std::nullopt;
    const double needed = limit.amount(admitted->figures);
    Relaxation relaxation;
    relaxation.field = limit.field;
    relaxation.present = value_in(*present, limit, found);
    relaxation.needed = value_in(needed, limit, found);
    relaxation.share = needed / *present - 1.0;
    relaxation.admitted = *admitted;
    return relaxation;
}

/// A limit that shapes the search itself: lifting it takes a new one.
struct SearchLimit {
    const char* field;
    /// Lifts it; false where it is not set.
    bool (*lift)(Scenario&);
    /// What of a candidate it limits, as the scenario says it; empty for lists of names.
    std::optional<Value> (*present)(const Scenario&);
    std::optional<Value> (*needed)(const Candidate&, const EngineData&);
    std::string (*name)(const Candidate&, const EngineData&);
};

std::optional<Value> no_value(const Scenario&) { return std::nullopt; }
std::optional<Value> no_need(const Candidate&, const EngineData&) { return std::nullopt; }
std::string no_name(const Candidate&, const EngineData&) { return {}; }

const Gpu* gpu_of(const Candidate& candidate, const EngineData& data)
{
    return data.hardware.gpu(candidate.scenario.build.gpu);
}

bool clear_list(std::vector<std::string>& list)
{
    const bool was_set = !list.empty();
    list.clear();
    return was_set;
}

template <typename T>
bool clear_value(std::optional<T>& value)
{
    const bool was_set = value.has_value();
    value.reset();
    return was_set;
}

constexpr std::array search_limits{
    SearchLimit{"constraints.memory_reserve",
                [](Scenario& s) { return std::exchange(s.constraints.memory_reserve, 0.0) > 0.0; },
                [](const Scenario& s) {
                    return std::optional(Value{s.constraints.memory_reserve, Unit::share});
                },
                [](const Candidate& c, const EngineData&) {
                    return std::optional(Value{c.figures.headroom, Unit::share});
                },
                no_name},
    SearchLimit{
        "constraints.maximum_gpus", [](Scenario& s) { return clear_value(s.constraints.maximum_gpus); },
        [](const Scenario& s) { return std::optional(value_of(Count(s.constraints.maximum_gpus.value_or(0)))); },
        [](const Candidate& c, const EngineData&) {
            return std::optional(value_of(Count(gpu_count(c.scenario.build))));
        },
        no_name},
    SearchLimit{"requirements.rack_units", [](Scenario& s) { return clear_value(s.requirements.rack_units); },
                [](const Scenario& s) { return std::optional(value_of(Count(s.requirements.rack_units.value_or(0)))); },
                [](const Candidate& c, const EngineData& data) {
                    const Chassis* chassis = data.hardware.chassis(c.scenario.build.chassis);
                    const int units = chassis != nullptr ? chassis->body.rack_units.value_or(0) : 0;
                    return std::optional(value_of(Count(units * c.scenario.build.nodes)));
                },
                no_name},
    SearchLimit{"requirements.takt_seconds", [](Scenario& s) { return clear_value(s.requirements.takt_seconds); },
                [](const Scenario& s) {
                    return std::optional(Value{s.requirements.takt_seconds.value_or(0.0), Unit::seconds});
                },
                no_need, no_name},
    SearchLimit{"constraints.vendors", [](Scenario& s) { return clear_list(s.constraints.vendors); }, no_value, no_need,
                [](const Candidate& c, const EngineData& d) { return gpu_of(c, d)->vendor; }},
    SearchLimit{"constraints.generations", [](Scenario& s) { return clear_list(s.constraints.generations); }, no_value,
                no_need, [](const Candidate& c, const EngineData& d) { return gpu_of(c, d)->architecture; }},
    SearchLimit{
        "constraints.availability", [](Scenario& s) { return clear_list(s.constraints.availability); }, no_value,
        no_need,
        [](const Candidate& c, const EngineData& d) { return std::string(word_of(gpu_of(c, d)->availability)); }},
};

/// The candidate that needs least of a limit; the first one where it is no amount.
const Candidate& nearest(const std::vector<Candidate>& front, const SearchLimit& limit, const EngineData& data)
{
    const Candidate* best = &front.front();
    const bool more_is_better = std::string_view(limit.field) == "constraints.memory_reserve";
    for (const Candidate& candidate : front) {
        const auto own = limit.needed(candidate, data);
        const auto least = limit.needed(*best, data);
        if (own && least && (more_is_better ? own->number > least->number : own->number < least->number))
            best = &candidate;
    }
    return *best;
}

std::optional<Relaxation> relaxed(const SearchLimit& limit, const Scenario& asked, const EngineData& data,
                                  const RecommendOptions& options, Outlay outlay)
{
    Scenario lifted = asked;
    if (!limit.lift(lifted)) return std::nullopt;
    const Exploration found = explore(lifted, data, options, outlay);
    const Recommendation answer = recommendation_of(found, asked.requirements, data);
    if (answer.front.empty()) return std::nullopt;
    const Candidate& admitted = nearest(answer.front, limit, data);
    Relaxation relaxation;
    relaxation.field = limit.field;
    relaxation.present = limit.present(asked);
    relaxation.needed = limit.needed(admitted, data);
    relaxation.needed_name = limit.name(admitted, data);
    if (relaxation.present && relaxation.needed && relaxation.present->number > 0.0)
        relaxation.share = std::abs(relaxation.needed->number / relaxation.present->number - 1.0);
    relaxation.admitted = admitted;
    return relaxation;
}

} // namespace

Recommendation recommendation_of(const Exploration& found, const Requirements& requirements, const EngineData& data)
{
    const Requirements need = comparable(found, requirements);
    Recommendation answer;
    answer.outlay = found.outlay;
    answer.time_is_of_run = found.time_is_of_run;
    answer.rejections = found.rejections;
    answer.cards = found.cards;
    answer.candidates = found.candidates;
    answer.evaluated = found.evaluated;
    answer.remarks = found.remarks;
    answer.errors = found.errors;
    answer.complete = found.complete;
    for (const Candidate& candidate : found.front) {
        if (keeps_limits(candidate.figures, need))
            answer.front.push_back(candidate);
        else
            count_rejected(broken_limit(candidate.figures, need), 1, answer.rejections);
    }
    const std::size_t before = answer.front.size();
    keep_distinct(answer.front, need, found.memory_counts);
    count_rejected("dominated", static_cast<std::int64_t>(before - answer.front.size()), answer.rejections);
    count_cards(need, answer);
    answer.picks = picks_of(answer.front, found, need, data);
    return answer;
}

std::vector<Relaxation> relaxations_of(const Exploration& found, const EngineData& data,
                                       const RecommendOptions& options)
{
    std::vector<Relaxation> relaxations;
    if (!found.errors.empty() || !found.complete) return relaxations;
    const Requirements need = comparable(found, found.asked.requirements);
    for (const AmountLimit& limit : amount_limits)
        if (auto relaxation = relaxed(limit, found, need)) relaxations.push_back(std::move(*relaxation));
    if (relaxations.empty())
        for (const SearchLimit& limit : search_limits)
            if (auto relaxation = relaxed(limit, found.asked, data, options, found.outlay))
                relaxations.push_back(std::move(*relaxation));
    std::stable_sort(relaxations.begin(), relaxations.end(), [](const auto& a, const auto& b) {
        const double never = std::numeric_limits<double>::infinity();
        return a.share.value_or(never) < b.share.value_or(never);
    });
    return relaxations;
}

Recommendation recommend(const Scenario& scenario, const EngineData& data, const RecommendOptions& options)
{
    const Exploration found = explore(scenario, data, options);
    Recommendation answer = recommendation_of(found, scenario.requirements, data);
    if (answer.front.empty()) answer.relaxations = relaxations_of(found, data, options);
    return answer;
}

} // namespace rigwright
