// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/scenario_change.h"
#include "core/quantities/words.h"
#include "core/scenario/fields.h"
#include "core/scenario/finding.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/words.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// How far a remedy reaches into what is done, least first.
enum class RemedyReach {
    /// The same samples lead to the same weights, rounding aside.
    same_training,
    /// Numbers are kept with fewer digits.
    coarser_numbers,
    /// Weights are moved by another rule.
    other_optimizer,
    /// Small moves of the weights are rounded away.
    lost_updates,
    /// Something else is trained, or on something else.
    other_training,
    /// The plan needs another machine.
    other_machine
};
/// "same-training", the last part of the message "remedy.reach.<key>".
template <>
inline constexpr std::array<std::string_view, 6> words<RemedyReach>{
    "same-training", "coarser-numbers", "other-optimizer", "lost-updates", "other-training", "other-machine"};

/// One thing to do: "remedy.<code>" names it with the arguments, "remedy.<code>.why" says what it does and costs.
struct RemedyPart {
    std::string code;
    Arguments arguments;

    bool operator==(const RemedyPart&) const = default;
};

/// A way out for a plan that does not fit, or fits tightly: what to do, the edit that does it, and the plan it gives.
struct Remedy {
    /// One, or two that help together only.
    std::vector<RemedyPart> parts;
    /// That of the part that reaches furthest.
    RemedyReach reach = RemedyReach::same_training;
    ScenarioChanges changes;
    PlanEffect effect;
    /// Time of one sample against the plan as it is (1.3: takes 30 % longer); empty where one of both is unknown.
    std::optional<double> time_ratio;

    bool fits() const { return effect.verdict != Verdict::does_not_fit; }
};

/// What helps a plan whose verdict is not FITS; nothing for one that fits, or that has no verdict.
///
/// Every remedy is a legal plan, needs less memory (or has more), and runs into nothing that the plan does not run into
/// already. Those that restore the margin come first, then those that fit tightly, then those that only help. Among
/// those that fit: first what keeps the training as it is, then coarser numbers and other optimizers, then what loses
/// updates or trains something else, then what needs other hardware; in each group what loses least time first, then
/// what reaches least far. Those that only help come by what
/// they leave. Where nothing on this machine suffices alone, pairs that do are among them.
std::vector<Remedy> remedies(const Evaluation& plan, const Advising& advising);

/// Codes of all single remedies.
std::vector<std::string_view> remedy_codes();

/// The plan that a remedy is to help.
struct TroubledPlan {
    const Evaluation& evaluation;
    const Advising& advising;
    ResolvedModel model;

    TroubledPlan(const Evaluation& plan, const Advising& asking)
        : evaluation(plan),
          advising(asking),
          model(resolve_model(plan.scenario, asking.data.presets))
    {}

    const Scenario& scenario() const { return evaluation.scenario; }
    const Training& training() const { return evaluation.scenario.training; }
    const Parallel& parallel() const { return evaluation.scenario.parallel; }
    bool trains() const { return training().mode == RunMode::train; }
    /// Null for a plan without GPU.
    const Gpu* gpu() const { return advising.data.hardware.gpu(scenario().build.gpu); }
};

/// One way to carry a remedy out.
struct RemedyStep {
    ScenarioChanges changes;
    Arguments arguments;
};

/// A remedy from its mildest step to its strongest; the first that suffices is offered, else the strongest. Empty where
/// it does not apply. Steps need not be legal: those that are not are passed over.
using RemedySteps = std::vector<RemedyStep>;

struct RemedyRow {
    std::string_view code;
    RemedyReach reach = RemedyReach::same_training;
    RemedySteps (*steps)(const TroubledPlan&) = nullptr;
};

/// Every remedy, one line each. In a pair the later one is fitted to what the earlier one leaves.
std::span<const RemedyRow> remedy_table();

// The functions behind the table of remedies, by what they change.

/// A change of a choice field.
template <Spelled Enum>
ScenarioChange choice(const char* path, Enum value)
{
    return {path, std::string(word_of(value))};
}

/// A word of a choice field in a sentence ("precision.bf16-amp").
template <Spelled Enum>
std::pair<std::string, Argument> choice_argument(const char* name, const char* path, Enum value)
{
    return {name, MessageCode{choice_code(path, word_of(value))}};
}

// Batch, kept tensors, kernels, GPUs: remedy_steps.cpp.
RemedySteps fused_attention(const TroubledPlan& plan);
RemedySteps fused_cross_entropy(const TroubledPlan& plan);
RemedySteps plain_algorithms(const TroubledPlan& plan);
RemedySteps sharded_states(const TroubledPlan& plan);
RemedySteps recomputation(const TroubledPlan& plan);
RemedySteps offloading(const TroubledPlan& plan);
RemedySteps smaller_micro_batch(const TroubledPlan& plan);
RemedySteps more_gpus(const TroubledPlan& plan);
RemedySteps split_layers(const TroubledPlan& plan);
RemedySteps larger_card(const TroubledPlan& plan);

// Formats, optimizers, what is trained, the model and its input: remedy_steps.cpp.
RemedySteps mixed_precision(const TroubledPlan& plan);
RemedySteps half_wide_weights(const TroubledPlan& plan);
RemedySteps pure_16_bit(const TroubledPlan& plan);
RemedySteps eight_bit_optimizer(const TroubledPlan& plan);
RemedySteps factored_optimizer(const TroubledPlan& plan);
RemedySteps low_rank_adapters(const TroubledPlan& plan);
RemedySteps quantized_low_rank_adapters(const TroubledPlan& plan);
RemedySteps quantized_base(const TroubledPlan& plan);
RemedySteps in_place_activations(const TroubledPlan& plan);
RemedySteps global_average_pooling(const TroubledPlan& plan);
RemedySteps smaller_image(const TroubledPlan& plan);
RemedySteps shorter_sequence(const TroubledPlan& plan);

} // namespace rigwright
