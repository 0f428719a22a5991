// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/step_time.h"

#include "core/estimate/checks/checks.h"
#include "core/estimate/memory/pipeline_memory.h"
#include "core/estimate/recipes.h"
#include "core/estimate/time/communication.h"
#include "core/estimate/time/cpu_time.h"
#include "core/estimate/time/pass_times.h"
#include "core/estimate/time/step_parts.h"
#include "core/estimate/time/topology.h"
#include "core/network/operator_counts.h"
#include "core/scenario/tiles.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

bool is_recent(const Training& training, const TimeCoefficients& c)
{
    return !is_before(training, c.recent_since_year);
}

/// Computes the terms in the order of their dependencies.
class StepSum {
public:
    StepSum(const StepTimeInputs& inputs, const DeviceRates& rates, const Topology& topology, Trace& trace)
        : in_(inputs),
          c_(inputs.coefficients),
          rates_(rates),
          training_(inputs.scenario.training),
          parallel_(inputs.scenario.parallel),
          trains_(training_.mode == RunMode::train),
          trace_(trace)
    {
        terms_.topology = topology;
    }

    TimeTerms sum()
    {
        terms_.accumulation = training_.mode == RunMode::train ? training_.gradient_accumulation : 1;
        terms_.data_parallel_degree = data_parallel_degree(in_.scenario);
        replicas_ = terms_.data_parallel_degree * parallel_.context;
        parameters_ = stage_parameters(in_.network, parallel_.pipeline, recipe_of(training_).computed());
        add_stages(in_.same_passes != nullptr ? taken_over(*in_.same_passes) : pass_times(in_, rates_, terms_));
        divide_parameters();
        add_pipeline();
        add_gradients();
        add_optimizer();
        add_parts();
        return std::move(terms_);
    }

private:
    /// Results of `pass_times`, reused from another evaluation.
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

    Term ratio(std::string_view key, double amount) { return trace_.coefficient(key, amount, Unit::ratio); }

    /// Time that the host needs to launch one operator.
    void set_host_rate()
    {
        std::optional<Term> factor;
        const auto times = [&factor](const Term& further) { factor = factor ? *factor * further : further; };
        if (runs_on_tensorflow(training_)) times(ratio("host_tensorflow", c_.host_tensorflow));
        if (training_.execution == Execution::compiled) times(ratio("host_compiled", c_.host_compiled));
        if (training_.cuda_graph) times(ratio("host_graph", c_.host_graph));
        if (training_.stack == SoftwareStack::tuned) times(ratio("host_tuned", c_.host_tuned));
        if (const auto clock = highest_clock())
            times(trace_.coefficient("host_clock", c_.host_clock, Unit::hertz) /
                  trace_.given("cpu_boost_clock", clock->base(), Unit::hertz, {}, "build.cpu"));
        const Term start = is_recent(training_, c_)
                               ? trace_.coefficient("host_seconds_recent", c_.host_seconds_recent, Unit::seconds)
                               : trace_.coefficient("host_seconds", c_.host_seconds, Unit::seconds);
        host_per_kernel_ = trace_.name("host_per_kernel", factor ? start * *factor : start, Unit::seconds);
        terms_.host_per_kernel = Seconds(host_per_kernel_.amount());
        if (in_.network.region_stages > 0) {
            const Term starts = ratio("region_starts", c_.region_starts) *
                                trace_.given("region_stages", as_double(in_.network.region_stages), Unit::count) *
                                trace_.field("training.micro_batch", as_double(training_.micro_batch), Unit::count);
            regions_ = trace_.name("region_time", host_per_kernel_ * starts, Unit::seconds);
        }
        terms_.regions = Seconds(regions_.amount());
    }

    /// Kernels of a forward pass, counting those that the host launches in sequence.
    Term forward_starts(const PassTimes& gpu, double tensors, Trace& trace) const
    {
        const Term forward = trace.given("forward_kernels", gpu.forward_kernels, Unit::count);
        if (!single_process()) return forward;
        // One Python process launches the forward passes of its GPUs in sequence and copies the weights to each.
        const Term threads = trace.coefficient("single_process_threads", c_.single_process_threads, Unit::ratio);
        const Term others = trace.given("other_gpus", as_double(replicas_ - 1), Unit::count);
        return forward * (1.0 + threads * others) + trace.given("copied_tensors", tensors, Unit::count);
    }

    Term host_time(const PassTimes& gpu, double tensors, Trace& trace) const
    {
        Term starts = forward_starts(gpu, tensors, trace);
        if (trains_)
            starts = starts + trace.coefficient("host_backward_share", c_.host_backward_share, Unit::ratio) *
                                  trace.given("backward_kernels", gpu.backward_kernels, Unit::count);
        return trace.name("host_time", host_per_kernel_ * starts, Unit::seconds);
    }

    /// One micro-batch on one stage.
    Term micro_time(const PassTimes& gpu, const Term& host, Trace& trace) const
    {
        Term passes = StepParts::pass("micro_forward", gpu.forward, trace);
        if (trains_) passes = passes + StepParts::pass("micro_backward", gpu.backward, trace);
        if (gpu.recompute > Seconds()) passes = passes + StepParts::recomputation(gpu.recompute, trace);
        const Term busy = trace.name("gpu_time", passes.rounded_as(gpu.total().base()), Unit::seconds);
        const Term micro = smooth_maximum(busy, host);
        return trace.name("micro_time", in_.network.region_stages > 0 ? micro + regions_ : micro, Unit::seconds);
    }

    /// Highest clock of the build's CPU: one thread launches all kernels.
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
        return {
            in_.network,   in_.scenario, terms_.topology, c_, rates_.element_bytes, static_cast<std::int64_t>(stage),
            gpu.attention, gpu.total()};
    }

    /// Every stage separately; the slowest one gives the parts of the step.
    void add_stages(const std::vector<PassTimes>& passes)
    {
        set_host_rate();
        terms_.stages.reserve(passes.size());
        Seconds longest;
        for (std::size_t i = 0; i < passes.size(); ++i) {
            CommunicationTerms exchange;
            add_layer_exchange(exchange_inputs(i, passes[i]), exchange, untraced_);
            StageTerms stage;
            stage.gpu = passes[i];
            const Term host = host_time(passes[i], parameters_[i].tensors, untraced_);
            stage.host = Seconds(host.amount());
            stage.micro = Seconds(micro_time(passes[i], host, untraced_).amount());
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
        micro_ = micro_time(slowest.gpu, host_time(slowest.gpu, parameters_[terms_.slowest].tensors, trace_), trace_);
    }

    /// Parameters on the GPUs of the fullest stage: expert parallelism divides experts, tensor parallelism all others.
    void divide_parameters()
    {
        const auto tensor = as_double(parallel_.tensor);
        const auto expert = as_double(parallel_.expert);
        double most = -1.0;
        for (const StageParameters& stage : parameters_) {
            const double held = stage.bytes / tensor + stage.expert_bytes / expert;
            if (held <= most) continue;
            most = held;
            own_ = {stage.bytes / tensor,
                    stage.trainable / tensor,
                    stage.expert_bytes / expert,
                    stage.trainable_experts / expert,
                    stage.tensors,
                    stage.trainable_tensors};
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
        // An inner stage sends every pass of every chunk on, the outer two all but those at the network's ends.
        const double passes = (trains ? 2.0 : 1.0) * as_double(plan.chunks);
        const double ends = outer && (trains || terms_.slowest > 0) ? 1.0 : 0.0;
        const Term sends =
            trace_.given("exchanges", passes - ends, Unit::count) * term_of(communication.stage_send, trace_);
        communication.pipeline_sends = Seconds(trace_.name("pipeline_sends", sends, Unit::seconds).amount());
    }

    /// Time of the backward pass on the slowest stage: the micro-batch without a forward pass alone. A share of the
    /// micro-batch would grow faster than the micro-batch if the host limits it.
    Seconds backward_pass()
    {
        const Term host = host_per_kernel_ * forward_starts(terms_.gpu, parameters_[terms_.slowest].tensors, untraced_);
        const double forward = smooth_maximum(terms_.gpu.forward.base(), host.amount());
        return std::max(Seconds(), terms_.micro - terms_.regions - Seconds(forward));
    }

    void add_gradients()
    {
        CommunicationTerms& communication = terms_.communication;
        communication.replicas = replicas_;
        GradientExchange exchange;
        exchange.parameters = own_.trainable;
        exchange.experts = own_.trainable_experts;
        exchange.weight_bytes = own_.bytes;
        exchange.expert_weight_bytes = own_.expert_bytes;
        exchange.units = 1.0 + as_double(count_layers(in_.network)) / as_double(parallel_.pipeline);
        exchange.micro = terms_.micro;
        exchange.backward = backward_pass();
        exchange.path = group_path(terms_.topology, {replicas_, parallel_.tensor});
        const std::int64_t ranks = replicas_ * parallel_.tensor;
        exchange.expert_path = group_path(terms_.topology, {ranks / parallel_.expert, parallel_.expert});
        communication.link = exchange.path.link;
        gradients_ = add_gradient_exchange(in_.scenario, exchange, c_, communication, trace_);
    }

    void add_optimizer()
    {
        const double ranks = as_double(replicas_ * parallel_.tensor);
        const bool sharded = parallel_.zero_stage >= 1;
        const double trainable = own_.trainable + own_.trainable_experts;
        // Experts are sharded over the GPUs that hold the same ones.
        const double owned = sharded ? own_.trainable / as_double(replicas_) +
                                           own_.trainable_experts * as_double(parallel_.expert) / ranks
                                     : trainable;
        OptimizerWork work;
        work.parameters = trainable;
        work.shards = owned > 0.0 ? trainable / owned : 1.0;
        work.tensors = own_.trainable_tensors;
        work.bandwidth = BytesPerSecond(rates_.bandwidth);
        work.host_per_kernel = host_per_kernel_;
        work.bandwidth_source = "source.reached-bandwidth";
        work.record = trace_.record("gpus", in_.scenario.build.gpu);
        terms_.optimizer = optimizer_time(training_, parallel_, work, c_, trace_);
        terms_.offload = offload_time(
            in_.scenario,
            {owned, (own_.bytes + own_.expert_bytes) / (parallel_.zero_stage == 3 ? as_double(replicas_) : 1.0),
             terms_.optimizer.state_bytes, terms_.optimizer.launch_time, terms_.micro, backward_pass(), in_.cpu,
             in_.host_link},
            c_, trace_);
    }

    /// Exchanges and waiting of the layers and stages of one micro-batch; zero for one GPU.
    Term exchange_of_micro_batch()
    {
        const CommunicationTerms& c = terms_.communication;
        CommunicationTerms again;
        const Term layers = trace_.keeps()
                                ? add_layer_exchange(exchange_inputs(terms_.slowest, terms_.gpu), again, trace_)
                                : Term(c.inside_layers().base());
        if (!(c.pipeline_sends > Seconds()))
            return layers.amount() > 0.0 ? trace_.name("exchange_of_micro_batch", layers, Unit::seconds) : layers;
        const Term sends = trace_.known("pipeline_sends", c.pipeline_sends.base(), Unit::seconds);
        return trace_.name("exchange_of_micro_batch", layers.amount() > 0.0 ? layers + sends : sends, Unit::seconds);
    }

    /// The bubble of the slowest pipeline stage from the replay.
    Term bubble(const Term& exchange, const StepParts& parts)
    {
        Derivation replay = leaf({}, "pipeline_end", value_of(terms_.pipeline_end), "source.pipeline-schedule");
        replay.formula = "formula.replay";
        if (trace_.keeps()) replay.inputs = stage_costs();
        const Term end = trace_.given(std::move(replay), terms_.pipeline_end.base());
        return max(0.0, end - parts.accumulated(exchange.amount() > 0.0 ? micro_ + exchange : micro_));
    }

    std::vector<Derivation> stage_costs() const
    {
        std::vector<Derivation> stages;
        for (const StageCost& cost : terms_.pipeline.stages) {
            Derivation stage = leaf({}, "stage_costs", value_of(Seconds(cost.forward + cost.backward)));
            stage.arguments = {{"stage", whole_value(static_cast<std::int64_t>(stages.size()) + 1)},
                               {"forward", value_of(Seconds(cost.forward))},
                               {"send", value_of(Seconds(cost.send))}};
            stages.push_back(std::move(stage));
        }
        return stages;
    }

    /// The exposed reduction, offloading, collectives inside layers and sends.
    Term waiting(const Term& exchange, const StepParts& parts)
    {
        Term sum = gradients_;
        const auto add = [&sum](const Term& more) {
            if (more.amount() > 0.0) sum = sum.amount() > 0.0 ? sum + more : more;
        };
        add(trace_.known("offload_transfers", terms_.offload.exposed.base(), Unit::seconds));
        if (exchange.amount() > 0.0) add(parts.accumulated(exchange));
        return sum;
    }

    /// Loading last, since all others hide it.
    void add_parts()
    {
        StepParts parts(terms_, training_, trace_);
        const Term exchange = exchange_of_micro_batch();
        parts.add_passes();
        if (parallel_.pipeline > 1)
            parts.set(TimePart::pipeline_bubble, "time.parts.pipeline_bubble", bubble(exchange, parts));
        else
            parts.set_none(TimePart::pipeline_bubble, "time.parts.pipeline_bubble", "source.no-pipeline",
                           "parallel.pipeline");
        const Term gpu = trace_.known("gpu_time", terms_.gpu.total().base(), Unit::seconds);
        parts.set(TimePart::host_overhead, "time.parts.host_overhead", parts.accumulated(micro_ - gpu));
        add_communication(waiting(exchange, parts), parts);
        terms_.loading = step_loading(in_, terms_, trace_);
        parts.set(TimePart::exposed_data_loading, "time.parts.exposed_data_loading",
                  trace_.known("time.parts.exposed_data_loading", terms_.loading.exposed.base(), Unit::seconds));
        parts.finish();
    }

    /// Includes the share of the step that waits for the slowest GPU of a machine.
    void add_communication(const Term& waiting, StepParts& parts)
    {
        constexpr TimePart which = TimePart::exposed_communication;
        constexpr std::string_view id = "time.parts.exposed_communication";
        // Vendor stacks pin their processes; tokens need no decoder that could be late, and captured steps do not wait
        // for Python.
        const bool steady = tokens_per_sample(in_.network) || training_.cuda_graph;
        const bool waits = waiting.amount() > 0.0;
        const bool straggles = in_.scenario.build.gpus_per_node > 1 && gpus_exchange(in_.scenario) &&
                               (training_.stack != SoftwareStack::tuned || !steady);
        if (straggles && waits)
            parts.put(which, trace_.name("exposed_before_stragglers", waiting, Unit::seconds));
        else if (waits)
            parts.set(which, id, waiting);
        else
            parts.set_none(which, id, "source.one-gpu");
        for (const Seconds time : terms_.parts) terms_.undisturbed += time;
        if (!straggles) return;
        const Term doublings =
            trace_.given("doublings_of_gpus", std::log2(as_double(in_.scenario.build.gpus_per_node)), Unit::ratio);
        const Term share =
            trace_.name("straggler_share", ratio("straggler_loss", c_.straggler_loss) * doublings, Unit::share);
        terms_.straggler_share = share.amount();
        const Term undisturbed =
            trace_.name("undisturbed_step", parts.sum().rounded_as(terms_.undisturbed.base()), Unit::seconds);
        parts.set(which, id, waits ? waiting + undisturbed * share : undisturbed * share);
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
    const bool trains_;
    Trace& trace_;
    Trace untraced_{false};
    Term host_per_kernel_;
    Term regions_;
    Term micro_;
    Term gradients_;
};

} // namespace

LoadingTerms step_loading(const StepTimeInputs& in, const TimeTerms& terms, Trace& trace)
{
    // Walking the network takes longer than the rest; without files there is nothing to prepare.
    const bool files = in.scenario.dataset.encoding.has_value();
    const bool processor = in.gpu == nullptr;
    const LoadingInputs loading{in.scenario,
                                in.cpu,
                                in.storage,
                                processor ? nullptr : in.host_link,
                                files ? prepared_sample(in.network) : PreparedSample{},
                                processor};
    return loading_terms(loading, in.coefficients, terms.undisturbed * (1.0 + terms.straggler_share), trace);
}

StepTime step_time(const StepTimeInputs& inputs)
{
    Trace untraced(false);
    return step_time(inputs, untraced);
}

StepTime step_time(const StepTimeInputs& inputs, Trace& trace)
{
    StepTime result;
    result.findings = framework_refusals(inputs.scenario, inputs.network, inputs.gpu);
    if (!result.findings.empty()) return result;
    if (inputs.gpu == nullptr) return cpu_step_time(inputs, trace);
    const auto rates = device_rates(inputs.scenario, *inputs.gpu, inputs.coefficients);
    const auto topology = topology_of(
        inputs.scenario,
        {*inputs.gpu, inputs.cpu, inputs.host_link, inputs.peer_link, inputs.node_link, inputs.network_ports},
        inputs.coefficients);
    if (!rates || !topology) {
        add_missing_number_findings(inputs, topology.has_value(), result.findings);
        return result;
    }
    result.terms = StepSum(inputs, *rates, *topology, trace).sum();
    result.terms->peak = FlopsPerSecond(rates->recipe.peak);
    result.terms->rates = *rates;
    trace.keep("dense_peak", trace.given("dense_peak", rates->recipe.peak, Unit::flops_per_second, {},
                                         trace.record("gpus", inputs.scenario.build.gpu)));
    add_step_findings(inputs, *result.terms, result.findings);
    return result;
}

namespace {

/// Bytes that one update moves per parameter whose weight, gradient and moments are fp32.
Term bytes_of_update(OptimizerKind kind, const TimeCoefficients& c, Trace& trace)
{
    const auto bytes = [&](const char* key, double amount) {
        return trace.coefficient(key, amount, Unit::bytes_per_element);
    };
    switch (kind) {
    case OptimizerKind::none: return 0.0;
    case OptimizerKind::sgd: return bytes("optimizer_bytes_sgd", c.optimizer_bytes_sgd);
    case OptimizerKind::sgd_momentum: return bytes("optimizer_bytes_sgd_momentum", c.optimizer_bytes_sgd_momentum);
    case OptimizerKind::adam:
    case OptimizerKind::adamw: return bytes("optimizer_bytes_adam", c.optimizer_bytes_adam);
    case OptimizerKind::adam_8bit: return bytes("optimizer_bytes_adam_8bit", c.optimizer_bytes_adam_8bit);
    case OptimizerKind::adafactor: return bytes("optimizer_bytes_adafactor", c.optimizer_bytes_adafactor);
    case OptimizerKind::lion: return bytes("optimizer_bytes_lion", c.optimizer_bytes_lion);
    case OptimizerKind::rmsprop: return bytes("optimizer_bytes_rmsprop", c.optimizer_bytes_rmsprop);
    case OptimizerKind::adagrad: return bytes("optimizer_bytes_adagrad", c.optimizer_bytes_adagrad);
    case OptimizerKind::lamb: return bytes("optimizer_bytes_lamb", c.optimizer_bytes_lamb);
    }
    return 0.0;
}

/// The chosen implementation, or the default of framework, year and stack.
OptimizerImplementation implementation_of(const Training& training, const Parallel& parallel, const TimeCoefficients& c)
{
    if (training.optimizer_implementation != OptimizerImplementation::automatic)
        return training.optimizer_implementation;
    // Trainers with fp32 masters beside 16-bit weights (apex, Megatron-LM, DeepSpeed) have their own fused optimizer;
    // FSDP, which is ZeRO without such masters, runs PyTorch's.
    if (training.stack == SoftwareStack::tuned || parallel.tensor > 1 || recipe_of(training).master)
        return OptimizerImplementation::fused;
    const bool at_once = training.framework == Framework::pytorch && is_recent(training, c);
    return at_once ? OptimizerImplementation::for_each : OptimizerImplementation::loop;
}

/// Launches per updated array, in units of a forward operator's; empty for TensorFlow, whose graph has one.
std::optional<Term> starts_of_update(const Training& training, OptimizerImplementation implementation,
                                     const TimeCoefficients& c, Trace& trace)
{
    if (runs_on_tensorflow(training)) return std::nullopt;
    if (implementation != OptimizerImplementation::loop)
        return trace.coefficient("optimizer_starts_foreach", c.optimizer_starts_foreach, Unit::ratio);
    const Term calls = trace.given("calls_of_update", optimizer_row(training.optimizer).calls, Unit::count,
                                   "source.calls-of-update", "training.optimizer");
    return trace.coefficient("optimizer_call", c.optimizer_call, Unit::ratio) * calls;
}

} // namespace

OptimizerTerms optimizer_time(const Training& training, const Parallel& parallel, const OptimizerWork& work,
                              const TimeCoefficients& c, Trace& trace)
{
    OptimizerTerms terms;
    if (training.mode == RunMode::infer || training.optimizer == OptimizerKind::none) return terms;
    const auto bytes = [&trace](const char* key, double amount) {
        return trace.coefficient(key, amount, Unit::bytes_per_element);
    };
    const PrecisionRecipe recipe = recipe_of(training);
    Term state = bytes_of_update(training.optimizer, c, trace);
    if (recipe.master)
        state = state + bytes("optimizer_master_bytes", c.optimizer_master_bytes);
    else if (storage_bits(recipe.weights) == 16)
        state = state * trace.coefficient("optimizer_pure_16_bit", c.optimizer_pure_16_bit, Unit::ratio);
    Term model = bytes("optimizer_zeroing_bytes", c.optimizer_zeroing_bytes);
    if (recipe.autocast) model = model + bytes("optimizer_cast_bytes", c.optimizer_cast_bytes);
    terms.state_bytes = state.amount();
    terms.model_bytes = model.amount();
    // A shard of the gradients is zeroed and a shard of the weights is cast before it is gathered.
    const auto shard_of = [&](const Term& whole) {
        return work.shards == 1.0 ? whole : whole / trace.given("optimizer_shards", work.shards, Unit::ratio);
    };
    const Term each = shards_gradients(parallel) ? shard_of(state + model) : shard_of(state) + model;
    const Term traffic = trace.given("trained_parameters", work.parameters, Unit::count) * each;
    terms.traffic = Bytes::rounded(traffic.amount());
    const OptimizerImplementation implementation = implementation_of(training, parallel, c);
    const bool fused = implementation == OptimizerImplementation::fused;
    const Term passes = fused ? trace.coefficient("optimizer_passes_fused", c.optimizer_passes_fused, Unit::ratio)
                              : trace.coefficient("optimizer_passes", c.optimizer_passes, Unit::ratio);
    terms.passes = passes.amount();
    const Term moved =
        trace.name("optimizer_bytes", traffic.rounded_as(terms.traffic.as_double()), Unit::bytes, "source.optimizer");
    const Term bandwidth = trace.given("reached_bandwidth", work.bandwidth.base(), Unit::bytes_per_second,
                                       work.bandwidth_source, work.record);
    const Term traffic_time = trace.name("optimizer_traffic_time", passes * (moved / bandwidth), Unit::seconds);
    terms.traffic_time = Seconds(traffic_time.amount());
    const Term arrays = trace.given("trained_tensors", work.tensors, Unit::count);
    const std::optional<Term> calls = starts_of_update(training, implementation, c, trace);
    const Term starts = calls ? arrays * *calls : arrays;
    const Term launches = trace.name("optimizer_launch_time", work.host_per_kernel * starts, Unit::seconds);
    terms.launch_time = Seconds(launches.amount());
    terms.time = Seconds(trace.name("update_time", max(traffic_time, launches), Unit::seconds).amount());
    return terms;
}

OffloadTerms offload_time(const Scenario& scenario, const OffloadWork& work, const TimeCoefficients& c, Trace& trace)
{
    OffloadTerms terms;
    const Training& training = scenario.training;
    if (scenario.parallel.offload == Offload::none || training.mode == RunMode::infer || work.host_link == nullptr)
        return terms;
    terms.modelled = true;
    const auto seconds = [&trace](const char* id, Seconds time) {
        return trace.given(id, time.base(), Unit::seconds, "source.overlap-window");
    };
    const double bytes = updated_bytes_per_parameter(training);
    const Term link = trace.name("offload_link",
                                 host_link_rate(*work.host_link, trace) *
                                     trace.coefficient("host_copy_efficiency", c.host_copy_efficiency, Unit::share),
                                 Unit::bytes_per_second);
    terms.link = BytesPerSecond(link.amount());
    terms.down = terms.up = Bytes::rounded(work.owned * bytes);
    const bool known = work.cpu != nullptr && work.cpu->memory.bandwidth.has_value();
    terms.host_bandwidth_assumed = !known;
    const Term socket =
        known ? trace.given("memory_bandwidth", work.cpu->memory.bandwidth->base(), Unit::bytes_per_second, {},
                            "build.cpu")
              : trace.coefficient("assumed_host_bandwidth", c.assumed_host_bandwidth, Unit::bytes_per_second);
    const Term sockets =
        trace.field("build.cpu_sockets", static_cast<double>(scenario.build.cpu_sockets), Unit::count) *
        trace.coefficient("host_bandwidth_efficiency", c.host_bandwidth_efficiency, Unit::share);
    const Term bandwidth = trace.name("host_bandwidth", socket * sockets, Unit::bytes_per_second);
    terms.host_bandwidth = BytesPerSecond(bandwidth.amount());
    const auto cards = static_cast<double>(scenario.build.gpus_per_node);
    terms.host_traffic = Bytes::rounded(work.owned * work.state_bytes * cards);
    const Term traffic = trace.given("optimizer_bytes", terms.host_traffic.as_double(), Unit::bytes, "source.optimizer",
                                     "training.optimizer") /
                         bandwidth;
    const Term traffic_time = trace.name("optimizer_traffic_time", traffic, Unit::seconds);
    terms.traffic_time = Seconds(traffic_time.amount());
    terms.launch_time = work.launch_time;
    const Term launches = trace.known("optimizer_launch_time", terms.launch_time.base(), Unit::seconds);
    terms.update = Seconds(trace.name("update_time", max(traffic_time, launches), Unit::seconds).amount());
    const Term softness = trace.coefficient("overlap_softness", c.overlap_softness, Unit::ratio);
    const auto over_link = [&](const char* id, Bytes amount) {
        return trace.given(id, amount.as_double(), Unit::bytes) / link;
    };
    const Term down = trace.name("offload_down_time", over_link("offload_down", terms.down), Unit::seconds);
    Term exposed =
        trace.name("exposed_offload_down",
                   exposed_part(down, seconds("overlap_window", work.backward), softness, trace), Unit::seconds) +
        over_link("offload_up", terms.up);
    if (scenario.parallel.offload == Offload::parameters) {
        // Once per pass, one layer ahead of it.
        const double passes = 2.0;
        terms.weights = Bytes::rounded(passes * work.weight_bytes);
        const Term moved =
            trace.name("offload_weights_time", over_link("offload_weights", terms.weights), Unit::seconds);
        exposed = exposed + trace.name("exposed_offload_weights",
                                       exposed_part(moved, seconds("micro_time", work.micro), softness, trace),
                                       Unit::seconds) *
                                trace.field("training.gradient_accumulation",
                                            static_cast<double>(training.gradient_accumulation), Unit::count);
    }
    terms.exposed = Seconds(trace.name("offload_transfers", exposed, Unit::seconds).amount());
    return terms;
}

namespace {

void add(const Parameter& parameter, double copies, NumberFormat computed, StageParameters& stage)
{
    const double elements = parameter.elements.as_double() * copies;
    const bool expert = parameter.parts > 1;
    (expert ? stage.expert_bytes : stage.bytes) += elements * storage_bytes(parameter.stored_as.value_or(computed));
    stage.tensors += copies;
    if (!parameter.trainable) return;
    (expert ? stage.trainable_experts : stage.trainable) += elements;
    stage.trainable_tensors += copies;
}

} // namespace

std::int64_t layers_before(const Network& network, std::size_t block)
{
    std::int64_t layers = 0;
    for (std::size_t i = 0; i < block; ++i) layers += is_layer(network.blocks[i]) ? network.blocks[i].repeat : 0;
    return layers;
}

double copies_on_stage(const Block& block, std::int64_t first, std::int64_t copies, const LayersBefore& layers,
                       const PipelineStage& stage)
{
    if (layers.all == 0) return static_cast<double>(copies) / static_cast<double>(stage.count);
    if (!is_layer(block)) return holds_outside(layers, stage) ? static_cast<double>(copies) : 0.0;
    const std::int64_t from = layers.passed + first;
    return static_cast<double>(stage.layers_of(layers.all).shared_with(from, from + copies));
}

std::vector<StageParameters> stage_parameters(const Network& network, std::int64_t stages, NumberFormat computed)
{
    std::vector<StageParameters> result(static_cast<std::size_t>(stages));
    const std::int64_t layers = count_layers(network);
    const bool evenly = stages == 1 || layers == 0;
    for (const Parameter& parameter : network.parameters) {
        const Block& block = network.blocks[static_cast<std::size_t>(parameter.block)];
        if (evenly) {
            const double share = static_cast<double>(block.repeat) / static_cast<double>(stages);
            for (StageParameters& stage : result) add(parameter, share, computed, stage);
            continue;
        }
        const LayersBefore before{layers_before(network, static_cast<std::size_t>(parameter.block)), layers};
        for (std::int64_t stage = 0; stage < stages; ++stage) {
            const double here = copies_on_stage(block, 0, block.repeat, before, {stage, stages});
            if (here > 0.0) add(parameter, here, computed, result[static_cast<std::size_t>(stage)]);
        }
    }
    return result;
}

} // namespace rigwright
