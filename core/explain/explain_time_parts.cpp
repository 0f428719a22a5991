// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_time_parts.h"

#include "core/explain/explain_exchange.h"
#include "core/explain/explain_loading.h"
#include "core/explain/explain_passes.h"
#include "core/explain/nodes.h"

namespace rigwright {

namespace {

Working pass_part(const Evaluation& e, const EngineData& data, Pass pass, Seconds value)
{
    return computed("", "", value_of(value), "times-accumulation",
                    {explain_accumulation(e), explain_pass(e, data, pass)});
}

Working micro(const Evaluation& e, const EngineData& data)
{
    const TimeTerms& terms = *e.time;
    Working host =
        computed("host", "host_time", value_of(terms.host), "host-time",
                 {leaf("per_kernel", "host_per_kernel", value_of(terms.host_per_kernel), "source.operator-model"),
                  leaf("forward", "forward_kernels", {terms.gpu.forward_kernels, Unit::count}),
                  coefficient("share", "host_backward_share", ratio_value(data.time.host_backward_share), true),
                  leaf("backward", "backward_kernels", {terms.gpu.backward_kernels, Unit::count})});
    std::vector<Working> inputs{leaf("gpu", "gpu_time", value_of(terms.gpu.total())), std::move(host)};
    if (terms.regions <= Seconds())
        return computed("micro", "micro_time", value_of(terms.micro), "smooth-maximum", std::move(inputs));
    inputs.push_back(
        computed("regions", "region_time", value_of(terms.regions), "region-time",
                 {coefficient("per_image", "region_seconds", {data.time.region_seconds, Unit::seconds}, true),
                  leaf("stages", "region_stages", whole_value(e.network->region_stages)),
                  from_field("micro_batch", "training.micro_batch", whole_value(e.scenario.training.micro_batch))}));
    return computed("micro", "micro_time", value_of(terms.micro), "smooth-maximum-and-regions", std::move(inputs));
}

Working optimizer_part(const Evaluation& e, const EngineData&)
{
    if (e.time->offload.modelled) return explain_offloaded_update(e);
    const OptimizerTerms& o = e.time->optimizer;
    if (o.time <= Seconds()) return leaf("", "", value_of(o.time), "source.no-optimizer", "training.optimizer");
    Working traffic =
        computed("traffic", "optimizer_traffic_time", value_of(o.traffic_time), "optimizer-traffic",
                 {leaf("passes", "optimizer_passes", ratio_value(o.passes), model_source(e)),
                  leaf("bytes", "optimizer_bytes", value_of(o.traffic), "source.optimizer", "training.optimizer"),
                  leaf("bandwidth", "reached_bandwidth", {e.time->rates.bandwidth, Unit::bytes_per_second},
                       bandwidth_source(e), device_record(e))});
    return computed(
        "", "", value_of(o.time), "larger-of-two",
        {std::move(traffic), leaf("launch", "optimizer_launch_time", value_of(o.launch_time), model_source(e))});
}

Working host_part(const Evaluation& e, const EngineData& data, Seconds value)
{
    return computed("", "", value_of(value), "host-overhead",
                    {explain_accumulation(e), micro(e, data), leaf("gpu", "gpu_time", value_of(e.time->gpu.total()))});
}

} // namespace

Working explain_accumulation(const Evaluation& e)
{
    return from_field("accumulation", "training.gradient_accumulation", whole_value(e.time->accumulation));
}

Working explain_time_part(const Evaluation& e, const EngineData& data, TimePart part)
{
    const Seconds value = e.estimate->time->part(part);
    Working node;
    switch (part) {
    case TimePart::forward: node = pass_part(e, data, Pass::forward, value); break;
    case TimePart::backward: node = pass_part(e, data, Pass::backward, value); break;
    case TimePart::recompute: node = pass_part(e, data, Pass::recompute, value); break;
    case TimePart::optimizer: node = optimizer_part(e, data); break;
    case TimePart::exposed_communication: node = explain_exposed_communication(e, data, value); break;
    case TimePart::pipeline_bubble: node = explain_bubble(e, micro(e, data), value); break;
    case TimePart::exposed_data_loading: node = explain_exposed_loading(e, data); break;
    case TimePart::host_overhead: node = host_part(e, data, value); break;
    }
    node.quantity = std::string("quantity.time.parts.") + key_of(part);
    node.symbol = key_of(part);
    return node;
}

Working explain_replicas(const Evaluation& e)
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

} // namespace rigwright
