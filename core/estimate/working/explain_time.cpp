// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/evaluation.h"
#include "core/estimate/run/samples_as_read.h"
#include "core/estimate/time/time_range.h"
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"
#include "core/scenario/resolved_model.h"

#include <algorithm>
#include <array>
#include <string>

namespace rigwright {

namespace {

/// Micro-batches of a step, as the scenario says.
Derivation explain_accumulation(const Evaluation& evaluation);

/// Rings that pass between two processors have less than a card's own link.
const char* source_of(const LinkRate& link, const Topology& wires)
{
    if (link.path == Path::network) return "source.network-link";
    const bool on_bus = link.path == Path::pcie || link.path == Path::pcie_through_host;
    if (!on_bus) return "source.gpu-link";
    return link.rate < wires.bus.rate ? "source.processor-crossing" : "source.host-link";
}

/// Latency and bytes over bandwidth of one collective.
Derivation one_collective(const char* symbol, const CollectiveTime& c, const Topology& wires)
{
    if (c.time <= Seconds()) return leaf(symbol, "no_exchange", value_of(c.time));
    Derivation sent = computed(
        "sent", "gradient_volume", value_of(c.sent), "sent-bytes",
        {leaf("payload", "collective_payload", value_of(c.payload)),
         leaf("factor", "traffic_factor", ratio_value(traffic_factor(c.collective, c.gpus)), "source.traffic-factor")});
    const double gain = c.bus / c.link.reached();
    Derivation bus =
        computed("bus", "bus_bandwidth", value_of(c.bus), "bus-bandwidth",
                 {leaf("rate", "link_rate", value_of(c.link.rate), source_of(c.link, wires)),
                  leaf("efficiency", "link_efficiency", {c.link.efficiency, Unit::share}, "source.measured-links"),
                  leaf("gain", "switch_gain", ratio_value(gain))});
    Derivation node = computed(symbol, "one_collective", value_of(c.time), "one-collective",
                               {leaf("latency", "collective_latency", value_of(c.latency), "source.measured-hops"),
                                std::move(sent), std::move(bus)});
    node.arguments = {{"collective", MessageCode{std::string("collective.") + key_of(c.collective)}},
                      {"algorithm", MessageCode{std::string("algorithm.") + key_of(c.algorithm)}},
                      {"path", MessageCode{std::string("path.") + key_of(c.link.path)}},
                      {"gpus", whole_value(c.gpus)}};
    return node;
}

Derivation repeated(const char* symbol, const char* quantity, Seconds value, double times, const CollectiveTime& one,
                    const Topology& wires)
{
    if (value <= Seconds()) return leaf(symbol, quantity, value_of(value));
    return computed(
        symbol, quantity, value_of(value), "times-exposed",
        {leaf("times", "exchanges", count_value(times)), one_collective("collective", one, wires),
         leaf("share", "exposed_share", ratio_value(one.time * times > Seconds() ? value / (one.time * times) : 0.0),
              "source.overlap-of-layers")});
}

Derivation context(const CommunicationTerms& c, const Topology& wires)
{
    if (c.context_exchanges <= 0.0) return leaf("context", "context_parallel_time", value_of(c.context_parallel));
    const Seconds all = c.context_exchange.time * c.context_exchanges;
    Derivation collective = computed("collective", "context_exchange", value_of(all), "times-count",
                                     {leaf("times", "exchanges", count_value(c.context_exchanges)),
                                      one_collective("collective", c.context_exchange, wires)});
    return computed("context", "context_parallel_time", value_of(c.context_parallel), "exposed",
                    {std::move(collective), leaf("window", "attention_time", value_of(c.context_window))});
}

Derivation gradients(const Evaluation& e)
{
    const CommunicationTerms& c = e.time->communication;
    const GradientTerms& g = c.gradients;
    const Topology& wires = e.time->topology;
    if (c.collective <= Seconds()) return leaf("exposed", "exposed_gradients", value_of(c.exposed));
    if (e.scenario.parallel.data_parallel_kind == DataParallelKind::single_process)
        return computed("exposed", "exposed_gradients", value_of(c.exposed), "one-process",
                        {leaf("volume", "gradient_volume", value_of(c.volume)),
                         leaf("rate", "link_rate", value_of(c.link.rate), source_of(c.link, wires))});
    Derivation collective = computed(
        "collective", "collective_time", value_of(g.collective), "gradient-exchange",
        {leaf("reduces", "reduces_a_step", count_value(g.reduces)), one_collective("reduce", g.reduce, wires),
         one_collective("experts", g.expert_reduce, wires), leaf("gathers", "gathers_a_step", count_value(g.gathers)),
         one_collective("gather", g.gather, wires), one_collective("weights", g.expert_gather, wires)});
    return computed("exposed", "exposed_gradients", value_of(c.exposed), "exposed-gradients",
                    {std::move(collective),
                     leaf("window", "overlap_window", value_of(g.window), "source.operator-model"),
                     leaf("last", "last_bucket", value_of(g.last_bucket), "source.buckets")});
}

Derivation offload(const Evaluation& e, const EngineData& data)
{
    const OffloadTerms& o = e.time->offload;
    if (!o.modelled) return leaf("offload", "offload_transfers", value_of(o.exposed));
    const BuildChoice& build = e.scenario.build;
    const Link& link = *host_link(*data.hardware.gpu(build.gpu), build, data.hardware);
    return computed(
        "offload", "offload_transfers", value_of(o.exposed), "offload-transfers",
        {leaf("down", "offload_down", value_of(o.down)), leaf("up", "offload_up", value_of(o.up)),
         leaf("weights", "offload_weights", value_of(o.weights)),
         computed("link", "offload_link", value_of(o.link), "share-of",
                  {coefficient("share", "host_copy_efficiency", {data.time.host_copy_efficiency, Unit::share}, true),
                   working_from("whole", [&](Trace& trace) { return host_link_rate(link, trace); })})});
}

/// Exposed communication: every collective with its bytes, algorithm, link and bus bandwidth, and what hides it.
Derivation explain_exposed_communication(const Evaluation& e, const EngineData& data, Seconds value)
{
    const TimeTerms& terms = *e.time;
    const CommunicationTerms& c = terms.communication;
    const Topology& wires = terms.topology;
    if (value <= Seconds()) return leaf("", "", value_of(value), "source.one-gpu");
    Derivation node = computed(
        "", "", value_of(value), "exposed-communication",
        {gradients(e), explain_accumulation(e),
         repeated("layers", "tensor_parallel_time", c.tensor_parallel, c.tensor_collectives, c.tensor_collective,
                  wires),
         context(c, wires),
         repeated("experts", "expert_exchange", c.experts, c.expert_exchanges, c.expert_exchange, wires),
         repeated("sends", "pipeline_sends", c.pipeline_sends,
                  c.stage_send.time > Seconds() ? c.pipeline_sends / c.stage_send.time : 0.0, c.stage_send, wires),
         offload(e, data),
         leaf("share", "straggler_share", {terms.straggler_share, Unit::share}, "source.operator-model"),
         leaf("undisturbed", "undisturbed_step", value_of(terms.undisturbed))});
    constexpr std::size_t experts = 4;
    if (c.experts > Seconds()) node.inputs[experts].source = "source.expert-exchange";
    return node;
}

/// The bubble of the slowest pipeline stage from the replay; `micro` is the working of its micro-batch.
Derivation explain_bubble(const Evaluation& e, Derivation micro, Seconds value)
{
    const TimeTerms& terms = *e.time;
    if (terms.pipeline.stages.empty()) return leaf("", "", value_of(value), "source.no-pipeline", "parallel.pipeline");
    std::vector<Derivation> stages;
    for (std::size_t i = 0; i < terms.pipeline.stages.size(); ++i) {
        const StageCost& cost = terms.pipeline.stages[i];
        Derivation stage = leaf("stage", "stage_costs", value_of(Seconds(cost.forward + cost.backward)));
        stage.arguments = {{"stage", whole_value(static_cast<std::int64_t>(i) + 1)},
                           {"forward", value_of(Seconds(cost.forward))},
                           {"send", value_of(Seconds(cost.send))}};
        stages.push_back(std::move(stage));
    }
    Derivation end = computed("end", "pipeline_end", value_of(terms.pipeline_end), "replay", std::move(stages));
    end.source = "source.pipeline-schedule";
    const Seconds inside = terms.communication.inside_layers() + terms.communication.pipeline_sends;
    return computed("", "", value_of(value), "bubble",
                    {std::move(end), explain_accumulation(e), std::move(micro),
                     leaf("inside", "exchange_of_micro_batch", value_of(inside))});
}

/// The optimizer on the host.
Derivation explain_offloaded_update(const Evaluation& e)
{
    const OffloadTerms& o = e.time->offload;
    Derivation bandwidth =
        leaf("bandwidth", "host_bandwidth", value_of(o.host_bandwidth), "source.host-bandwidth", "build.cpu");
    bandwidth.assumption = o.host_bandwidth_assumed;
    Derivation traffic =
        computed("traffic", "optimizer_traffic_time", value_of(o.traffic_time), "host-update",
                 {leaf("bytes", "optimizer_bytes", value_of(o.host_traffic), "source.optimizer", "training.optimizer"),
                  std::move(bandwidth)});
    return computed(
        "", "", value_of(o.update), "larger-of-two",
        {std::move(traffic), leaf("launch", "optimizer_launch_time", value_of(o.launch_time), model_source(e))});
}

Derivation pass_part(const Evaluation& e, const EngineData& data, Pass pass, Seconds value)
{
    return computed("", "", value_of(value), "times-accumulation",
                    {explain_accumulation(e), explain_pass(e, data, pass)});
}

Derivation micro(const Evaluation& e, const EngineData& data)
{
    const TimeTerms& terms = *e.time;
    Derivation host =
        computed("host", "host_time", value_of(terms.host), "host-time",
                 {leaf("per_kernel", "host_per_kernel", value_of(terms.host_per_kernel), "source.operator-model"),
                  leaf("forward", "forward_kernels", {terms.gpu.forward_kernels, Unit::count}),
                  coefficient("share", "host_backward_share", ratio_value(data.time.host_backward_share), true),
                  leaf("backward", "backward_kernels", {terms.gpu.backward_kernels, Unit::count})});
    std::vector<Derivation> inputs{leaf("gpu", "gpu_time", value_of(terms.gpu.total())), std::move(host)};
    if (terms.regions <= Seconds())
        return computed("micro", "micro_time", value_of(terms.micro), "smooth-maximum", std::move(inputs));
    inputs.push_back(
        computed("regions", "region_time", value_of(terms.regions), "region-time",
                 {leaf("per_kernel", "host_per_kernel", value_of(terms.host_per_kernel), "source.operator-model"),
                  coefficient("starts", "region_starts", {data.time.region_starts, Unit::count}, true),
                  leaf("stages", "region_stages", whole_value(e.network->region_stages)),
                  from_field("micro_batch", "training.micro_batch", whole_value(e.scenario.training.micro_batch))}));
    return computed("micro", "micro_time", value_of(terms.micro), "smooth-maximum-and-regions", std::move(inputs));
}

Derivation optimizer_part(const Evaluation& e, const EngineData&)
{
    if (e.time->offload.modelled) return explain_offloaded_update(e);
    const OptimizerTerms& o = e.time->optimizer;
    if (o.time <= Seconds()) return leaf("", "", value_of(o.time), "source.no-optimizer", "training.optimizer");
    Derivation traffic =
        computed("traffic", "optimizer_traffic_time", value_of(o.traffic_time), "optimizer-traffic",
                 {leaf("passes", "optimizer_passes", ratio_value(o.passes), model_source(e)),
                  leaf("bytes", "optimizer_bytes", value_of(o.traffic), "source.optimizer", "training.optimizer"),
                  leaf("bandwidth", "reached_bandwidth", {e.time->rates.bandwidth, Unit::bytes_per_second},
                       bandwidth_source(e), device_record(e))});
    return computed(
        "", "", value_of(o.time), "larger-of-two",
        {std::move(traffic), leaf("launch", "optimizer_launch_time", value_of(o.launch_time), model_source(e))});
}

Derivation host_part(const Evaluation& e, const EngineData& data, Seconds value)
{
    return computed("", "", value_of(value), "host-overhead",
                    {explain_accumulation(e), micro(e, data), leaf("gpu", "gpu_time", value_of(e.time->gpu.total()))});
}

Derivation explain_accumulation(const Evaluation& e)
{
    return from_field("accumulation", "training.gradient_accumulation", whole_value(e.time->accumulation));
}

/// The working of one part of the step. Precondition: the evaluation has a time.
Derivation explain_time_part(const Evaluation& e, const EngineData& data, TimePart part)
{
    const Seconds value = e.estimate->time->part(part);
    Derivation node;
    switch (part) {
    case TimePart::forward: node = pass_part(e, data, Pass::forward, value); break;
    case TimePart::backward: node = pass_part(e, data, Pass::backward, value); break;
    case TimePart::recompute: node = pass_part(e, data, Pass::recompute, value); break;
    case TimePart::optimizer: node = optimizer_part(e, data); break;
    case TimePart::exposed_communication: node = explain_exposed_communication(e, data, value); break;
    case TimePart::pipeline_bubble: node = explain_bubble(e, micro(e, data), value); break;
    case TimePart::exposed_data_loading: node = *trace_of(e, data).find("time.parts.exposed_data_loading"); break;
    case TimePart::host_overhead: node = host_part(e, data, value); break;
    }
    node.quantity = std::string("quantity.time.parts.") + key_of(part);
    node.symbol = key_of(part);
    return node;
}

/// GPUs of the build over those that share one replica of the model.
Derivation explain_replicas(const Evaluation& e)
{
    const Scenario& s = e.scenario;
    return computed("replicas", "data_parallel_degree", whole_value(e.time->data_parallel_degree),
                    "data-parallel-degree",
                    {from_field("gpus", "build.gpus_per_node", whole_value(s.build.gpus_per_node)),
                     from_field("nodes", "build.nodes", whole_value(s.build.nodes)),
                     from_field("tensor", "parallel.tensor", whole_value(s.parallel.tensor)),
                     from_field("pipeline", "parallel.pipeline", whole_value(s.parallel.pipeline)),
                     from_field("context", "parallel.context", whole_value(s.parallel.context))});
}

Derivation step(const Evaluation& e, const EngineData& data)
{
    std::vector<Derivation> parts;
    for (std::size_t i = 0; i < time_part_count; ++i)
        parts.push_back(explain_time_part(e, data, static_cast<TimePart>(i)));
    Derivation node =
        computed("step", "time.step_seconds", value_of(e.estimate->time->step), "time-step", std::move(parts));
    add_time_correction(node, e);
    return node;
}

Derivation step_leaf(const Evaluation& e)
{
    return leaf("step", "time.step_seconds", value_of(e.estimate->time->step));
}

/// Share of the step times the width of a step that is nothing else.
Derivation range_part(const char* symbol, const char* quantity, double share, double width)
{
    return computed(symbol, quantity, {share * width, Unit::ratio}, "range-part",
                    {leaf("share", "range_share", {share, Unit::share}, "source.operator-model"),
                     leaf("width", "range_whole_width", {width, Unit::ratio}, "source.time-range",
                          "calibration/time_range/widths")});
}

Derivation explain_width(const RangeCauses& causes, const TimeRangeWidths& widths)
{
    const Value width{range_width(causes, widths), Unit::ratio};
    if (causes.order_of_magnitude)
        return leaf("width", "range_width", width, "source.range-order-of-magnitude", "calibration/time_range/widths");
    Derivation kind = leaf("kind", "range_kind", {causes.new_kind ? widths.new_kind : 0.0, Unit::ratio},
                           causes.new_kind ? "source.range-new-kind" : "source.range-measured-kind",
                           "calibration/time_range/measured_kinds");
    kind.arguments = {{"class", MessageCode{"model-class." + std::string(causes.model_class)}}};
    return computed(
        "width", "range_width", width, "range-width",
        {leaf("safety", "range_safety", {widths.factor, Unit::ratio}, "source.time-range",
              "calibration/time_range/widths"),
         leaf("base", "range_base", {widths.base, Unit::ratio}, "source.time-range", "calibration/time_range/widths"),
         std::move(kind), range_part("host", "range_host", causes.host, widths.host),
         range_part("waiting", "range_communication", causes.communication, widths.communication)});
}

Derivation range_factor(const Evaluation& e, const EngineData& data, bool high)
{
    const ResolvedModel model = resolve_model(e.scenario, data.presets);
    const Gpu* board = data.hardware.gpu(e.scenario.build.gpu);
    const RangeCauses causes = range_causes(*e.time, e.scenario, model.line_id(), board, data.time);
    const double wider = std::exp(range_width(causes, data.time.range));
    return computed("factor", high ? "range_factor_high" : "range_factor_low",
                    {high ? wider : 1.0 / wider, Unit::ratio}, high ? "range-factor-high" : "range-factor-low",
                    {explain_width(causes, data.time.range)});
}

template <bool High>
Derivation step_bound(const Evaluation& e, const EngineData& data)
{
    const TimeEstimate& time = *e.estimate->time;
    return computed("", High ? "time.high_seconds" : "time.low_seconds", value_of(High ? time.high : time.low),
                    "time-bound", {step_leaf(e), range_factor(e, data, High)});
}

Derivation global_batch_of(const Evaluation& e, const EngineData&)
{
    return computed("global_batch", "time.global_batch", whole_value(e.estimate->time->global_batch), "global-batch",
                    {from_field("accumulation", "training.gradient_accumulation", whole_value(e.time->accumulation)),
                     explain_replicas(e),
                     from_field("micro_batch", "training.micro_batch", whole_value(e.scenario.training.micro_batch))});
}

Derivation steps_of_epoch(const Evaluation& e, const EngineData& data)
{
    std::vector<Derivation> inputs;
    if (e.scenario.dataset.samples)
        inputs.push_back(
            working_from("samples", [&e](Trace& trace) { return samples_of_epoch(e.scenario, trace); }));
    else
        inputs.push_back(from_field("samples", "dataset.tokens", whole_value(e.scenario.dataset.tokens.value_or(0))));
    inputs.push_back(global_batch_of(e, data));
    const bool tokens = !e.scenario.dataset.samples;
    return computed("steps", "time.steps_per_epoch", whole_value(e.estimate->time->steps_per_epoch),
                    tokens ? "steps-per-epoch-of-tokens" : "steps-per-epoch", std::move(inputs));
}

Derivation epoch(const Evaluation& e, const EngineData& data)
{
    return computed("epoch", "time.epoch_seconds", value_of(e.estimate->time->epoch), "epoch",
                    {steps_of_epoch(e, data), step(e, data)});
}

Derivation total_time(const Evaluation& e, const EngineData& data)
{
    return computed("total", "time.total_seconds", value_of(e.estimate->time->total), "training-time",
                    {from_field("epochs", "training.epochs", whole_value(e.scenario.training.epochs)),
                     steps_of_epoch(e, data), step(e, data)});
}

template <bool High>
Derivation total_bound(const Evaluation& e, const EngineData& data)
{
    const TimeEstimate& time = *e.estimate->time;
    return computed("", High ? "time.total_high_seconds" : "time.total_low_seconds",
                    value_of(High ? time.total_high : time.total_low), "total-bound",
                    {leaf("total", "time.total_seconds", value_of(time.total)), range_factor(e, data, High)});
}

Derivation samples_a_second(const Evaluation& e, const EngineData& data)
{
    return computed("rate", "time.samples_per_second", {e.estimate->time->samples_per_second, Unit::samples_per_second},
                    "samples-per-second", {global_batch_of(e, data), step_leaf(e)});
}

Derivation images(const Evaluation& e, const EngineData& data)
{
    return computed("", "time.images_per_second", ratio_value(*e.estimate->time->images_per_second()),
                    "images-per-second", {samples_a_second(e, data), working_from("tiles", [&e](Trace& trace) {
                         return tiles_of_a_sample(tile_grid(e.scenario), trace);
                     })});
}

Derivation tokens_a_second(const Evaluation& e, const EngineData& data)
{
    const TimeEstimate& time = *e.estimate->time;
    return computed(
        "", "time.tokens_per_second", {*time.tokens_per_second, Unit::tokens_per_second}, "tokens-per-second",
        {samples_a_second(e, data),
         leaf("tokens", "tokens_per_sample", {*time.tokens_per_second / time.samples_per_second, Unit::count})});
}

template <bool Hardware>
Derivation utilisation(const Evaluation& e, const EngineData& data)
{
    const TimeTerms& terms = *e.time;
    const Parallel& parallel = e.scenario.parallel;
    std::vector<Derivation> inputs{
        leaf("flops", "model_flops", value_of(terms.model_flops)),
        from_field("accumulation", "training.gradient_accumulation", whole_value(terms.accumulation)),
        leaf("gpus", "gpus_per_replica", whole_value(parallel.tensor * parallel.pipeline * parallel.context)),
        explain_device_peak(e, data), step_leaf(e)};
    if (Hardware) inputs.push_back(leaf("recomputed", "recomputed_flops", value_of(terms.recomputed_flops)));
    const double share = Hardware ? e.estimate->time->hfu : e.estimate->time->mfu;
    return computed("", Hardware ? "time.hfu" : "time.mfu", {share, Unit::share}, Hardware ? "hfu" : "mfu",
                    std::move(inputs));
}

template <TimePart Part>
Derivation part(const Evaluation& e, const EngineData& data)
{
    return explain_time_part(e, data, Part);
}

constexpr auto time_workings = std::to_array<ExplainedRow>({
    {"time.step_seconds", working_by<step>},
    {"time.low_seconds", working_by<step_bound<false>>},
    {"time.high_seconds", working_by<step_bound<true>>},
    {"time.parts.forward", working_by<part<TimePart::forward>>},
    {"time.parts.backward", working_by<part<TimePart::backward>>},
    {"time.parts.recompute", working_by<part<TimePart::recompute>>},
    {"time.parts.optimizer", working_by<part<TimePart::optimizer>>},
    {"time.parts.exposed_communication", working_by<part<TimePart::exposed_communication>>},
    {"time.parts.pipeline_bubble", working_by<part<TimePart::pipeline_bubble>>},
    {"time.parts.exposed_data_loading", working_by<part<TimePart::exposed_data_loading>>},
    {"time.parts.host_overhead", working_by<part<TimePart::host_overhead>>},
    {"time.parts.measured_correction", working_by<explain_time_correction>},
    {"time.global_batch", working_by<global_batch_of>},
    {"time.steps_per_epoch", working_by<steps_of_epoch>},
    {"time.forward_seconds", working_by<part<TimePart::forward>>},
    {"time.backward_seconds", working_by<part<TimePart::backward>>},
    {"time.samples_per_second", working_by<samples_a_second>},
    {"time.images_per_second", working_by<images>},
    {"time.tokens_per_second", working_by<tokens_a_second>},
    {"time.epoch_seconds", working_by<epoch>},
    {"time.total_seconds", working_by<total_time>},
    {"time.total_low_seconds", working_by<total_bound<false>>},
    {"time.total_high_seconds", working_by<total_bound<true>>},
    {"time.mfu", working_by<utilisation<false>>},
    {"time.hfu", working_by<utilisation<true>>},
});

} // namespace

ExplainedRows explained_times() { return time_workings; }

} // namespace rigwright
