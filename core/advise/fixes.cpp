// SPDX-License-Identifier: Apache-2.0
#include "core/advise/fixes.h"

#include "core/advise/fix_table.h"
#include "core/advise/largest.h"
#include "core/estimate/checks/defect_size.h"
#include "core/estimate/recipes.h"
#include "core/hardware/peaks.h"
#include "core/scenario/fields.h"
#include "core/scenario/tiles.h"
#include "core/scenario/words.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace rigwright {

namespace {

/// One line a finding and a way to help it; those of one finding stand together, the mildest first.
constexpr std::array fix_rows{
    FixRow{"power-supply-too-small", larger_supply},
    FixRow{"power-supply-too-small", cheapest_supply},
    FixRow{"power-supply-too-small", fewer_gpus},
    FixRow{"power-supply-without-headroom", larger_supply},
    FixRow{"power-supply-without-headroom", cheapest_supply},
    FixRow{"circuit-overloaded", stronger_circuit},
    FixRow{"circuit-overloaded", fewer_gpus},
    FixRow{"chassis-power-exceeded", other_chassis},
    FixRow{"chassis-power-exceeded", other_chassis_and_processor},
    FixRow{"chassis-power-exceeded", fewer_gpus},
    FixRow{"chassis-takes-fewer-gpus", other_chassis},
    FixRow{"chassis-takes-fewer-gpus", other_chassis_and_processor},
    FixRow{"chassis-takes-fewer-gpus", fewer_gpus},
    FixRow{"chassis-made-for-other-gpus", other_chassis},
    FixRow{"chassis-made-for-other-gpus", gpu_of_the_chassis},
    FixRow{"gpu-is-no-card", other_chassis},
    FixRow{"gpu-is-no-card", other_chassis_and_processor},
    FixRow{"gpu-is-no-module", other_chassis},
    FixRow{"gpu-is-no-module", other_chassis_and_processor},
    FixRow{"passive-card-needs-airflow", rack_chassis},
    FixRow{"passive-card-needs-airflow", rack_chassis_and_processor},
    FixRow{"too-many-processors", fewer_sockets},
    FixRow{"too-many-processors", other_chassis},
    FixRow{"processor-of-another-socket", processor_of_the_chassis},
    FixRow{"processor-of-another-socket", other_chassis},
    FixRow{"processor-of-another-class", processor_of_the_chassis},
    FixRow{"processor-of-another-class", other_chassis},
    FixRow{"processor-beyond-chassis-cooling", processor_of_the_chassis},
    FixRow{"processor-beyond-chassis-cooling", other_chassis},
    FixRow{"chassis-brings-its-supplies", supplies_of_the_chassis},
    FixRow{"chassis-brings-its-supplies", other_chassis},
    FixRow{"chassis-takes-less-memory", other_chassis},
    FixRow{"chassis-takes-less-memory", memory_of_the_chassis},
    FixRow{"memory-of-another-type", filled_channels},
    FixRow{"fewer-lanes-than-the-card-has", more_lanes},
    FixRow{"fewer-lanes-than-the-card-has", fewer_gpus},
    FixRow{"wide-cards-block-slots", other_chassis},
    FixRow{"bridge-joins-fewer-gpus", fewer_gpus},
    FixRow{"fewer-network-cards-than-gpus", adapter_for_each_gpu},
    FixRow{"network-cards-assumed", adapter_for_each_gpu},
    FixRow{"memory-channels-empty", filled_channels},
    FixRow{"host-memory-too-small", more_memory},
    FixRow{"gpu-for-rent-only", sold_card},
    FixRow{"gpu-rebuilt-by-third-parties", sold_card},
    FixRow{"gpu-hardly-sold", sold_card},
    FixRow{"budget-exceeded", fewer_gpus},
    FixRow{"budget-exceeded", larger_budget},
    FixRow{"power-limit-exceeded", fewer_machines},
    FixRow{"power-limit-exceeded", fewer_gpus},
    FixRow{"power-limit-exceeded", larger_power_limit},
    FixRow{"rack-units-exceeded", fewer_machines},
    FixRow{"rack-units-exceeded", more_rack_units},
    FixRow{"deadline-missed", cores_in_time},
    FixRow{"deadline-missed", more_gpus_in_time},
    FixRow{"deadline-missed", longer_deadline},
    FixRow{"deadline-within-the-range", cores_in_time},
    FixRow{"deadline-within-the-range", more_gpus_in_time},
    FixRow{"deadline-within-the-range", longer_deadline},
    FixRow{"decoding-limits", more_cores},
    FixRow{"decoding-limits", decoding_on_gpus},
    FixRow{"storage-limits", faster_drive},
    FixRow{"storage-limits", memory_for_files},
    FixRow{"shuffled-files-limit", records_in_sequence},
    FixRow{"shuffled-files-limit", faster_drive},
    FixRow{"shuffled-files-limit", memory_for_files},
    FixRow{"card-draws-display", monitor_elsewhere},
    FixRow{"no-nvlink-on-this-gpu", link_that_there_is},
    FixRow{"format-without-units", format_with_units},
    FixRow{"format-slower-than-fp32", format_with_units},
    FixRow{"fp16-needs-loss-scaling", safer_format},
    FixRow{"pure-fp16-is-fragile", safer_format},
    FixRow{"adam-epsilon-vanishes", safer_format},
    FixRow{"norm-statistics-in-fp16", safer_format},
    FixRow{"activations-overflow-fp16", safer_format},
    FixRow{"pure-bf16-loses-updates", master_weights},
    FixRow{"defect-shrinks-at-input", input_for_the_defect},
    FixRow{"defect-shrinks-at-input", tiles_for_the_defect},
};

bool has(const std::vector<Finding>& findings, std::string_view code, Finding::Severity severity)
{
    return std::any_of(findings.begin(), findings.end(),
                       [&](const Finding& finding) { return finding.code == code && finding.severity <= severity; });
}

bool is_of_loading(std::string_view code)
{
    return code == "decoding-limits" || code == "storage-limits" || code == "shuffled-files-limit";
}

/// Removing one thing that the loader waits for uncovers the next one: no harm while the step waits less.
bool is_smaller_wait(const Finding& before, const Finding& now, const Evaluation& plan, const Evaluation& there)
{
    return is_of_loading(before.code) && is_of_loading(now.code) && plan.time && there.time &&
           there.time->loading.exposed_loader < plan.time->loading.exposed_loader;
}

/// Smaller growth does not show in three digits, so a fix does not report it.
constexpr double visible_growth = 0.005;

void add_cost(Fix& fix, const Evaluation& plan, const Evaluation& there)
{
    const auto before = effect_of(plan);
    const auto after = effect_of(there);
    if (!before || !after) return;
    if (after->memory.as_double() > before->memory.as_double() * (1.0 + visible_growth))
        fix.more_memory = after->memory - before->memory;
    if (!before->per_sample() || !after->per_sample()) return;
    const double ratio = *after->per_sample() / *before->per_sample();
    if (ratio > 1.0 + visible_growth) fix.longer = ratio;
}

/// The finding is gone, and nothing that blocks or loses came with it, nor another unchecked one for one that was not
/// checked. Records what the fix costs.
bool helps(Fix& fix, const Finding& finding, const Evaluation& plan, const Advising& advising)
{
    const auto scenario = changed(plan.scenario, advising.data, fix.changes);
    if (!scenario || *scenario == plan.scenario) return false;
    const Evaluation there = evaluate(*scenario, advising.data, plan);
    if (!there.estimate || has(there.estimate->findings, finding.code, finding.severity)) return false;
    if (leaves_budget_open(there) && !leaves_budget_open(plan)) return false;
    const auto& now = there.estimate->findings;
    const bool harmed = std::any_of(now.begin(), now.end(), [&](const Finding& other) {
        const bool harms = other.severity == Finding::Severity::blocks || other.severity <= finding.severity;
        return harms && !has(plan.estimate->findings, other.code, Finding::Severity::unchecked) &&
               !is_smaller_wait(finding, other, plan, there);
    });
    if (!harmed) add_cost(fix, plan, there);
    return !harmed;
}

bool is_among(const Fix& fix, const std::vector<Fix>& fixes)
{
    return std::any_of(fixes.begin(), fixes.end(), [&](const Fix& other) { return other.changes == fix.changes; });
}

FindingFixes fixes_of(const Finding& finding, const Evaluation& plan, const Advising& advising)
{
    FindingFixes found{finding.code, finding.field, {}};
    const FixContext faulty{plan, advising.data, finding};
    for (const FixRow& row : fix_table()) {
        if (row.finding != finding.code) continue;
        for (Fix& fix : row.propose(faulty)) {
            if (advising.stop.stop_requested()) return found;
            if (!helps(fix, finding, plan, advising)) continue;
            if (!is_among(fix, found.fixes)) found.fixes.push_back(std::move(fix));
            break;
        }
    }
    return found;
}

} // namespace

std::span<const FixRow> fix_table() { return fix_rows; }

double FixContext::number(std::string_view argument) const
{
    for (const auto& [name, value] : finding.arguments)
        if (name == argument)
            if (const auto* number = std::get_if<Value>(&value)) return number->number;
    return 0.0;
}

std::vector<FindingFixes> fixes(const Evaluation& plan, const Advising& advising)
{
    std::vector<FindingFixes> all;
    if (!plan.estimate) return all;
    for (const Finding& finding : plan.estimate->findings) {
        FindingFixes found = fixes_of(finding, plan, advising);
        if (!found.fixes.empty()) all.push_back(std::move(found));
    }
    return all;
}

std::vector<std::string_view> fixable_codes()
{
    std::vector<std::string_view> codes;
    for (const FixRow& row : fix_rows)
        if (codes.empty() || codes.back() != row.finding) codes.push_back(row.finding);
    return codes;
}

namespace {

Value pixels(std::int64_t side) { return value_of(Count(side)); }

std::optional<Fix> larger_input_of(const Evaluation& plan, const EngineData& data)
{
    const auto defect = defect_at_input(plan, data);
    if (!defect || defect->is_kept()) return std::nullopt;
    const PixelSides sides = input_that_keeps(*defect, plan, data);
    return Fix{{"input-size", {{"height", pixels(sides[0])}, {"width", pixels(sides[1])}}},
               {{"input.image_height", sides[0]}, {"input.image_width", sides[1]}}};
}

std::optional<Fix> tiles_of(const Evaluation& plan, const EngineData& data)
{
    const auto defect = defect_at_input(plan, data);
    if (!defect || defect->is_kept()) return std::nullopt;
    const auto tiling = tiles_that_keep(*defect);
    if (!tiling) return std::nullopt;
    Scenario tiled = plan.scenario;
    tiled.requirements.tiling = tiling;
    return Fix{{"tiles",
                {{"height", pixels(tiling->tile_height)},
                 {"width", pixels(tiling->tile_width)},
                 {"overlap", pixels(tiling->overlap)},
                 {"tiles", pixels(tile_grid(tiled).count())}}},
               {{"requirements.tiling.tile_height", tiling->tile_height},
                {"requirements.tiling.tile_width", tiling->tile_width},
                {"requirements.tiling.overlap", tiling->overlap}}};
}

Proposals proposed(std::optional<Fix> fix)
{
    Proposals proposals;
    if (fix) proposals.push_back(*std::move(fix));
    return proposals;
}

} // namespace

Proposals input_for_the_defect(const FixContext& plan) { return proposed(larger_input_of(plan.evaluation, plan.data)); }

Proposals tiles_for_the_defect(const FixContext& plan) { return proposed(tiles_of(plan.evaluation, plan.data)); }

std::vector<DefectAnswer> defect_answers(const Evaluation& plan, const EngineData& data)
{
    std::vector<DefectAnswer> answers;
    for (std::optional<Fix> fix : {larger_input_of(plan, data), tiles_of(plan, data)}) {
        if (!fix) continue;
        const auto scenario = changed(plan.scenario, data, fix->changes);
        if (!scenario) continue;
        answers.push_back({*std::move(fix), evaluate(*scenario, data, plan).estimate});
    }
    return answers;
}

namespace {

/// Whether products of a recipe run at least as fast as fp32 ones.
bool has_units(const FixContext& plan, Precision precision)
{
    const NumberFormat format = recipe_of(precision).product;
    if (const Gpu* gpu = plan.gpu()) return multiplies_at_full_rate(*gpu, format);
    const Cpu* cpu = plan.hardware().cpu(plan.build().cpu);
    return cpu == nullptr || multiplies(*cpu, format).value_or(true);
}

Fix format(Precision precision)
{
    const std::string word(word_of(precision));
    return {{"format", {{"format", MessageCode{choice_code("training.precision", word)}}}},
            {{"training.precision", word}}};
}

Proposals formats(const FixContext& plan, std::initializer_list<Precision> wanted)
{
    Proposals proposals;
    for (const Precision precision : wanted)
        if (has_units(plan, precision)) proposals.push_back(format(precision));
    return proposals;
}

bool keeps_master(Precision precision)
{
    return precision == Precision::fp16_master || precision == Precision::bf16_master || precision == Precision::fp8 ||
           precision == Precision::fp4;
}

/// The widest 16-bit format that the plan's device multiplies, with the weights kept as at present; else fp32.
Precision safe_precision(const FixContext& plan)
{
    const bool master = keeps_master(plan.scenario().training.precision);
    const Precision wide = master ? Precision::bf16_master : Precision::bf16_amp;
    const Precision narrow = master ? Precision::fp16_master : Precision::fp16_amp;
    if (has_units(plan, wide)) return wide;
    return has_units(plan, narrow) ? narrow : Precision::fp32;
}

} // namespace

/// bf16 has the exponents of fp32; where a card has no units for it, the weights at least stay in fp32.
Proposals safer_format(const FixContext& plan)
{
    if (keeps_master(plan.scenario().training.precision))
        return formats(plan, {Precision::bf16_master, Precision::tf32, Precision::fp32});
    return formats(plan, {Precision::bf16_amp, Precision::fp16_amp, Precision::tf32, Precision::fp32});
}

Proposals format_with_units(const FixContext& plan) { return {format(safe_precision(plan))}; }

Proposals master_weights(const FixContext& plan)
{
    return formats(plan, {Precision::bf16_master, Precision::bf16_amp});
}

} // namespace rigwright
