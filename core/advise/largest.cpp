// SPDX-License-Identifier: Apache-2.0
#include "core/advise/largest.h"

#include "core/estimate/inverse.h"
#include "core/hardware/gpu.h"
#include "core/hardware/price_list.h"
#include "core/scenario/fields.h"
#include "core/scenario/resolved_model.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <tuple>

namespace rigwright {

namespace {

/// Step sizes, smallest first, that windows of sparse attention and nets built by hand accept.
constexpr std::array<std::int64_t, 9> known_steps{1, 2, 4, 8, 16, 32, 64, 128, 256};
/// Number of multiples tried before a step size is accepted.
constexpr std::int64_t tried_multiples = 3;

/// A quantity in whole numbers: the edit that sets it to the n-th size.
struct Extent {
    std::int64_t lowest = 1;
    std::int64_t highest = 1;
    std::function<ScenarioChanges(std::int64_t)> at;
};

/// Verdicts of the sizes of an extent.
class Growth {
public:
    Growth(const Scenario& scenario, const Advising& advising, const Extent& extent)
        : scenario_(scenario),
          advising_(advising),
          extent_(extent),
          present_(evaluate(scenario, advising.data))
    {}

    LargestAnswer answer() const
    {
        if (!effect_of(present_)) return std::nullopt;
        const auto keeps_margin = [this](std::int64_t n) {
            const auto found = effect(n);
            return found && found->verdict == Verdict::fits;
        };
        const auto fits = [this](std::int64_t n) {
            const auto found = effect(n);
            return found && found->memory <= found->usable;
        };
        const auto safe = largest_that(extent_.lowest, extent_.highest, keeps_margin);
        const auto bare = largest_that(safe.value_or(extent_.lowest), extent_.highest, fits);
        if (advising_.stop.stop_requested()) return std::nullopt;
        Largest largest;
        if (safe) largest.with_margin = extent_.at(*safe);
        if (bare) largest.without_margin = extent_.at(*bare);
        const std::int64_t next = safe ? *safe + 1 : extent_.lowest;
        largest.limit = next > extent_.highest || !effect(next) ? FitLimit::model : FitLimit::memory;
        if (next <= extent_.highest) largest.next = extent_.at(next);
        return largest;
    }

private:
    std::optional<PlanEffect> effect(std::int64_t n) const
    {
        const std::optional<Scenario> scenario = changed(scenario_, advising_.data, extent_.at(n));
        return scenario ? advising_.effect(*scenario, present_) : std::nullopt;
    }

    const Scenario& scenario_;
    const Advising& advising_;
    const Extent& extent_;
    Evaluation present_;
};

/// Whether the scenario's network can be built with other extents; much faster than an estimate.
bool builds(const Scenario& scenario, const ScenarioChanges& changes, const EngineData& data)
{
    const std::optional<Scenario> next = changed(scenario, data, changes);
    if (!next) return false;
    return build_network(resolve_model(*next, data.presets), build_options(next->training)).issues.empty();
}

using SizeOf = std::function<ScenarioChanges(std::int64_t extent, std::int64_t step)>;

/// The smallest known step whose multiples around the present extent can all be built.
std::optional<std::int64_t> accepted_step(const Scenario& scenario, const EngineData& data, std::int64_t present,
                                          const SizeOf& size)
{
    for (const std::int64_t step : known_steps) {
        const std::int64_t nearest = std::max<std::int64_t>(present / step, 1);
        bool all = true;
        for (std::int64_t n = nearest; all && n < nearest + tried_multiples; ++n)
            all = builds(scenario, size(n * step, step), data);
        // A model that accepts nothing longer may still accept something shorter.
        bool below = true;
        for (std::int64_t n = nearest; !all && below && n > std::max<std::int64_t>(nearest - tried_multiples, 0); --n)
            below = builds(scenario, size(n * step, step), data);
        if (all || (below && nearest >= tried_multiples)) return step;
    }
    return std::nullopt;
}

/// In steps that the family tells, if they are above one.
std::optional<GrowingExtent> in_accepted_steps(const Scenario& scenario, const EngineData& data, std::int64_t present,
                                               std::int64_t highest, const SizeOf& size, std::int64_t told = 1)
{
    const auto step = told > 1 ? told : accepted_step(scenario, data, present, size);
    if (!step) return std::nullopt;
    return GrowingExtent{present, *step, highest,
                         [size, step = *step](std::int64_t extent) { return size(extent, step); }};
}

LargestAnswer largest_of(const std::optional<GrowingExtent>& growing, const Scenario& scenario,
                         const Advising& advising)
{
    if (!growing) return std::nullopt;
    Extent extent;
    extent.highest = growing->highest / growing->step;
    extent.at = [&growing](std::int64_t n) { return growing->at(n * growing->step); };
    const std::int64_t at_present = std::max<std::int64_t>(growing->present / growing->step, 1);
    while (extent.lowest < at_present && !builds(scenario, extent.at(extent.lowest), advising.data)) ++extent.lowest;
    return Growth(scenario, advising, extent).answer();
}

/// `amount` scaled by `part` / `whole`, rounded to a multiple of `step` and at least one step.
std::int64_t in_ratio(std::int64_t amount, std::int64_t part, std::int64_t whole, std::int64_t step)
{
    const std::int64_t multiples = (amount * part + whole * step / 2) / (whole * step);
    return std::max<std::int64_t>(multiples, 1) * step;
}

} // namespace

LargestAnswer largest_batch(const Scenario& scenario, const Advising& advising)
{
    const Field& field = *field_of("training.micro_batch");
    Extent extent;
    extent.highest = static_cast<std::int64_t>(field.maximum);
    extent.at = [](std::int64_t n) { return ScenarioChanges{{"training.micro_batch", n}}; };
    return Growth(scenario, advising, extent).answer();
}

std::optional<GrowingExtent> sequence_extent(const Scenario& scenario, const EngineData& data)
{
    const ResolvedModel model = resolve_model(scenario, data.presets);
    if (model.family == nullptr || !model.input.sequence_length) return std::nullopt;
    const std::int64_t present = *model.input.sequence_length;
    const std::optional<std::int64_t> target = model.input.target_sequence_length;
    const SizeOf size = [present, target](std::int64_t length, std::int64_t step) {
        ScenarioChanges changes{{"input.sequence_length", length}};
        if (target) changes.push_back({"input.target_sequence_length", in_ratio(length, *target, present, step)});
        return changes;
    };
    return in_accepted_steps(scenario, data, present, longest_sequence, size);
}

std::optional<GrowingExtent> image_extent(const Scenario& scenario, const EngineData& data)
{
    const ResolvedModel model = resolve_model(scenario, data.presets);
    if (model.family == nullptr || !model.input.image_height || !model.input.image_width) return std::nullopt;
    const std::int64_t height = *model.input.image_height;
    const std::int64_t width = *model.input.image_width;
    const SizeOf size = [height, width](std::int64_t rows, std::int64_t step) {
        return ScenarioChanges{{"input.image_height", rows},
                               {"input.image_width", in_ratio(rows, width, height, step)}};
    };
    const std::int64_t highest = width > height ? largest_side * height / width : largest_side;
    return in_accepted_steps(scenario, data, height, highest, size, side_step(model));
}

LargestAnswer largest_sequence(const Scenario& scenario, const Advising& advising)
{
    return largest_of(sequence_extent(scenario, advising.data), scenario, advising);
}

LargestAnswer largest_image(const Scenario& scenario, const Advising& advising)
{
    return largest_of(image_extent(scenario, advising.data), scenario, advising);
}

namespace {

struct ExtentQuestion {
    const char* code;
    LargestAnswer (*answer)(const Scenario&, const Advising&);
};

/// One line per question.
constexpr std::array questions{ExtentQuestion{"largest-micro-batch", largest_batch},
                               ExtentQuestion{"longest-sequence", largest_sequence},
                               ExtentQuestion{"largest-image", largest_image}};

/// The numbers of an edit by the last part of their path: {"image_height": 640}.
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
    const Scenario there = *changed(scenario, advising.data, *largest.with_margin);
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

namespace {

// Separate questions: memory, and exchanges whose cost is included in the compared step.
constexpr std::array<std::string_view, 8> own_questions{"does-not-fit",
                                                        "does-not-fit-at-all",
                                                        "memory-tight",
                                                        "time-is-hypothetical",
                                                        "no-peer-to-peer",
                                                        "tensor-parallel-over-pcie",
                                                        "tensor-parallel-across-machines",
                                                        "experts-across-machines"};

/// The lowest known price of a card in one currency; prices in different currencies do not compare.
double price_of(const Gpu& gpu, std::string_view currency)
{
    double lowest = std::numeric_limits<double>::infinity();
    for (const Price& price : gpu.prices) {
        const bool buys = price.kind == PriceKind::list || price.kind == PriceKind::street;
        if (buys && price.currency == currency) lowest = std::min(lowest, as_billed(price).amount);
    }
    return lowest;
}

double peak_of(const Gpu& gpu)
{
    const auto peak = dense_peak(gpu, NumberFormat::fp32, ComputeUnit::vector);
    return peak ? peak->base() : 0.0;
}

bool is_a_card(const Gpu& gpu) { return !is_built_in(gpu) && gpu.availability == GpuAvailability::sold; }

std::optional<Bytes> usable_of(const Gpu& gpu, const EngineData& data)
{
    const auto usable = usable_memory(single_device(gpu), data.hardware.memory_reserves, {});
    return usable ? std::optional(usable->usable) : std::nullopt;
}

} // namespace

std::vector<const Gpu*> cards_by_size(const Scenario& scenario, const EngineData& data)
{
    // The catalog's prices are mostly in this currency; one alone makes the order the same for everyone.
    constexpr std::string_view currency = "USD";
    const Gpu* own = data.hardware.gpu(scenario.build.gpu);
    using Key = std::tuple<Bytes, double, double, std::string_view>;
    std::vector<std::pair<Key, const Gpu*>> ordered;
    for (const Gpu& gpu : data.hardware.gpus) {
        const auto usable = usable_of(gpu, data);
        const bool possible = is_a_card(gpu) || (own != nullptr && own->segment == gpu.segment);
        if (usable && possible)
            ordered.emplace_back(Key{*usable, price_of(gpu, currency), -peak_of(gpu), gpu.id}, &gpu);
    }
    std::ranges::sort(ordered);
    std::vector<const Gpu*> cards;
    cards.reserve(ordered.size());
    for (const auto& [key, gpu] : ordered) cards.push_back(gpu);
    return cards;
}

bool is_built_in(const Gpu& gpu) { return gpu.segment == GpuSegment::laptop || gpu.segment == GpuSegment::integrated; }

bool loses_more(const Estimate& plan, const Estimate& before)
{
    return std::ranges::any_of(plan.findings, [&before](const Finding& finding) {
        const bool harms =
            finding.severity == Finding::Severity::blocks || finding.severity == Finding::Severity::loses;
        const bool own_question = std::ranges::find(own_questions, finding.code) != own_questions.end() ||
                                  finding.field == "build.cpu" || finding.field == "build.storage";
        const bool known =
            std::ranges::any_of(before.findings, [&](const Finding& there) { return there.code == finding.code; });
        return harms && !own_question && !known;
    });
}

bool leaves_budget_open(const Evaluation& plan)
{
    return plan.scenario.requirements.budget && plan.estimate && plan.estimate->cost.bill.gpus_unpriced;
}

std::optional<FittingCard> smallest_card(const Scenario& scenario, const Advising& advising)
{
    const Evaluation present = evaluate(scenario, advising.data);
    if (!effect_of(present)) return std::nullopt;
    for (const Gpu* gpu : cards_by_size(scenario, advising.data)) {
        if (advising.stop.stop_requested()) return std::nullopt;
        const ScenarioChanges changes{{"build.gpu", gpu->id}};
        const Evaluation there = evaluate(*changed(scenario, advising.data, changes), advising.data, present);
        const auto effect = effect_of(there);
        if (!effect || effect->verdict != Verdict::fits || !there.estimate->time) continue;
        if (loses_more(*there.estimate, *present.estimate) || leaves_budget_open(there)) continue;
        return FittingCard{gpu->id, gpu->name, changes, *effect};
    }
    return std::nullopt;
}

} // namespace rigwright
