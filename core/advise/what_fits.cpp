// SPDX-License-Identifier: Apache-2.0
#include "core/advise/what_fits.h"

#include <array>

namespace rigwright {

namespace {

struct ExtentQuestion {
    const char* code;
    LargestAnswer (*answer)(const Scenario&, const Advising&);
};

/// One line a question.
constexpr std::array questions{ExtentQuestion{"largest-micro-batch", largest_batch},
                               ExtentQuestion{"longest-sequence", largest_sequence},
                               ExtentQuestion{"largest-image", largest_image}};

/// The numbers of an edit under the last part of their path: {"image_height": 640}.
Arguments numbers_of(const ScenarioChanges& changes)
{
    Arguments arguments;
    for (const ScenarioChange& change : changes) {
        if (const auto* number = std::get_if<std::int64_t>(&change.value))
            arguments.emplace_back(change.path.substr(change.path.rfind('.') + 1), value_of(Count(*number)));
    }
    return arguments;
}

FitAnswer shown(const ExtentQuestion& question, const Largest& largest, const Scenario& scenario,
                const Advising& advising)
{
    FitAnswer answer;
    answer.code = question.code;
    answer.limit = largest.limit;
    if (largest.without_margin && largest.without_margin != largest.with_margin)
        answer.without_margin = numbers_of(*largest.without_margin);
    if (!largest.with_margin) return answer;
    answer.arguments = numbers_of(*largest.with_margin);
    const Scenario there = *changed(scenario, *largest.with_margin);
    answer.effect = advising.effect(there);
    if (there != scenario) answer.changes = *largest.with_margin;
    return answer;
}

FitAnswer shown(const std::optional<FittingCard>& card, const Scenario& scenario)
{
    FitAnswer answer;
    answer.code = "smallest-card";
    if (!card) return answer;
    answer.arguments = {{"gpu", card->name}, {"usable", value_of(card->effect.usable)}};
    answer.effect = card->effect;
    if (card->id != scenario.build.gpu) answer.changes = card->changes;
    return answer;
}

} // namespace

std::vector<FitAnswer> what_fits(const Scenario& scenario, const Advising& advising)
{
    std::vector<FitAnswer> answers;
    if (!advising.effect(scenario)) return answers;
    for (const ExtentQuestion& question : questions) {
        if (const auto largest = question.answer(scenario, advising))
            answers.push_back(shown(question, *largest, scenario, advising));
    }
    answers.push_back(shown(smallest_card(scenario, advising), scenario));
    return answers;
}

} // namespace rigwright
