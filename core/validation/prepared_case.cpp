// SPDX-License-Identifier: Apache-2.0
#include "core/validation/prepared_case.h"

#include "core/hardware/host_link.h"
#include "core/scenario/card_host.h"
#include "core/scenario/resolved_model.h"

namespace rigwright {

PreparedCase::PreparedCase(const Case& published, const EngineData& data) : published_(&published)
{
    Evaluation evaluation = evaluate(published.scenario, data);
    scenario_ = std::move(evaluation.scenario);
    if (!evaluation.time) return;
    network_ = std::move(evaluation.network);
    analysis_ = std::move(evaluation.analysis);
    training_flops_ = evaluation.estimate->model.training_flops_per_sample;
    family_ = resolve_model(scenario_, data.presets).family_id();
    const Catalog& hardware = data.hardware;
    if (const Gpu* board = hardware.gpu(scenario_.build.gpu)) gpu_ = single_device(*board);
    cpu_ = hardware.cpu(scenario_.build.cpu);
    if (gpu_) host_link_ = host_link(*gpu_, scenario_.build, hardware);
    if (gpu_) peer_link_ = peer_link(*gpu_, hardware);
    node_link_ = hardware.link(scenario_.build.node_link);
    network_ports_ = network_ports(scenario_.build, hardware);
    storage_ = hardware.storage(scenario_.build.storage);
}

std::vector<std::optional<double>> PreparedCase::predicted(const TimeCoefficients& coefficients) const
{
    std::vector<std::optional<double>> figures;
    std::optional<TimeEstimate> estimate;
    if (network_ && gpu_) {
        const StepTimeInputs inputs{*network_, *analysis_,   training_flops_, scenario_,  family_,
                                    &*gpu_,    cpu_,         host_link_,      peer_link_, node_link_,
                                    storage_,  coefficients, nullptr,         nullptr,    network_ports_};
        const StepTime time = step_time(inputs);
        if (time.terms) estimate = time_estimate(*time.terms, inputs);
    }
    for (const Reading& reading : published_->readings) {
        if (row_of(reading.kind).domain != Domain::time) continue;
        figures.push_back(estimate ? time_figure(*estimate, reading.kind) : std::nullopt);
    }
    return figures;
}

} // namespace rigwright
