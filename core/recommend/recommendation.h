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

/// How a build is come by, and what its cost therefore is.
enum class Outlay {
    /// The bill of materials.
    purchase,
    /// The same GPUs on demand for the time of the run.
    rent
};
/// "purchase", "rent": the word in files, and the last part of "recommend.outlay.<key>".
template <>
inline constexpr std::array<std::string_view, 2> words<Outlay>{"purchase", "rent"};

/// What candidates are compared by; less is better in each.
struct CandidateFigures {
    /// In the currency of the scenario's economics. A lower bound where lines of the bill have no price.
    double cost = 0.0;
    std::int64_t unpriced_lines = 0;
    /// Of the whole run where the data set is known, else of one sample; with its 80 % range.
    Seconds time;
    Seconds time_low;
    Seconds time_high;
    /// At the wall, every part of all machines at its limit.
    Watts power;
    /// Share of the usable GPU memory that is left free.
    double headroom = 0.0;

    bool operator==(const CandidateFigures&) const = default;
};

/// One build with the plan that suits it best. `evaluate(scenario, data)` gives exactly these figures.
struct Candidate {
    /// The training that was asked for (growth and balanced epochs of the need worked in) on this build.
    Scenario scenario;
    /// What leads there from the scenario that was asked about: one edit.
    ScenarioChanges changes;
    Outlay outlay = Outlay::purchase;
    CandidateFigures figures;
    /// Findings of the estimate that block nothing but should be known.
    std::vector<Finding> findings;
};

/// Why a group of candidates is out. "recommend.rejected.<code>" says so with the arguments; codes of blocking findings
/// are those of the findings ("finding.<code>").
struct Rejection {
    std::string code;
    /// The code is that of a finding of the engine.
    bool is_finding = false;
    std::int64_t candidates = 0;
    /// Cards of which every candidate is out for this reason.
    std::int64_t cards = 0;

    bool operator==(const Rejection&) const = default;
};

/// A build of one card.
struct CardOption {
    std::int64_t gpus = 1;
    std::int64_t machines = 1;
    CandidateFigures figures;

    bool operator==(const CardOption&) const = default;
};

/// How one card fared: the best that could be made of it, or the reason why it is out.
struct CardOutcome {
    std::string gpu;
    std::string name;
    /// Code of a `Rejection`; empty for a card with options.
    std::string rejected_by;
    bool is_finding = false;
    /// None of them dominated by another of the same card; by cost, then time, then power. Before budget, deadline and
    /// power limit.
    std::vector<CardOption> options{};

    bool operator==(const CardOutcome&) const = default;
};

/// "recommend.<code>" in the words of the message tables.
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

/// A candidate of the front that is proposed by name.
struct Pick {
    /// Why it is named; the same build may be best in several ways and is then one pick.
    std::vector<PickKind> kinds;
    /// Index in `Recommendation::front`.
    std::size_t candidate = 0;
    /// Why it was chosen, which limit binds, what is given up against its neighbours, how far the choice holds, in this
    /// order.
    std::vector<Remark> reasons;
    /// No other candidate that costs less lies inside the range of its time.
    bool is_clear = true;
};

/// A single limit that, moved so far, admits a candidate.
struct Relaxation {
    /// The field of the limit ("requirements.budget").
    std::string field;
    /// As it is and as it would have to be; empty for a limit that is a list of names.
    std::optional<Value> present{};
    std::optional<Value> needed{};
    /// The name that such a list would have to hold too.
    std::string needed_name{};
    /// The change against `present` as a share of it; lists of names come last.
    std::optional<double> share{};
    Candidate admitted{};
};

struct RecommendOptions {
    /// Once requested, the search ends early; the recommendation is then not `complete`.
    std::stop_token stop{};
    /// Threads that search; zero: as many as the machine runs at a time. The answer does not depend on it.
    unsigned threads = 0;
    /// Number formats that a plan may take beside the scenario's own: a choice of quality, so nothing by itself.
    std::vector<Precision> further_precisions{};
    /// GPU memory left free is compared too, in steps of a quarter: a front of four. Several searches for one answer.
    bool memory_counts = false;
    /// Told the share of builds that are done, from 0 to 1, by any of the threads; never two at a time, never less than
    /// before. Where a limit is looked for that would have to give, each search begins anew.
    std::function<void(double)> progress{};
};

/// What the search found before budget, deadline and power limit were looked at. Those three limit what candidates are
/// compared by, so every front within them is a part of this one: moving them needs no new search.
struct Exploration {
    /// The scenario that was asked about.
    Scenario asked;
    Outlay outlay = Outlay::purchase;
    /// Whether `CandidateFigures::time` is that of the run.
    bool time_is_of_run = true;
    /// Memory left free is one of the figures that the front is made of.
    bool memory_counts = false;
    /// No candidate is as good in cost, time and power and better in one. By cost, then time, then power.
    std::vector<Candidate> front;
    std::vector<Rejection> rejections;
    /// By card id.
    std::vector<CardOutcome> cards;
    /// Combinations of build and plan in the space that was searched, and how many the engine computed; the others
    /// follow from bounds.
    std::int64_t candidates = 0;
    std::int64_t evaluated = 0;
    /// What holds for the whole search ("nothing is sold that qualifies, so offers for rent are compared").
    std::vector<Remark> remarks;
    /// Why nothing can be searched, each with its field.
    std::vector<Finding> errors;
    /// False where the search was stopped.
    bool complete = true;
};

/// The answer, a plain value.
struct Recommendation {
    Outlay outlay = Outlay::purchase;
    bool time_is_of_run = true;
    /// Candidates within all limits, none dominated, nor too close to a cheaper one to tell. By cost, then time, then
    /// power.
    std::vector<Candidate> front;
    /// At most three.
    std::vector<Pick> picks;
    /// Everything that is not on the front, most first; sums with the front to `candidates`.
    std::vector<Rejection> rejections;
    std::vector<CardOutcome> cards;
    std::int64_t candidates = 0;
    std::int64_t evaluated = 0;
    /// Where the front is empty: single limits whose move admits a candidate, the smallest move first.
    std::vector<Relaxation> relaxations;
    std::vector<Remark> remarks;
    std::vector<Finding> errors;
    bool complete = true;
};

/// Searches all builds of the catalog and all plans that keep the scenario's task: model, data set, epochs, global
/// batch, optimizer and number format. Where any way of coming by a machine will do and nothing that is sold qualifies,
/// offers for rent are searched. Pure; the threads are joined before it returns.
Exploration explore(const Scenario& scenario, const EngineData& data, const RecommendOptions& options = {});

/// What an exploration says under the budget, deadline and power limit of `requirements`: microseconds, for a slider
/// that is dragged. `data` is that of the exploration.
Recommendation recommendation_of(const Exploration& found, const Requirements& requirements, const EngineData& data);

/// Where nothing qualifies under the limits of the scenario that was asked about: single limits whose move admits a
/// candidate, the smallest move first. Limits that shape the search itself take a search each. `options` are those of
/// the exploration.
std::vector<Relaxation> relaxations_of(const Exploration& found, const EngineData& data,
                                       const RecommendOptions& options);

/// Both, and where nothing qualifies, which single limit would have to give how much.
Recommendation recommend(const Scenario& scenario, const EngineData& data, const RecommendOptions& options = {});

/// Why candidates are out, in words.
std::string rejection_text(const std::string& code, bool is_finding, const MessageText& text);
std::string remark_text(const Remark& remark, const MessageText& text);
/// "requirements.budget: ¥20,000 instead of ¥10,000 would admit 2 × RTX 4090 (…)".
std::string relaxation_text(const Relaxation& relaxation, const EngineData& data, const MessageText& text);

/// The file of format "rigwright.recommendation": {outlay, time_of, candidates, evaluated, complete, front, picks,
/// rejections, cards, relaxations, remarks}. Amounts are in `currency`; what is not known has no key.
nlohmann::ordered_json recommendation_json(const Recommendation& answer, const EngineData& data,
                                           const std::string& currency, const MessageText& text);

} // namespace rigwright
