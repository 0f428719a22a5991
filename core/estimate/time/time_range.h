// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/time/step_time.h"

#include <string>
#include <string_view>

namespace rigwright {

/// Causes of the deviation between the estimate and a run that no fit has seen; their variances add up to its range.
struct RangeCauses {
    /// Class of the model in section "time_range".
    std::string_view model_class;
    /// Nothing like it was ever measured: another vendor's accelerator, state in system memory, no GPU.
    bool order_of_magnitude = false;
    /// No fitted source has this class on this generation of GPUs under this framework, or in this execution.
    bool new_kind = false;
    /// d ln step / d ln of the host's time.
    double host = 0.0;
    /// Share of the step that is communication or pipeline bubble.
    double communication = 0.0;
};

/// `family`: architecture or family of the model; `gpu`: null if none trains.
RangeCauses range_causes(const TimeTerms& terms, const Scenario& scenario, std::string_view family, const Gpu* gpu,
                         const TimeCoefficients& coefficients);

/// "class/generation/framework" and "class/execution", of LoRA "class+lora/...": names of the kinds that fitted sources
/// have measured.
std::string kind_on_generation(std::string_view model_class, const GpuGeneration& generation, const Training& training);
std::string kind_in_execution(std::string_view model_class, const Training& training);

/// Half the width of the range in logarithms: the bounds are step × exp(∓ width).
Term range_width(const RangeCauses& causes, const TimeRangeWidths& widths, Trace& trace);
double range_width(const RangeCauses& causes, const TimeRangeWidths& widths);

/// True for plans unlike any measured one, until the user's own measurements leave `range_share` of the width and thus
/// at most the width of a kind of plan that no fitted source measured.
bool is_order_of_magnitude(const RangeCauses& causes, const TimeRangeWidths& widths, double range_share);

} // namespace rigwright
