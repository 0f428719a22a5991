// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/quantities/words.h"

#include <optional>
#include <vector>

namespace rigwright {

/// What of a machine could be twice as fast.
enum class WhatIfTarget {
    /// Peak rates of all formats, of the processor where it trains alone.
    matrix_rate,
    /// Decides the clock that long products hold.
    board_power,
    memory_bandwidth,
    /// What the host needs to start a kernel, to pick regions.
    host_speed,
    /// PCIe, peer links and the network.
    links,
    /// Cores that prepare samples.
    processor_cores,
    storage,
    /// Capacity of host memory, in which files stay.
    host_memory
};
/// "memory_bandwidth": the last part of message codes.
template <>
inline constexpr std::array<std::string_view, 8> words<WhatIfTarget>{"matrix_rate", "board_power", "memory_bandwidth",
                                                                     "host_speed",  "links",       "processor_cores",
                                                                     "storage",     "host_memory"};
inline constexpr std::size_t what_if_target_count = 8;

/// The step with one thing of the machine doubled, everything else as it is.
struct WhatIfResult {
    WhatIfTarget lever = WhatIfTarget::matrix_rate;
    /// What it is spent on then; the step is the sum.
    std::array<Seconds, time_part_count> parts;
    Seconds step;
    /// Share of the present step that goes: 0.5 when all of it depends on this one thing.
    double gain = 0.0;
};

/// One entry for each lever that the plan has, in their order: a GPU gives no entry for host memory, a plan that trains
/// on the processor none for links, by the formulas of the estimate itself with doubled numbers in them. Without
/// measurements of one's own. Empty where there is no time.
std::vector<WhatIfResult> doublings(const Evaluation& evaluation, const EngineData& data);

/// The working of that step as the sum of its parts, with the present step below; the parts are another machine's and
/// have no workings. Nothing for a lever that the plan has not.
std::optional<Derivation> doubled_step(const Evaluation& evaluation, const EngineData& data, WhatIfTarget lever);

} // namespace rigwright
