// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"

#include <algorithm>
#include <map>

namespace rigwright {

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
        inputs.push_back(computed("matrix", "kernel_matrix", seconds_value(time.matrix), "kernel-matrix",
                                  {leaf("flops", "kernel_flops", {kernel.flops, Unit::flops}), device_peak_leaf(e),
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

Derivation device_peak_leaf(const Evaluation& e)
{
    const bool processor = e.time->rates.processor.has_value();
    return leaf("peak", processor ? "processor_peak" : "dense_peak", value_of(e.time->peak), {},
                processor ? std::string() : device_record(e));
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
