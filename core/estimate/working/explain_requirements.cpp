// SPDX-License-Identifier: Apache-2.0
#include "core/advise/requirements.h"
#include "core/estimate/checks/defect_size.h"
#include "core/estimate/run/samples_as_read.h"
#include "core/estimate/working/explain.h"
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"

#include <array>
#include <charconv>

namespace rigwright {

namespace {

using Explained = std::optional<Derivation>;

/// A need with what its numbers are explained on.
struct NeedToExplain {
    const Evaluation& plan;
    const NeedAnswer& answer;
    const EngineData& data;

    bool trains_more() const { return answer.trains_more_than(plan); }
};

Derivation epoch_of_need(const SampleNeed& need);

/// In the working of a run with the samples of the need: how many these are, where the run counts its steps.
void show_samples_of_need(Derivation& node, const NeedToExplain& need)
{
    constexpr std::string_view steps = "time.steps_per_epoch";
    if (node.inputs.empty() && node.quantity == "quantity." + std::string(steps)) {
        std::string symbol = std::move(node.symbol);
        if (Explained counted = explain(*need.answer.training, need.data, steps)) node = *std::move(counted);
        node.symbol = std::move(symbol);
    }
    const bool samples = node.origin == "dataset.samples" || node.quantity == "quantity.samples_of_epoch";
    if (samples && need.answer.samples) {
        std::string symbol = std::move(node.symbol);
        node = epoch_of_need(*need.answer.samples);
        node.symbol = std::move(symbol);
        return;
    }
    for (Derivation& input : node.inputs) show_samples_of_need(input, need);
}

/// The whole run of the need from its start to its end, `name` where it is not that of the plan.
Derivation run_of_need(const NeedToExplain& need, const char* name)
{
    Derivation node = *explain(*need.answer.training, need.data, "time.wall_seconds");
    if (!need.trains_more()) return node;
    show_samples_of_need(node, need);
    node.quantity = std::string("quantity.requirements.") + name;
    return node;
}

/// The working of a number of an estimate that a row repeats; empty for a number of the need's own.
Explained repeated(const Derivation& number, const NeedToExplain& need)
{
    constexpr std::string_view prefix = "quantity.";
    if (!number.quantity.starts_with(prefix)) return std::nullopt;
    std::vector<const Evaluation*> evaluations{need.answer.training.get(), need.answer.inspection.get()};
    if (need.answer.month)
        for (const WorkloadShare& share : need.answer.month->workloads) evaluations.push_back(share.evaluation.get());
    for (const Evaluation* evaluation : evaluations) {
        if (evaluation == nullptr) continue;
        Explained node = explain(*evaluation, need.data, std::string_view(number.quantity).substr(prefix.size()));
        if (!node || node->value != number.value) continue;
        for (Derivation& input : node->inputs)
            if (evaluation == need.answer.training.get() && input.quantity == "quantity.time.wall_seconds")
                input = placed(input.symbol, run_of_need(need, "run_of_need"));
        return node;
    }
    return std::nullopt;
}

Derivation node_of(const Demand& demand, const NeedToExplain& need)
{
    Derivation node = demand.working;
    for (Derivation& input : node.inputs)
        if (Explained working = repeated(input, need)) input = placed(input.symbol, *std::move(working));
    return node;
}

/// The formula of the only demand, or the largest of several.
Derivation needed(const Requirement& row, const NeedToExplain& need)
{
    Derivation node = node_of(row.demands[row.binding], need);
    if (row.demands.size() == 1) return node;
    node = Derivation{};
    node.value = row.needed();
    node.formula = "formula.largest-demand";
    for (const Demand& demand : row.demands) node.inputs.push_back(node_of(demand, need));
    return node;
}

/// What the build has; a number of the estimate itself opens the estimate's own working.
Derivation present_of(const Requirement& row, const NeedToExplain& need)
{
    const Demand& present = *row.present;
    if (present.code == "same")
        if (Explained node = repeated(present.working.inputs.front(), need)) return *std::move(node);
    return node_of(present, need);
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

Derivation samples(const SampleNeed& need)
{
    return from_field("samples", "dataset.samples", value_of(Count(need.samples)));
}

Derivation plain_epoch(const SampleNeed& need)
{
    return computed("plain", "requirements.plain_epoch", count_value(need.plain), "samples-tiles-growth",
                    {samples(need),
                     working_from("tiles",
                                  [&need](Trace& trace) {
                                      return tiles_of_a_sample({need.tiles_high, need.tiles_wide}, trace);
                                  }),
                     from_field("growth", "requirements.growth", {need.growth, Unit::ratio})});
}

Derivation share(const SampleNeed& need)
{
    return from_field("share", "requirements.positive_share", {need.positive_share.value_or(0.0), Unit::share});
}

Derivation positives(const SampleNeed& need)
{
    return computed("positives", "requirements.positives", count_value(need.positives), "share-of-samples",
                    {share(need), plain_epoch(need)});
}

Derivation balanced_epoch(const SampleNeed& need)
{
    Derivation node = computed("balanced", "requirements.balanced_epoch", count_value(need.balanced), "balanced-epoch",
                               {share(need), plain_epoch(need)});
    node.source = "source.balanced-epoch";
    return node;
}

/// Rounded up to whole samples.
Derivation epoch_of_need(const SampleNeed& need)
{
    return need.epoch == need.balanced ? balanced_epoch(need) : plain_epoch(need);
}

Derivation repeats(const SampleNeed& need)
{
    return computed("", "requirements.repeats", {need.repeats, Unit::ratio}, "repeats-of-the-rarer", {share(need)});
}

Explained explain_samples(const SampleNeed& need, std::string_view quantity)
{
    if (quantity == "requirements.plain_epoch") return plain_epoch(need);
    if (!need.positive_share) return std::nullopt;
    if (quantity == "requirements.positives") return positives(need);
    if (quantity == "requirements.balanced_epoch") return balanced_epoch(need);
    if (quantity == "requirements.repeats") return repeats(need);
    return std::nullopt;
}

Derivation month_hours() { return leaf("month", "a_month", {hours_of_a_month * 3600.0, Unit::seconds}); }

Derivation workload(const WorkloadShare& of, const NeedToExplain& need)
{
    Derivation run = leaf("run", "time.total_seconds", value_of(of.run.value_or(Seconds())));
    if (of.evaluation && of.evaluation->estimate->time && of.evaluation->estimate->time->run)
        run = placed("run", of.evaluation == need.answer.training
                                ? run_of_need(need, "run_of_need")
                                : *explain(*of.evaluation, need.data, "time.wall_seconds"));
    Derivation node = computed("", of.name.empty() ? "requirements.own_share" : "requirements.workload_share",
                               {of.share, Unit::share}, "runs-times-run-of-a-month",
                               {leaf("runs", of.name.empty() ? "own_runs_per_month" : "runs_per_month",
                                     {of.runs_per_month, Unit::ratio}, {}, "requirements.runs_per_month"),
                                std::move(run), month_hours()});
    node.arguments = {{"workload", of.name}};
    return node;
}

Derivation machine_utilisation(const NeedToExplain& need)
{
    const MonthPlan& month = *need.answer.month;
    std::vector<Derivation> shares;
    for (const WorkloadShare& of : month.workloads) shares.push_back(workload(of, need));
    return computed("utilisation", "requirements.month_utilisation", {month.utilisation, Unit::share}, "sum-of-shares",
                    std::move(shares));
}

Derivation machine_count(const NeedToExplain& need)
{
    const Value most{need.data.requirements.most_utilisation, Unit::share};
    return computed("", "requirements.machines", value_of(Count(need.answer.month->machines)), "machines-of-a-month",
                    {machine_utilisation(need), coefficient("most", "most_utilisation", most, true)});
}

Derivation defect_extent(const DefectAtInput& defect)
{
    return from_field("defect", "requirements.smallest_defect_pixels", whole_value(defect.defect));
}

Derivation defect_needed(const DefectAtInput& defect)
{
    const Value needed = whole_value(defect.needed);
    return defect.needed_is_convention ? coefficient("needed", "defect_pixels_at_input", needed, true)
                                       : from_field("needed", "requirements.smallest_defect_pixels_at_input", needed);
}

Derivation shown_side(const DefectAtInput& defect, std::size_t side)
{
    return leaf("extent", side == 0 ? "shown_height" : "shown_width", whole_value(defect.extent[side]),
                "source.image-or-tile", side == 0 ? "dataset.source_height" : "dataset.source_width");
}

Derivation input_side(const DefectAtInput& defect, std::size_t side)
{
    return from_field("input", side == 0 ? "input.image_height" : "input.image_width", whole_value(defect.input[side]));
}

Explained explain_defect(const NeedToExplain& need, std::string_view quantity)
{
    const auto defect = defect_at_input(need.plan, need.data);
    if (!defect) return std::nullopt;
    if (quantity == "requirements.defect_kept")
        return computed(
            "", "requirements.defect_kept", ratio_value(defect->kept()), "defect-kept",
            {defect_extent(*defect), input_side(*defect, defect->narrow), shown_side(*defect, defect->narrow)});
    if (defect->is_kept()) return std::nullopt;
    const std::size_t side = quantity.ends_with("_width") ? 1 : 0;
    if (quantity.starts_with("requirements.defect_input_")) {
        const PixelSides sides = input_that_keeps(*defect, need.plan, need.data);
        Derivation node = computed("", "", whole_value(sides[side]), "input-that-keeps",
                                   {shown_side(*defect, side), defect_needed(*defect), defect_extent(*defect)});
        node.source = "source.input-that-keeps";
        return node;
    }
    const auto tiling = tiles_that_keep(*defect);
    if (!tiling || !quantity.starts_with("requirements.defect_tile_")) return std::nullopt;
    return computed("", "", whole_value(side == 0 ? tiling->tile_height : tiling->tile_width), "tile-that-keeps",
                    {input_side(*defect, side), defect_extent(*defect), defect_needed(*defect)});
}

Explained explain_month(const NeedToExplain& need, std::string_view quantity)
{
    if (quantity == "requirements.month_utilisation") return machine_utilisation(need);
    if (quantity == "requirements.machines") return machine_count(need);
    constexpr std::string_view prefix = "requirements.workloads[";
    if (!quantity.starts_with(prefix)) return std::nullopt;
    std::size_t index = 0;
    const std::string_view digits = quantity.substr(prefix.size());
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    const std::vector<WorkloadShare>& workloads = need.answer.month->workloads;
    if (read.ec != std::errc() || index >= workloads.size()) return std::nullopt;
    return workload(workloads[index], need);
}

/// What is asked for beside the rows.
constexpr auto needed_figures = std::to_array<const char*>(
    {"plain_epoch", "positives", "balanced_epoch", "repeats", "defect_kept", "defect_input_height",
     "defect_input_width", "defect_tile_height", "defect_tile_width", "month_utilisation", "machines"});

} // namespace

std::optional<Derivation> explain_requirements(const Evaluation& e, const EngineData& data, std::string_view quantity)
{
    if (!quantity.starts_with("requirements.")) return std::nullopt;
    const std::optional<NeedAnswer> answer = answer_need(e, data);
    if (!answer) return std::nullopt;
    const NeedToExplain need{e, *answer, data};
    Explained node = explain_row(need, quantity);
    if (!node && answer->samples) node = explain_samples(*answer->samples, quantity);
    if (!node && answer->month) node = explain_month(need, quantity);
    if (!node) node = explain_defect(need, quantity);
    if (!node || quantity.starts_with("requirements.workloads[")) return node;
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
