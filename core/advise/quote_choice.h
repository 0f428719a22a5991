// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/quantities.h"
#include "core/quantities/words.h"

#include <optional>
#include <span>
#include <vector>

namespace rigwright {

/// Criteria for comparing quotes for the same task; less is better in each.
enum class ChoiceCriterion { purchase, wall_time, run_cost };
template <>
inline constexpr std::array<std::string_view, 3> words<ChoiceCriterion>{"criterion.purchase", "criterion.wall-time",
                                                                        "criterion.run-cost"};
inline constexpr std::array all_choice_criteria{ChoiceCriterion::purchase, ChoiceCriterion::wall_time,
                                                ChoiceCriterion::run_cost};

/// The figure of a plan with its range, a price without; empty if unknown (a part without a price, a run without an
/// end).
std::optional<RangedNumber> choice_figure(ChoiceCriterion criterion, const Evaluation& option);

/// Additional cost or time of `b` compared with `a`; empty if unknown: a figure is missing, the currencies differ, or
/// the bills lack the prices of different parts.
std::optional<double> known_difference(ChoiceCriterion criterion, const Evaluation& a, const Evaluation& b);

/// The option that is best by one criterion. `clear` if the range of its ratio to every other qualifying option
/// excludes 1; otherwise the lowest middle, which the range does not separate from the next.
struct BestOption {
    std::size_t option = 0;
    bool clear = false;
    /// The best lacks prices, and the bills lack those of different parts, which can change the order.
    bool depends_on_unpriced = false;
    /// The next best; empty if there is only one.
    std::optional<std::size_t> next{};
    /// By how much the middle of the next is larger; empty as `known_difference` is.
    std::optional<double> ahead{};
};

/// The reason for proposing an option.
enum class ChoiceReason {
    /// Nothing else meets the requirements.
    only_one,
    /// All requirements are met; it is the cheapest to buy.
    cheapest_to_buy,
    /// There is no requirement on time; its run is the cheapest.
    cheapest_run,
    /// Prices are unknown; it is certainly faster, with the same global batch as the others.
    fastest,
};
template <>
inline constexpr std::array<std::string_view, 4> words<ChoiceReason>{"choice.only-one", "choice.cheapest-to-buy",
                                                                     "choice.cheapest-run", "choice.fastest"};

struct ProposedOption {
    std::size_t option = 0;
    ChoiceReason reason = ChoiceReason::only_one;
};

/// Recommends one of multiple plans for the same task. An option qualifies when it can be computed, fits into memory
/// (or is tight, where none fits), meets the deadline with its whole range (or may meet it, where none does) and has no
/// finding against it. Money is compared in one currency. Purchases are also compared between bills that lack prices,
/// if GPUs have one, with a remark; none is then proposed for its purchase.
/// Plans for different tasks are not ranked.
struct QuoteChoice {
    /// If false, nothing is ranked.
    bool one_task = true;
    /// Indices of the qualifying options, ascending.
    std::vector<std::size_t> qualified;
    /// Results of `findings_against`, by option.
    std::vector<std::vector<Finding>> against;
    /// By criterion; empty if the figure of a qualifying option is unknown, or money is not comparable.
    std::array<std::optional<BestOption>, all_choice_criteria.size()> best{};
    /// Empty if no option qualifies or no criterion decides.
    std::optional<ProposedOption> proposed{};

    const std::optional<BestOption>& best_by(ChoiceCriterion criterion) const
    {
        return best[static_cast<std::size_t>(criterion)];
    }
};

QuoteChoice choose_quote(std::span<const Evaluation* const> options, const EngineData& data);

/// Whether the plan can be computed, fits, is not blocked, and inspects parts within its required takt time.
bool qualifies(const Evaluation& option, const EngineData& data);

/// Reasons why a computable plan does not qualify: its blocking findings, and if it trains a network for a takt time,
/// the takt that its machine misses when it inspects.
std::vector<Finding> findings_against(const Evaluation& option, const EngineData& data);

} // namespace rigwright
