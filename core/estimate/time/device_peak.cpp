// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/device_peak.h"

#include <algorithm>
#include <functional>

namespace rigwright {

namespace {

Term clock_of_record(const char* id, Hertz clock, const Cpu& cpu, Trace& trace)
{
    return trace.given(id, clock.base(), Unit::hertz, {}, trace.record("cpus", cpu.id));
}

/// Sum over the groups of cores of cores x clock x operations per cycle. Empty if a group lacks one of them.
std::optional<Term> sum_of_groups(const Cpu& cpu,
                                  const std::function<std::optional<Term>(const CpuCoreGroup&)>& clock_of, Trace& trace)
{
    std::optional<Term> sum;
    for (const CpuCoreGroup& group : cpu.compute.core_groups) {
        const std::optional<Term> clock = clock_of(group);
        if (!clock || !group.fp32_flop_per_cycle) return std::nullopt;
        const std::string record = trace.record("cpus", cpu.id);
        const Term cores = trace.given("cpu_cores", group.cores, Unit::count, {}, record);
        const Term width = trace.given("cpu_flop_per_cycle", *group.fp32_flop_per_cycle, Unit::ratio,
                                       "source.cpu-flop-per-cycle", record);
        Term peak = cores * width * *clock;
        if (trace.keeps()) {
            Derivation head = leaf({}, "cpu_group_peak", {});
            head.arguments = {{"kind", MessageCode{"cpu-cores." + std::string(word_of(group.kind))}}};
            peak = trace.name(std::move(head), peak, Unit::flops_per_second);
        }
        sum = sum ? *sum + peak : peak;
    }
    return sum;
}

/// A share of the boost clock, at least the base clock.
std::optional<Term> all_core_clock(const CpuCoreGroup& group, const Cpu& cpu, const CpuCoefficients& c, Trace& trace)
{
    if (!group.boost_clock)
        return group.base_clock ? std::optional(clock_of_record("cpu_base_clock", *group.base_clock, cpu, trace))
                                : std::nullopt;
    const Term share = trace.coefficient("all_core_clock", c.all_core_clock, Unit::share);
    const Term boost = share * clock_of_record("cpu_boost_clock", *group.boost_clock, cpu, trace);
    return trace.name("cpu_all_core_clock",
                      group.base_clock ? max(boost, clock_of_record("cpu_base_clock", *group.base_clock, cpu, trace))
                                       : boost,
                      Unit::hertz);
}

/// Matrix units if the format has any, as training uses them; fp16 of older cards runs on ordinary ones.
std::optional<FlopsPerSecond> gpu_format_peak(const Gpu& gpu, NumberFormat format, ComputeUnit unit)
{
    const auto own = dense_peak(gpu, format, unit);
    return own || unit == ComputeUnit::vector ? own : dense_peak(gpu, format, ComputeUnit::vector);
}

constexpr std::pair<NumberFormat, ComputeUnit> advertised[]{
    {NumberFormat::fp64, ComputeUnit::vector}, {NumberFormat::fp32, ComputeUnit::vector},
    {NumberFormat::tf32, ComputeUnit::tensor}, {NumberFormat::fp16, ComputeUnit::tensor},
    {NumberFormat::bf16, ComputeUnit::tensor}, {NumberFormat::fp8, ComputeUnit::tensor}};

} // namespace

double cpu_format_rate(NumberFormat format, const CpuCoefficients& c)
{
    if (format == NumberFormat::fp64) return c.double_rate;
    return storage_bits(format) < 19 ? c.half_precision_rate : 1.0;
}

std::optional<Term> fp32_peak(const Cpu& cpu, CpuClock clock, Trace& trace)
{
    const auto clock_of = [&](const CpuCoreGroup& group) {
        const bool base = clock == CpuClock::base;
        const std::optional<Hertz>& rate = base ? group.base_clock : group.boost_clock;
        const char* id = base ? "cpu_base_clock" : "cpu_boost_clock";
        return rate ? std::optional(clock_of_record(id, *rate, cpu, trace)) : std::nullopt;
    };
    return sum_of_groups(cpu, clock_of, trace);
}

std::optional<Term> all_core_peak(const Cpu& cpu, const CpuCoefficients& c, Trace& trace)
{
    return sum_of_groups(
        cpu, [&](const CpuCoreGroup& group) { return all_core_clock(group, cpu, c, trace); }, trace);
}

Term device_peak(const TimeTerms& terms, Trace& trace)
{
    return trace.known(terms.rates.processor ? "processor_peak" : "dense_peak", terms.peak.base(),
                       Unit::flops_per_second);
}

void name_machine_peaks(const Scenario& scenario, const EngineData& data, Trace& trace)
{
    const BuildChoice& build = scenario.build;
    const Term machines = trace.field("build.nodes", static_cast<double>(build.nodes), Unit::count);
    std::optional<Term> cpus;
    if (const Cpu* cpu = data.hardware.cpu(build.cpu)) cpus = fp32_peak(*cpu, CpuClock::boost, trace);
    if (cpus) {
        const Term sockets = trace.field("build.cpu_sockets", static_cast<double>(build.cpu_sockets), Unit::count);
        cpus =
            trace.name("machine.cpu_fp32_flops", machines * sockets * *cpus, Unit::flops_per_second, "source.cpu-peak");
    }
    const Gpu* board = data.hardware.gpu(build.gpu);
    if (board == nullptr) return;
    const Term count = trace.field("build.gpus_per_node", static_cast<double>(build.gpus_per_node), Unit::count);
    for (const auto& [format, unit] : advertised) {
        const auto peak = gpu_format_peak(single_device(*board), format, unit);
        if (!peak) continue;
        const Term one = trace.given("gpu_peak", peak->base(), Unit::flops_per_second, "source.dense-peak",
                                     trace.record("gpus", build.gpu));
        const Term gpus = trace.name("machine.gpu_" + std::string(word_of(format)) + "_flops", machines * count * one,
                                     Unit::flops_per_second);
        if (format == NumberFormat::fp32 && cpus)
            trace.name("machine.fp32_flops", *cpus + gpus, Unit::flops_per_second, "source.sum-of-peaks");
    }
}

} // namespace rigwright
