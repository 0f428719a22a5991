// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/requirements.h"

namespace rigwright {

/// Inputs of the rows of an answer.
struct NeedTerms {
    /// The scenario's own plan, before samples are multiplied.
    const Evaluation& plan;
    const EngineData& data;
    const NeedAnswer& answer;

    const Scenario& scenario() const { return plan.scenario; }
    const Requirements& need() const { return plan.scenario.requirements; }
    const Evaluation& training() const { return *answer.training; }
    const Evaluation* inspection() const { return answer.inspection.get(); }
    /// Null if no part's time was judged.
    const TaktEstimate* takt() const
    {
        return inspection() && inspection()->estimate->takt ? &*inspection()->estimate->takt : nullptr;
    }
};

// One function per resource; rows without demands are omitted. demands_gpu.cpp, demands_host.cpp.
Requirement gpu_memory_needed(const NeedTerms& terms);
Requirement compute_needed(const NeedTerms& terms);
Requirement cpu_cores_needed(const NeedTerms& terms);
Requirement host_memory_needed(const NeedTerms& terms);
Requirement storage_needed(const NeedTerms& terms);
Requirement storage_rate_needed(const NeedTerms& terms);
Requirement network_needed(const NeedTerms& terms);
Requirement deadline_allowed(const NeedTerms& terms);
Requirement takt_allowed(const NeedTerms& terms);
Requirement budget_allowed(const NeedTerms& terms);
Requirement power_allowed(const NeedTerms& terms);
Requirement rack_units_allowed(const NeedTerms& terms);
Requirement utilisation_allowed(const NeedTerms& terms);

/// A demand with the derivation of its amount.
Demand demand_of(std::string code, const Term& amount, Measure measure, const Trace& trace, std::string workload = {});
/// A demand that is a number of the scenario or of the estimate.
Demand given(const char* field, Value value);
Demand same(const char* quantity, Value value, std::string_view origin = {});

/// Dense peak of all GPUs in the format of the plan's products; empty if the time is unknown.
std::optional<FlopsPerSecond> peak_of_build(const Evaluation& evaluation);

} // namespace rigwright
