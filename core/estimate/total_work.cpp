// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/total_work.h"

#include "core/scenario/fields.h"
#include "core/scenario/tiles.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

Scenario with_total_flops(const Evaluation& evaluation, double flops)
{
    Scenario scenario = evaluation.scenario;
    if (!evaluation.estimate) return scenario;
    const ModelEstimate& model = evaluation.estimate->model;
    const double of_a_sample = scenario.training.mode == RunMode::train ? model.training_flops_per_sample.base()
                                                                        : model.forward_flops_per_sample.base();
    if (of_a_sample <= 0.0) return scenario;
    scenario.training.epochs = 1;
    scenario.dataset.tokens.reset();
    scenario.dataset.samples = 1;
    const auto tiles = static_cast<double>(samples_with_tiles(scenario).value_or(1));
    const double most = field_of("dataset.samples")->maximum;
    scenario.dataset.samples = static_cast<std::int64_t>(std::min(std::ceil(flops / (of_a_sample * tiles)), most));
    return scenario;
}

} // namespace rigwright
