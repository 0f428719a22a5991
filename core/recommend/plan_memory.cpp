// SPDX-License-Identifier: Apache-2.0
#include "core/recommend/plan_memory.h"

#include <algorithm>

namespace rigwright {

Bytes least_states(const Evaluation& whole, const Scenario& plan)
{
    constexpr std::int64_t last_stage = 3;
    const Parallel& parallel = plan.parallel;
    const double parts = static_cast<double>(parallel.tensor * parallel.pipeline * parallel.expert);
    const double copies = static_cast<double>(std::max<std::int64_t>(data_parallel_degree(plan) * parallel.context, 1));
    const double weights = parallel.zero_stage >= last_stage ? parts * copies : parts;
    const double optimizer = parallel.zero_stage >= 1 ? parts * copies : parts;
    double bytes = 0.0;
    if (parallel.offload != Offload::parameters) bytes += whole.memory.weights.as_double() / weights;
    if (parallel.offload == Offload::none) bytes += whole.memory.optimizer_state.as_double() / optimizer;
    return Bytes::rounded(bytes);
}

} // namespace rigwright
