// SPDX-License-Identifier: Apache-2.0
#include "core/advise/requirements.h"
#include "core/estimate/checks/defect_size.h"
#include "core/estimate/working/explain.h"
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"

#include <array>

namespace rigwright {

namespace {

using Explained = std::optional<Derivation>;

/// A need and the evaluations that explain its numbers.
struct NeedToExplain {
    const Evaluation& plan;
    const NeedAnswer& answer;
    const EngineData& data;
    /// The figures of its samples, month and smallest defect.
    const Trace& figures;

    bool trains_more() const { return answer.trains_more_than(plan); }
};

/// In the derivation of a run with the need's samples: their number, if the run counts its steps.
void show_samples_of_need(Derivation& node, const NeedToExplain& need)
{
    constexpr std::string_view steps = "time.steps_per_epoch";
    if (node.inputs.empty() && quantity_id(node) == steps)
        if (Explained counted = explain(*need.answer.training, need.data, steps))
            node = placed(node.symbol, *std::move(counted));
    const Explained epoch = need.figures.find("requirements.epoch");
    if (epoch && (node.origin == "dataset.samples" || node.quantity == "quantity.samples_of_epoch")) {
        node = placed(node.symbol, *epoch);
        return;
    }
    for (Derivation& input : node.inputs) show_samples_of_need(input, need);
}

/// The whole run of the need from start to end, under its own name if it differs from that of the plan.
Derivation run_of_need(const NeedToExplain& need)
{
    Derivation node = *explain(*need.answer.training, need.data, "time.wall_seconds");
    if (!need.trains_more()) return node;
    show_samples_of_need(node, need);
    node.quantity = "quantity.requirements.run_of_need";
    return node;
}

/// The derivation of an estimate's number that the need repeats; empty for a number of the need itself.
Explained repeated(const Derivation& number, const NeedToExplain& need)
{
    const std::string_view id = quantity_id(number);
    if (!number.formula.empty() || id.empty()) return std::nullopt;
    std::vector<const Evaluation*> evaluations{need.answer.training.get(), need.answer.inspection.get()};
    if (need.answer.month)
        for (const WorkloadShare& share : need.answer.month->workloads) evaluations.push_back(share.evaluation.get());
    for (const Evaluation* evaluation : evaluations) {
        if (evaluation == nullptr) continue;
        Explained node = explain(*evaluation, need.data, id);
        if (!node || node->value != number.value) continue;
        if (evaluation != need.answer.training.get()) return node;
        if (id == "time.wall_seconds") return run_of_need(need);
        for (Derivation& input : node->inputs)
            if (input.quantity == "quantity.time.wall_seconds") input = placed(input.symbol, run_of_need(need));
        return node;
    }
    return std::nullopt;
}

Derivation opened(Derivation node, const NeedToExplain& need)
{
    for (Derivation& input : node.inputs)
        if (Explained working = repeated(input, need))
            input = placed(input.symbol, *std::move(working));
        else
            input = opened(std::move(input), need);
    return node;
}

/// The formula of the only demand, or the largest of multiple ones.
Derivation needed(const Requirement& row, const NeedToExplain& need)
{
    if (row.demands.size() == 1) return opened(row.demands.front().working, need);
    Trace trace(true);
    std::vector<Term> demands;
    for (const Demand& demand : row.demands)
        demands.push_back(trace.given(opened(demand.working, need), demand.amount().number));
    const Value& amount = row.needed();
    return trace.name(Derivation{}, largest_of(demands), Measure(amount.unit)).working();
}

/// Present value in the build; a number of the estimate itself links to the estimate's own derivation.
Derivation present_of(const Requirement& row, const NeedToExplain& need)
{
    const Demand& present = *row.present;
    if (present.code == "same")
        if (Explained node = repeated(present.working.inputs.front(), need)) return *std::move(node);
    return opened(present.working, need);
}

Explained explain_row(const NeedToExplain& need, std::string_view quantity)
{
    constexpr std::string_view prefix = "requirements.";
    constexpr std::string_view present = "_present";
    std::string_view key = quantity.substr(prefix.size());
    const bool of_build = key.ends_with(present);
    if (of_build) key.remove_suffix(present.size());
    for (const Requirement& row : need.answer.rows) {
        if (key != key_of(row.resource)) continue;
        if (!of_build) return needed(row, need);
        return row.present ? Explained(present_of(row, need)) : std::nullopt;
    }
    return std::nullopt;
}

/// Further numbers beside the rows.
constexpr auto needed_figures = std::to_array<const char*>(
    {"plain_epoch", "positives", "balanced_epoch", "repeats", "defect_kept", "defect_input_height",
     "defect_input_width", "defect_tile_height", "defect_tile_width", "month_utilisation", "machines"});

} // namespace

std::optional<Derivation> explain_requirements(const Evaluation& e, const EngineData& data, std::string_view quantity)
{
    if (!quantity.starts_with("requirements.")) return std::nullopt;
    Trace figures(true);
    const std::optional<NeedAnswer> answer = answer_need(e, data, figures);
    if (!answer) return std::nullopt;
    name_defect(e, data, figures);
    const NeedToExplain need{e, *answer, data, figures};
    if (const Explained figure = figures.find(quantity)) return opened(*figure, need);
    Explained node = explain_row(need, quantity);
    if (!node) return node;
    node->quantity = "quantity." + std::string(quantity);
    if (quantity == "requirements.deadline_present" && need.trains_more()) node->quantity += "_of_need";
    return node;
}

const std::vector<std::string>& explained_requirement_quantities()
{
    static const std::vector<std::string> all = [] {
        const std::string prefix = "requirements.";
        std::vector<std::string> ids;
        for (const std::string_view row : words<Resource>)
            for (const char* end : {"", "_present"}) ids.push_back(prefix + std::string(row) + end);
        for (const char* figure : needed_figures) ids.push_back(prefix + figure);
        return ids;
    }();
    return all;
}

} // namespace rigwright
