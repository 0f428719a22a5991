// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/time/step_time.h"

#include <vector>

namespace rigwright {

/// What a reader should know of a computed plan: it does not fit, costs something, or is not covered by the model. One
/// function a finding, listed in plan_findings.cpp.
void add_plan_findings(const Evaluation& evaluation, const EngineData& data, const Gpu& gpu,
                       std::vector<Finding>& findings);

/// Says what of an imported file the numbers do not include. `import-incomplete`: nodes that carry weights or products;
/// `import-weights-only`: everything but the weights; `import-nodes-unknown`: nodes that move numbers alone. The
/// unknown ones are listed in the estimate.
void add_import_findings(const ImportedNetwork& imported, Estimate& estimate);

/// Why there is no time: the numbers that nobody published.
void add_missing_number_findings(const StepTimeInputs& inputs, bool links_known, std::vector<Finding>& findings);

/// What scikit-learn cannot do: use a GPU, and train anything but multi-layer perceptrons. Empty for other frameworks.
std::vector<Finding> framework_refusals(const Scenario& scenario, const Network& network, const Gpu* gpu);

/// What loading assumes, and what it costs.
void add_loading_findings(const LoadingTerms& loading, std::vector<Finding>& findings);

/// What a computed time assumes or leaves out.
void add_step_findings(const StepTimeInputs& inputs, const TimeTerms& terms, std::vector<Finding>& findings);

} // namespace rigwright
