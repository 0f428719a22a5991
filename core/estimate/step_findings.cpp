// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/step_findings.h"

namespace rigwright {

namespace {

using Severity = Finding::Severity;

void add_parallel_findings(const Parallel& parallel, std::vector<Finding>& findings)
{
    if (parallel.pipeline > 1)
        findings.push_back(Finding{Severity::unchecked, "pipeline-stages-assumed-even", "parallel.pipeline", {}});
    if (parallel.context > 1)
        findings.push_back(Finding{Severity::unchecked, "context-exchange-not-modelled", "parallel.context", {}});
    if (parallel.offload != Offload::none)
        findings.push_back(Finding{Severity::unchecked, "offload-time-not-modelled", "parallel.offload", {}});
}

} // namespace

void add_loading_findings(const LoadingTerms& loading, std::vector<Finding>& findings)
{
    if (loading.decode_unknown)
        findings.push_back(Finding{Severity::unchecked, "decode-rate-not-known", "dataset.encoding", {}});
    if (loading.decode_rate && loading.cores_assumed) {
        findings.push_back(Finding{
            Severity::unchecked, "host-cores-assumed", "build.cpu", {{"cores", Value{loading.cores, Unit::count}}}});
    }
    // Sending batches to the GPU is a term of its own, and nothing that another processor or drive would change.
    if (loading.exposed_loader <= Seconds()) return;
    const bool decoding =
        loading.decode_rate && (!loading.storage_rate || *loading.decode_rate <= *loading.storage_rate);
    findings.push_back(Finding{Severity::loses,
                               decoding ? "decoding-limits" : "storage-limits",
                               decoding ? "build.cpu" : "build.storage",
                               {{"exposed", value_of(loading.exposed_loader)},
                                {"needed", value_of(loading.needed)},
                                {"samples", Value{loading.samples, Unit::count}}}});
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

void add_step_findings(const StepTimeInputs& inputs, const BuildLinks& links, const TimeTerms& terms,
                       std::vector<Finding>& findings)
{
    if (generation_of(*inputs.gpu) == GpuGeneration::unmeasured) {
        findings.push_back(
            Finding{Severity::unchecked, "generation-not-measured", "build.gpu", {{"gpu", inputs.gpu->name}}});
    }
    if (links.network_assumed) {
        findings.push_back(Finding{
            Severity::unchecked, "network-assumed", "build.node_link", {{"rate", value_of(links.across.rate)}}});
    }
    add_parallel_findings(inputs.scenario.parallel, findings);
    add_loading_findings(terms.loading, findings);
}

} // namespace rigwright
