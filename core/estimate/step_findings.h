// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/step_time.h"

namespace rigwright {

/// Why there is no time: the numbers that nobody published.
void add_missing_number_findings(const StepTimeInputs& inputs, bool links_known, std::vector<Finding>& findings);

/// What scikit-learn cannot do: use a GPU, and train anything but multi-layer perceptrons. Empty for other frameworks.
std::vector<Finding> framework_refusals(const Scenario& scenario, const Network& network, const Gpu* gpu);

/// What loading assumes, and what it costs.
void add_loading_findings(const LoadingTerms& loading, std::vector<Finding>& findings);

/// What a computed time assumes or leaves out.
void add_step_findings(const StepTimeInputs& inputs, const TimeTerms& terms, std::vector<Finding>& findings);

} // namespace rigwright
