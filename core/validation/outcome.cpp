// SPDX-License-Identifier: Apache-2.0
#include "core/validation/outcome.h"

#include "core/network/operator_counts.h"
#include "core/network/popular_counts.h"
#include "core/scenario/json_findings.h"

#include <cmath>

namespace rigwright {

namespace {

/// The scenario that a reading of kept bytes was made with, where it is not the case's own.
Scenario scenario_for(const Scenario& scenario, ReadingKind kind)
{
    constexpr std::int64_t several = 8;
    Scenario changed = scenario;
    changed.training.micro_batch = kind == ReadingKind::kept_bytes_batch8 ? several : 1;
    if (kind == ReadingKind::kept_bytes_autocast) changed.training.precision = Precision::bf16_amp;
    return changed;
}

bool has_own_scenario(ReadingKind kind)
{
    return kind == ReadingKind::kept_bytes || kind == ReadingKind::kept_bytes_batch8 ||
           kind == ReadingKind::kept_bytes_autocast;
}

std::optional<Bytes> memory_figure(const MemoryEstimate& memory, ReadingKind kind)
{
    const auto part = [&memory](MemoryPart which) { return memory.part(which); };
    if (kind == ReadingKind::allocated) return memory.peak_allocated;
    if (kind == ReadingKind::reserved) return memory.peak_reserved;
    if (kind == ReadingKind::device) return memory.total;
    if (kind == ReadingKind::activations) return part(MemoryPart::activations);
    if (kind == ReadingKind::states)
        return part(MemoryPart::weights) + part(MemoryPart::gradients) + part(MemoryPart::master_weights) +
               part(MemoryPart::optimizer_state);
    return std::nullopt;
}

std::optional<Count> mac_figure(const Evaluation& evaluation, const EngineData& data, ReadingKind kind)
{
    const Network network = evaluation_network(evaluation.scenario, data);
    const MacSplit macs = forward_macs(network);
    if (kind == ReadingKind::forward_macs) return macs.total();
    if (kind == ReadingKind::convolution_macs) return macs.convolution;
    if (kind == ReadingKind::linear_macs) return macs.linear;
    if (kind == ReadingKind::attention_macs) return macs.attention;
    if (kind == ReadingKind::popular_macs) return thop_macs(network);
    return std::nullopt;
}

std::optional<Count> structure_figure(const Evaluation& evaluation, const EngineData& data, ReadingKind kind)
{
    if (kind == ReadingKind::parameters) return evaluation.estimate->model.parameters;
    if (kind == ReadingKind::trainable_parameters) return evaluation.estimate->model.trainable_parameters;
    if (kind == ReadingKind::layer_output_bytes) return layer_output_bytes(*evaluation.network).count();
    if (has_own_scenario(kind)) return evaluation.analysis->kept.at(evaluation.scenario.training.micro_batch).count();
    return mac_figure(evaluation, data, kind);
}

std::optional<double> in_range(Count count)
{
    if (count.is_out_of_range()) return std::nullopt;
    return count.as_double();
}

Outcome outcome_of(const Case& published, const Reading& reading, const Evaluation& evaluation, const EngineData& data)
{
    Outcome outcome{published.id,
                    published.source,
                    published.kind_of_model,
                    published.scenario.build.gpu,
                    reading,
                    std::nullopt,
                    {}};
    outcome.predicted = predicted_figure(evaluation, data, reading.kind);
    if (outcome.predicted) return outcome;
    outcome.errors = evaluation.errors;
    for (Finding& error : outcome.errors) error.field = error.field.empty() ? "scenario" : "scenario." + error.field;
    if (outcome.errors.empty())
        outcome.errors.push_back(input_error(
            "figure-not-estimated", "", {{"kind", MessageCode{"reading." + std::string(row_of(reading.kind).key)}}}));
    return outcome;
}

} // namespace

std::optional<double> time_figure(const TimeEstimate& time, ReadingKind kind)
{
    if (kind == ReadingKind::step_time) return time.step.base();
    if (kind == ReadingKind::forward_time) return time.forward.base();
    if (kind == ReadingKind::backward_time) return time.backward.base();
    if (kind == ReadingKind::throughput) return time.samples_per_second;
    return std::nullopt;
}

std::optional<double> predicted_figure(const Evaluation& evaluation, const EngineData& data, ReadingKind kind)
{
    if (!evaluation.estimate) return std::nullopt;
    const Estimate& estimate = *evaluation.estimate;
    switch (row_of(kind).domain) {
    case Domain::memory: {
        if (!estimate.memory) return std::nullopt;
        if (kind == ReadingKind::max_batch) return static_cast<double>(estimate.memory->max_micro_batch);
        const std::optional<Bytes> bytes = memory_figure(*estimate.memory, kind);
        return bytes ? in_range(bytes->count()) : std::nullopt;
    }
    case Domain::time: {
        const std::optional<double> figure = estimate.time ? time_figure(*estimate.time, kind) : std::nullopt;
        return figure && std::isfinite(*figure) ? figure : std::nullopt;
    }
    case Domain::structure: {
        const std::optional<Count> count = structure_figure(evaluation, data, kind);
        return count ? in_range(*count) : std::nullopt;
    }
    }
    return std::nullopt;
}

std::vector<Outcome> outcomes_of(const Case& published, const EngineData& data)
{
    std::vector<Outcome> outcomes;
    std::optional<Evaluation> evaluation;
    for (const Reading& reading : published.readings) {
        if (has_own_scenario(reading.kind)) {
            const Evaluation own = evaluate(scenario_for(published.scenario, reading.kind), data);
            outcomes.push_back(outcome_of(published, reading, own, data));
            continue;
        }
        if (!evaluation) evaluation = evaluate(published.scenario, data);
        outcomes.push_back(outcome_of(published, reading, *evaluation, data));
    }
    return outcomes;
}

} // namespace rigwright
