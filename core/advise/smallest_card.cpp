// SPDX-License-Identifier: Apache-2.0
#include "core/advise/smallest_card.h"

#include "core/hardware/peaks.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace rigwright {

namespace {

// Questions of their own: memory, and exchanges whose cost stands in the step that is compared anyway.
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
        if (buys && price.currency == currency) lowest = std::min(lowest, price.amount);
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
    // The catalogue's prices are mostly in this currency; one alone makes the order the same for everyone.
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
    std::sort(ordered.begin(), ordered.end());
    std::vector<const Gpu*> cards;
    cards.reserve(ordered.size());
    for (const auto& [key, gpu] : ordered) cards.push_back(gpu);
    return cards;
}

bool is_built_in(const Gpu& gpu)
{
    return gpu.segment == GpuSegment::laptop || gpu.segment == GpuSegment::integrated;
}

bool loses_more(const Estimate& plan, const Estimate& before)
{
    return std::any_of(plan.findings.begin(), plan.findings.end(), [&before](const Finding& finding) {
        const bool harms =
            finding.severity == Finding::Severity::blocks || finding.severity == Finding::Severity::loses;
        const bool own_question =
            std::find(own_questions.begin(), own_questions.end(), finding.code) != own_questions.end() ||
            finding.field == "build.cpu" || finding.field == "build.storage";
        const bool known = std::any_of(before.findings.begin(), before.findings.end(),
                                       [&](const Finding& there) { return there.code == finding.code; });
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
        const Evaluation there = evaluate(*changed(scenario, changes), advising.data, present);
        const auto effect = effect_of(there);
        if (!effect || effect->verdict != Verdict::fits || !there.estimate->time) continue;
        if (loses_more(*there.estimate, *present.estimate) || leaves_budget_open(there)) continue;
        return FittingCard{gpu->id, gpu->name, changes, *effect};
    }
    return std::nullopt;
}

} // namespace rigwright
