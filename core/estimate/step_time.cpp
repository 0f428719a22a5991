// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/step_time.h"

#include "core/estimate/cpu_time.h"
#include "core/estimate/layer_exchange.h"
#include "core/estimate/pass_times.h"
#include "core/estimate/stage_parameters.h"
#include "core/estimate/step_findings.h"
#include "core/network/operator_counts.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Computes the terms in the order in which they depend on each other.
class StepSum {
public:
    StepSum(const StepTimeInputs& inputs, const DeviceRates& rates, const Topology& topology)
        : in_(inputs),
          c_(inputs.coefficients),
          rates_(rates),
          training_(inputs.scenario.training),
          parallel_(inputs.scenario.parallel)
    {
        terms_.topology = topology;
    }

    TimeTerms sum()
    {
        terms_.accumulation = training_.mode == RunMode::train ? training_.gradient_accumulation : 1;
        terms_.data_parallel_degree = data_parallel_degree(in_.scenario);
        replicas_ = terms_.data_parallel_degree * parallel_.context;
        parameters_ = stage_parameters(in_.network, parallel_.pipeline);
        add_stages(in_.same_passes != nullptr ? taken_over(*in_.same_passes) : pass_times(in_, rates_, terms_));
        divide_parameters();
        add_pipeline();
        add_gradients();
        add_optimizer();
        add_parts();
        return std::move(terms_);
    }

private:
    /// What `pass_times` fills and gives.
    std::vector<PassTimes> taken_over(const TimeTerms& same)
    {
        terms_.operators = same.operators;
        terms_.share = same.share;
        terms_.loss_forward = same.loss_forward;
        terms_.loss_backward = same.loss_backward;
        terms_.model_flops = same.model_flops;
        terms_.recomputed_flops = same.recomputed_flops;
        std::vector<PassTimes> passes;
        passes.reserve(same.stages.size());
        for (const StageTerms& stage : same.stages) passes.push_back(stage.gpu);
        return passes;
    }

    bool single_process() const
    {
        return parallel_.data_parallel_kind == DataParallelKind::single_process && replicas_ > 1;
    }

    void set_host_rate()
    {
        const bool tensorflow = training_.framework == Framework::tensorflow || training_.framework == Framework::keras;
        double factor = tensorflow ? c_.host_tensorflow : 1.0;
        if (training_.execution == Execution::compiled) factor *= c_.host_compiled;
        if (training_.execution == Execution::graph) factor *= c_.host_graph;
        if (training_.stack == Stack::tuned) factor *= c_.host_tuned;
        if (const auto clock = highest_clock()) factor *= c_.host_clock / clock->base();
        terms_.host_per_kernel = Seconds(c_.host_seconds * factor);
        terms_.regions =
            Seconds(c_.region_seconds * as_double(in_.network.region_stages) * as_double(training_.micro_batch));
    }

    /// Kernels of a forward pass, counted in those that the host starts one after another.
    double forward_starts(const PassTimes& gpu, double tensors) const
    {
        const double forward = gpu.forward_kernels;
        // One Python process starts the forward passes of its GPUs one after another and hands each its copy of the
        // weights.
        if (single_process()) return forward * (1.0 + c_.single_process_threads * as_double(replicas_ - 1)) + tensors;
        return forward;
    }

    Seconds host_time(const PassTimes& gpu, double tensors) const
    {
        return terms_.host_per_kernel * (forward_starts(gpu, tensors) + c_.host_backward_share * gpu.backward_kernels);
    }

    /// Of the build's processor: one thread starts all kernels.
    std::optional<Hertz> highest_clock() const
    {
        std::optional<Hertz> highest;
        if (in_.cpu == nullptr) return highest;
        for (const CpuCoreGroup& group : in_.cpu->compute.core_groups)
            if (group.boost_clock && (!highest || *highest < *group.boost_clock)) highest = group.boost_clock;
        return highest;
    }

    LayerExchangeInputs exchange_inputs(std::size_t stage, const PassTimes& gpu) const
    {
        return {in_.network,  in_.scenario, terms_.topology, c_, rates_.element_bytes, static_cast<std::int64_t>(stage),
                gpu.attention};
    }

    /// Every stage by itself, the slowest one for the parts of the step.
    void add_stages(const std::vector<PassTimes>& passes)
    {
        set_host_rate();
        terms_.stages.reserve(passes.size());
        Seconds longest;
        for (std::size_t i = 0; i < passes.size(); ++i) {
            CommunicationTerms exchange;
            add_layer_exchange(exchange_inputs(i, passes[i]), exchange);
            StageTerms stage;
            stage.gpu = passes[i];
            stage.host = host_time(passes[i], parameters_[i].tensors);
            stage.micro = Seconds(smooth_maximum(passes[i].total().base(), stage.host.base())) + terms_.regions;
            stage.exchange = exchange.inside_layers();
            const Seconds all = stage.micro + stage.exchange;
            const double forward = passes[i].total() > Seconds() ? passes[i].forward / passes[i].total() : 0.0;
            stage.forward = all * forward;
            stage.backward = all - stage.forward;
            terms_.stages.push_back(stage);
            if (i > 0 && all <= longest) continue;
            longest = all;
            terms_.slowest = i;
            terms_.communication = exchange;
        }
        const StageTerms& slowest = terms_.stages[terms_.slowest];
        terms_.gpu = slowest.gpu;
        terms_.host = slowest.host;
        terms_.micro = slowest.micro;
    }

    /// What the GPUs of the fullest stage hold: experts are shared by expert parallelism, all else by tensor parallelism.
    void divide_parameters()
    {
        const auto tensor = as_double(parallel_.tensor);
        const auto expert = as_double(parallel_.expert);
        double most = -1.0;
        for (const StageParameters& stage : parameters_) {
            const double held = stage.total / tensor + stage.experts / expert;
            if (held <= most) continue;
            most = held;
            own_ = {stage.total / tensor,   stage.trainable / tensor,
                    stage.experts / expert, stage.trainable_experts / expert,
                    stage.tensors,          stage.trainable_tensors};
        }
    }

    void add_pipeline()
    {
        if (parallel_.pipeline == 1) return;
        CommunicationTerms& communication = terms_.communication;
        communication.stage_send = stage_send(exchange_inputs(0, terms_.gpu));
        const bool trains = training_.mode == RunMode::train;
        PipelinePlan& plan = terms_.pipeline;
        plan.chunks = parallel_.pipeline_interleave;
        plan.micro_batches = terms_.accumulation;
        plan.backward = trains;
        for (const StageTerms& stage : terms_.stages)
            plan.stages.push_back(
                {stage.forward.base(), trains ? stage.backward.base() : 0.0, communication.stage_send.time.base()});
        terms_.pipeline_end = Seconds(pipeline_seconds(plan));
        const bool outer = terms_.slowest == 0 || terms_.slowest + 1 == terms_.stages.size();
        // An inner stage sends every pass of every chunk on, the outer two all but the network's ends.
        const double passes = (trains ? 2.0 : 1.0) * as_double(plan.chunks);
        const double ends = outer && (trains || terms_.slowest > 0) ? 1.0 : 0.0;
        communication.pipeline_sends = communication.stage_send.time * (passes - ends);
    }

    /// Time of the pass that gradients come from, on the slowest stage: what a forward pass by itself leaves of the
    /// micro-batch. A share of the micro-batch would grow faster than the micro-batch where the host holds it up.
    Seconds backward_pass() const
    {
        const Seconds host = terms_.host_per_kernel * forward_starts(terms_.gpu, parameters_[terms_.slowest].tensors);
        const double forward = smooth_maximum(terms_.gpu.forward.base(), host.base());
        return std::max(Seconds(), terms_.micro - terms_.regions - Seconds(forward));
    }

    void add_gradients()
    {
        CommunicationTerms& communication = terms_.communication;
        communication.replicas = replicas_;
        GradientExchange exchange;
        exchange.parameters = own_.trainable;
        exchange.experts = own_.trainable_experts;
        exchange.gathered_parameters = own_.total;
        exchange.gathered_experts = own_.experts;
        exchange.units = 1.0 + as_double(count_layers(in_.network)) / as_double(parallel_.pipeline);
        exchange.micro = terms_.micro;
        exchange.backward = backward_pass();
        exchange.path = group_path(terms_.topology, {replicas_, parallel_.tensor});
        const std::int64_t ranks = replicas_ * parallel_.tensor;
        exchange.expert_path = group_path(terms_.topology, {ranks / parallel_.expert, parallel_.expert});
        communication.link = exchange.path.link;
        add_gradient_exchange(in_.scenario, exchange, c_, communication);
    }

    void add_optimizer()
    {
        const double ranks = as_double(replicas_ * parallel_.tensor);
        const bool sharded = parallel_.zero_stage >= 1;
        const double trainable = own_.trainable + own_.trainable_experts;
        // Experts are shared out over the GPUs that hold the same ones.
        const double owned = sharded ? own_.trainable / as_double(replicas_) +
                                           own_.trainable_experts * as_double(parallel_.expert) / ranks
                                     : trainable;
        OptimizerWork work;
        work.parameters = trainable;
        work.shards = owned > 0.0 ? trainable / owned : 1.0;
        work.tensors = own_.trainable_tensors;
        work.bandwidth = BytesPerSecond(rates_.bandwidth);
        work.host_per_kernel = terms_.host_per_kernel;
        terms_.optimizer = optimizer_time(training_, parallel_, work, c_);
        terms_.offload =
            offload_time(in_.scenario,
                         {owned, (own_.total + own_.experts) / (parallel_.zero_stage == 3 ? as_double(replicas_) : 1.0),
                          terms_.optimizer.state_bytes, terms_.optimizer.launch_time, terms_.micro, backward_pass(),
                          in_.cpu, in_.host_link},
                         c_);
    }

    /// The parts as the contract names them; loading last, since it hides behind all the others.
    void add_parts()
    {
        const double count = as_double(terms_.accumulation);
        const CommunicationTerms& communication = terms_.communication;
        const Seconds inside_layers = communication.inside_layers() + communication.pipeline_sends;
        terms_.part(TimePart::forward) = terms_.gpu.forward * count;
        terms_.part(TimePart::backward) = terms_.gpu.backward * count;
        terms_.part(TimePart::recompute) = terms_.gpu.recompute * count;
        terms_.part(TimePart::optimizer) = terms_.offload.modelled ? terms_.offload.update : terms_.optimizer.time;
        terms_.part(TimePart::host_overhead) = (terms_.micro - terms_.gpu.total()) * count;
        if (parallel_.pipeline > 1)
            terms_.part(TimePart::pipeline_bubble) =
                std::max(Seconds(), terms_.pipeline_end - (terms_.micro + inside_layers) * count);
        terms_.part(TimePart::exposed_communication) =
            communication.exposed + terms_.offload.exposed + inside_layers * count;
        for (const Seconds time : terms_.parts) terms_.undisturbed += time;
        // Vendor stacks pin their processes, and tokens come from no decoder that could be late.
        const double waits =
            training_.stack == Stack::tuned && tokens_per_sample(in_.network) ? 0.0 : c_.straggler_loss;
        terms_.straggler_share = waits * std::log2(as_double(in_.scenario.build.gpus_per_node));
        terms_.part(TimePart::exposed_communication) += terms_.undisturbed * terms_.straggler_share;
        const Seconds without_loading = terms_.undisturbed * (1.0 + terms_.straggler_share);
        // Looking through the network takes longer than the rest; without files there is nothing to prepare.
        const bool files = in_.scenario.dataset.encoding.has_value();
        const LoadingInputs loading{in_.scenario, in_.cpu, in_.storage, in_.host_link,
                                    files ? prepared_sample(in_.network) : PreparedSample{}};
        terms_.loading = loading_terms(loading, c_, without_loading);
        terms_.part(TimePart::exposed_data_loading) = terms_.loading.exposed;
        for (const Seconds time : terms_.parts) terms_.step += time;
    }

    const StepTimeInputs& in_;
    const TimeCoefficients& c_;
    const DeviceRates& rates_;
    const Training& training_;
    const Parallel& parallel_;
    TimeTerms terms_;
    std::vector<StageParameters> parameters_;
    StageParameters own_;
    std::int64_t replicas_ = 1;
};

} // namespace

StepTime step_time(const StepTimeInputs& inputs)
{
    StepTime result;
    result.findings = framework_refusals(inputs.scenario, inputs.network, inputs.gpu);
    if (!result.findings.empty()) return result;
    if (inputs.gpu == nullptr) return cpu_step_time(inputs);
    const auto rates = device_rates(inputs.scenario, *inputs.gpu, inputs.coefficients);
    const auto topology = topology_of(
        inputs.scenario,
        {*inputs.gpu, inputs.cpu, inputs.host_link, inputs.peer_link, inputs.node_link, inputs.network_ports},
        inputs.coefficients);
    if (!rates || !topology) {
        add_missing_number_findings(inputs, topology.has_value(), result.findings);
        return result;
    }
    result.terms = StepSum(inputs, *rates, *topology).sum();
    result.terms->peak = FlopsPerSecond(rates->recipe.peak);
    result.terms->rates = *rates;
    add_step_findings(inputs, *result.terms, result.findings);
    return result;
}

} // namespace rigwright
