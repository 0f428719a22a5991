// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/advice_json.h"
#include "core/advise/scenario_change.h"
#include "core/estimate/evaluation.h"
#include "core/quantities/words.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace rigwright {

/// Kind of acquisition, which decides the cost of a build.
enum class Outlay {
    /// Cost of the bill of materials.
    purchase,
    /// Cost of renting the same GPUs on demand for the time of the run.
    rent
};
/// "purchase", "rent": in files, and the last part of "recommend.outlay.<key>".
template <>
inline constexpr std::array<std::string_view, 2> words<Outlay>{"purchase", "rent"};

/// Figures by which candidates are compared; less is better in each.
struct CandidateFigures {
    /// In the currency of the scenario's economics. A lower bound if lines of the bill have no price.
    double cost = 0.0;
    std::int64_t unpriced_lines = 0;
    /// Time of the whole run if the dataset is known, else of one sample; with its 80% range.
    Seconds time;
    Seconds time_low;
    Seconds time_high;
    /// At the wall, with every part of all machines at its limit.
    Watts power;
    /// Share of usable GPU memory beyond what the run needs; blocks that an allocator merely keeps count as free, as in
    /// the verdict.
    double headroom = 0.0;

    Value outlay(std::string_view currency) const { return at_least(money(cost, currency), unpriced_lines > 0); }

    bool operator==(const CandidateFigures&) const = default;
};

/// One build with its best plan. `evaluate(scenario, data)` gives exactly these figures.
struct Candidate {
    /// The requested training (including data growth and balanced epochs) on this build.
    Scenario scenario;
    /// Changes from the requested scenario to this one: a single edit.
    ScenarioChanges changes;
    Outlay outlay = Outlay::purchase;
    CandidateFigures figures;
    /// Non-blocking findings of the estimate.
    std::vector<Finding> findings;
};

/// The reason for excluding a group of candidates. "recommend.rejected.<code>" is its message; codes of blocking
/// findings are those of the findings ("finding.<code>").
struct Rejection {
    std::string code;
    /// The code is a finding of the engine.
    bool is_finding = false;
    std::int64_t candidates = 0;
    /// Cards whose candidates are all excluded for this reason.
    std::int64_t cards = 0;

    bool operator==(const Rejection&) const = default;
};

/// A build of one card.
struct CardOption {
    BuildChoice build;
    CandidateFigures figures;

    bool operator==(const CardOption&) const = default;
};

/// Result for one card: its best options, or the reason for its exclusion.
struct CardOutcome {
    std::string gpu;
    std::string name;
    /// Code of a `Rejection`; empty for a card with options.
    std::string rejected_by;
    bool is_finding = false;
    /// Not dominated by another option of the same card; in the order of a front. Before budget, deadline and
    /// power limit.
    std::vector<CardOption> options{};

    bool operator==(const CardOutcome&) const = default;
};

/// A remark with the message "recommend.<code>".
struct Remark {
    std::string code;
    Arguments arguments;

    bool operator==(const Remark&) const = default;
};

enum class PickKind { cheapest, fastest, best_value };
/// "cheapest", "fastest", "best_value": in files, and the last part of "recommend.pick.<key>".
template <>
inline constexpr std::array<std::string_view, 3> words<PickKind>{"cheapest", "fastest", "best_value"};
inline constexpr std::array all_pick_kinds{PickKind::cheapest, PickKind::fastest, PickKind::best_value};

/// A recommended candidate of the front.
struct Pick {
    /// Reasons for the recommendation; a build that is best in multiple ways is one pick.
    std::vector<PickKind> kinds;
    /// Index in `Recommendation::front`.
    std::size_t candidate = 0;
    /// Reasons for the choice, the binding limit, the trade-offs against its neighbors, how long the choice remains
    /// valid, in this order.
    std::vector<Remark> reasons;
    /// No cheaper candidate is inside its time range.
    bool is_clear = true;
};

/// Change of a single limit that admits a candidate.
struct Relaxation {
    /// The field of the limit ("requirements.budget").
    std::string field;
    /// Current and required value; empty for a list of names.
    std::optional<Value> present{};
    std::optional<Value> needed{};
    /// The name to be added to such a list.
    std::string needed_name{};
    /// The relative change against `present`; lists of names come last.
    std::optional<double> share{};
    Candidate admitted{};
};

struct RecommendOptions {
    /// Once requested, the search ends early; the recommendation is then not `complete`.
    std::stop_token stop{};
    /// Number of search threads; zero: as many as the machine runs at a time. The answer does not depend on it.
    unsigned threads = 0;
    /// Additional number formats for plans: a choice of quality, so none by default.
    std::vector<Precision> further_precisions{};
    /// Also compares free GPU memory, in steps of a quarter: a front of four figures. Requires multiple searches.
    bool memory_counts = false;
    /// Receives the share of finished builds, from 0 to 1, from any thread; calls never overlap and never decrease.
    /// Each search for a limit to relax starts again at 0.
    std::function<void(double)> progress{};
};

/// The result of a search.
struct SearchResult {
    Outlay outlay = Outlay::purchase;
    /// Whether `CandidateFigures::time` is that of the run.
    bool time_is_of_run = true;
    /// Candidates that no other dominates. By cost, then missing prices, time and power.
    std::vector<Candidate> front;
    /// Everything that is not on the front, most frequent reason first; the sum with the front is `candidates`.
    std::vector<Rejection> rejections;
    /// By card id.
    std::vector<CardOutcome> cards;
    /// Combinations of build and plan in the search space, and how many the engine computed; bounds exclude the others.
    std::int64_t candidates = 0;
    std::int64_t evaluated = 0;
    /// Remarks on the whole search ("nothing is sold that qualifies, so offers for rent are compared").
    std::vector<Remark> remarks;
    /// The reasons why a search is impossible, each with its field.
    std::vector<Finding> errors;
    /// False if the search was stopped.
    bool complete = true;
};

/// The search result before budget, deadline and power limit. These limit the compared figures, so every front within
/// them is a subset of this one, the Pareto front for cost, time and power: moving them needs no new search.
struct Exploration : SearchResult {
    /// The requested scenario.
    Scenario asked;
    /// Free memory is one of the compared figures.
    bool memory_counts = false;
};

/// The answer, a plain value. Its front is within all limits and omits candidates that are practically equal to a
/// cheaper one.
struct Recommendation : SearchResult {
    /// At most three.
    std::vector<Pick> picks;
    /// If the front is empty: changes of single limits that admit a candidate, the smallest first.
    std::vector<Relaxation> relaxations;
};

/// Searches all builds of the catalog and all plans that keep the scenario's task: model, dataset, epochs, global
/// batch, optimizer and number format. If the acquisition is open and nothing for sale qualifies, rental offers are
/// searched. Pure; the threads are joined before it returns.
Exploration explore(const Scenario& scenario, const EngineData& data, const RecommendOptions& options = {});

/// Like `explore`, with a given kind of acquisition.
Exploration explore(const Scenario& scenario, const EngineData& data, const RecommendOptions& options, Outlay outlay);

/// The result of an exploration under the budget, deadline and power limit of `requirements`; takes microseconds, so a
/// slider can be dragged. `data` is that of the exploration.
Recommendation recommendation_of(const Exploration& found, const Requirements& requirements, const EngineData& data);

/// If nothing qualifies under the limits of the requested scenario: changes of single limits that admit a candidate,
/// the smallest first. Each limit of the search itself requires another search. `options` are those of the exploration.
std::vector<Relaxation> relaxations_of(const Exploration& found, const EngineData& data,
                                       const RecommendOptions& options);

/// `explore` and `recommendation_of`, and if nothing qualifies, the required changes of single limits.
Recommendation recommend(const Scenario& scenario, const EngineData& data, const RecommendOptions& options = {});

/// The reason for an exclusion, as text.
std::string rejection_text(const std::string& code, bool is_finding, const MessageText& text);
std::string remark_text(const Remark& remark, const MessageText& text);
/// "requirements.budget: ¥20,000 instead of ¥10,000 would admit 2 × RTX 4090 (…)".
std::string relaxation_text(const Relaxation& relaxation, const EngineData& data, const MessageText& text);

/// The file of format "rigwright.recommendation": {outlay, time_of, candidates, evaluated, complete, front, picks,
/// rejections, cards, relaxations, remarks}. Amounts are in `currency`; unknown values have no key.
nlohmann::ordered_json recommendation_json(const Recommendation& answer, const EngineData& data,
                                           const std::string& currency, const MessageText& text);

} // namespace rigwright
