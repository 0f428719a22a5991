// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/cpu_time.h"

#include "core/estimate/checks/checks.h"
#include "core/estimate/recipes.h"
#include "core/estimate/time/device_peak.h"
#include "core/estimate/time/pass_times.h"
#include "core/estimate/time/step_parts.h"
#include "core/network/operator_counts.h"

#include <algorithm>

namespace rigwright {

namespace {

using Severity = Finding::Severity;

double dispatch_seconds(Framework framework, const CpuCoefficients& c)
{
    switch (framework) {
    case Framework::pytorch: return c.dispatch_seconds_pytorch;
    case Framework::tensorflow:
    case Framework::keras: return c.dispatch_seconds_tensorflow;
    case Framework::scikit_learn: return c.dispatch_seconds_scikit_learn;
    }
    return 0.0;
}

Finding blocks(const char* code, const char* field, Arguments arguments = {})
{
    return {Severity::blocks, code, field, std::move(arguments)};
}

/// A plan that one process on one machine cannot run.
std::optional<Finding> refused(const StepTimeInputs& in)
{
    const Parallel& p = in.scenario.parallel;
    const bool one = gpu_count(in.scenario.build) == 1 && p.tensor * p.pipeline * p.context * p.expert == 1;
    if (in.cpu == nullptr) return blocks("processor-not-named", "build.cpu");
    if (!one) return blocks("processor-training-on-one-machine", "build.nodes");
    return std::nullopt;
}

void add_optimizer(const StepTimeInputs& in, TimeTerms& terms, Trace& trace)
{
    const ParameterCounts counts = count_parameters(in.network);
    OptimizerWork work;
    work.parameters = counts.trainable.as_double();
    work.tensors = counts.trainable_tensors.as_double();
    work.bandwidth = BytesPerSecond(terms.rates.bandwidth);
    work.bandwidth_source = "source.processor-bandwidth";
    work.record = trace.record("cpus", in.scenario.build.cpu);
    work.host_per_kernel =
        trace.given("host_per_kernel", terms.host_per_kernel.base(), Unit::seconds, "source.processor-model");
    terms.optimizer = optimizer_time(in.scenario.training, in.scenario.parallel, work, in.coefficients, trace);
}

void add_cpu_parts(const StepTimeInputs& in, TimeTerms& terms, Trace& trace)
{
    StepParts parts(terms, in.scenario.training, trace);
    parts.add_passes();
    parts.set_none(TimePart::exposed_communication, "time.parts.exposed_communication", "source.one-gpu");
    parts.set_none(TimePart::pipeline_bubble, "time.parts.pipeline_bubble", "source.no-pipeline", "parallel.pipeline");
    parts.set_none(TimePart::host_overhead, "time.parts.host_overhead", "source.processor-model");
    for (const Seconds time : terms.parts) terms.undisturbed += time;
    terms.loading = step_loading(in, terms, trace);
    parts.set(TimePart::exposed_data_loading, "time.parts.exposed_data_loading",
              trace.known("time.parts.exposed_data_loading", terms.loading.exposed.base(), Unit::seconds));
    parts.finish();
}

} // namespace

std::optional<CpuRates> cpu_rates(const Scenario& scenario, const Cpu& cpu, const CpuCoefficients& c, Trace& trace)
{
    const std::optional<Term> socket = all_core_peak(cpu, c, trace);
    if (!socket || !cpu.memory.bandwidth) return std::nullopt;
    const auto sockets = static_cast<double>(scenario.build.cpu_sockets);
    const PrecisionRecipe recipe = recipe_of(scenario.training.precision);
    CpuRates rates;
    rates.cores = static_cast<double>(cpu.compute.cores) * sockets;
    const Term all = trace.field("build.cpu_sockets", sockets, Unit::count) * *socket;
    rates.peak = all.amount();
    const double rate = cpu_format_rate(recipe.product, c);
    const char* key = recipe.product == NumberFormat::fp64 ? "double_rate" : "half_precision_rate";
    const Term peak = rate == 1.0 ? all : all * trace.coefficient(key, rate, Unit::ratio);
    rates.format_peak = trace.name("processor_peak", peak, Unit::flops_per_second).amount();
    rates.product = c.product_efficiency;
    rates.convolution = c.product_efficiency * c.convolution_efficiency;
    rates.grouped = c.product_efficiency * c.grouped_efficiency;
    rates.sharing_flops = c.half_rate_flops_per_core * rates.cores;
    rates.element_bytes = storage_bytes(recipe.weights);
    rates.bandwidth = cpu.memory.bandwidth->base() * sockets * c.bandwidth_efficiency;
    rates.dispatch = dispatch_seconds(scenario.training.framework, c);
    return rates;
}

StepTime cpu_step_time(const StepTimeInputs& in, Trace& trace)
{
    StepTime result;
    if (in.processor == nullptr) return result;
    if (auto finding = refused(in)) {
        result.findings.push_back(std::move(*finding));
        return result;
    }
    const std::optional<CpuRates> rates = cpu_rates(in.scenario, *in.cpu, *in.processor, trace);
    if (!rates) {
        result.findings.push_back(blocks("processor-rates-not-published", "build.cpu", {{"cpu", in.cpu->name}}));
        return result;
    }
    TimeTerms terms;
    terms.rates.processor = *rates;
    terms.rates.bandwidth = rates->bandwidth;
    terms.rates.element_bytes = rates->element_bytes;
    terms.peak = FlopsPerSecond(rates->format_peak);
    terms.accumulation = in.scenario.training.mode == RunMode::train ? in.scenario.training.gradient_accumulation : 1;
    terms.data_parallel_degree = 1;
    terms.host_per_kernel = Seconds(rates->dispatch);
    // Without a pipeline there is one stage.
    terms.gpu = pass_times(in, terms.rates, terms).front();
    terms.micro = terms.gpu.total();
    add_optimizer(in, terms, trace);
    add_cpu_parts(in, terms, trace);
    result.findings.push_back(
        Finding{Severity::unchecked, "processor-training-not-measured", "build.gpu", {{"cpu", in.cpu->name}}});
    add_loading_findings(terms.loading, result.findings);
    result.terms = std::move(terms);
    return result;
}

Gpu processor_as_device(const Cpu* cpu, std::optional<double> ram_gib)
{
    Gpu device;
    device.id = "none";
    if (cpu != nullptr) device.name = cpu->name;
    if (ram_gib) device.memory.capacity = Bytes::gib(*ram_gib);
    return device;
}

void place_in_host_memory(MemoryTerms& terms, const BuildChoice& build, const MemoryRange& range,
                          const CpuCoefficients& c)
{
    terms.context = build.context_bytes ? Bytes::of(*build.context_bytes) : Bytes::mib(c.process_mib);
    terms.context_coefficient = nullptr;
    terms.collective = {};
    terms.product_workspace = {};
    terms.stream_blocks = {};
    terms.loss_fragments = {};
    terms.workspace = {};
    terms.reserve_factor = 1.0;
    terms.range = range;
    terms.usable.reset();
    if (!build.ram_gib) return;
    UsableMemory usable;
    usable.nominal = Bytes::gib(*build.ram_gib);
    usable.driver = std::min(usable.nominal, Bytes::gib(c.operating_system_gib));
    usable.usable = usable.nominal - usable.driver;
    terms.usable = usable;
}

} // namespace rigwright
