// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/time/step_time.h"

#include <string>
#include <string_view>

namespace rigwright {

/// What a run of a laboratory that no fit has seen may differ by: the causes whose variances add up to its range.
struct RangeCauses {
    /// Class of the model in section "time_range".
    std::string_view model_class;
    /// Nothing like it was ever measured: another vendor's accelerator, state in host memory, no GPU.
    bool order_of_magnitude = false;
    /// No fitted source has this class on this generation of GPUs under this framework, or in this execution.
    bool new_kind = false;
    /// d ln step / d ln of the host's time.
    double host = 0.0;
    /// Share of the step that is communication or pipeline bubble.
    double communication = 0.0;
};

/// `family`: architecture or family of the model; `gpu`: null where none trains.
RangeCauses range_causes(const TimeTerms& terms, const Scenario& scenario, std::string_view family, const Gpu* gpu,
                         const TimeCoefficients& coefficients);

/// "class/generation/framework" and "class/execution", of LoRA "class+lora/...": what fitted sources have measured, by
/// name.
std::string kind_on_generation(std::string_view model_class, const GpuGeneration& generation, const Training& training);
std::string kind_in_execution(std::string_view model_class, const Training& training);

/// Half the width of the range in logarithms: the bounds are step × exp(∓ width).
Term range_width(const RangeCauses& causes, const TimeRangeWidths& widths, Trace& trace);
double range_width(const RangeCauses& causes, const TimeRangeWidths& widths);

/// Where nothing like the plan was measured, until own readings leave `range_share` of the width and with it no more
/// than a kind of plan has that no fitted source measured.
bool is_order_of_magnitude(const RangeCauses& causes, const TimeRangeWidths& widths, double range_share);

} // namespace rigwright
