// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/time_coefficients.h"
#include "core/hardware/cpu.h"
#include "core/hardware/storage.h"
#include "core/quantities/quantity.h"
#include "core/scenario/scenario.h"

#include <optional>

namespace rigwright {

/// What feeding one machine with samples takes. Rates are samples per second; an absent rate does not limit.
struct LoadingTerms {
    /// False where the dataset says nothing that loading could be computed from, or is synthetic.
    bool modelled = false;
    double cores = 0.0;
    bool cores_assumed = false;
    /// The format of the files is one whose decoding rate is not known.
    bool decode_unknown = false;
    bool in_page_cache = false;
    std::optional<double> decode_rate;
    std::optional<double> storage_rate;
    /// Samples that one machine takes per step, and the time its loader needs for them.
    double samples = 0.0;
    Seconds needed;
    Seconds exposed;
};

/// Loader of one machine: the smaller of decoding on all cores and reading; samples of one step against `step`, the
/// time of a step that never waits for data.
LoadingTerms loading_terms(const Scenario& scenario, const Cpu* cpu, const Storage* storage,
                           const TimeCoefficients& coefficients, Seconds step);

} // namespace rigwright
