// SPDX-License-Identifier: Apache-2.0

#include "core/recommend/questions.h"

#include "core/advise/quote_choice.h"
#include "core/estimate/run/bill_of_materials.h"
#include "core/hardware/chassis.h"
#include "core/hardware/host_link.h"
#include "core/recommend/builds.h"
#include "core/recommend/figures.h"
#include "core/recommend/picks.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace rigwright {

namespace {

/// A smaller gain is not noticeable.
constexpr double least_gain = 0.01;

/// Tries replacements and keeps the best one per field.
class Upgrading {
public:
    Upgrading(const Scenario& scenario, const EngineData& data, std::stop_token stop)
        : scenario_(scenario),
          data_(data),
          stop_(std::move(stop)),
          present_(evaluate(scenario, data))
    {
        if (!present_.estimate) return;
        of_run_ = present_.estimate->time && present_.estimate->time->run;
        time_ = time_of(*present_.estimate, of_run_);
    }

    std::vector<Upgrade> run()
    {
        if (!time_) return {};
        try_gpus();
        try_counts();
        for (const Cpu& cpu : data_.hardware.cpus)
            if (fits_socket(cpu)) try_part("build.cpu", cpu.id, cpu.name);
        for (const Storage& drive : data_.hardware.storages)
            if (drive.generic) try_part("build.storage", drive.id, drive.name);
        if (scenario_.build.ram_gib) try_memory();
        std::vector<Upgrade> best;
        for (auto& [field, upgrade] : best_) best.push_back(std::move(upgrade));
        std::ranges::stable_sort(best, {}, &Upgrade::time_ratio);
        return best;
    }

private:
    void try_gpus()
    {
        for (const CardToSearch& card : cards_to_search(scenario_, data_, Outlay::purchase))
            if (card.rejected_by.empty()) try_part("build.gpu", card.gpu->id, card.gpu->name);
    }

    /// Twice the GPUs, each with half of the accumulation or of the micro-batch.
    void try_counts()
    {
        const Training& training = scenario_.training;
        ScenarioChanges changes{{"build.gpus_per_node", scenario_.build.gpus_per_node * 2}};
        if (training.gradient_accumulation % 2 == 0)
            changes.push_back({"training.gradient_accumulation", training.gradient_accumulation / 2});
        else if (training.micro_batch % 2 == 0)
            changes.push_back({"training.micro_batch", training.micro_batch / 2});
        else
            return;
        const Gpu* gpu = data_.hardware.gpu(scenario_.build.gpu);
        attempt("build.gpus_per_node",
                std::to_string(scenario_.build.gpus_per_node * 2) + " × " + (gpu != nullptr ? gpu->name : ""),
                std::move(changes));
    }

    void try_memory()
    {
        const double doubled = *scenario_.build.ram_gib * 2.0;
        attempt("build.ram_GiB", std::to_string(std::llround(doubled)) + " GiB", {{"build.ram_GiB", doubled}});
    }

    bool fits_socket(const Cpu& cpu) const
    {
        const Cpu* own = data_.hardware.cpu(scenario_.build.cpu);
        return own != nullptr && !own->socket.empty() && cpu.socket == own->socket;
    }

    void try_part(const char* field, const std::string& id, const std::string& name)
    {
        attempt(field, name, {{field, id}});
    }

    void attempt(const char* field, std::string name, ScenarioChanges changes)
    {
        if (stop_.stop_requested()) return;
        const auto there = changed(scenario_, data_, changes);
        if (!there) return;
        const Evaluation plan = evaluate(*there, data_, present_);
        if (!qualifies(plan, data_)) return;
        const auto time = time_of(*plan.estimate, of_run_);
        if (!time || *time / *time_ > 1.0 - least_gain) return;
        const auto known = best_.find(field);
        if (known != best_.end() && known->second.time <= *time) return;
        Upgrade upgrade{field, std::move(name), std::move(changes), *time, *time / *time_, {}};
        const BillOfMaterials& before = present_.estimate->cost.bill;
        const BillOfMaterials& after = plan.estimate->cost.bill;
        const bool alike = before.one_price == after.one_price && difference_is_known(before, after);
        if (alike) upgrade.added_cost = after.total - before.total;
        best_.insert_or_assign(field, std::move(upgrade));
    }

    const Scenario& scenario_;
    const EngineData& data_;
    std::stop_token stop_;
    Evaluation present_;
    bool of_run_ = false;
    std::optional<Seconds> time_;
    std::map<std::string, Upgrade, std::less<>> best_;
};

} // namespace

std::vector<Upgrade> upgrades(const Scenario& scenario, const EngineData& data, std::stop_token stop)
{
    return Upgrading(scenario, data, std::move(stop)).run();
}

std::optional<RentOrBuy> rent_or_buy(const Candidate& candidate, const EngineData& data)
{
    const Evaluation plan = evaluate(candidate.scenario, data);
    if (!plan.estimate) return std::nullopt;
    const CostTerms& cost = plan.estimate->cost;
    if (cost.bill.total <= 0.0 || !cost.rent_equivalent || !cost.run_time) return std::nullopt;
    RentOrBuy answer{cost.bill.total, *cost.rent_equivalent, {}};
    const double hours = cost.run_time->base() / seconds_per_hour;
    if (cost.break_even_hours && hours > 0.0) answer.runs_to_break_even = *cost.break_even_hours / hours;
    return answer;
}

namespace {

/// The field that names a record; empty for cards, and for links that come with the parts that they connect.
std::string_view part_field(RecordKind kind, const auto& record)
{
    if constexpr (requires { joins_machines(record); })
        return joins_machines(record) ? "build.node_link" : is_bridge(record) ? "build.gpu_link" : "";
    constexpr std::array<std::string_view, 7> fields{
        "", "build.cpu", "", "build.storage", "build.memory_kit", "build.chassis", "build.power_supply"};
    return fields[static_cast<std::size_t>(kind)];
}

class Asking {
public:
    Asking(const Candidate& candidate, const Exploration& found, const Requirements& requirements,
           const EngineData& data)
        : own_(candidate),
          found_(found),
          requirements_(requirements),
          data_(data)
    {}

    PartAnswer ask(NamedPart part, std::string field)
    {
        answer_.field = std::move(field);
        answer_.part = std::move(part.id);
        answer_.name = std::move(part.name);
        if (const char* code = reason_without_trying())
            say(code, {{"card", card_name()}, {"processor", processor_name()}});
        else
            compare(with_part());
        return std::move(answer_);
    }

private:
    void say(const char* code, Arguments arguments)
    {
        arguments.emplace_back("part", answer_.name);
        arguments.emplace_back("build", build_name(own_.scenario.build, data_.hardware));
        answer_.remarks.push_back({std::string("why-not.") + code, std::move(arguments)});
    }

    std::string card_name() const
    {
        const Gpu* gpu = data_.hardware.gpu(own_.scenario.build.gpu);
        return gpu != nullptr ? gpu->name : own_.scenario.build.gpu;
    }

    const Cpu* processor() const { return data_.hardware.cpu(own_.scenario.build.cpu); }
    std::string processor_name() const { return processor() != nullptr ? processor()->name : std::string(); }

    /// Kits only fit into slots of their memory type.
    bool is_other_memory() const
    {
        const MemoryKit* kit = data_.hardware.memory_kit(answer_.part);
        return kit != nullptr && processor() != nullptr && !processor()->memory.type.empty() &&
               !takes(*processor(), *kit);
    }

    /// For bridges, whether the build has the one between its cards.
    bool has_part() const
    {
        if (answer_.field != "build.gpu_link")
            return field_of(answer_.field)->read(own_.scenario) == FieldValue(answer_.part);
        const Bridges bridges = bridges_of(own_.scenario.build, data_.hardware);
        return bridges.link != nullptr && bridges.count > 0 && bridges.link->id == answer_.part;
    }

    const char* reason_without_trying() const
    {
        const BuildChoice& build = own_.scenario.build;
        if (own_.outlay == Outlay::rent) return "rented";
        if (has_part()) return "there";
        if (answer_.field == "build.node_link" && build.nodes == 1) return "one-machine";
        if (is_other_memory()) return "other-memory";
        if (answer_.field != "build.gpu_link") return nullptr;
        if (build.gpus_per_node == 1) return "one-card";
        BuildChoice bridged = build;
        bridged.gpu_link = LinkChoice::nvlink;
        const Bridges bridges = bridges_of(bridged, data_.hardware);
        return bridges.link == nullptr || bridges.link->id != answer_.part ? "no-bridge" : nullptr;
    }

    Scenario with_part() const
    {
        if (answer_.field == "build.cpu") return with_processor();
        Scenario scenario = own_.scenario;
        if (answer_.field == "build.memory_kit")
            set_kit(scenario.build);
        else if (answer_.field == "build.gpu_link")
            scenario.build.gpu_link = LinkChoice::nvlink;
        else
            field_of(answer_.field)->write(scenario, answer_.part);
        return scenario;
    }

    /// As many kits as match the present memory and fill the channels.
    void set_kit(BuildChoice& build) const
    {
        const MemoryKit& kit = *data_.hardware.memory_kit(answer_.part);
        const Cpu* cpu = data_.hardware.cpu(build.cpu);
        const std::int64_t channels = cpu != nullptr ? cpu->memory.channels.value_or(0) * build.cpu_sockets : 0;
        const std::int64_t kits = kits_for(kit, build.ram_gib.value_or(0.0), channels);
        build.memory_kit = kit.id;
        build.ram_gib = (capacity(kit) * Count(kits)).as_gib();
    }

    /// The candidate in the cheapest machine for the same cards with this CPU and at least as much memory; if there is
    /// none, in the candidate's own machine, so that the engine reports the incompatibilities.
    Scenario with_processor() const
    {
        Scenario scenario = own_.scenario;
        const BuildChoice& build = own_.scenario.build;
        const Gpu& gpu = *data_.hardware.gpu(build.gpu);
        const GpuBuild gpus{build.gpus_per_node, build.nodes, build.gpu_link};
        const HostSpace space(scenario, data_, Bytes());
        const std::vector<Host> hosts = space.hosts_of(gpu, gpus, Processors::all).hosts;
        const auto fits = [&](const Host& host) {
            return host.cpu != nullptr && host.cpu->id == answer_.part &&
                   host.ram_gib.value_or(0.0) >= build.ram_gib.value_or(0.0) && host.drive != nullptr &&
                   host.drive->id == build.storage;
        };
        const auto found = std::ranges::find_if(hosts, fits);
        if (found == hosts.end()) {
            scenario.build.cpu = answer_.part;
            return scenario;
        }
        set_build(scenario, gpu, gpus, *found);
        scenario.build.storage_tb = build.storage_tb;
        return scenario;
    }

    void compare(Scenario scenario)
    {
        const Evaluation computed = evaluate(scenario, data_);
        if (!computed.estimate) {
            answer_.findings = computed.errors;
            return say("blocked", {});
        }
        const auto figures = figures_of(computed, data_, Outlay::purchase, found_.time_is_of_run);
        note_findings(*computed.estimate);
        const bool blocked = std::ranges::any_of(
            answer_.findings, [](const Finding& finding) { return finding.severity <= Finding::Severity::blocks; });
        if (blocked || !figures) return say("blocked", {});
        answer_.with.emplace();
        answer_.with->scenario = std::move(scenario);
        answer_.with->figures = *figures;
        answer_.with->findings = computed.estimate->findings;
        answer_.with->changes = own_.changes;
        say_difference(*figures);
    }

    /// Findings that block or cost time and that the candidate does not have.
    void note_findings(const Estimate& estimate)
    {
        for (const Finding& finding : estimate.findings) {
            if (finding.severity > Finding::Severity::loses) continue;
            const bool known =
                std::ranges::any_of(own_.findings, [&](const Finding& own) { return own.code == finding.code; });
            if (!known) answer_.findings.push_back(finding);
        }
    }

    void say_difference(const CandidateFigures& with)
    {
        const CandidateFigures& own = own_.figures;
        const std::string& currency = found_.asked.economics.currency;
        const Arguments arguments{{"cost", with.outlay(currency)},
                                  {"money", money(std::abs(with.cost - own.cost), currency)},
                                  {"time", value_of(with.time)},
                                  {"difference", Value{std::abs(with.time.base() - own.time.base()), Unit::seconds}}};
        if (!part_price(own_.scenario, data_.hardware, answer_.part, *find_part(data_.hardware, answer_.part)->prices))
            return say("unpriced", arguments);
        say(code_of_difference(with), arguments);
        const bool faster = time_step_of(with.time) < time_step_of(own.time);
        if (faster && with.time_high > own.time_low) say("within-range", {});
        if (!keeps_limits(with, requirements_)) say("beyond-limits", {});
    }

    /// As in a front: times of one step are equal.
    const char* code_of_difference(const CandidateFigures& with) const
    {
        const CandidateFigures& own = own_.figures;
        const auto step = time_step_of(with.time);
        const auto own_step = time_step_of(own.time);
        constexpr double smallest_coin = 0.01;
        if (std::abs(with.cost - own.cost) < smallest_coin && step > own_step) return "slower-at-the-cost";
        if (with.cost > own.cost) return step < own_step ? "faster" : step > own_step ? "worse" : "dearer";
        if (step > own_step) return "slower";
        return power_step_of(with.power) > power_step_of(own.power) ? "more-power" : "alike";
    }

    const Candidate& own_;
    const Exploration& found_;
    const Requirements& requirements_;
    const EngineData& data_;
    PartAnswer answer_;
};

} // namespace

std::vector<NamedPart> parts_of(std::string_view field, const Catalog& hardware)
{
    std::vector<NamedPart> parts;
    visit_parts(hardware, [&](RecordKind kind, const auto& records) {
        for (const auto& record : records)
            if (part_field(kind, record) == field) parts.push_back({record.id, record.name});
    });
    std::ranges::stable_sort(parts, [](const auto& a, const auto& b) { return a.name < b.name; });
    return parts;
}

std::string field_of_part(std::string_view id, const Catalog& hardware)
{
    std::string_view field;
    visit_parts(hardware, [&](RecordKind kind, const auto& records) {
        if (const auto* record = find_by_id(records, id)) field = part_field(kind, *record);
    });
    return std::string(field);
}

std::optional<PartAnswer> why_not(const Candidate& candidate, std::string_view part, const Exploration& found,
                                  const Requirements& requirements, const EngineData& data)
{
    const std::string field = field_of_part(part, data.hardware);
    if (field.empty()) return std::nullopt;
    for (NamedPart& each : parts_of(field, data.hardware))
        if (each.id == part) return Asking(candidate, found, requirements, data).ask(std::move(each), field);
    return std::nullopt;
}

} // namespace rigwright
