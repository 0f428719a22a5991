// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/evaluation.h"
#include "core/estimate/time/device_peak.h"
#include "core/estimate/time/pass_times.h"
#include "core/estimate/time/step_causes.h"

#include <algorithm>
#include <map>

namespace rigwright {

namespace {

/// Terms of the kernels of one evaluation.
class KernelWorkings {
public:
    KernelWorkings(const Evaluation& evaluation, const TimeCoefficients& coefficients, Trace& trace)
        : e_(evaluation),
          rates_(evaluation.time->rates),
          c_(coefficients),
          trace_(trace),
          source_(rates_.processor ? "source.processor-model" : "source.operator-model")
    {}

    Term kernel(const Kernel& kernel, const KernelPlace& place)
    {
        const KernelTime time = kernel_time(kernel, place, rates_, c_);
        const Term launch = part("kernel_launch", time.launch, Unit::seconds);
        const Term layout = part("kernel_layout", time.layout, Unit::seconds);
        const Term total = kernel.flops > 0.0 ? total_of_kernel(matrix(kernel, time), traffic(time), layout, launch)
                                              : traffic(time) + layout + launch;
        Derivation head = leaf({}, "kernel", {});
        head.arguments = {{"direction", MessageCode{key_of(kernel.direction)}}};
        return trace_.name(std::move(head), total.rounded_as(time.total), Unit::seconds);
    }

private:
    Term part(const char* id, double amount, Unit unit) { return trace_.given(id, amount, unit, source_); }

    /// The share of the peak follows from the time: one line shows FLOPs, time and that share.
    Term matrix(const Kernel& kernel, const KernelTime& time)
    {
        const Term flops = trace_.given("kernel_flops", kernel.flops, Unit::flops);
        const Term peak = device_peak(*e_.time, trace_);
        const Term share = part("kernel_share", kernel.flops / (time.matrix * peak.amount()), Unit::share);
        return trace_.name("kernel_matrix", (flops / (peak * share)).rounded_as(time.matrix), Unit::seconds);
    }

    Term traffic(const KernelTime& time)
    {
        const BuildChoice& build = e_.scenario.build;
        const bool processor = rates_.processor.has_value();
        const Term bandwidth = trace_.given("reached_bandwidth", rates_.bandwidth, Unit::bytes_per_second,
                                            processor ? "source.processor-bandwidth" : "source.reached-bandwidth",
                                            processor ? "cpus/" + build.cpu : "gpus/" + build.gpu);
        const Term bytes = part("kernel_bytes", time.traffic * rates_.bandwidth, Unit::bytes);
        return trace_.name("kernel_traffic", (bytes / bandwidth).rounded_as(time.traffic), Unit::seconds);
    }

    const Evaluation& e_;
    const DeviceRates& rates_;
    const TimeCoefficients& c_;
    Trace& trace_;
    const char* source_;
};

double time_of(const OperatorTime& time, bool forward) { return (forward ? time.forward : time.backward).base(); }

/// An operator and its copies on the slowest pipeline stage.
struct OperatorOfStage {
    const OperatorTime* time = nullptr;
    double copies = 0.0;
    std::int64_t first_copy = 0;
};

std::vector<OperatorOfStage> operators_of_slowest_stage(const Evaluation& e)
{
    const PipelineStage stage{static_cast<std::int64_t>(e.time->slowest), e.scenario.parallel.pipeline};
    const std::int64_t layers = count_layers(*e.network);
    const std::int64_t first_layer = stage.layers_of(layers).first;
    std::vector<OperatorOfStage> all;
    for (const OperatorTime& time : e.time->operators) {
        const OperatorFacts& facts = e.analysis->facts[time.fact];
        const std::int64_t passed = layers_before(*e.network, facts.block);
        const double copies =
            copies_on_stage(e.network->blocks[facts.block], facts.first_copy, facts.copies, {passed, layers}, stage);
        if (copies > 0.0) all.push_back({&time, copies, std::max(facts.first_copy, first_layer - passed)});
    }
    return all;
}

/// A sum with too many summands for a formula: they are listed below its sentence.
Derivation listed(std::string quantity, Seconds sum, const char* sentence, std::vector<Derivation> summands)
{
    Derivation node = leaf({}, std::move(quantity), value_of(sum));
    node.formula = std::string("formula.") + sentence;
    node.inputs = std::move(summands);
    return node;
}

Derivation slowest_operator(const Evaluation& e, const TimeCoefficients& c, bool forward,
                            const OperatorOfStage& slowest, Trace& trace)
{
    OperatorFacts facts = e.analysis->facts[slowest.time->fact];
    facts.first_copy = slowest.first_copy;
    std::vector<Derivation> kernels;
    KernelWorkings workings(e, c, trace);
    for (const Kernel& kernel : operator_kernels(*e.network, facts, e.time->share))
        if ((kernel.direction == Direction::forward) == forward)
            kernels.push_back(workings.kernel(kernel, slowest.time->place).working());
    Derivation node =
        listed("slowest_operator", Seconds(time_of(*slowest.time, forward)), "sum-of-kernels", std::move(kernels));
    node.arguments = {{"layer", layer_name(*e.network, facts)}};
    return node;
}

} // namespace

void name_pass(const Evaluation& e, const TimeCoefficients& c, bool forward, Trace& trace)
{
    std::map<std::string, Seconds> kinds;
    std::optional<OperatorOfStage> slowest;
    for (const OperatorOfStage& each : operators_of_slowest_stage(e)) {
        const OperatorFacts& facts = e.analysis->facts[each.time->fact];
        kinds[word_of(e.network->operators[facts.op].kind)] += Seconds(time_of(*each.time, forward)) * each.copies;
        if (!slowest || time_of(*slowest->time, forward) < time_of(*each.time, forward)) slowest = each;
    }
    std::vector<Derivation> summands;
    for (const auto& [word, time] : kinds) {
        if (time <= Seconds()) continue;
        summands.push_back(leaf({}, "time_of_operator", value_of(time)));
        summands.back().arguments = {{"operator", MessageCode{"operator." + word}}};
    }
    const bool has_loss = e.time->slowest + 1 == static_cast<std::size_t>(e.scenario.parallel.pipeline);
    if (has_loss)
        summands.push_back(leaf({}, "time_of_loss", value_of(forward ? e.time->loss_forward : e.time->loss_backward)));
    if (slowest) summands.push_back(slowest_operator(e, c, forward, *slowest, trace));
    const std::string id = forward ? "micro_forward" : "micro_backward";
    const Seconds pass = forward ? e.time->gpu.forward : e.time->gpu.backward;
    const bool staged = e.scenario.parallel.pipeline > 1;
    trace.keep(id, trace.given(listed(e.time->rates.processor ? id + "_processor" : id, pass,
                                      staged ? "sum-over-stage" : "sum-over-operators", std::move(summands)),
                               pass.base()));
}

} // namespace rigwright
