// SPDX-License-Identifier: Apache-2.0
#include "core/advise/remedy_table.h"

#include "core/advise/largest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace rigwright {

namespace {

using Reach = RemedyReach;

/// One line a remedy; its words are the messages "remedy.<code>" and "remedy.<code>.why".
constexpr std::array table{
    RemedyRow{"fused-attention", Reach::same_training, fused_attention},
    RemedyRow{"fused-cross-entropy", Reach::same_training, fused_cross_entropy},
    RemedyRow{"plain-algorithms", Reach::same_training, plain_algorithms},
    RemedyRow{"in-place-activations", Reach::same_training, in_place_activations},
    RemedyRow{"sharded-states", Reach::same_training, sharded_states},
    RemedyRow{"mixed-precision", Reach::coarser_numbers, mixed_precision},
    RemedyRow{"16-bit-weights", Reach::coarser_numbers, half_wide_weights},
    RemedyRow{"pure-16-bit", Reach::lost_updates, pure_16_bit},
    RemedyRow{"eight-bit-optimizer", Reach::coarser_numbers, eight_bit_optimizer},
    RemedyRow{"factored-optimizer", Reach::other_optimizer, factored_optimizer},
    RemedyRow{"low-rank-adapters", Reach::other_training, low_rank_adapters},
    RemedyRow{"quantized-low-rank-adapters", Reach::other_training, quantized_low_rank_adapters},
    RemedyRow{"quantized-base", Reach::coarser_numbers, quantized_base},
    RemedyRow{"global-average-pooling", Reach::other_training, global_average_pooling},
    RemedyRow{"offloading", Reach::same_training, offloading},
    RemedyRow{"recomputation", Reach::same_training, recomputation},
    RemedyRow{"smaller-micro-batch", Reach::same_training, smaller_micro_batch},
    RemedyRow{"smaller-image", Reach::other_training, smaller_image},
    RemedyRow{"shorter-sequence", Reach::other_training, shorter_sequence},
    RemedyRow{"more-gpus", Reach::other_machine, more_gpus},
    RemedyRow{"split-layers", Reach::other_machine, split_layers},
    RemedyRow{"larger-card", Reach::other_machine, larger_card},
};

} // namespace

std::span<const RemedyRow> remedy_table() { return table; }

namespace {

/// Savings below this share of the memory are noise.
constexpr double least_saving = 0.005;
/// Differences in time within this share do not decide the order.
constexpr double same_time = 0.02;
/// Stands for a time that is not known: behind every known one.
constexpr double unknown_time = 1e6;
/// Pairs beyond these tell nothing new.
constexpr std::size_t most_pairs = 5;
constexpr std::size_t most_machine_pairs = 3;

/// One step of a remedy with the plan that it gives.
struct Tried {
    Remedy remedy;
    Evaluation evaluation;
};

class RemedySearch {
public:
    RemedySearch(const Evaluation& plan, const PlanEffect& before, const Advising& advising)
        : before_(before),
          origin_(plan),
          advising_(advising)
    {}

    std::vector<Remedy> run()
    {
        std::vector<Remedy> found;
        std::vector<Tried> singles;
        for (const RemedyRow& row : remedy_table()) {
            std::optional<Tried> offered = fitted(row, origin_, before_);
            // Buying hardware that does not suffice is no help.
            if (!offered || (row.reach == RemedyReach::other_machine && !offered->remedy.fits())) continue;
            found.push_back(offered->remedy);
            singles.push_back(std::move(*offered));
        }
        // What trains something else, or needs other hardware, is asked for help only where nothing else is left.
        for (const RemedyReach furthest : {RemedyReach::other_optimizer, RemedyReach::other_machine}) {
            if (restores_margin(found, furthest)) break;
            for (Remedy& pair : pairs(singles, furthest)) found.push_back(std::move(pair));
        }
        rank(found);
        if (advising_.stop.stop_requested()) found.clear();
        return found;
    }

private:
    /// What one step makes of a plan; nothing for what is illegal, saves nothing, or brings new trouble.
    std::optional<Tried> tried(const RemedyRow& row, const RemedyStep& step, const Evaluation& from,
                               const PlanEffect& from_effect) const
    {
        if (advising_.stop.stop_requested()) return std::nullopt;
        const std::optional<Scenario> scenario = changed(from.scenario, advising_.data, step.changes);
        if (!scenario) return std::nullopt;
        Evaluation there = evaluate(*scenario, advising_.data, from);
        const auto effect = effect_of(there);
        if (!effect || loses_more(*there.estimate, *origin_.estimate)) return std::nullopt;
        if (row.reach == RemedyReach::other_machine && leaves_budget_open(there)) return std::nullopt;
        const double least = from_effect.memory.as_double() * (1.0 - least_saving);
        const bool helps = effect->memory.as_double() < least || effect->verdict < from_effect.verdict;
        if (!helps) return std::nullopt;
        Remedy remedy{{{std::string(row.code), step.arguments}}, row.reach, step.changes, *effect, {}};
        const auto was = before_.per_sample();
        const auto is = effect->per_sample();
        if (was && is && was->base() > 0.0) remedy.time_ratio = *is / *was;
        return Tried{std::move(remedy), std::move(there)};
    }

    /// Something on this machine that reaches no further restores the margin.
    static bool restores_margin(const std::vector<Remedy>& found, RemedyReach furthest)
    {
        const RemedyReach reach = std::min(furthest, RemedyReach::other_training);
        return std::any_of(found.begin(), found.end(), [reach](const Remedy& remedy) {
            return remedy.reach <= reach && remedy.effect.verdict == Verdict::fits;
        });
    }

    /// The mildest step of a remedy that suffices, else the one that leaves least.
    std::optional<Tried> fitted(const RemedyRow& row, const Evaluation& from, const PlanEffect& from_effect) const
    {
        std::optional<Tried> best;
        for (const RemedyStep& step : row.steps(TroubledPlan(from, advising_))) {
            std::optional<Tried> next = tried(row, step, from, from_effect);
            if (!next) continue;
            const bool suffices = next->remedy.effect.verdict == Verdict::fits;
            if (!best || next->remedy.effect.memory < best->remedy.effect.memory || suffices) best = std::move(next);
            if (suffices) break;
        }
        return best;
    }

    /// Two remedies together that restore the margin, or at least fit; none reaches further than `furthest`.
    std::vector<Remedy> pairs(const std::vector<Tried>& firsts, RemedyReach furthest) const
    {
        std::vector<Remedy> found;
        for (const Tried& first : firsts) {
            // Hardware comes second, fitted to a plan that is made small first.
            if (first.remedy.reach > std::min(furthest, RemedyReach::other_training)) continue;
            const auto first_row = place_of(first.remedy.parts.front().code);
            for (std::size_t row = first_row + 1; row < remedy_table().size(); ++row) {
                if (remedy_table()[row].reach > furthest) continue;
                if (auto both = fitted(remedy_table()[row], first.evaluation, first.remedy.effect))
                    if (both->remedy.fits()) found.push_back(joined(first.remedy, std::move(both->remedy)));
            }
        }
        rank(found);
        if (!found.empty() && found.front().effect.verdict == Verdict::fits)
            std::erase_if(found, [](const Remedy& pair) { return pair.effect.verdict != Verdict::fits; });
        return most_useful(std::move(found));
    }

    /// The first few that work on this machine, and the first few that do not.
    static std::vector<Remedy> most_useful(std::vector<Remedy> ranked)
    {
        std::vector<Remedy> kept;
        std::size_t here = 0;
        std::size_t elsewhere = 0;
        for (Remedy& pair : ranked) {
            const bool other_machine = pair.reach == RemedyReach::other_machine;
            if (++(other_machine ? elsewhere : here) <= (other_machine ? most_machine_pairs : most_pairs))
                kept.push_back(std::move(pair));
        }
        return kept;
    }

    static std::size_t place_of(std::string_view code)
    {
        const auto table = remedy_table();
        return static_cast<std::size_t>(
            std::find_if(table.begin(), table.end(), [code](const RemedyRow& row) { return row.code == code; }) -
            table.begin());
    }

    static Remedy joined(const Remedy& first, Remedy second)
    {
        second.parts.insert(second.parts.begin(), first.parts.begin(), first.parts.end());
        second.reach = std::max(first.reach, second.reach);
        // Where both set a field, the second was fitted to what the first left.
        ScenarioChanges changes;
        for (const ScenarioChange& change : first.changes) {
            const bool again = std::any_of(second.changes.begin(), second.changes.end(),
                                           [&](const ScenarioChange& later) { return later.path == change.path; });
            if (!again) changes.push_back(change);
        }
        changes.insert(changes.end(), second.changes.begin(), second.changes.end());
        second.changes = std::move(changes);
        return second;
    }

    /// What keeps the training, what does it otherwise, what changes it, what needs hardware: no time saved makes up
    /// for the step between them.
    static int group_of(RemedyReach reach)
    {
        switch (reach) {
        case RemedyReach::same_training: return 0;
        case RemedyReach::coarser_numbers:
        case RemedyReach::other_optimizer: return 1;
        case RemedyReach::lost_updates:
        case RemedyReach::other_training: return 2;
        case RemedyReach::other_machine: return 3;
        }
        return 3;
    }

    static void rank(std::vector<Remedy>& found)
    {
        const auto key = [](const Remedy& remedy) {
            const double lost = std::max(remedy.time_ratio.value_or(unknown_time) - 1.0, 0.0);
            // Of what does not suffice, the greatest help is the best.
            const Bytes left = remedy.fits() ? Bytes() : remedy.effect.memory;
            return std::tuple(remedy.effect.verdict, left, group_of(remedy.reach), std::floor(lost / same_time),
                              remedy.parts.size(), remedy.reach);
        };
        std::stable_sort(found.begin(), found.end(),
                         [&key](const Remedy& a, const Remedy& b) { return key(a) < key(b); });
    }

    const PlanEffect& before_;
    const Evaluation& origin_;
    const Advising& advising_;
};

} // namespace

std::vector<Remedy> remedies(const Evaluation& plan, const Advising& advising)
{
    const auto before = effect_of(plan);
    if (!before || before->verdict == Verdict::fits) return {};
    return RemedySearch(plan, *before, advising).run();
}

std::vector<std::string_view> remedy_codes()
{
    std::vector<std::string_view> codes;
    for (const RemedyRow& row : remedy_table()) codes.push_back(row.code);
    return codes;
}

} // namespace rigwright
