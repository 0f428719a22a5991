// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/batch_split.h"

#include <algorithm>

namespace rigwright {

std::optional<BatchSplit> batch_split(const Scenario& scenario, std::int64_t batch)
{
    const std::int64_t copies = data_parallel_degree(scenario);
    if (copies < 1 || batch < 1 || batch % copies != 0) return std::nullopt;
    const std::int64_t samples = batch / copies;
    std::int64_t micro_batch = std::min(scenario.training.micro_batch, samples);
    while (samples % micro_batch != 0) --micro_batch;
    return BatchSplit{micro_batch, samples / micro_batch};
}

} // namespace rigwright
