// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/time/step_time.h"
#include "core/network/network.h"

#include <cstdint>
#include <vector>

namespace rigwright {

/// What one machine draws with every part at its limit, behind the power supply: GPUs at board power, processors at
/// their highest power, memory, drives, board and fans as the energy model has them. Empty where a power is not
/// published.
std::optional<Watts> full_load_of_a_machine(const Scenario& scenario, const EngineData& data);

/// Checks the build itself: do the parts go together, do they have power, lanes and room, does the plan keep the
/// person's limits. Says nothing about parts that the scenario does not name.
void add_build_findings(const Evaluation& evaluation, const EngineData& data, std::vector<Finding>& findings);

/// What a reader should know of a computed plan: it does not fit, costs something, or is not covered by the model. One
/// function a finding, listed in plan_findings.cpp.
void add_plan_findings(const Evaluation& evaluation, const EngineData& data, const Gpu& gpu,
                       std::vector<Finding>& findings);

/// Whether it says how a plan that nothing blocks may still fail: its memory or its time may be larger than estimated,
/// most of all where nothing like it was measured.
bool is_risk(const Finding& finding);

/// Says what of an imported file the numbers do not include. `import-incomplete`: nodes that carry weights or products;
/// `import-weights-only`: everything but the weights; `import-nodes-unknown`: nodes that move numbers alone. The
/// unknown ones are listed in the estimate.
void add_import_findings(const ImportedNetwork& imported, Estimate& estimate);

/// Why there is no time: the numbers that are not published.
void add_missing_number_findings(const StepTimeInputs& inputs, bool links_known, std::vector<Finding>& findings);

/// What scikit-learn cannot do: use a GPU, and train anything but multi-layer perceptrons. Empty for other frameworks.
std::vector<Finding> framework_refusals(const Scenario& scenario, const Network& network, const Gpu* gpu);

/// What loading assumes, and what it costs.
void add_loading_findings(const LoadingTerms& loading, std::vector<Finding>& findings);

/// What a computed time assumes or leaves out.
void add_step_findings(const StepTimeInputs& inputs, const TimeTerms& terms, std::vector<Finding>& findings);

/// What of a network degrees of parallelism must divide.
struct Divisible {
    /// Heads of the attention that divides worst by the tensor degree asked for; zero without attention.
    std::int64_t heads = 0;
    /// The largest number that divides the heads of every attention; zero without attention.
    std::int64_t common_heads = 0;
    /// Zero where no layer has experts.
    std::int64_t experts = 0;
    /// Repeated layers that a pipeline deals out to its stages.
    std::int64_t layers = 0;
    /// Tokens of the longest attention.
    std::int64_t tokens = 0;
};

Divisible divisible_of(const Network& network, std::int64_t tensor_degree);

} // namespace rigwright
