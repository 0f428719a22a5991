// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/step_findings.h"

#include <algorithm>

namespace rigwright {

namespace {

using Severity = Finding::Severity;

void add_parallel_findings(const StepTimeInputs& inputs, const TimeTerms& terms, std::vector<Finding>& findings)
{
    const Scenario& scenario = inputs.scenario;
    const CommunicationTerms& c = terms.communication;
    const Parallel& parallel = scenario.parallel;
    const auto loses = [&](const char* code, const char* field, Seconds waits) {
        findings.push_back(Finding{Severity::loses, code, field, {{"waits", value_of(waits)}}});
    };
    const Path tensor = c.tensor_collective.link.path;
    if (parallel.tensor > 1 && tensor == Path::network)
        loses("tensor-parallel-across-machines", "parallel.tensor", c.tensor_parallel);
    else if (parallel.tensor > 1 && (tensor == Path::pcie || tensor == Path::pcie_through_host))
        loses("tensor-parallel-over-pcie", "parallel.tensor", c.tensor_parallel);
    if (parallel.expert > 1 && c.expert_exchange.link.path == Path::network)
        loses("experts-across-machines", "parallel.expert", c.experts);
    if (parallel.expert > 1)
        findings.push_back(Finding{Severity::unchecked, "experts-taken-as-balanced", "parallel.expert", {}});
    if (terms.topology.bus.path == Path::pcie_through_host) {
        const Gpu* gpu = inputs.gpu;
        const bool known = gpu != nullptr && gpu->link.pcie_peer_to_peer.has_value();
        findings.push_back(
            Finding{known ? Severity::loses : Severity::unchecked,
                    known ? "no-peer-to-peer" : "peer-to-peer-not-known",
                    "build.gpu",
                    {{"rate", value_of(terms.topology.bus.reached())}, {"link", value_of(terms.topology.bus.rate)}}});
    }
    if (parallel.offload != Offload::none && !terms.offload.modelled)
        findings.push_back(Finding{Severity::unchecked, "offload-time-not-modelled", "parallel.offload", {}});
    if (terms.offload.host_bandwidth_assumed)
        findings.push_back(Finding{Severity::unchecked,
                                   "host-bandwidth-assumed",
                                   "build.cpu",
                                   {{"rate", value_of(terms.offload.host_bandwidth)}}});
}

/// Fully connected layers and what stands between them: MLPClassifier and MLPRegressor have nothing else.
bool is_of_perceptron(const Operator& op)
{
    return is<Linear>(op) || is<Activation>(op) || is<Softmax>(op) || is<View>(op) || is<CrossEntropy>(op);
}

} // namespace

std::vector<Finding> framework_refusals(const Scenario& scenario, const Network& network, const Gpu* gpu)
{
    std::vector<Finding> refusals;
    if (scenario.training.framework != Framework::scikit_learn) return refusals;
    if (gpu != nullptr)
        refusals.push_back(Finding{Severity::blocks, "scikit-learn-without-gpus", "build.gpu", {{"gpu", gpu->name}}});
    const auto other = std::find_if_not(network.operators.begin(), network.operators.end(), is_of_perceptron);
    if (other != network.operators.end())
        refusals.push_back(Finding{
            Severity::blocks, "scikit-learn-trains-perceptrons", "training.framework", {{"layer", other->name}}});
    return refusals;
}

void add_loading_findings(const LoadingTerms& loading, std::vector<Finding>& findings)
{
    if (loading.decode_unknown)
        findings.push_back(Finding{Severity::unchecked, "decode-rate-not-known", "dataset.encoding", {}});
    if (loading.decode_rate && loading.cores_assumed) {
        findings.push_back(Finding{
            Severity::unchecked, "host-cores-assumed", "build.cpu", {{"cores", Value{loading.cores, Unit::count}}}});
    }
    if (loading.drive && loading.drive->random_reads_unknown && !loading.in_page_cache())
        findings.push_back(Finding{Severity::unchecked, "random-reads-not-known", "build.storage", {}});
    // Sending batches to the GPU is a term of its own, and nothing that another processor or drive would change.
    if (loading.exposed_loader <= Seconds()) return;
    Finding limit{Severity::loses,
                  "storage-limits",
                  "build.storage",
                  {{"exposed", value_of(loading.exposed_loader)},
                   {"needed", value_of(loading.needed)},
                   {"samples", Value{loading.samples, Unit::count}}}};
    if (loading.decode_rate && (!loading.storage_rate || *loading.decode_rate <= *loading.storage_rate)) {
        limit.code = "decoding-limits";
        limit.field = "build.cpu";
    } else if (loading.drive && loading.drive->random_reads_limit()) {
        limit.code = "shuffled-files-limit";
        limit.arguments.push_back({"reads", Value{*loading.drive->random_reads_per_second, Unit::count}});
    }
    findings.push_back(std::move(limit));
}

void add_missing_number_findings(const StepTimeInputs& inputs, bool links_known, std::vector<Finding>& findings)
{
    const Arguments gpu{{"gpu", inputs.gpu->name}};
    if (!inputs.gpu->memory.bandwidth)
        findings.push_back(Finding{Severity::blocks, "bandwidth-not-published", "build.gpu", gpu});
    else if (links_known)
        findings.push_back(Finding{Severity::blocks, "peak-not-published", "build.gpu", gpu});
    if (!links_known) findings.push_back(Finding{Severity::blocks, "link-rate-not-published", "build.gpu", gpu});
}

void add_step_findings(const StepTimeInputs& inputs, const TimeTerms& terms, std::vector<Finding>& findings)
{
    if (generation_of(*inputs.gpu) == GpuGeneration::unmeasured) {
        findings.push_back(
            Finding{Severity::unchecked, "generation-not-measured", "build.gpu", {{"gpu", inputs.gpu->name}}});
    }
    if (terms.topology.network_assumed) {
        findings.push_back(Finding{Severity::unchecked,
                                   "network-assumed",
                                   "build.node_link",
                                   {{"rate", value_of(terms.topology.adapter.rate)}}});
    }
    add_parallel_findings(inputs, terms, findings);
    add_loading_findings(terms.loading, findings);
}

} // namespace rigwright
