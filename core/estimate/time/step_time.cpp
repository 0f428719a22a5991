// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/step_time.h"

#include "core/estimate/checks/plan_findings.h"
#include "core/estimate/memory/stage_layers.h"
#include "core/estimate/recipes.h"
#include "core/estimate/time/communication.h"
#include "core/estimate/time/cpu_time.h"
#include "core/estimate/time/pass_times.h"
#include "core/estimate/time/step_causes.h"
#include "core/estimate/time/time_range.h"
#include "core/estimate/time/topology.h"
#include "core/network/operator_counts.h"
#include "core/scenario/tiles.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

bool is_recent(const Training& training, const TimeCoefficients& c)
{
    return !training.framework_year || static_cast<double>(*training.framework_year) >= c.recent_since_year;
}

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
        if (training_.stack == SoftwareStack::tuned) factor *= c_.host_tuned;
        if (const auto clock = highest_clock()) factor *= c_.host_clock / clock->base();
        terms_.host_per_kernel =
            Seconds((is_recent(training_, c_) ? c_.host_seconds_recent : c_.host_seconds) * factor);
        terms_.regions = terms_.host_per_kernel *
                         (c_.region_starts * as_double(in_.network.region_stages) * as_double(training_.micro_batch));
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
        // Vendor stacks pin their processes; tokens come from no decoder that could be late, and captured steps wait
        // for no Python.
        const bool steady = tokens_per_sample(in_.network) || training_.execution == Execution::graph;
        const double waits = training_.stack == SoftwareStack::tuned && steady ? 0.0 : c_.straggler_loss;
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

namespace {

/// Bytes that one update moves for each parameter whose weight, gradient and moments are fp32.
double bytes_of_update(OptimizerKind kind, const TimeCoefficients& c)
{
    switch (kind) {
    case OptimizerKind::none: return 0.0;
    case OptimizerKind::sgd: return c.optimizer_bytes_sgd;
    case OptimizerKind::sgd_momentum: return c.optimizer_bytes_sgd_momentum;
    case OptimizerKind::adam:
    case OptimizerKind::adamw: return c.optimizer_bytes_adam;
    case OptimizerKind::adam_8bit: return c.optimizer_bytes_adam_8bit;
    case OptimizerKind::adafactor: return c.optimizer_bytes_adafactor;
    case OptimizerKind::lion: return c.optimizer_bytes_lion;
    case OptimizerKind::rmsprop: return c.optimizer_bytes_rmsprop;
    case OptimizerKind::adagrad: return c.optimizer_bytes_adagrad;
    case OptimizerKind::lamb: return c.optimizer_bytes_lamb;
    }
    return 0.0;
}

/// Starts of a forward operator that the update of one array takes. Graphs of TensorFlow have one operator for it.
double starts_of_update(const Training& training, bool fused, const TimeCoefficients& c)
{
    if (training.framework == Framework::tensorflow || training.framework == Framework::keras) return 1.0;
    const bool together = fused || (training.framework == Framework::pytorch && is_recent(training, c));
    return together ? c.optimizer_starts_foreach : c.optimizer_call * optimizer_row(training.optimizer).calls;
}

} // namespace

OptimizerTerms optimizer_time(const Training& training, const Parallel& parallel, const OptimizerWork& work,
                              const TimeCoefficients& c)
{
    OptimizerTerms terms;
    if (training.mode == RunMode::infer || training.optimizer == OptimizerKind::none) return terms;
    const PrecisionRecipe recipe = recipe_of(training);
    terms.state_bytes = bytes_of_update(training.optimizer, c);
    if (recipe.master)
        terms.state_bytes += c.optimizer_master_bytes;
    else if (storage_bits(recipe.weights) == 16)
        terms.state_bytes *= c.optimizer_pure_16_bit;
    terms.model_bytes = c.optimizer_zeroing_bytes + (recipe.autocast ? c.optimizer_cast_bytes : 0.0);
    // Whatever keeps fp32 masters beside 16-bit weights (apex, Megatron-LM, DeepSpeed) brings its own fused optimizer.
    const bool fused = training.stack == SoftwareStack::tuned || parallel.zero_stage > 0 || parallel.tensor > 1 ||
                       recipe.master.has_value();
    terms.passes = fused ? c.optimizer_passes_fused : c.optimizer_passes;
    terms.traffic = Bytes::rounded(work.parameters * (terms.state_bytes / work.shards + terms.model_bytes));
    terms.traffic_time = terms.passes * (terms.traffic / work.bandwidth);
    terms.launch_time = work.host_per_kernel * (work.tensors * starts_of_update(training, fused, c));
    terms.time = std::max(terms.traffic_time, terms.launch_time);
    return terms;
}

OffloadTerms offload_time(const Scenario& scenario, const OffloadWork& work, const TimeCoefficients& c)
{
    OffloadTerms terms;
    const Training& training = scenario.training;
    if (scenario.parallel.offload == Offload::none || training.mode == RunMode::infer || work.host_link == nullptr)
        return terms;
    terms.modelled = true;
    const double bytes = gathered_bytes_per_parameter(training);
    terms.link = work.host_link->per_direction * c.host_copy_efficiency;
    terms.down = terms.up = Bytes::rounded(work.owned * bytes);
    const bool known = work.cpu != nullptr && work.cpu->memory.bandwidth.has_value();
    const BytesPerSecond socket = known ? *work.cpu->memory.bandwidth : BytesPerSecond(c.assumed_host_bandwidth);
    terms.host_bandwidth = socket * (static_cast<double>(scenario.build.cpu_sockets) * c.host_bandwidth_efficiency);
    terms.host_bandwidth_assumed = !known;
    const auto cards = static_cast<double>(scenario.build.gpus_per_node);
    terms.host_traffic = Bytes::rounded(work.owned * work.state_bytes * cards);
    terms.traffic_time = terms.host_traffic / terms.host_bandwidth;
    terms.launch_time = work.launch_time;
    terms.update = std::max(terms.traffic_time, terms.launch_time);
    terms.exposed = exposed_part(terms.down / terms.link, work.backward, c.overlap_softness) + terms.up / terms.link;
    if (scenario.parallel.offload != Offload::parameters) return terms;
    // Once for each pass, one layer ahead of it.
    const double passes = 2.0;
    terms.weights = Bytes::rounded(passes * work.parameters * bytes);
    terms.exposed += exposed_part(terms.weights / terms.link, work.micro, c.overlap_softness) *
                     static_cast<double>(training.gradient_accumulation);
    return terms;
}

namespace {

/// Samples of the data set, its images cut into tiles, or the sequences that its tokens fill.
std::optional<std::int64_t> dataset_samples(const Scenario& scenario, std::optional<std::int64_t> tokens)
{
    const Dataset& dataset = scenario.dataset;
    if (dataset.samples) return samples_with_tiles(scenario);
    if (!dataset.tokens || !tokens || *tokens < 1) return std::nullopt;
    return divide_rounding_up(Count(*dataset.tokens), Count(*tokens)).value();
}

} // namespace

std::int64_t steps_per_epoch(std::int64_t samples, std::int64_t global_batch)
{
    return divide_rounding_up(Count(samples), Count(global_batch)).value();
}

TimeEstimate time_estimate(const TimeTerms& terms, const StepTimeInputs& inputs)
{
    const Scenario& scenario = inputs.scenario;
    TimeEstimate time;
    time.parts = terms.parts;
    time.step = terms.step;
    const RangeCauses causes = range_causes(terms, scenario, inputs.family, inputs.gpu, inputs.coefficients);
    const double wider = std::exp(range_width(causes, inputs.coefficients.range));
    time.low = terms.step * (1.0 / wider);
    time.high = terms.step * wider;
    time.global_batch = terms.accumulation * terms.data_parallel_degree * scenario.training.micro_batch;
    time.samples_per_second = static_cast<double>(time.global_batch) / terms.step.base();
    const std::optional<std::int64_t> tokens = tokens_per_sample(inputs.network);
    if (tokens) time.tokens_per_second = time.samples_per_second * static_cast<double>(*tokens);
    if (scenario.training.mode == RunMode::infer && !tokens && prepared_sample(inputs.network).pixels > 0.0)
        time.tiles_per_image = tile_grid(scenario).count();
    time.forward = time.part(TimePart::forward);
    time.backward = time.part(TimePart::backward);
    if (const auto samples = dataset_samples(scenario, tokens)) {
        time.steps_per_epoch = steps_per_epoch(*samples, time.global_batch);
        time.epoch = terms.step * static_cast<double>(time.steps_per_epoch);
        const auto epochs = static_cast<double>(scenario.training.epochs);
        time.total = time.epoch * epochs;
        time.total_low = time.total * (1.0 / wider);
        time.total_high = time.total * wider;
    }
    const Parallel& parallel = scenario.parallel;
    const auto gpus = static_cast<double>(parallel.tensor * parallel.pipeline * parallel.context);
    const Flops possible = terms.peak * terms.step * gpus;
    const auto count = static_cast<double>(terms.accumulation);
    time.mfu = terms.model_flops * count / possible;
    time.hfu = (terms.model_flops + terms.recomputed_flops) * count / possible;
    const LoadingTerms& loading = terms.loading;
    if (loading.modelled) {
        time.loading = LoadingEstimate{loading.needed, loading.needed_first_epoch, loading.copy, {}};
        if (loading.copy) time.loading->exposed_copy = loading.exposed_copy;
    }
    time.bottleneck = step_causes(terms).front().cause;
    return time;
}

namespace {

void add(const Parameter& parameter, double copies, StageParameters& stage)
{
    const double elements = parameter.elements.as_double() * copies;
    const bool expert = parameter.parts > 1;
    (expert ? stage.experts : stage.total) += elements;
    stage.tensors += copies;
    if (!parameter.trainable) return;
    (expert ? stage.trainable_experts : stage.trainable) += elements;
    stage.trainable_tensors += copies;
}

} // namespace

std::int64_t count_layers(const Network& network)
{
    std::int64_t layers = 0;
    for (const Block& block : network.blocks) layers += block.name.empty() ? 0 : block.repeat;
    return layers;
}

bool holds_outside(std::int64_t passed, std::int64_t layers, std::int64_t stage, std::int64_t stages)
{
    if (passed == 0) return stage == 0;
    if (passed == layers) return stage + 1 == stages;
    const LayerRange range = stage_layers(stage, stages, layers);
    return range.first < passed && passed <= range.last;
}

std::vector<StageParameters> stage_parameters(const Network& network, std::int64_t stages)
{
    std::vector<StageParameters> result(static_cast<std::size_t>(stages));
    const std::int64_t layers = count_layers(network);
    const bool evenly = stages == 1 || layers == 0;
    for (const Parameter& parameter : network.parameters) {
        const Block& block = network.blocks[static_cast<std::size_t>(parameter.block)];
        if (evenly) {
            const double share = static_cast<double>(block.repeat) / static_cast<double>(stages);
            for (StageParameters& stage : result) add(parameter, share, stage);
            continue;
        }
        std::int64_t passed = 0;
        for (int i = 0; i < parameter.block; ++i) {
            const Block& before = network.blocks[static_cast<std::size_t>(i)];
            passed += before.name.empty() ? 0 : before.repeat;
        }
        for (std::int64_t stage = 0; stage < stages; ++stage) {
            const LayerRange range = stage_layers(stage, stages, layers);
            const std::int64_t here = !block.name.empty() ? range.shared_with(passed, passed + block.repeat)
                                      : holds_outside(passed, layers, stage, stages) ? block.repeat
                                                                                     : 0;
            if (here > 0) add(parameter, static_cast<double>(here), result[static_cast<std::size_t>(stage)]);
        }
    }
    return result;
}

} // namespace rigwright
