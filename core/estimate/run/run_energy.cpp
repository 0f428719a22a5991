// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/run_energy.h"

#include "core/estimate/estimate.h"
#include "core/estimate/run/run_estimate.h"
#include "core/estimate/time/step_time.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Machines of the build.
Term machines(const Scenario& scenario, Trace& trace)
{
    return trace.field("build.nodes", static_cast<double>(scenario.build.nodes), Unit::count);
}

/// Power of one GPU: idle + (board power - idle) x load, the load being the shares of the step with what each draws.
Term gpu_power(const EnergyInputs& in, Trace& trace)
{
    const EnergyCoefficients& c = in.coefficients;
    const TimeTerms& t = in.terms;
    const double count = static_cast<double>(t.accumulation);
    const auto in_parts = [&t](TimePart which) { return t.part(which) / t.step; };
    const auto on_gpu = [&](Bound bound) { return t.gpu.bound_by(bound) * count / t.step; };
    const auto share = [&](const char* id, double amount) { return trace.given(id, amount, Unit::share); };
    const auto load_of = [&](const char* key, double amount, bool assumed) {
        return trace.coefficient(key, amount, Unit::share, assumed);
    };
    const Term load =
        share("gpu_matrix_share", on_gpu(Bound::matrix)) * load_of("gpu_matrix_load", c.gpu_matrix_load, false) +
        share("gpu_traffic_share", on_gpu(Bound::traffic) + in_parts(TimePart::optimizer)) *
            load_of("gpu_traffic_load", c.gpu_traffic_load, true) +
        share("gpu_launch_share", on_gpu(Bound::launch)) * load_of("gpu_launch_load", c.gpu_launch_load, true) +
        share("gpu_communication_share", in_parts(TimePart::exposed_communication)) *
            load_of("gpu_communication_load", c.gpu_communication_load, true);
    const Term board = trace.given("gpu_board_power", in.gpu->power.board_power->base(), Unit::watts, {},
                                   trace.record("gpus", in.scenario.build.gpu));
    const Term idle =
        trace.name("gpu_idle_power", board * trace.coefficient("gpu_idle_share", c.gpu_idle_share, Unit::share, true),
                   Unit::watts);
    return trace.name("gpu_power", idle + (board - idle) * trace.name("gpu_load", load, Unit::share), Unit::watts);
}

/// Cores that prepare samples, and one that starts the kernels of each GPU.
double host_load(const EnergyInputs& in, double cores)
{
    if (in.gpu == nullptr) return 1.0;
    const LoadingTerms& loading = in.terms.loading;
    const Seconds work = loading.decode ? *loading.decode + loading.augment : Seconds();
    const double preparing = loading.samples * work.base() / (cores * in.terms.step.base());
    return std::min(1.0, preparing + static_cast<double>(in.scenario.build.gpus_per_node) / cores);
}

/// Power of one processor: what is published for idle and for all cores, and between them by the cores at work.
Term cpu_power(const EnergyInputs& in, Trace& trace)
{
    const EnergyCoefficients& c = in.coefficients;
    const std::string record = trace.record("cpus", in.scenario.build.cpu);
    const double base = in.cpu->power.base_power->base();
    const double turbo = in.cpu->power.turbo_power ? in.cpu->power.turbo_power->base() : base;
    const auto sockets = static_cast<double>(in.scenario.build.cpu_sockets);
    const double cores = static_cast<double>(in.cpu->compute.cores) * sockets;
    const Term idle = trace.given("cpu_idle_power", base * c.cpu_idle_share, Unit::watts, "source.cpu-idle", record);
    const Term full = trace.given("cpu_full_power", turbo * c.cpu_full_load, Unit::watts, "source.cpu-full", record);
    const Term load = trace.given("cpu_load", host_load(in, cores), Unit::share, "source.cpu-load");
    return trace.name("cpu_power", idle + (full - idle) * load, Unit::watts);
}

/// One after the other, each from those before it.
class PowerParts {
public:
    PowerParts(const EnergyInputs& in, Trace& trace) : in_(in), trace_(trace), machines_(machines(in.scenario, trace))
    {}

    Term sum(EnergyEstimate& energy)
    {
        const Term gpus = named(PowerPart::gpus, of_gpus(), energy);
        const Term processors = named(PowerPart::processors, of_processors(), energy);
        const Term memory = named(PowerPart::memory, of_memory(), energy);
        const Term storage = named(PowerPart::storage, of_storage(), energy);
        const EnergyCoefficients& c = in_.coefficients;
        const Term components = trace_.name("power_of_components", gpus + processors + memory + storage, Unit::watts);
        const Term board = named(PowerPart::board_and_fans,
                                 trace_.coefficient("board_watts", c.board_watts, Unit::watts, true) * machines_ +
                                     components * trace_.coefficient("board_share", c.board_share, Unit::share),
                                 energy);
        const Term supplied = components + board;
        const Term efficiency = trace_.coefficient("supply_efficiency", c.supply_efficiency, Unit::share);
        const Term loss = named(PowerPart::supply_loss, supplied * (1.0 / efficiency - 1.0), energy);
        const Term pue = trace_.field("economics.pue", in_.scenario.economics.pue, Unit::ratio);
        const Term cooling = named(PowerPart::cooling, (supplied + loss) * (pue - 1.0), energy);
        return gpus + processors + memory + storage + board + loss + cooling;
    }

private:
    Term named(PowerPart part, const Term& power, EnergyEstimate& energy)
    {
        energy.part(part) = Watts(power.amount());
        return trace_.keeps() ? trace_.name(id_of(part), power, Unit::watts) : power;
    }

    static std::string id_of(PowerPart part)
    {
        return "energy.parts_W." + std::string(words<PowerPart>[static_cast<std::size_t>(part)]);
    }

    /// A part that nothing draws power for, and why.
    Term none(PowerPart part, const char* source, const char* field)
    {
        return trace_.keeps() ? trace_.given(id_of(part), 0.0, Unit::watts, source, field) : Term();
    }

    Term per_machine(const char* field, double count) { return trace_.field(field, count, Unit::count) * machines_; }

    Term of_gpus()
    {
        if (in_.gpu == nullptr) return none(PowerPart::gpus, "source.no-gpu", "build.gpu");
        return gpu_power(in_, trace_) *
               per_machine("build.gpus_per_node", static_cast<double>(in_.scenario.build.gpus_per_node));
    }

    Term of_processors()
    {
        const BuildChoice& build = in_.scenario.build;
        if (in_.cpu == nullptr)
            return trace_.coefficient("assumed_cpu_watts_per_gpu", in_.coefficients.assumed_cpu_watts_per_gpu,
                                      Unit::watts, true) *
                   trace_.field("build.gpus_per_node", static_cast<double>(build.gpus_per_node), Unit::count) *
                   machines_;
        return cpu_power(in_, trace_) *
               trace_.field("build.cpu_sockets", static_cast<double>(build.cpu_sockets), Unit::count) * machines_;
    }

    Term of_memory()
    {
        const double gib = in_.scenario.build.ram_gib.value_or(0.0);
        if (gib <= 0.0) return none(PowerPart::memory, "source.memory-not-known", "build.ram_GiB");
        return trace_.field("build.ram_GiB", gib, Unit::ratio) *
               trace_.coefficient("memory_watts_per_gib", in_.coefficients.memory_watts_per_gib, Unit::watts) *
               machines_;
    }

    Term of_storage()
    {
        if (in_.scenario.build.storage.empty())
            return none(PowerPart::storage, "source.storage-not-known", "build.storage");
        return trace_.coefficient("storage_watts", in_.coefficients.storage_watts, Unit::watts) * machines_;
    }

    const EnergyInputs& in_;
    Trace& trace_;
    Term machines_;
};

} // namespace

std::optional<EnergyEstimate> energy_estimate(const EnergyInputs& in, Trace& trace)
{
    if (in.gpu != nullptr && !in.gpu->power.board_power) return std::nullopt;
    if (in.cpu != nullptr && !in.cpu->power.base_power) return std::nullopt;
    EnergyEstimate energy;
    const Term power = trace.name("energy.average_power_W", PowerParts(in, trace).sum(energy), Unit::watts);
    energy.average_power = Watts(power.amount());
    const RunMode mode = in.scenario.training.mode;
    const auto run = run_time(in.time, mode);
    if (!run) return energy;
    const Term time = trace.given(in.time.run ? "time.wall_seconds" : "time.total_seconds", run->base(), Unit::seconds);
    const Term total = trace.name("energy.total_kWh", (power * time).in_units_of(joules_per_kwh), Unit::kilowatt_hours);
    energy.total_kwh = total.amount();
    const auto end = [&](const char* id, bool high) {
        return end_of_range(id, total, Unit::kilowatt_hours, in.time, high, trace).amount();
    };
    energy.total_low_kwh = end("energy.total_low_kWh", false);
    energy.total_high_kwh = end("energy.total_high_kWh", true);
    const std::optional<double>& own = in.scenario.economics.grid_kg_co2_per_kwh;
    const Term grid =
        own ? trace.field("economics.grid_kg_CO2_per_kWh", *own, Unit::ratio)
            : trace.coefficient("grid_kg_co2_per_kwh", in.coefficients.grid_kg_co2_per_kwh, Unit::ratio, true);
    energy.co2_kg = trace.name("energy.co2_kg", total * grid, Unit::ratio).amount();
    return energy;
}

} // namespace rigwright
