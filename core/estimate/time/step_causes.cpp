// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/step_causes.h"

#include "core/estimate/time/device_peak.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Time and FLOPs of the operators of one micro-batch, by their bound; without recomputation.
struct ByBound {
    std::array<double, 3> seconds{};
    std::array<double, 3> flops{};

    void add(Bound bound, double time, double work)
    {
        seconds[static_cast<std::size_t>(bound)] += time;
        flops[static_cast<std::size_t>(bound)] += work;
    }
};

double sum(const std::array<double, 3>& values) { return values[0] + values[1] + values[2]; }

ByBound by_bound(const Network& network, const Analysis& analysis, const TimeTerms& terms)
{
    ByBound found;
    Kernels kernels;
    for (const OperatorTime& time : terms.operators) {
        const OperatorFacts& facts = analysis.facts[time.fact];
        double flops = 0.0;
        write_kernels(network, facts, terms.share, kernels);
        for (const Kernel& kernel : kernels) flops += kernel.flops;
        const auto copies = static_cast<double>(facts.copies);
        found.add(time.bound, (time.forward + time.backward).base() * copies, flops * copies);
    }
    found.add(Bound::traffic, (terms.loss_forward + terms.loss_backward).base(), 0.0);
    return found;
}

} // namespace

std::array<StepCause, bottleneck_count> step_causes(const TimeTerms& terms)
{
    const auto count = static_cast<double>(terms.accumulation);
    const bool host_bound = terms.host > terms.gpu.total();
    const auto on_gpu = [&](Bound bound) { return host_bound ? Seconds() : terms.gpu.bound_by(bound) * count; };
    std::array causes{
        StepCause{Bottleneck::matrix, on_gpu(Bound::matrix)},
        StepCause{Bottleneck::memory_bandwidth, on_gpu(Bound::traffic)},
        StepCause{Bottleneck::launch, on_gpu(Bound::launch)},
        StepCause{Bottleneck::host, host_bound ? terms.micro * count : terms.part(TimePart::host_overhead)},
        StepCause{Bottleneck::communication, terms.part(TimePart::exposed_communication)},
        StepCause{Bottleneck::pipeline, terms.part(TimePart::pipeline_bubble)},
        StepCause{Bottleneck::optimizer, terms.part(TimePart::optimizer)},
        StepCause{Bottleneck::data_loading, terms.part(TimePart::exposed_data_loading)},
    };
    std::sort(causes.begin(), causes.end(), [](const StepCause& a, const StepCause& b) {
        return a.time != b.time ? a.time > b.time : a.cause < b.cause;
    });
    return causes;
}

Term peak_bound(const TimeTerms& terms, const Scenario& scenario, Trace& trace)
{
    const Parallel& parallel = scenario.parallel;
    const auto copies = static_cast<double>(parallel.tensor * parallel.pipeline * parallel.context);
    Term work = trace.given("model_flops", terms.model_flops.base(), Unit::flops);
    if (scenario.training.mode == RunMode::train)
        work =
            work * trace.field("training.gradient_accumulation", static_cast<double>(terms.accumulation), Unit::count);
    const Term gpus = trace.given("gpus_per_replica", copies, Unit::count);
    return trace.name("time.peak_bound_seconds", work / (gpus * device_peak(terms, trace)), Unit::seconds);
}

PeakGap peak_gap(const Network& network, const Analysis& analysis, const TimeTerms& terms, const Scenario& scenario)
{
    PeakGap gap;
    Trace untraced(false);
    gap.bound = Seconds(peak_bound(terms, scenario, untraced).amount());
    const ByBound operators = by_bound(network, analysis, terms);
    const Seconds passes = terms.part(TimePart::forward) + terms.part(TimePart::backward);
    const double time = sum(operators.seconds);
    const double flops = sum(operators.flops);
    for (std::size_t i = 0; i < 3; ++i) {
        const double of_time = time > 0.0 ? operators.seconds[i] / time : 0.0;
        const double of_flops = flops > 0.0 ? operators.flops[i] / flops : i == 0 ? 1.0 : 0.0;
        gap.terms[i] = passes * of_time - gap.bound * of_flops;
    }
    const auto take = [&](Gap which, TimePart from) { gap.terms[static_cast<std::size_t>(which)] = terms.part(from); };
    take(Gap::recompute, TimePart::recompute);
    take(Gap::host, TimePart::host_overhead);
    take(Gap::optimizer, TimePart::optimizer);
    take(Gap::communication, TimePart::exposed_communication);
    take(Gap::pipeline, TimePart::pipeline_bubble);
    take(Gap::data_loading, TimePart::exposed_data_loading);
    return gap;
}

namespace {

Term largest_cause(const TimeTerms& terms, bool trains, Trace& trace)
{
    std::vector<Term> all;
    for (const StepCause& cause : step_causes(terms)) {
        if (!trains && cause.cause == Bottleneck::optimizer) continue;
        Derivation named = leaf({}, "cause", value_of(cause.time));
        named.arguments = {{"cause", MessageCode{std::string("bottleneck.") + key_of(cause.cause)}}};
        all.push_back(trace.given(std::move(named), cause.time.base()));
    }
    return trace.name("time.bottleneck_seconds", largest_of(all), Unit::seconds, "source.step-causes");
}

/// The bound and the time beyond it.
Term step_from_bound(const Evaluation& e, const Term& bound, Trace& trace)
{
    const PeakGap gap = peak_gap(*e.network, *e.analysis, *e.time, e.scenario);
    const bool trains = e.scenario.training.mode == RunMode::train;
    Term step = bound;
    for (std::size_t i = 0; i < gap_count; ++i) {
        const auto which = static_cast<Gap>(i);
        if (!trains && (which == Gap::recompute || which == Gap::optimizer)) continue;
        step = step + trace.given(std::string("gap.") + key_of(which), gap.terms[i].base(), Unit::seconds);
    }
    return trace.name("time.step_from_bound", step.rounded_as(e.time->step.base()), Unit::seconds);
}

/// FLOPs and bytes of one copy.
void add_work(const Evaluation& e, const TimeCoefficients& coefficients, const OperatorTime& time, Kernels& kernels,
              RooflinePoint& point)
{
    write_kernels(*e.network, e.analysis->facts[time.fact], e.time->share, kernels);
    for (const Kernel& kernel : kernels) {
        point.flops += kernel.flops;
        point.bytes += kernel_time(kernel, time.place, e.time->rates, coefficients).traffic * e.time->rates.bandwidth;
    }
}

} // namespace

std::string layer_name(const Network& network, const OperatorFacts& facts)
{
    const std::string block = name_of_copy(network.blocks[facts.block], facts.first_copy);
    const std::string& name = network.operators[facts.op].name;
    return block.empty() ? name : block + "." + name;
}

Roofline roofline(const Evaluation& e, const TimeCoefficients& coefficients)
{
    Roofline found;
    if (!e.time) return found;
    found.peak = e.time->peak;
    found.bandwidth = BytesPerSecond(e.time->rates.bandwidth);
    // Copies of one operator are one point.
    std::vector<std::size_t> point_of(e.network->operators.size(), e.network->operators.size());
    Kernels kernels;
    Seconds drawn;
    Seconds all = e.time->loss_forward + e.time->loss_backward;
    double moved = all.base() * e.time->rates.bandwidth;
    for (const OperatorTime& time : e.time->operators) {
        const OperatorFacts& facts = e.analysis->facts[time.fact];
        const auto copies = static_cast<double>(facts.copies);
        RooflinePoint once;
        add_work(e, coefficients, time, kernels, once);
        moved += once.bytes * copies;
        const Seconds taken = (time.forward + time.backward) * copies;
        all += taken;
        if (!(once.flops > 0.0) || !(once.bytes > 0.0) || !(taken > Seconds())) continue;
        drawn += taken;
        std::size_t& place = point_of[facts.op];
        if (place == e.network->operators.size()) {
            place = found.points.size();
            found.points.push_back({layer_name(*e.network, facts), 0, 0.0, 0.0, Seconds(), time.bound});
        }
        RooflinePoint& point = found.points[place];
        point.copies += facts.copies;
        point.flops += once.flops * copies;
        point.bytes += once.bytes * copies;
        point.time += taken;
    }
    found.moved = Bytes::rounded(moved);
    if (all > Seconds()) found.share = drawn / all;
    return found;
}

namespace {

/// The published figure, of all CPUs if they train.
std::optional<BytesPerSecond> memory_bandwidth(const Evaluation& e, const EngineData& data)
{
    const BuildChoice& build = e.scenario.build;
    const Cpu* cpu = data.hardware.cpu(build.cpu);
    if (e.time->rates.processor && cpu != nullptr && cpu->memory.bandwidth)
        return *cpu->memory.bandwidth * static_cast<double>(build.cpu_sockets);
    const Gpu* board = data.hardware.gpu(build.gpu);
    return board == nullptr ? std::nullopt : single_device(*board).memory.bandwidth;
}

Term bytes_of_step(const Evaluation& e, const EngineData& data, Trace& trace)
{
    const TimeTerms& terms = *e.time;
    const char* source = terms.rates.processor ? "source.processor-model" : "source.operator-model";
    const bool trains = e.scenario.training.mode == RunMode::train;
    Term micro = trace.given("micro_batch_bytes", roofline(e, data.time).moved.as_double(), Unit::bytes, source);
    if (trains)
        micro =
            trace.field("training.gradient_accumulation", static_cast<double>(terms.accumulation), Unit::count) * micro;
    Term bytes =
        micro / trace.field("parallel.pipeline", static_cast<double>(e.scenario.parallel.pipeline), Unit::count);
    if (trains)
        bytes = bytes + trace.given("optimizer_passes", terms.optimizer.passes, Unit::ratio, source) *
                            trace.known("optimizer_bytes", terms.optimizer.traffic.as_double(), Unit::bytes);
    return trace.name("step_bytes", bytes, Unit::bytes);
}

void name_roofline_step(const Evaluation& e, const EngineData& data, const Term& bound, Trace& trace)
{
    const std::optional<BytesPerSecond> published = memory_bandwidth(e, data);
    if (!published) return;
    const BuildChoice& build = e.scenario.build;
    const bool processor = e.time->rates.processor.has_value();
    const Term bandwidth = trace.given("memory_bandwidth", published->base(), Unit::bytes_per_second, {},
                                       processor ? trace.record("cpus", build.cpu) : trace.record("gpus", build.gpu));
    const Term traffic = trace.name("step_traffic_time", bytes_of_step(e, data, trace) / bandwidth, Unit::seconds);
    trace.name("time.roofline_seconds", max(bound, traffic), Unit::seconds, "source.roofline-step");
}

} // namespace

void name_limits(const Evaluation& e, const EngineData& data, Trace& trace)
{
    const bool trains = e.scenario.training.mode == RunMode::train;
    const bool measured = e.estimate->time->measured_correction.has_value();
    const Term step =
        trace.given(measured ? "measured.model_step" : "time.step_seconds", e.time->step.base(), Unit::seconds);
    trace.name("time.bottleneck_share", largest_cause(*e.time, trains, trace) / step, Unit::share);
    const Term bound = peak_bound(*e.time, e.scenario, trace);
    step_from_bound(e, bound, trace);
    name_roofline_step(e, data, bound, trace);
}

} // namespace rigwright
