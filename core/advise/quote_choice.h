// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/quantities.h"
#include "core/quantities/words.h"

#include <optional>
#include <span>
#include <vector>

namespace rigwright {

/// What quotations for the same task are compared by; less is better in each.
enum class ChoiceCriterion { purchase, wall_time, run_cost };
template <>
inline constexpr std::array<std::string_view, 3> words<ChoiceCriterion>{"criterion.purchase", "criterion.wall-time",
                                                                        "criterion.run-cost"};
inline constexpr std::array all_choice_criteria{ChoiceCriterion::purchase, ChoiceCriterion::wall_time,
                                                ChoiceCriterion::run_cost};

/// The figure of a plan with its range, a price without; empty where it is not known (a part without a price, a run
/// without an end).
std::optional<RangedNumber> choice_figure(ChoiceCriterion criterion, const Evaluation& option);

/// What `b` costs or takes more than `a`; empty where that is not known: a figure is not, the currencies differ, or the
/// bills lack the prices of different parts.
std::optional<double> known_difference(ChoiceCriterion criterion, const Evaluation& a, const Evaluation& b);

/// The option that is best by one criterion. `clear` when its ratio to each other that qualifies lies clear of 1;
/// otherwise the lowest middle, which the error band does not tell from the next.
struct BestOption {
    std::size_t option = 0;
    bool clear = false;
    /// The best lacks prices, and the bills those of different parts: the order holds unless these make up for `ahead`.
    bool depends_on_unpriced = false;
    /// The next best, and by how much its middle is larger; empty where there is only one.
    std::optional<std::size_t> next{};
    double ahead = 0.0;
};

/// Why an option is proposed.
enum class ChoiceReason {
    /// Nothing else meets what is asked.
    only_one,
    /// Everything asked is met; it costs least to buy.
    cheapest_to_buy,
    /// Nothing is asked of time; the run costs least.
    cheapest_run,
    /// Prices are not known; it is surely faster.
    fastest,
};
template <>
inline constexpr std::array<std::string_view, 4> words<ChoiceReason>{"choice.only-one", "choice.cheapest-to-buy",
                                                                     "choice.cheapest-run", "choice.fastest"};

struct ProposedOption {
    std::size_t option = 0;
    ChoiceReason reason = ChoiceReason::only_one;
};

/// Which of several plans for the same task to take. An option qualifies when it can be computed, fits into memory (or
/// is tight, where none fits) and nothing is found against it. Money is compared in one currency; a purchase also
/// between bills that lack prices, where GPUs have one, with that remark, and none is proposed for it. Plans for
/// different tasks are not ranked.
struct QuoteChoice {
    /// Otherwise nothing is ranked.
    bool one_task = true;
    /// Indices of the options that qualify, ascending.
    std::vector<std::size_t> qualified;
    /// What `findings_against` says, by option.
    std::vector<std::vector<Finding>> against;
    /// By criterion; empty where the figure of an option that qualifies is not known, or money is not comparable.
    std::array<std::optional<BestOption>, all_choice_criteria.size()> best{};
    /// Empty where nothing qualifies or no criterion decides.
    std::optional<ProposedOption> proposed{};

    const std::optional<BestOption>& best_by(ChoiceCriterion criterion) const
    {
        return best[static_cast<std::size_t>(criterion)];
    }
};

QuoteChoice choose_quote(std::span<const Evaluation* const> options, const EngineData& data);

/// Whether the plan can be computed, fits, is not blocked, and inspects parts within the takt time that it asks for.
bool qualifies(const Evaluation& option, const EngineData& data);

/// What keeps a plan that can be computed from qualifying: its findings that block, and where it trains a network for a
/// takt time, what its machine misses of that as the inspector.
std::vector<Finding> findings_against(const Evaluation& option, const EngineData& data);

} // namespace rigwright
