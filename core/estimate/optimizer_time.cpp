// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/optimizer_time.h"

#include "core/estimate/recipes.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Bytes that one update moves for each parameter whose weight, gradient and moments are fp32.
double bytes_of_update(OptimizerKind kind, const TimeCoefficients& c)
{
    switch (kind) {
    case OptimizerKind::none: return 0.0;
    case OptimizerKind::sgd: return c.optimizer_bytes_sgd;
    case OptimizerKind::sgd_momentum: return c.optimizer_bytes_sgd_momentum;
    case OptimizerKind::adam:
    case OptimizerKind::adamw: return c.optimizer_bytes_adam;
    case OptimizerKind::adam_8bit: return c.optimizer_bytes_adam_8bit;
    case OptimizerKind::adafactor: return c.optimizer_bytes_adafactor;
    case OptimizerKind::lion: return c.optimizer_bytes_lion;
    case OptimizerKind::rmsprop: return c.optimizer_bytes_rmsprop;
    case OptimizerKind::adagrad: return c.optimizer_bytes_adagrad;
    case OptimizerKind::lamb: return c.optimizer_bytes_lamb;
    }
    return 0.0;
}

} // namespace

OptimizerTerms optimizer_time(const Training& training, const Parallel& parallel, const OptimizerWork& work,
                              const TimeCoefficients& c)
{
    OptimizerTerms terms;
    if (training.mode == RunMode::infer || training.optimizer == OptimizerKind::none) return terms;
    const PrecisionRecipe recipe = recipe_of(training);
    terms.state_bytes = bytes_of_update(training.optimizer, c);
    if (recipe.master)
        terms.state_bytes += c.optimizer_master_bytes;
    else if (storage_bits(recipe.weights) == 16)
        terms.state_bytes *= c.optimizer_pure_16_bit;
    terms.model_bytes = c.optimizer_zeroing_bytes + (recipe.autocast ? c.optimizer_cast_bytes : 0.0);
    const bool fused = training.stack == Stack::tuned || parallel.zero_stage > 0 || parallel.tensor > 1;
    terms.passes = fused ? c.optimizer_passes_fused : c.optimizer_passes;
    terms.traffic = Bytes::rounded(work.parameters * (terms.state_bytes / work.shards + terms.model_bytes));
    terms.traffic_time = terms.passes * (terms.traffic / work.bandwidth);
    terms.launch_time = work.host_per_kernel * work.tensors;
    terms.time = std::max(terms.traffic_time, terms.launch_time);
    return terms;
}

} // namespace rigwright
