// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/engine_data.h"
#include "core/estimate/estimate.h"
#include "core/estimate/memory/memory_terms.h"
#include "core/estimate/term.h"
#include "core/estimate/time/step_time.h"
#include "core/hardware/catalog.h"
#include "core/network/analysis.h"
#include "core/scenario/scenario.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace rigwright {

/// One estimate with the terms it was summed from; calculations, layer tables and plots read these.
struct Evaluation {
    Scenario scenario;
    std::shared_ptr<const Network> network;
    std::shared_ptr<const Analysis> analysis;
    /// Terms of the GPU with the highest peak at the scenario's micro-batch.
    MemoryTerms memory;
    /// Terms of the distinct pipeline stages (first, second, last), including `memory`.
    std::vector<MemoryTerms> memory_stages;
    /// By estimate, without measurements.
    LargestMicroBatch largest_micro_batch;
    HostMemory host_memory;
    std::optional<TimeTerms> time;
    /// Empty when the scenario cannot be computed; `errors` then gives the reasons, each with its field.
    std::optional<Estimate> estimate;
    std::vector<Finding> errors;

    bool trains() const { return scenario.training.mode == RunMode::train && estimate; }
    /// A training run with a known number of steps, whether it comes to an end or not.
    bool trains_whole_run() const { return trains() && estimate->time && estimate->time->knows_run(); }
};

/// Whether all plans that train have the same global batch; ignores those without an estimate.
bool have_one_global_batch(std::span<const Evaluation* const> plans);

/// The engine: a pure function of the scenario and the data. Same values in, same bits out.
Evaluation evaluate(const Scenario& scenario, const EngineData& data);

/// Recomputes the step and the results that follow from it (run, energy, cost) and keeps the derivations of all named
/// quantities; the second does so for memory. Quantities that need another walk over the operators, passes and limits,
/// are named on request (`name_pass`, `name_limits`). Precondition: there is an estimate.
Trace trace_of(const Evaluation& evaluation, const EngineData& data);
Trace memory_trace_of(const Evaluation& evaluation, const EngineData& data);

/// The same result to the last bit, reusing results of `before`, an evaluation with the same data: the network and its
/// analysis if model, input and training are the same (micro-batch, accumulation, recomputation and epochs aside), the
/// terms of memory if the GPUs, parallel settings and recomputation are the same too.
Evaluation evaluate(const Scenario& scenario, const EngineData& data, const Evaluation& before);

/// Memory of the GPUs of one pipeline stage.
struct StageMemory {
    PipelineStage stage;
    std::int64_t layers = 0;
    MemoryEstimate memory;
};

/// The memory of the distinct stages: first, second (for all between) and last; one without a pipeline, none without a
/// memory estimate. `max_micro_batch` is each stage's own.
std::vector<StageMemory> stage_memory(const Evaluation& evaluation);

/// FITS, TIGHT or DOES NOT FIT. Precondition: the memory reserved by the card's driver is known.
Verdict verdict_of(const MemoryEstimate& memory);

/// The network of the scenario's model in evaluation mode. Has no operators when the model cannot be built.
Network evaluation_network(const Scenario& scenario, const EngineData& data);

/// The estimate without its terms.
struct EstimateResult {
    std::optional<Estimate> estimate;
    std::vector<Finding> errors;
};
EstimateResult estimate(const Scenario& scenario, const EngineData& data);

/// Whether the CPU is for desktops and has no integrated graphics.
bool leaves_monitor_to_cards(const Cpu& cpu);

/// Whether one of the build's cards drives a monitor: as the build says; otherwise true for a single machine that is
/// not a rack server, whose CPU leaves graphics to cards and whose card has outputs.
bool draws_display(const BuildChoice& build, const Catalog& hardware);

/// Parts of an evaluation that a search over many plans reads.
enum class EvaluationPart {
    /// All but money and energy: no bill, no rent, no power; includes the findings of the plan.
    without_cost,
    /// Only the times of step and run, of a scenario that differs in its machine from one that passed the checks. Fills
    /// nothing else of the estimate and runs no checks.
    time_alone
};

/// Like `evaluate` with `before`, to the last bit in the filled parts. A scenario with measurements is evaluated whole,
/// as they affect memory and time together.
Evaluation evaluate_part(const Scenario& scenario, const EngineData& data, const Evaluation& before,
                         EvaluationPart part);

} // namespace rigwright
