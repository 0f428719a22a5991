// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/recipes.h"
#include "core/estimate/time/cpu_time.h"
#include "core/estimate/time/step_causes.h"
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"

#include <algorithm>
#include <array>
#include <map>

namespace rigwright {

namespace {

using Explained = std::optional<Derivation>;

std::string cpu_record(const Evaluation& e) { return "cpus/" + e.scenario.build.cpu; }

/// The clock of one group of cores, as the formula of its peak needs it.
using ClockNode = Derivation (*)(const Evaluation&, const CpuCoreGroup&, const CpuPeakTerm&, const EngineData&);

Derivation boost_clock(const Evaluation& e, const CpuCoreGroup&, const CpuPeakTerm& term, const EngineData&)
{
    return leaf("clock", "cpu_boost_clock", value_of(term.clock), {}, cpu_record(e));
}

Derivation all_core_clock(const Evaluation& e, const CpuCoreGroup& group, const CpuPeakTerm& term,
                          const EngineData& data)
{
    const auto of_record = [&](const char* symbol, const char* quantity, Hertz clock) {
        return leaf(symbol, quantity, value_of(clock), {}, cpu_record(e));
    };
    if (!group.boost_clock) return of_record("clock", "cpu_base_clock", term.clock);
    if (!group.base_clock)
        return leaf("clock", "cpu_all_core_clock", value_of(term.clock), "source.coefficient.all_core_clock",
                    cpu_record(e));
    return computed("clock", "cpu_all_core_clock", value_of(term.clock), "all-core-clock",
                    {coefficient("share", "all_core_clock", {data.processor.all_core_clock, Unit::share}, true),
                     of_record("boost", "cpu_boost_clock", *group.boost_clock),
                     of_record("base", "cpu_base_clock", *group.base_clock)});
}

/// One node for each group of cores: cores x clock x operations per cycle.
std::vector<Derivation> core_groups(const Evaluation& e, const EngineData& data, const Cpu& cpu, const CpuPeak& peak,
                                    ClockNode clock)
{
    std::vector<Derivation> groups;
    for (std::size_t i = 0; i < peak.terms.size(); ++i) {
        const CpuPeakTerm& term = peak.terms[i];
        Derivation node = computed(i == 0 ? "first" : "second", "cpu_group_peak", value_of(term.peak), "cpu-group-peak",
                                   {leaf("cores", "cpu_cores", whole_value(term.cores), {}, cpu_record(e)),
                                    clock(e, cpu.compute.core_groups[i], term, data),
                                    leaf("width", "cpu_flop_per_cycle", ratio_value(term.flop_per_cycle),
                                         "source.cpu-flop-per-cycle", cpu_record(e))});
        node.arguments = {{"kind", MessageCode{"cpu-cores." + std::string(word_of(term.kind))}}};
        groups.push_back(std::move(node));
    }
    return groups;
}

Derivation sockets(const Evaluation& e)
{
    return from_field("sockets", "build.cpu_sockets", whole_value(e.scenario.build.cpu_sockets));
}

Explained cpu_peak(const Evaluation& e, const EngineData& data)
{
    const Cpu* cpu = data.hardware.cpu(e.scenario.build.cpu);
    const std::optional<CpuPeak> peak = cpu == nullptr ? std::nullopt : fp32_peak(*cpu, CpuClock::boost);
    if (!peak) return std::nullopt;
    const auto count = static_cast<double>(e.scenario.build.cpu_sockets * e.scenario.build.nodes);
    std::vector<Derivation> inputs = core_groups(e, data, *cpu, *peak, boost_clock);
    const bool hybrid = inputs.size() > 1;
    inputs.push_back(sockets(e));
    inputs.push_back(machines_field(e.scenario));
    Derivation node = computed("cpus", "machine.cpu_fp32_flops", value_of(peak->total * count),
                               hybrid ? "cpu-peak-hybrid" : "cpu-peak", std::move(inputs));
    node.source = "source.cpu-peak";
    return node;
}

/// Matrix units where the format has any, as training uses them; fp16 of older cards runs on ordinary ones.
std::optional<FlopsPerSecond> gpu_format_peak(const Gpu& gpu, NumberFormat format, ComputeUnit unit)
{
    const auto own = dense_peak(gpu, format, unit);
    return own || unit == ComputeUnit::vector ? own : dense_peak(gpu, format, ComputeUnit::vector);
}

template <NumberFormat Format, ComputeUnit Unit>
Explained gpu_peak(const Evaluation& e, const EngineData& data)
{
    const BuildChoice& build = e.scenario.build;
    const Gpu* board = data.hardware.gpu(build.gpu);
    const auto peak = board == nullptr ? std::nullopt : gpu_format_peak(single_device(*board), Format, Unit);
    if (!peak) return std::nullopt;
    const std::string quantity = "machine.gpu_" + std::string(word_of(Format)) + "_flops";
    return computed("gpus", quantity, value_of(*peak * static_cast<double>(gpu_count(build))), "gpus-peak",
                    {machines_field(e.scenario),
                     from_field("count", "build.gpus_per_node", whole_value(build.gpus_per_node)),
                     leaf("peak", "gpu_peak", value_of(*peak), "source.dense-peak", "gpus/" + build.gpu)});
}

/// What advertisements print; nothing where one summand is missing.
Explained summed_peak(const Evaluation& e, const EngineData& data)
{
    Explained cpus = cpu_peak(e, data);
    Explained gpus = gpu_peak<NumberFormat::fp32, ComputeUnit::vector>(e, data);
    if (!cpus || !gpus) return std::nullopt;
    const double sum = cpus->value.number + gpus->value.number;
    Derivation node = computed("", "machine.fp32_flops", {sum, Unit::flops_per_second}, "machine-peak",
                               {std::move(*cpus), std::move(*gpus)});
    node.source = "source.sum-of-peaks";
    return node;
}

constexpr auto peak_workings = std::to_array<ExplainedRow>({
    {"machine.cpu_fp32_flops", cpu_peak},
    {"machine.gpu_fp64_flops", gpu_peak<NumberFormat::fp64, ComputeUnit::vector>},
    {"machine.gpu_fp32_flops", gpu_peak<NumberFormat::fp32, ComputeUnit::vector>},
    {"machine.gpu_tf32_flops", gpu_peak<NumberFormat::tf32, ComputeUnit::tensor>},
    {"machine.gpu_fp16_flops", gpu_peak<NumberFormat::fp16, ComputeUnit::tensor>},
    {"machine.gpu_bf16_flops", gpu_peak<NumberFormat::bf16, ComputeUnit::tensor>},
    {"machine.gpu_fp8_flops", gpu_peak<NumberFormat::fp8, ComputeUnit::tensor>},
    {"machine.fp32_flops", summed_peak},
});

Derivation processor_peak(const Evaluation& e, const EngineData& data, const Cpu& cpu, const CpuPeak& peak)
{
    const NumberFormat format = recipe_of(e.scenario.training.precision).product;
    const double rate = cpu_format_rate(format, data.processor);
    std::vector<Derivation> inputs = core_groups(e, data, cpu, peak, all_core_clock);
    const bool hybrid = inputs.size() > 1;
    inputs.push_back(sockets(e));
    if (format == NumberFormat::fp64)
        inputs.push_back(coefficient("format", "double_rate", ratio_value(rate), true));
    else if (storage_bits(format) < storage_bits(NumberFormat::fp32))
        inputs.push_back(coefficient("format", "half_precision_rate", ratio_value(rate), true));
    else
        inputs.push_back(leaf("format", "fp32_rate", ratio_value(rate)));
    return computed("peak", "processor_peak", value_of(e.time->peak),
                    hybrid ? "processor-peak-hybrid" : "processor-peak", std::move(inputs));
}

} // namespace

ExplainedRows explained_peaks() { return peak_workings; }

Derivation explain_device_peak(const Evaluation& e, const EngineData& data)
{
    if (e.time->rates.processor) {
        const Cpu* cpu = data.hardware.cpu(e.scenario.build.cpu);
        const std::optional<CpuPeak> peak = cpu == nullptr ? std::nullopt : all_core_peak(*cpu, data.processor);
        if (peak) return processor_peak(e, data, *cpu, *peak);
    }
    return leaf("peak", "dense_peak", value_of(e.time->peak), {}, device_record(e));
}

std::optional<Derivation> explain_roofline_step(const Evaluation& e, const EngineData& data)
{
    if (!e.time) return std::nullopt;
    const TimeTerms& terms = *e.time;
    const BuildChoice& build = e.scenario.build;
    const Gpu* board = data.hardware.gpu(build.gpu);
    const Cpu* cpu = data.hardware.cpu(build.cpu);
    std::optional<BytesPerSecond> bandwidth;
    if (board != nullptr) bandwidth = single_device(*board).memory.bandwidth;
    if (terms.rates.processor && cpu != nullptr && cpu->memory.bandwidth)
        bandwidth = *cpu->memory.bandwidth * static_cast<double>(build.cpu_sockets);
    if (!bandwidth) return std::nullopt;
    const auto stages = static_cast<double>(e.scenario.parallel.pipeline);
    const Bytes micro = roofline(e, data.time).moved;
    const double bytes = micro.as_double() * static_cast<double>(terms.accumulation) / stages +
                         terms.optimizer.traffic.as_double() * terms.optimizer.passes;
    const Seconds traffic(bytes / bandwidth->base());
    const Seconds compute = peak_bound(terms, e.scenario);
    Derivation moved =
        computed("bytes", "step_bytes", {bytes, Unit::bytes}, "step-bytes",
                 {from_field("accumulation", "training.gradient_accumulation", whole_value(terms.accumulation)),
                  leaf("micro", "micro_batch_bytes", value_of(micro), model_source(e)),
                  from_field("stages", "parallel.pipeline", whole_value(e.scenario.parallel.pipeline)),
                  leaf("passes", "optimizer_passes", ratio_value(terms.optimizer.passes), model_source(e)),
                  leaf("optimizer", "optimizer_bytes", value_of(terms.optimizer.traffic), "source.optimizer",
                       "training.optimizer")});
    Derivation node = computed("", "time.roofline_seconds", value_of(std::max(traffic, compute)), "roofline-step",
                               {placed("compute", explain_peak_bound(e, data)),
                                computed("traffic", "step_traffic_time", value_of(traffic), "step-traffic",
                                         {std::move(moved), leaf("bandwidth", "memory_bandwidth", value_of(*bandwidth),
                                                                 {}, device_record(e))})});
    node.source = "source.roofline-step";
    return node;
}

namespace {

/// The kernels that belong to a pass: the forward ones or the others.
bool belongs(const Kernel& kernel, Pass pass)
{
    return (kernel.direction == Direction::forward) == (pass != Pass::backward);
}

/// matrix = work / rate reached, traffic = bytes / bandwidth reached; the rates are what the kernel time implies, so
/// that one line shows work, time and how much of the peak that is.
Derivation explain_kernel(const Evaluation& e, const EngineData& data, const Kernel& kernel, const KernelPlace& place)
{
    const TimeTerms& terms = *e.time;
    const KernelTime time = kernel_time(kernel, place, terms.rates, data.time);
    std::vector<Derivation> inputs;
    if (kernel.flops > 0.0) {
        const double share = kernel.flops / (time.matrix * terms.peak.base());
        inputs.push_back(
            computed("matrix", "kernel_matrix", seconds_value(time.matrix), "kernel-matrix",
                     {leaf("flops", "kernel_flops", {kernel.flops, Unit::flops}), explain_device_peak(e, data),
                      leaf("share", "kernel_share", {share, Unit::share}, model_source(e))}));
    }
    const double bytes = time.traffic * terms.rates.bandwidth;
    inputs.push_back(computed("traffic", "kernel_traffic", seconds_value(time.traffic), "kernel-traffic",
                              {leaf("bytes", "kernel_bytes", {bytes, Unit::bytes}, model_source(e)),
                               leaf("bandwidth", "reached_bandwidth", {terms.rates.bandwidth, Unit::bytes_per_second},
                                    bandwidth_source(e), device_record(e))}));
    inputs.push_back(leaf("layout", "kernel_layout", seconds_value(time.layout), model_source(e)));
    inputs.push_back(leaf("launch", "kernel_launch", seconds_value(time.launch), model_source(e)));
    Derivation node = computed("", "kernel", seconds_value(time.total),
                               kernel.flops > 0.0 ? "kernel" : "kernel-of-traffic", std::move(inputs));
    node.arguments = {{"direction", MessageCode{key_of(kernel.direction)}}};
    return node;
}

double time_of(const OperatorTime& time, Pass pass)
{
    return (pass == Pass::backward ? time.backward : time.forward).base();
}

std::string layer_name(const Evaluation& e, const OperatorFacts& facts)
{
    const std::string block = name_of_copy(e.network->blocks[facts.block], facts.first_copy);
    const std::string& name = e.network->operators[facts.op].name;
    return block.empty() ? name : block + "." + name;
}

Derivation explain_slowest(const Evaluation& e, const EngineData& data, Pass pass)
{
    const std::vector<OperatorTime>& times = e.time->operators;
    const auto slowest = std::max_element(times.begin(), times.end(), [pass](const auto& a, const auto& b) {
        return time_of(a, pass) < time_of(b, pass);
    });
    const OperatorFacts& facts = e.analysis->facts[slowest->fact];
    std::vector<Derivation> kernels;
    for (const Kernel& kernel : operator_kernels(*e.network, facts, e.time->share)) {
        if (belongs(kernel, pass)) kernels.push_back(explain_kernel(e, data, kernel, slowest->place));
    }
    Derivation node =
        computed("", "slowest_operator", seconds_value(time_of(*slowest, pass)), "sum-of-kernels", std::move(kernels));
    node.arguments = {{"layer", layer_name(e, facts)}};
    return node;
}

} // namespace

std::string device_record(const Evaluation& e)
{
    const BuildChoice& build = e.scenario.build;
    return e.time && e.time->rates.processor ? "cpus/" + build.cpu : "gpus/" + build.gpu;
}

const char* model_source(const Evaluation& e)
{
    return e.time->rates.processor ? "source.processor-model" : "source.operator-model";
}

const char* bandwidth_source(const Evaluation& e)
{
    return e.time->rates.processor ? "source.processor-bandwidth" : "source.reached-bandwidth";
}

Derivation explain_pass(const Evaluation& e, const EngineData& data, Pass pass)
{
    const PassTimes& gpu = e.time->gpu;
    if (pass == Pass::recompute) {
        return leaf("pass", "micro_recompute", value_of(gpu.recompute), "source.recompute", "training.recompute");
    }
    std::map<std::string, double> groups;
    for (const OperatorTime& time : e.time->operators) {
        const OperatorFacts& facts = e.analysis->facts[time.fact];
        groups[word_of(e.network->operators[facts.op].kind)] += time_of(time, pass) * static_cast<double>(facts.copies);
    }
    const bool forward = pass == Pass::forward;
    std::vector<Derivation> inputs;
    for (const auto& [word, time] : groups) {
        if (time <= 0.0) continue;
        Derivation node = leaf("", "time_of_operator", seconds_value(time));
        node.arguments = {{"operator", MessageCode{"operator." + word}}};
        inputs.push_back(std::move(node));
    }
    inputs.push_back(leaf("", "time_of_loss", value_of(forward ? e.time->loss_forward : e.time->loss_backward)));
    inputs.push_back(explain_slowest(e, data, pass));
    const bool staged = e.scenario.parallel.pipeline > 1;
    const Value value = value_of(forward ? gpu.forward : gpu.backward);
    const char* formula = staged ? "sum-over-stage" : "sum-over-operators";
    if (e.time->rates.processor)
        return computed("pass", forward ? "micro_forward_processor" : "micro_backward_processor", value, formula,
                        std::move(inputs));
    return computed("pass", forward ? "micro_forward" : "micro_backward", value, formula, std::move(inputs));
}

} // namespace rigwright
