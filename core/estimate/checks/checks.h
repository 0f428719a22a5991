// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/time/step_time.h"
#include "core/network/network.h"

#include <cstdint>
#include <vector>

namespace rigwright {

/// Power drawn by one machine with every part at its limit, after the power supply: GPUs at board power, processors at
/// their highest power; memory, drives, board and fans as in the energy model. Empty where a power is not published.
std::optional<Watts> full_load_of_a_machine(const Scenario& scenario, const EngineData& data);

/// Checks the build itself: do the parts go together, do they have power, lanes and room, does the plan keep the user's
/// limits. Skips parts that the scenario does not name.
void add_build_findings(const Evaluation& evaluation, const EngineData& data, std::vector<Finding>& findings);

/// Adds findings about a computed plan: it does not fit, it has a cost, or the model does not cover it. One function
/// per finding, listed in plan_findings.cpp.
void add_plan_findings(const Evaluation& evaluation, const EngineData& data, const Gpu& gpu,
                       std::vector<Finding>& findings);

/// Whether the finding says that a plan without blocking findings may still fail: its memory or its time may exceed the
/// estimate, especially where nothing similar was measured.
bool is_risk(const Finding& finding);

/// Reports parts of an imported file that the numbers do not include. `import-incomplete`: nodes that carry weights or
/// products; `import-weights-only`: everything but the weights; `import-nodes-unknown`: nodes that only move numbers.
/// The estimate lists the unknown ones.
void add_import_findings(const ImportedNetwork& imported, Estimate& estimate);

/// Reports the unpublished numbers that prevent a time estimate.
void add_missing_number_findings(const StepTimeInputs& inputs, bool links_known, std::vector<Finding>& findings);

/// Limits of scikit-learn: it cannot use a GPU and trains only multi-layer perceptrons. Empty for other frameworks.
std::vector<Finding> framework_refusals(const Scenario& scenario, const Network& network, const Gpu* gpu);

/// Reports the assumptions and the cost of data loading.
void add_loading_findings(const LoadingTerms& loading, std::vector<Finding>& findings);

/// Reports assumptions and omissions of a computed time.
void add_step_findings(const StepTimeInputs& inputs, const TimeTerms& terms, std::vector<Finding>& findings);

/// Dimensions that parallel degrees must divide.
struct Divisible {
    /// Heads of the attention that the requested tensor degree divides worst; zero without attention.
    std::int64_t heads = 0;
    /// Greatest common divisor of the head counts of all attentions; zero without attention.
    std::int64_t common_heads = 0;
    /// Zero where no layer has experts.
    std::int64_t experts = 0;
    /// Repeated layers that a pipeline distributes over its stages.
    std::int64_t layers = 0;
    /// Tokens of the longest attention.
    std::int64_t tokens = 0;
};

Divisible divisible_of(const Network& network, std::int64_t tensor_degree);

} // namespace rigwright
