// SPDX-License-Identifier: Apache-2.0
#include "core/advise/fixes.h"

#include "core/advise/largest.h"
#include "core/advise/part_choice.h"
#include "core/estimate/checks/checks.h"
#include "core/estimate/checks/defect_size.h"
#include "core/estimate/recipes.h"
#include "core/hardware/gpu.h"
#include "core/scenario/fields.h"
#include "core/scenario/tiles.h"
#include "core/scenario/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>

namespace rigwright {

namespace {

/// A plan and one of its findings.
struct FixContext {
    const Evaluation& evaluation;
    const EngineData& data;
    const Finding& finding;

    const Scenario& scenario() const { return evaluation.scenario; }
    const BuildChoice& build() const { return evaluation.scenario.build; }
    const Catalog& hardware() const { return data.hardware; }
    const Gpu* gpu() const { return data.hardware.gpu(build().gpu); }
    /// A number of the finding; zero if it has none of that name.
    double number(std::string_view argument) const
    {
        for (const auto& [name, value] : finding.arguments)
            if (name == argument)
                if (const auto* number = std::get_if<Value>(&value)) return number->number;
        return 0.0;
    }
};

/// Edits that might help, mildest first. Each is tried, so some may not help.
using Proposals = std::vector<Fix>;

using Propose = Proposals (*)(const FixContext&);

struct FixRow {
    std::string_view finding;
    /// Unused entries are null.
    std::array<Propose, 3> ways{};
};

/// Maximum number of doublings of a build's GPUs.
constexpr std::int64_t most_doublings = 6;

Proposals of(const char* code, PartFound part)
{
    if (!part) return {};
    Arguments arguments{{"name", part->name}};
    if (part->amount) arguments.emplace_back("amount", *part->amount);
    return {{{code, std::move(arguments)}, std::move(part->changes)}};
}

void append(Proposals& proposals, Proposals more)
{
    std::move(more.begin(), more.end(), std::back_inserter(proposals));
}

Proposals of_all(const char* code, std::vector<PartChoice> parts)
{
    Proposals proposals;
    for (PartChoice& part : parts) append(proposals, of(code, std::move(part)));
    return proposals;
}

Proposals with_processors(std::vector<ChassisWithProcessor> choices)
{
    Proposals proposals;
    for (ChassisWithProcessor& choice : choices)
        proposals.push_back(
            {{"chassis-and-processor", {{"name", choice.chassis.name}, {"processor", choice.processor}}},
             std::move(choice.chassis.changes)});
    return proposals;
}

/// A supply for the load with headroom for the peaks of GPUs, then one for the load alone.
template <typename Choose>
Proposals supplies(const char* code, const FixContext& plan, Choose choose)
{
    Proposals proposals;
    const auto load = full_load_of_a_machine(plan.scenario(), plan.data);
    if (!load) return proposals;
    for (const double share : {plan.data.conventions.supply_load_share, 1.0})
        append(proposals, of(code, choose(plan.scenario(), plan.hardware(), *load, share)));
    return proposals;
}

Fix setting(const char* code, const char* field, std::int64_t number)
{
    return {{code, {{"count", value_of(Count(number))}}}, {{field, number}}};
}

/// Next round number at or above: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 and their multiples by ten.
double round_up(double number)
{
    const double ten = std::pow(10.0, std::floor(std::log10(std::max(number, 1e-9))));
    for (const double step : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (step * ten >= number) return step * ten;
    return 10.0 * ten;
}

/// Additional cores scale with a loss: proposes the first CPU that suffices.
Proposals processors_with(const FixContext& plan, double cores)
{
    Proposals proposals;
    for (const double reserve : {1.0, 1.25, 1.5, 2.0, 3.0})
        for (Fix& fix :
             of("processor", processor_with_cores(plan.scenario(), plan.hardware(), std::ceil(cores * reserve))))
            proposals.push_back(std::move(fix));
    return proposals;
}

/// A fix that changes the number of model copies and keeps the global batch, if they divide it.
void add_for_the_batch(Proposals& proposals, const FixContext& plan, Fix fix)
{
    auto kept = keeping_global_batch(plan.scenario(), plan.data, std::move(fix.changes));
    if (kept) proposals.push_back({std::move(fix.what), *std::move(kept)});
}

Proposals larger_supply(const FixContext& plan) { return supplies("power-supply", plan, supply_for); }

Proposals cheapest_supply(const FixContext& plan) { return supplies("cheapest-supply", plan, cheapest_supply_for); }

Proposals supplies_of_the_chassis(const FixContext&)
{
    return {{{"chassis-supplies", {}}, {{"build.power_supply", std::monostate{}}}}};
}

Proposals stronger_circuit(const FixContext& plan)
{
    return of("circuit", circuit_for(plan.scenario(), plan.hardware(), Watts(plan.number("drawn"))));
}

/// Chassis of the given forms, or of any.
template <ChassisForm... form>
Proposals other_chassis(const FixContext& plan)
{
    return of_all("chassis", chassis_for(plan.scenario(), plan.data, form...));
}

template <ChassisForm... form>
Proposals chassis_and_processor(const FixContext& plan)
{
    return with_processors(chassis_with_processor_for(plan.scenario(), plan.data, form...));
}

Proposals processor_of_the_chassis(const FixContext& plan)
{
    return of("processor", processor_for_the_chassis(plan.scenario(), plan.hardware()));
}

Proposals gpu_of_the_chassis(const FixContext& plan)
{
    const Chassis* chassis = plan.hardware().chassis(plan.build().chassis);
    Proposals proposals;
    if (chassis == nullptr) return proposals;
    for (const std::string& id : chassis->gpus.gpus)
        if (const Gpu* gpu = plan.hardware().gpu(id))
            proposals.push_back({{"gpu", {{"name", gpu->name}}}, {{"build.gpu", gpu->id}}});
    return proposals;
}

/// One fewer than `present`, then two fewer, down to one.
Proposals fewer(const FixContext& plan, const char* code, const char* field, std::int64_t present)
{
    Proposals proposals;
    for (std::int64_t count = present - 1; count >= 1; --count)
        add_for_the_batch(proposals, plan, setting(code, field, count));
    return proposals;
}

Proposals fewer_gpus(const FixContext& plan)
{
    return fewer(plan, "fewer-gpus", "build.gpus_per_node", plan.build().gpus_per_node);
}

Proposals fewer_sockets(const FixContext& plan)
{
    const auto most = static_cast<std::int64_t>(plan.number("most"));
    if (most < 1) return {};
    return {setting("sockets", "build.cpu_sockets", most)};
}

Proposals memory_of_the_chassis(const FixContext& plan)
{
    const Value most{plan.number("most"), Unit::bytes};
    const double gib = Bytes::rounded(most.number).as_gib();
    return {{{"memory", {{"name", std::string()}, {"amount", most}}}, {{"build.ram_GiB", gib}}}};
}

Proposals more_lanes(const FixContext& plan)
{
    const auto lanes = static_cast<int>(plan.number("wanted"));
    Proposals proposals = of("processor", processor_with_lanes(plan.scenario(), plan.hardware(), lanes));
    append(proposals, other_chassis<>(plan));
    return proposals;
}

Proposals adapter_for_each_gpu(const FixContext& plan)
{
    return {setting("network-cards", "build.nics_per_node", plan.build().gpus_per_node)};
}

Proposals filled_channels(const FixContext& plan)
{
    return of("memory-kit", kit_for_all_channels(plan.scenario(), plan.hardware()));
}

Proposals more_memory(const FixContext& plan)
{
    return of("memory", memory_for(plan.scenario(), plan.hardware(), Bytes::rounded(plan.number("needed"))));
}

Proposals sold_card(const FixContext& plan) { return of("gpu", sold_card_for(plan.scenario(), plan.hardware())); }

Proposals larger_budget(const FixContext& plan)
{
    const double budget = round_up(plan.number("purchase"));
    return {{{"budget", {{"amount", money(budget, plan.scenario().economics.currency)}}},
             {{"requirements.budget", budget}}}};
}

Proposals larger_power_limit(const FixContext& plan)
{
    const double watts = round_up(plan.number("drawn"));
    return {{{"power-limit", {{"amount", Value{watts, Unit::watts}}}}, {{"requirements.power_limit_W", watts}}}};
}

Proposals fewer_machines(const FixContext& plan)
{
    return fewer(plan, "fewer-machines", "build.nodes", plan.build().nodes);
}

Proposals more_rack_units(const FixContext& plan)
{
    return {setting("rack-units", "requirements.rack_units", static_cast<std::int64_t>(plan.number("taken")))};
}

Proposals more_gpus_in_time(const FixContext& plan)
{
    Proposals proposals;
    if (plan.gpu() == nullptr || is_built_in(*plan.gpu())) return proposals;
    const std::optional<std::int64_t> most = plan.scenario().constraints.maximum_gpus;
    Scenario more = plan.scenario();
    for (std::int64_t i = 0; i < most_doublings; ++i) {
        const bool inside = more.build.gpus_per_node * 2 <= most_gpus_of_a_machine;
        std::int64_t& grows = inside ? more.build.gpus_per_node : more.build.nodes;
        grows *= 2;
        if (most && gpu_count(more.build) > *most) break;
        add_for_the_batch(
            proposals, plan,
            {{"more-gpus", {{"count", value_of(Count(gpu_count(more.build)))}, {"name", plan.gpu()->name}}},
             {{"build.gpus_per_node", more.build.gpus_per_node}, {"build.nodes", more.build.nodes}}});
    }
    return proposals;
}

Proposals longer_deadline(const FixContext& plan)
{
    const double seconds = round_up(plan.number("high") / seconds_per_hour) * seconds_per_hour;
    return {{{"deadline", {{"amount", Value{seconds, Unit::seconds}}}}, {{"requirements.deadline_seconds", seconds}}}};
}

Proposals more_cores(const FixContext& plan)
{
    if (!plan.evaluation.time) return {};
    const LoadingTerms& loading = plan.evaluation.time->loading;
    const Seconds busy = loading.needed - loading.exposed_loader;
    if (busy <= Seconds()) return {};
    return processors_with(plan, loading.cores * (loading.needed / busy));
}

Proposals cores_in_time(const FixContext& plan)
{
    const double deadline = plan.number("deadline");
    if (!plan.evaluation.time || !(deadline > 0.0)) return {};
    const LoadingTerms& loading = plan.evaluation.time->loading;
    if (!loading.decode_rate || loading.exposed_loader <= Seconds()) return {};
    return processors_with(plan, loading.cores * (plan.number("high") / deadline));
}

Proposals decoding_on_gpus(const FixContext&)
{
    return {{{"gpu-decoding", {}}, {{"training.stack", std::string(word_of(SoftwareStack::tuned))}}}};
}

Proposals faster_drive(const FixContext& plan)
{
    if (!plan.evaluation.time || !plan.evaluation.time->loading.files) return {};
    const LoadingTerms& loading = plan.evaluation.time->loading;
    const Seconds busy = loading.needed - loading.exposed_loader;
    if (busy <= Seconds()) return {};
    const BytesPerSecond rate(loading.samples * loading.files->bytes / busy.base());
    return of("drive", drive_for(plan.scenario(), plan.hardware(), rate, *loading.files));
}

Proposals memory_for_files(const FixContext& plan)
{
    const Dataset dataset = dataset_as_read(plan.scenario());
    if (!plan.evaluation.time || !plan.evaluation.time->loading.files || !dataset.samples) return {};
    const double bytes = static_cast<double>(*dataset.samples) * plan.evaluation.time->loading.files->bytes;
    const double share = plan.data.time.loading.page_cache_share;
    return of("memory-for-files", memory_for(plan.scenario(), plan.hardware(), Bytes::rounded(bytes / share)));
}

Proposals records_in_sequence(const FixContext&)
{
    return {{{"records-in-sequence", {}}, {{"dataset.read_pattern", std::string(word_of(ReadPattern::in_sequence))}}}};
}

Proposals monitor_elsewhere(const FixContext&)
{
    return {{{"monitor-elsewhere", {}}, {{"build.draws_display", false}}}};
}

Proposals link_that_there_is(const FixContext&)
{
    return {{{"link", {}}, {{"build.gpu_link", std::string(word_of(LinkChoice::automatic))}}}};
}

Proposals bridge_in_the_bill(const FixContext&)
{
    return {{{"bridge", {}}, {{"build.gpu_link", std::string(word_of(LinkChoice::nvlink))}}}};
}

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

/// The widest 16-bit format that the plan's device multiplies, with the weights stored as at present; else fp32.
Precision safe_precision(const FixContext& plan)
{
    const bool master = keeps_master(plan.scenario().training.precision);
    const Precision wide = master ? Precision::bf16_master : Precision::bf16_amp;
    const Precision narrow = master ? Precision::fp16_master : Precision::fp16_amp;
    if (has_units(plan, wide)) return wide;
    return has_units(plan, narrow) ? narrow : Precision::fp32;
}

/// bf16 has the exponent range of fp32; if a card has no units for it, at least the weights stay in fp32.
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

Value pixels(std::int64_t side) { return value_of(Count(side)); }

Proposals input_for_the_defect(const FixContext& plan)
{
    const auto defect = defect_at_input(plan.evaluation, plan.data);
    if (!defect || defect->is_kept()) return {};
    const PixelSides sides = input_that_keeps(*defect, plan.evaluation, plan.data);
    return {{{"input-size", {{"height", pixels(sides[0])}, {"width", pixels(sides[1])}}},
             {{"input.image_height", sides[0]}, {"input.image_width", sides[1]}}}};
}

Proposals tiles_for_the_defect(const FixContext& plan)
{
    const auto defect = defect_at_input(plan.evaluation, plan.data);
    if (!defect || defect->is_kept()) return {};
    const auto tiling = tiles_that_keep(*defect);
    if (!tiling) return {};
    Scenario tiled = plan.scenario();
    tiled.requirements.tiling = tiling;
    return {{{"tiles",
              {{"height", pixels(tiling->tile_height)},
               {"width", pixels(tiling->tile_width)},
               {"overlap", pixels(tiling->overlap)},
               {"tiles", pixels(tile_grid(tiled).count())}}},
             {{"requirements.tiling.tile_height", tiling->tile_height},
              {"requirements.tiling.tile_width", tiling->tile_width},
              {"requirements.tiling.overlap", tiling->overlap}}}};
}

/// Every finding that an edit can fix, one per line, with its fixes, mildest first.
constexpr std::array fix_table{
    FixRow{"power-supply-too-small", {larger_supply, cheapest_supply, fewer_gpus}},
    FixRow{"power-supply-without-headroom", {larger_supply, cheapest_supply}},
    FixRow{"circuit-overloaded", {stronger_circuit, fewer_gpus}},
    FixRow{"chassis-power-exceeded", {other_chassis<>, chassis_and_processor<>, fewer_gpus}},
    FixRow{"chassis-takes-fewer-gpus", {other_chassis<>, chassis_and_processor<>, fewer_gpus}},
    FixRow{"chassis-made-for-other-gpus", {other_chassis<>, gpu_of_the_chassis}},
    FixRow{"gpu-is-no-card", {other_chassis<>, chassis_and_processor<>}},
    FixRow{"gpu-is-no-module", {other_chassis<>, chassis_and_processor<>}},
    FixRow{"passive-card-needs-airflow", {other_chassis<ChassisForm::rack>, chassis_and_processor<ChassisForm::rack>}},
    FixRow{"too-many-processors", {fewer_sockets, other_chassis<>}},
    FixRow{"processor-of-another-socket", {processor_of_the_chassis, other_chassis<>}},
    FixRow{"processor-of-another-class", {processor_of_the_chassis, other_chassis<>}},
    FixRow{"processor-beyond-chassis-cooling", {processor_of_the_chassis, other_chassis<>}},
    FixRow{"chassis-brings-its-supplies", {supplies_of_the_chassis, other_chassis<>}},
    FixRow{"chassis-takes-less-memory", {other_chassis<>, memory_of_the_chassis}},
    FixRow{"memory-of-another-type", {filled_channels}},
    FixRow{"fewer-lanes-than-the-card-has", {more_lanes, fewer_gpus}},
    FixRow{"wide-cards-block-slots", {other_chassis<>}},
    FixRow{"bridge-joins-fewer-gpus", {fewer_gpus}},
    FixRow{"bridge-assumed", {bridge_in_the_bill}},
    FixRow{"fewer-network-cards-than-gpus", {adapter_for_each_gpu}},
    FixRow{"network-cards-assumed", {adapter_for_each_gpu}},
    FixRow{"memory-channels-empty", {filled_channels}},
    FixRow{"host-memory-too-small", {more_memory}},
    FixRow{"gpu-for-rent-only", {sold_card}},
    FixRow{"gpu-rebuilt-by-third-parties", {sold_card}},
    FixRow{"gpu-hardly-sold", {sold_card}},
    FixRow{"budget-exceeded", {fewer_gpus, larger_budget}},
    FixRow{"power-limit-exceeded", {fewer_machines, fewer_gpus, larger_power_limit}},
    FixRow{"rack-units-exceeded", {fewer_machines, more_rack_units}},
    FixRow{"deadline-missed", {cores_in_time, more_gpus_in_time, longer_deadline}},
    FixRow{"deadline-within-the-range", {cores_in_time, more_gpus_in_time, longer_deadline}},
    FixRow{"decoding-limits", {more_cores, decoding_on_gpus}},
    FixRow{"storage-limits", {faster_drive, memory_for_files}},
    FixRow{"shuffled-files-limit", {records_in_sequence, faster_drive, memory_for_files}},
    FixRow{"card-draws-display", {monitor_elsewhere}},
    FixRow{"no-nvlink-on-this-gpu", {link_that_there_is}},
    FixRow{"format-without-units", {format_with_units}},
    FixRow{"format-slower-than-fp32", {format_with_units}},
    FixRow{"fp16-needs-loss-scaling", {safer_format}},
    FixRow{"pure-fp16-is-fragile", {safer_format}},
    FixRow{"adam-epsilon-vanishes", {safer_format}},
    FixRow{"norm-statistics-in-fp16", {safer_format}},
    FixRow{"activations-overflow-fp16", {safer_format}},
    FixRow{"pure-bf16-loses-updates", {master_weights}},
    FixRow{"defect-shrinks-at-input", {input_for_the_defect, tiles_for_the_defect}},
};

bool has(const std::vector<Finding>& findings, std::string_view code, Finding::Severity severity)
{
    return std::ranges::any_of(
        findings, [&](const Finding& finding) { return finding.code == code && finding.severity <= severity; });
}

bool is_of_loading(std::string_view code)
{
    return code == "decoding-limits" || code == "storage-limits" || code == "shuffled-files-limit";
}

/// Removing one bottleneck of the loader exposes the next one: acceptable while the step waits less.
bool is_smaller_wait(const Finding& before, const Finding& now, const Evaluation& plan, const Evaluation& there)
{
    return is_of_loading(before.code) && is_of_loading(now.code) && plan.time && there.time &&
           there.time->loading.exposed_loader < plan.time->loading.exposed_loader;
}

/// Smaller growth is invisible at three digits, so a fix does not report it.
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

/// Whether the finding is gone and no new one came that blocks or loses, nor a new unchecked one in place of an
/// unchecked one. Records the cost of the fix.
bool helps(Fix& fix, const Finding& finding, const Evaluation& plan, const Advising& advising)
{
    const auto scenario = changed(plan.scenario, advising.data, fix.changes);
    if (!scenario || *scenario == plan.scenario) return false;
    const Evaluation there = evaluate(*scenario, advising.data, plan);
    if (!there.estimate || has(there.estimate->findings, finding.code, finding.severity)) return false;
    if (leaves_budget_open(there) && !leaves_budget_open(plan)) return false;
    const auto& now = there.estimate->findings;
    const bool harmed = std::ranges::any_of(now, [&](const Finding& other) {
        const bool harms = other.severity == Finding::Severity::blocks || other.severity <= finding.severity;
        return harms && !has(plan.estimate->findings, other.code, Finding::Severity::unchecked) &&
               !is_smaller_wait(finding, other, plan, there);
    });
    if (!harmed) add_cost(fix, plan, there);
    return !harmed;
}

bool is_among(const Fix& fix, const std::vector<Fix>& fixes)
{
    return std::ranges::any_of(fixes, [&](const Fix& other) { return other.changes == fix.changes; });
}

FindingFixes fixes_of(const Finding& finding, const Evaluation& plan, const Advising& advising)
{
    FindingFixes found{finding.code, finding.field, {}};
    const FixContext faulty{plan, advising.data, finding};
    for (const FixRow& row : fix_table) {
        if (row.finding != finding.code) continue;
        for (const Propose propose : row.ways) {
            if (propose == nullptr) break;
            for (Fix& fix : propose(faulty)) {
                if (advising.stop.stop_requested()) return found;
                if (!helps(fix, finding, plan, advising)) continue;
                if (!is_among(fix, found.fixes)) found.fixes.push_back(std::move(fix));
                break;
            }
        }
    }
    return found;
}

} // namespace

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
    for (const FixRow& row : fix_table) codes.push_back(row.finding);
    return codes;
}

std::vector<DefectAnswer> defect_answers(const Evaluation& plan, const EngineData& data)
{
    std::vector<DefectAnswer> answers;
    for (const auto propose : {input_for_the_defect, tiles_for_the_defect})
        for (Fix& fix : propose(FixContext{plan, data, Finding()}))
            if (const auto scenario = changed(plan.scenario, data, fix.changes))
                answers.push_back({std::move(fix), evaluate(*scenario, data, plan).estimate});
    return answers;
}

} // namespace rigwright
