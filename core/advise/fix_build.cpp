// SPDX-License-Identifier: Apache-2.0
#include "core/advise/fix_table.h"
#include "core/advise/largest.h"
#include "core/estimate/checks/build_findings.h"
#include "core/scenario/tiles.h"
#include "core/scenario/words.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace rigwright {

namespace {

/// The GPUs of a build are doubled at most so often.
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

/// A supply for the load with room for the peaks of GPUs, then one for the load alone.
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

/// Next round number at or above: 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 and their tenfold.
double round_up(double number)
{
    const double ten = std::pow(10.0, std::floor(std::log10(std::max(number, 1e-9))));
    for (const double step : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (step * ten >= number) return step * ten;
    return 10.0 * ten;
}

/// Threads of more cores add with a loss: the first that suffices is taken.
Proposals processors_with(const FixContext& plan, double cores)
{
    Proposals proposals;
    for (const double reserve : {1.0, 1.25, 1.5, 2.0, 3.0})
        for (Fix& fix :
             of("processor", processor_with_cores(plan.scenario(), plan.hardware(), std::ceil(cores * reserve))))
            proposals.push_back(std::move(fix));
    return proposals;
}

/// A fix that leaves more or fewer copies of the model and trains with the same global batch, where they divide it.
void add_for_the_batch(Proposals& proposals, const FixContext& plan, Fix fix)
{
    auto kept = keeping_global_batch(plan.scenario(), plan.data, std::move(fix.changes));
    if (kept) proposals.push_back({std::move(fix.what), *std::move(kept)});
}

} // namespace

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

Proposals other_chassis(const FixContext& plan) { return of_all("chassis", chassis_for(plan.scenario(), plan.data)); }

Proposals rack_chassis(const FixContext& plan)
{
    return of_all("chassis", chassis_for(plan.scenario(), plan.data, ChassisForm::rack));
}

Proposals other_chassis_and_processor(const FixContext& plan)
{
    return with_processors(chassis_with_processor_for(plan.scenario(), plan.data));
}

Proposals rack_chassis_and_processor(const FixContext& plan)
{
    return with_processors(chassis_with_processor_for(plan.scenario(), plan.data, ChassisForm::rack));
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

Proposals fewer_gpus(const FixContext& plan)
{
    Proposals proposals;
    for (std::int64_t count = plan.build().gpus_per_node - 1; count >= 1; --count)
        add_for_the_batch(proposals, plan, setting("fewer-gpus", "build.gpus_per_node", count));
    return proposals;
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
    append(proposals, other_chassis(plan));
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
    Proposals proposals;
    for (std::int64_t nodes = plan.build().nodes - 1; nodes >= 1; --nodes)
        add_for_the_batch(proposals, plan, setting("fewer-machines", "build.nodes", nodes));
    return proposals;
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

} // namespace rigwright
