// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/step_time.h"

#include "core/estimate/cpu_time.h"
#include "core/estimate/expert_parallel.h"
#include "core/estimate/pass_times.h"
#include "core/estimate/step_findings.h"
#include "core/network/operator_counts.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

// Collectives of one transformer layer under tensor parallelism: after attention and after the feed-forward part, in
// each pass that runs (Shoeybi et al. 2019, Megatron-LM, section 3).
constexpr double collectives_per_pass = 2.0;
// A stage boundary is crossed by activations once and by their gradients once.
constexpr double sends_per_boundary = 2.0;

Seconds smooth_maximum(Seconds a, Seconds b)
{
    const double a2 = a.base() * a.base();
    const double b2 = b.base() * b.base();
    return Seconds(std::sqrt(std::sqrt(a2 * a2 + b2 * b2)));
}

double as_double(std::int64_t whole) { return static_cast<double>(whole); }

Seconds& part(TimeTerms& terms, TimePart which) { return terms.parts[static_cast<std::size_t>(which)]; }

/// Computes the terms in the order in which they depend on each other.
class StepSum {
public:
    StepSum(const StepTimeInputs& inputs, const DeviceRates& rates, const BuildLinks& links)
        : in_(inputs),
          c_(inputs.coefficients),
          rates_(rates),
          links_(links),
          training_(inputs.scenario.training),
          parallel_(inputs.scenario.parallel)
    {}

    TimeTerms sum()
    {
        terms_.accumulation = training_.mode == RunMode::train ? training_.gradient_accumulation : 1;
        terms_.data_parallel_degree = data_parallel_degree(in_.scenario);
        terms_.gpu = pass_times(in_, rates_, terms_);
        const ParameterCounts counts = count_parameters(in_.network);
        const double shards = as_double(parallel_.tensor * parallel_.pipeline);
        const ExpertParameters experts = expert_parameters(in_.network);
        const double expert_shards = as_double(parallel_.pipeline * parallel_.expert);
        trainable_ = (counts.trainable.as_double() - experts.trainable) / shards + experts.trainable / expert_shards;
        parameters_ = (counts.total.as_double() - experts.total) / shards + experts.total / expert_shards;
        tensors_ = counts.tensors.as_double() / as_double(parallel_.pipeline);
        trainable_tensors_ = counts.trainable_tensors.as_double() / as_double(parallel_.pipeline);
        replicas_ = terms_.data_parallel_degree * parallel_.context;
        add_host();
        add_optimizer();
        add_communication();
        add_parts();
        return std::move(terms_);
    }

private:
    bool single_process() const
    {
        return parallel_.data_parallel_kind == DataParallelKind::single_process && replicas_ > 1;
    }

    void add_host()
    {
        const bool tensorflow = training_.framework == Framework::tensorflow || training_.framework == Framework::keras;
        double factor = tensorflow ? c_.host_tensorflow : 1.0;
        if (training_.execution == Execution::compiled) factor *= c_.host_compiled;
        if (training_.execution == Execution::graph) factor *= c_.host_graph;
        if (training_.stack == Stack::tuned) factor *= c_.host_tuned;
        if (const auto clock = highest_clock()) factor *= c_.host_clock / clock->base();
        terms_.host_per_kernel = Seconds(c_.host_seconds * factor);
        double forward = terms_.gpu.forward_kernels;
        // One Python process starts the forward passes of its GPUs one after another and hands each its copy of the
        // weights.
        if (single_process())
            forward = forward * (1.0 + c_.single_process_threads * as_double(replicas_ - 1)) + tensors_;
        terms_.host = terms_.host_per_kernel * (forward + c_.host_backward_share * terms_.gpu.backward_kernels);
        terms_.regions =
            Seconds(c_.region_seconds * as_double(in_.network.region_stages) * as_double(training_.micro_batch));
        terms_.micro = smooth_maximum(terms_.gpu.total(), terms_.host) + terms_.regions;
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

    void add_optimizer()
    {
        OptimizerWork work;
        work.parameters = trainable_;
        work.shards = parallel_.zero_stage >= 1 ? as_double(replicas_) : 1.0;
        work.tensors = trainable_tensors_;
        work.bandwidth = BytesPerSecond(rates_.bandwidth);
        work.host_per_kernel = terms_.host_per_kernel;
        terms_.optimizer = optimizer_time(training_, parallel_, work, c_);
    }

    /// Elements that one micro-batch hands from layer to layer, summed over the sequence layers of one stage, and the
    /// largest of them.
    struct LayerTraffic {
        double summed = 0.0;
        double largest = 0.0;
    };
    LayerTraffic layer_traffic() const
    {
        LayerTraffic traffic;
        for (const Block& block : in_.network.blocks) {
            if (block.carried.empty()) continue;
            const double samples = as_double(training_.micro_batch) / as_double(parallel_.context);
            const double elements = in_.network.shape_of(block.carried.front().into).elements().as_double() * samples;
            traffic.summed += elements * as_double(block.repeat);
            traffic.largest = std::max(traffic.largest, elements);
        }
        traffic.summed /= as_double(parallel_.pipeline);
        return traffic;
    }

    void add_communication()
    {
        CommunicationTerms& communication = terms_.communication;
        communication.link = links_.across;
        communication.replicas = replicas_;
        add_gradient_exchange(in_.scenario, {trainable_, parameters_, terms_.micro}, c_, communication);
        const LayerTraffic traffic = layer_traffic();
        if (parallel_.tensor > 1) communication.tensor_parallel = tensor_parallel_time(traffic);
        if (parallel_.pipeline > 1) {
            const double passes = training_.mode == RunMode::train ? sends_per_boundary : sends_per_boundary / 2.0;
            const double bytes = passes * traffic.largest * rates_.element_bytes / as_double(parallel_.tensor);
            communication.pipeline_sends = Seconds(bytes / links_.across.reached().base());
        }
        if (parallel_.expert > 1) communication.experts = expert_exchange(in_, links_);
    }

    Seconds tensor_parallel_time(const LayerTraffic& traffic) const
    {
        const bool inside = parallel_.tensor <= in_.scenario.build.gpus_per_node && links_.inside.path != Path::none;
        const LinkRate& link = inside ? links_.inside : links_.across;
        const double passes = training_.mode == RunMode::infer         ? 1.0
                              : training_.recompute == Recompute::full ? 3.0
                                                                       : 2.0;
        const double bytes = collectives_per_pass * passes *
                             ring_all_reduce_bytes(traffic.summed * rates_.element_bytes, parallel_.tensor);
        const bool overlaps = parallel_.tensor_parallel_overlap.value_or(training_.stack == Stack::tuned);
        return Seconds(bytes / (link.rate.base() * c_.tensor_parallel_link) *
                       (overlaps ? c_.tensor_parallel_exposed : 1.0));
    }

    /// The parts as the contract names them; loading last, since it hides behind all the others.
    void add_parts()
    {
        const double count = as_double(terms_.accumulation);
        part(terms_, TimePart::forward) = terms_.gpu.forward * count;
        part(terms_, TimePart::backward) = terms_.gpu.backward * count;
        part(terms_, TimePart::recompute) = terms_.gpu.recompute * count;
        part(terms_, TimePart::optimizer) = terms_.optimizer.time;
        part(terms_, TimePart::host_overhead) = (terms_.micro - terms_.gpu.total()) * count;
        part(terms_, TimePart::pipeline_bubble) =
            terms_.micro * (as_double(parallel_.pipeline - 1) / as_double(parallel_.pipeline_interleave));
        const CommunicationTerms& communication = terms_.communication;
        const Seconds inside_layers =
            communication.tensor_parallel + communication.pipeline_sends + communication.experts;
        part(terms_, TimePart::exposed_communication) = communication.exposed + inside_layers * count;
        for (const Seconds time : terms_.parts) terms_.undisturbed += time;
        terms_.straggler_share = c_.straggler_loss * std::log2(as_double(in_.scenario.build.gpus_per_node));
        part(terms_, TimePart::exposed_communication) += terms_.undisturbed * terms_.straggler_share;
        const Seconds without_loading = terms_.undisturbed * (1.0 + terms_.straggler_share);
        // Looking through the network takes longer than the rest; without files there is nothing to prepare.
        const bool files = in_.scenario.dataset.encoding.has_value();
        const LoadingInputs loading{in_.scenario, in_.cpu, in_.storage, in_.host_link,
                                    files ? prepared_sample(in_.network) : PreparedSample{}};
        terms_.loading = loading_terms(loading, c_, without_loading);
        part(terms_, TimePart::exposed_data_loading) = terms_.loading.exposed;
        for (const Seconds time : terms_.parts) terms_.step += time;
    }

    const StepTimeInputs& in_;
    const TimeCoefficients& c_;
    const DeviceRates& rates_;
    const BuildLinks& links_;
    const Training& training_;
    const Parallel& parallel_;
    TimeTerms terms_;
    double trainable_ = 0.0;
    double trainable_tensors_ = 0.0;
    double parameters_ = 0.0;
    double tensors_ = 0.0;
    std::int64_t replicas_ = 1;
};

} // namespace

StepTime step_time(const StepTimeInputs& inputs)
{
    StepTime result;
    if (inputs.gpu == nullptr) return cpu_step_time(inputs);
    const auto rates = device_rates(inputs.scenario, *inputs.gpu, inputs.coefficients);
    const auto links =
        build_links(inputs.scenario, *inputs.gpu, inputs.host_link, inputs.node_link, inputs.coefficients);
    if (!rates || !links) {
        add_missing_number_findings(inputs, links.has_value(), result.findings);
        return result;
    }
    result.terms = StepSum(inputs, *rates, *links).sum();
    result.terms->peak = FlopsPerSecond(rates->recipe.peak);
    result.terms->rates = *rates;
    add_step_findings(inputs, *links, *result.terms, result.findings);
    return result;
}

} // namespace rigwright
