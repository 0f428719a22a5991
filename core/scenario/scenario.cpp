// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenario.h"

#include "core/quantities/count.h"

namespace rigwright {

bool trains_on_processor(const BuildChoice& build) { return build.gpu == "none"; }

std::int64_t gpu_count(const BuildChoice& build) { return (Count(build.gpus_per_node) * Count(build.nodes)).value(); }

std::int64_t data_parallel_degree(const Scenario& scenario)
{
    const Count shards =
        Count(scenario.parallel.tensor) * Count(scenario.parallel.pipeline) * Count(scenario.parallel.context);
    const std::int64_t devices = gpu_count(scenario.build);
    if (shards.value() < 1 || devices % shards.value() != 0) return 0;
    return devices / shards.value();
}

std::int64_t global_batch(const Scenario& scenario)
{
    const Training& training = scenario.training;
    const std::int64_t steps = training.mode == RunMode::train ? training.gradient_accumulation : 1;
    return (Count(steps) * Count(data_parallel_degree(scenario)) * Count(training.micro_batch)).value();
}

} // namespace rigwright
