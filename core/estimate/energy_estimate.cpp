// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/energy_estimate.h"

#include <algorithm>

namespace rigwright {

namespace {

GpuPowerTerms gpu_power(Watts board, const TimeTerms& t, const EnergyCoefficients& c)
{
    const double count = static_cast<double>(t.accumulation);
    const auto in_parts = [&t](TimePart which) { return t.part(which) / t.step; };
    const auto on_gpu = [&](Bound bound) { return t.gpu.bound_by(bound) * count / t.step; };
    GpuPowerTerms gpu;
    gpu.board = board;
    gpu.idle = board * c.gpu_idle_share;
    gpu.matrix_share = on_gpu(Bound::matrix);
    gpu.traffic_share = on_gpu(Bound::traffic) + in_parts(TimePart::optimizer);
    gpu.launch_share = on_gpu(Bound::launch);
    gpu.communication_share = in_parts(TimePart::exposed_communication);
    gpu.load = gpu.matrix_share * c.gpu_matrix_load + gpu.traffic_share * c.gpu_traffic_load +
               gpu.launch_share * c.gpu_launch_load + gpu.communication_share * c.gpu_communication_load;
    gpu.power = gpu.idle + (gpu.board - gpu.idle) * gpu.load;
    return gpu;
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

std::optional<CpuPowerTerms> cpu_power(const EnergyInputs& in)
{
    const EnergyCoefficients& c = in.coefficients;
    const BuildChoice& build = in.scenario.build;
    CpuPowerTerms cpu;
    if (in.cpu == nullptr) {
        cpu.assumed = true;
        cpu.power = Watts(c.assumed_cpu_watts_per_gpu * static_cast<double>(build.gpus_per_node));
        return cpu;
    }
    if (!in.cpu->power.base_power) return std::nullopt;
    cpu.sockets = static_cast<double>(build.cpu_sockets);
    const Watts base = *in.cpu->power.base_power;
    cpu.idle = base * c.cpu_idle_share;
    cpu.full = in.cpu->power.turbo_power.value_or(base) * c.cpu_full_load;
    cpu.load = host_load(in, static_cast<double>(in.cpu->compute.cores) * cpu.sockets);
    cpu.power = (cpu.idle + (cpu.full - cpu.idle) * cpu.load) * cpu.sockets;
    return cpu;
}

void add_power_parts(const EnergyInputs& in, EnergyTerms& terms)
{
    const EnergyCoefficients& c = in.coefficients;
    const double machines = terms.machines;
    terms.part(PowerPart::gpus) = terms.gpu.power * (terms.gpus_per_machine * machines);
    terms.part(PowerPart::processors) = terms.cpu.power * machines;
    terms.part(PowerPart::memory) = Watts(terms.memory_gib * c.memory_watts_per_gib * machines);
    if (!in.scenario.build.storage.empty()) terms.part(PowerPart::storage) = Watts(c.storage_watts * machines);
    for (const PowerPart which : {PowerPart::gpus, PowerPart::processors, PowerPart::memory, PowerPart::storage})
        terms.components = terms.components + terms.part(which);
    terms.part(PowerPart::board_and_fans) = Watts(c.board_watts * machines) + terms.components * c.board_share;
    const Watts supplied = terms.components + terms.part(PowerPart::board_and_fans);
    terms.part(PowerPart::supply_loss) = supplied * (1.0 / c.supply_efficiency - 1.0);
    terms.part(PowerPart::cooling) = (supplied + terms.part(PowerPart::supply_loss)) * (terms.pue - 1.0);
    for (const Watts power : terms.parts) terms.average += power;
}

std::optional<Seconds> run_time(const TimeEstimate& time, RunMode mode)
{
    if (time.run) return time.run->wall;
    if (mode == RunMode::infer && time.knows_run()) return time.total;
    return std::nullopt;
}

} // namespace

std::optional<EnergyTerms> energy_terms(const EnergyInputs& in)
{
    EnergyTerms terms;
    const BuildChoice& build = in.scenario.build;
    if (in.gpu != nullptr) {
        if (!in.gpu->power.board_power) return std::nullopt;
        terms.gpus_per_machine = static_cast<double>(build.gpus_per_node);
        terms.gpu = gpu_power(*in.gpu->power.board_power, in.terms, in.coefficients);
    }
    const std::optional<CpuPowerTerms> cpu = cpu_power(in);
    if (!cpu) return std::nullopt;
    terms.cpu = *cpu;
    terms.machines = static_cast<double>(build.nodes);
    terms.memory_gib = build.ram_gib.value_or(0.0);
    terms.pue = in.scenario.economics.pue;
    terms.kg_co2_per_kwh = in.scenario.economics.grid_kg_co2_per_kwh.value_or(in.coefficients.grid_kg_co2_per_kwh);
    add_power_parts(in, terms);
    terms.run = run_time(in.time, in.scenario.training.mode);
    return terms;
}

EnergyEstimate energy_estimate(const EnergyTerms& terms, const TimeEstimate& time)
{
    EnergyEstimate energy;
    energy.parts = terms.parts;
    energy.average_power = terms.average;
    if (!terms.run) return energy;
    energy.total_kwh = terms.average.base() * terms.run->base() / joules_per_kwh;
    energy.total_low_kwh = *energy.total_kwh * (time.total_low / time.total);
    energy.total_high_kwh = *energy.total_kwh * (time.total_high / time.total);
    energy.co2_kg = *energy.total_kwh * terms.kg_co2_per_kwh;
    return energy;
}

} // namespace rigwright
