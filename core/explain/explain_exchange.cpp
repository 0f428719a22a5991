// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_exchange.h"

#include "core/explain/explain_loading.h"
#include "core/explain/explain_passes.h"
#include "core/explain/explain_time_parts.h"
#include "core/explain/nodes.h"

#include <string>

namespace rigwright {

namespace {

/// Rings that pass between two processors have less than a card's own link.
const char* source_of(const LinkRate& link, const Topology& wires)
{
    if (link.path == Path::network) return "source.network-link";
    const bool on_bus = link.path == Path::pcie || link.path == Path::pcie_through_host;
    if (!on_bus) return "source.gpu-link";
    return link.rate < wires.bus.rate ? "source.processor-crossing" : "source.host-link";
}

/// Latency and bytes over bandwidth of one collective.
Working one_collective(const char* symbol, const CollectiveTime& c, const Topology& wires)
{
    if (c.time <= Seconds()) return leaf(symbol, "no_exchange", value_of(c.time));
    Working sent = computed(
        "sent", "gradient_volume", value_of(c.sent), "sent-bytes",
        {leaf("payload", "collective_payload", value_of(c.payload)),
         leaf("factor", "traffic_factor", ratio_value(traffic_factor(c.collective, c.gpus)), "source.traffic-factor")});
    const double gain = c.bus / c.link.reached();
    Working bus =
        computed("bus", "bus_bandwidth", value_of(c.bus), "bus-bandwidth",
                 {leaf("rate", "link_rate", value_of(c.link.rate), source_of(c.link, wires)),
                  leaf("efficiency", "link_efficiency", {c.link.efficiency, Unit::share}, "source.measured-links"),
                  leaf("gain", "switch_gain", ratio_value(gain))});
    Working node = computed(symbol, "one_collective", value_of(c.time), "one-collective",
                            {leaf("latency", "collective_latency", value_of(c.latency), "source.measured-hops"),
                             std::move(sent), std::move(bus)});
    node.arguments = {{"collective", MessageCode{std::string("collective.") + key_of(c.collective)}},
                      {"algorithm", MessageCode{std::string("algorithm.") + key_of(c.algorithm)}},
                      {"path", MessageCode{std::string("path.") + key_of(c.link.path)}},
                      {"gpus", whole_value(c.gpus)}};
    return node;
}

Working repeated(const char* symbol, const char* quantity, Seconds value, double times, const CollectiveTime& one,
                 const Topology& wires)
{
    if (value <= Seconds()) return leaf(symbol, quantity, value_of(value));
    return computed(
        symbol, quantity, value_of(value), "times-exposed",
        {leaf("times", "exchanges", count_value(times)), one_collective("collective", one, wires),
         leaf("share", "exposed_share", ratio_value(one.time * times > Seconds() ? value / (one.time * times) : 0.0),
              "source.overlap-of-layers")});
}

Working context(const CommunicationTerms& c, const Topology& wires)
{
    if (c.context_exchanges <= 0.0) return leaf("context", "context_parallel_time", value_of(c.context_parallel));
    const Seconds all = c.context_exchange.time * c.context_exchanges;
    Working collective = computed("collective", "context_exchange", value_of(all), "times-count",
                                  {leaf("times", "exchanges", count_value(c.context_exchanges)),
                                   one_collective("collective", c.context_exchange, wires)});
    return computed("context", "context_parallel_time", value_of(c.context_parallel), "exposed",
                    {std::move(collective), leaf("window", "attention_time", value_of(c.context_window))});
}

Working gradients(const Evaluation& e)
{
    const CommunicationTerms& c = e.time->communication;
    const GradientTerms& g = c.gradients;
    const Topology& wires = e.time->topology;
    if (c.collective <= Seconds()) return leaf("exposed", "exposed_gradients", value_of(c.exposed));
    if (e.scenario.parallel.data_parallel_kind == DataParallelKind::single_process)
        return computed("exposed", "exposed_gradients", value_of(c.exposed), "one-process",
                        {leaf("volume", "gradient_volume", value_of(c.volume)),
                         leaf("rate", "link_rate", value_of(c.link.rate), source_of(c.link, wires))});
    Working collective = computed(
        "collective", "collective_time", value_of(g.collective), "gradient-exchange",
        {leaf("reduces", "reduces_a_step", count_value(g.reduces)), one_collective("reduce", g.reduce, wires),
         one_collective("experts", g.expert_reduce, wires), leaf("gathers", "gathers_a_step", count_value(g.gathers)),
         one_collective("gather", g.gather, wires), one_collective("weights", g.expert_gather, wires)});
    return computed("exposed", "exposed_gradients", value_of(c.exposed), "exposed-gradients",
                    {std::move(collective),
                     leaf("window", "overlap_window", value_of(g.window), "source.operator-model"),
                     leaf("last", "last_bucket", value_of(g.last_bucket), "source.buckets")});
}

Working offload(const Evaluation& e, const EngineData& data)
{
    const OffloadTerms& o = e.time->offload;
    if (!o.modelled) return leaf("offload", "offload_transfers", value_of(o.exposed));
    return computed(
        "offload", "offload_transfers", value_of(o.exposed), "offload-transfers",
        {leaf("down", "offload_down", value_of(o.down)), leaf("up", "offload_up", value_of(o.up)),
         leaf("weights", "offload_weights", value_of(o.weights)),
         computed("link", "offload_link", value_of(o.link), "share-of",
                  {coefficient("share", "host_copy_efficiency", {data.time.host_copy_efficiency, Unit::share}, true),
                   explain_host_link("whole", e, data)})});
}

} // namespace

Working explain_exposed_communication(const Evaluation& e, const EngineData& data, Seconds value)
{
    const TimeTerms& terms = *e.time;
    const CommunicationTerms& c = terms.communication;
    const Topology& wires = terms.topology;
    if (value <= Seconds()) return leaf("", "", value_of(value), "source.one-gpu");
    Working node = computed(
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

Working explain_bubble(const Evaluation& e, Working micro, Seconds value)
{
    const TimeTerms& terms = *e.time;
    if (terms.pipeline.stages.empty()) return leaf("", "", value_of(value), "source.no-pipeline", "parallel.pipeline");
    std::vector<Working> stages;
    for (std::size_t i = 0; i < terms.pipeline.stages.size(); ++i) {
        const StageCost& cost = terms.pipeline.stages[i];
        Working stage = leaf("stage", "stage_costs", value_of(Seconds(cost.forward + cost.backward)));
        stage.arguments = {{"stage", whole_value(static_cast<std::int64_t>(i) + 1)},
                           {"forward", value_of(Seconds(cost.forward))},
                           {"send", value_of(Seconds(cost.send))}};
        stages.push_back(std::move(stage));
    }
    Working end = computed("end", "pipeline_end", value_of(terms.pipeline_end), "replay", std::move(stages));
    end.source = "source.pipeline-schedule";
    const Seconds inside = terms.communication.inside_layers() + terms.communication.pipeline_sends;
    return computed("", "", value_of(value), "bubble",
                    {std::move(end), explain_accumulation(e), std::move(micro),
                     leaf("inside", "exchange_of_micro_batch", value_of(inside))});
}

Working explain_offloaded_update(const Evaluation& e)
{
    const OffloadTerms& o = e.time->offload;
    Working bandwidth =
        leaf("bandwidth", "host_bandwidth", value_of(o.host_bandwidth), "source.host-bandwidth", "build.cpu");
    bandwidth.assumption = o.host_bandwidth_assumed;
    Working traffic =
        computed("traffic", "optimizer_traffic_time", value_of(o.traffic_time), "host-update",
                 {leaf("bytes", "optimizer_bytes", value_of(o.host_traffic), "source.optimizer", "training.optimizer"),
                  std::move(bandwidth)});
    return computed(
        "", "", value_of(o.update), "larger-of-two",
        {std::move(traffic), leaf("launch", "optimizer_launch_time", value_of(o.launch_time), model_source(e))});
}

} // namespace rigwright
