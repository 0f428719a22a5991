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
#include <vector>

namespace rigwright {

/// One answer with the terms it was summed from; the working, the layer table and the plots read these.
struct Evaluation {
    Scenario scenario;
    std::shared_ptr<const Network> network;
    std::shared_ptr<const Analysis> analysis;
    /// Terms of the fullest GPU at the scenario's micro-batch.
    MemoryTerms memory;
    /// Terms of the pipeline stages that differ in kind (first, second, last), `memory` among them.
    std::vector<MemoryTerms> memory_stages;
    /// By estimate, without measurements.
    LargestMicroBatch largest_micro_batch;
    HostMemory host_memory;
    std::optional<TimeTerms> time;
    /// Empty when the scenario cannot be computed; `errors` then says why, each with its field.
    std::optional<Estimate> estimate;
    std::vector<Finding> errors;

    /// A training whose steps are known, whether it comes to an end or not.
    bool trains_whole_run() const
    {
        return scenario.training.mode == RunMode::train && estimate && estimate->time && estimate->time->knows_run();
    }
};

/// The engine: a pure function of the scenario and the data. Same values in, same bits out.
Evaluation evaluate(const Scenario& scenario, const EngineData& data);

/// Computes the step and what follows from it once more (run, energy, cost) and keeps the workings of all that it names;
/// the second does so for memory. What walks the operators again, passes and limits, is named when it is asked for
/// (`name_pass`, `name_limits`). Precondition: there is an estimate.
Trace trace_of(const Evaluation& evaluation, const EngineData& data);
Trace memory_trace_of(const Evaluation& evaluation, const EngineData& data);

/// The same answer to the last bit, made with what `before`, an evaluation with the same data, has worked out already:
/// the network and its analysis where model, input and training are the same (micro-batch, accumulation, recomputation
/// and epochs aside), the terms of memory where the GPUs, parallel settings and recomputation are too.
Evaluation evaluate(const Scenario& scenario, const EngineData& data, const Evaluation& before);

/// What the GPUs of one pipeline stage hold.
struct StageMemory {
    PipelineStage stage;
    std::int64_t layers = 0;
    MemoryEstimate memory;
};

/// The memory of the stages that differ in kind: first, second (for all between) and last; one without a pipeline,
/// none where there is no memory estimate. `max_micro_batch` is each stage's own.
std::vector<StageMemory> stage_memory(const Evaluation& evaluation);

/// FITS, TIGHT or DOES NOT FIT; precondition: what the card's driver keeps is known.
Verdict verdict_of(const MemoryEstimate& memory);

/// The network of the scenario's model as it runs without training, for counts that are made in evaluation mode.
/// Empty of operators when the model cannot be built.
Network evaluation_network(const Scenario& scenario, const EngineData& data);

/// The estimate alone.
struct EstimateResult {
    std::optional<Estimate> estimate;
    std::vector<Finding> errors;
};
EstimateResult estimate(const Scenario& scenario, const EngineData& data);

/// A processor for desktops without graphics of its own.
bool leaves_monitor_to_cards(const Cpu& cpu);

/// Whether one of the build's cards drives a monitor: what the build says; else a single machine does that is no rack
/// server, where the processor leaves it to cards and the card is one with outputs.
bool draws_display(const BuildChoice& build, const Catalog& hardware);

/// What a search of many plans reads of an evaluation.
enum class EvaluationPart {
    /// All but money and energy: no bill, no rent, no power; what the engine finds in the plan is there.
    without_cost,
    /// The times of step and run alone, of a scenario that differs in its machine from one that was found sound.
    /// Nothing else of the estimate is filled, and nothing is objected to.
    time_alone
};

/// As `evaluate` with `before`, to the last bit in what is filled. A scenario with measurements is evaluated whole:
/// they bear on memory and time together.
Evaluation evaluate_part(const Scenario& scenario, const EngineData& data, const Evaluation& before,
                         EvaluationPart part);

} // namespace rigwright
