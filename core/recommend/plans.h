// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/divisible.h"
#include "core/recommend/gpu_builds.h"

#include <cstdint>
#include <vector>

namespace rigwright {

/// Ways to run the task on given GPUs that differ in the micro-batch alone.
struct PlanFamily {
    Precision precision = Precision::fp32;
    Recompute recompute = Recompute::none;
    std::int64_t tensor = 1;
    std::int64_t pipeline = 1;
    std::int64_t expert = 1;
    std::int64_t zero_stage = 0;
    Offload offload = Offload::none;
    /// Largest first. Of each, accumulation and copies of the model make the task's global batch, exactly.
    std::vector<std::int64_t> micro_batches;

    /// Whether this saves memory only where the other does, and no further: at the same micro-batch it is then no
    /// slower. Stages of ZeRO are no order: each exchanges in its own way, and the higher one may hide more of it.
    bool is_milder_than(const PlanFamily& other) const;
    /// How much a person has to set up; among plans of the same time the simplest is proposed.
    int complexity() const;
};

/// What the plans of one build are.
struct PlanSpace {
    /// Milder ones first.
    std::vector<PlanFamily> families;
    /// Degrees of parallelism whose copies of the model do not make the global batch.
    std::int64_t without_global_batch = 0;

    std::int64_t plans() const;
};

/// What of the task the plans are derived from.
struct TaskShape {
    std::int64_t global_batch = 1;
    Divisible divisible;
    /// The model reads tokens through attention: layers and heads can be dealt out among GPUs.
    bool is_language_model = false;
};

/// Tensor parallelism stays inside a machine; pipelines deal out whole layers evenly; both are for language models.
/// ZeRO is for several copies, its stages above the first for models that are not divided; offload belongs to ZeRO,
/// that of parameters to its last stage. Other models are copied whole or sharded whole. TensorFlow and Keras have
/// copies alone.
PlanSpace plan_space(const Scenario& task, const TaskShape& shape, const GpuBuild& build,
                     const std::vector<Precision>& precisions);

/// Writes a plan into a scenario whose build has the GPUs already.
void set_plan(Scenario& scenario, const PlanFamily& family, std::int64_t micro_batch, std::int64_t global_batch);

} // namespace rigwright
