// SPDX-License-Identifier: Apache-2.0
#include "core/recommend/plans.h"

#include "core/advise/degrees.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr std::array recomputations{Recompute::none, Recompute::selective, Recompute::full};
constexpr std::array offloads{Offload::none, Offload::optimizer, Offload::parameters};
constexpr std::int64_t highest_stage = 3;
/// What trainers with tensor and pipeline parallelism call the distributed optimizer; their weights and gradients stay
/// whole on each GPU.
constexpr std::int64_t highest_stage_of_divided_models = 1;

bool deals_out(const Scenario& task)
{
    return task.training.framework == Framework::pytorch && task.training.mode == RunMode::train;
}

/// Degrees of one build, and the copies of the model that they leave.
struct Degrees {
    std::int64_t tensor = 1;
    std::int64_t pipeline = 1;
    std::int64_t expert = 1;
    std::int64_t copies = 1;
};

class Enumeration {
public:
    Enumeration(const Scenario& task, const TaskShape& shape, const GpuBuild& build,
                const std::vector<Precision>& precisions)
        : task_(task),
          shape_(shape),
          build_(build),
          precisions_(precisions)
    {}

    PlanSpace run()
    {
        for (const std::int64_t tensor : tensor_degrees())
            for (const std::int64_t pipeline : pipeline_degrees(tensor))
                for (const std::int64_t expert : expert_degrees(pipeline)) add(tensor, pipeline, expert);
        std::stable_sort(space_.families.begin(), space_.families.end(),
                         [](const PlanFamily& a, const PlanFamily& b) { return a.complexity() < b.complexity(); });
        return std::move(space_);
    }

private:
    bool is_dealt_out() const { return deals_out(task_) && shape_.is_language_model; }

    std::vector<std::int64_t> tensor_degrees() const
    {
        if (!is_dealt_out()) return {1};
        std::vector<std::int64_t> degrees = divisors_of(build_.per_machine);
        std::erase_if(degrees, [this](std::int64_t degree) { return shape_.divisible.common_heads % degree != 0; });
        return degrees;
    }

    std::vector<std::int64_t> pipeline_degrees(std::int64_t tensor) const
    {
        if (!is_dealt_out()) return {1};
        std::vector<std::int64_t> degrees = divisors_of(build_.gpus() / tensor);
        std::erase_if(degrees, [this](std::int64_t degree) {
            return degree > 1 && (shape_.divisible.layers == 0 || shape_.divisible.layers % degree != 0);
        });
        return degrees;
    }

    std::vector<std::int64_t> expert_degrees(std::int64_t pipeline) const
    {
        if (!deals_out(task_) || shape_.divisible.experts <= 1) return {1};
        std::vector<std::int64_t> degrees = divisors_of(build_.gpus() / pipeline);
        std::erase_if(degrees, [this](std::int64_t degree) { return shape_.divisible.experts % degree != 0; });
        return degrees;
    }

    void add(std::int64_t tensor, std::int64_t pipeline, std::int64_t expert)
    {
        const std::int64_t holders = tensor * pipeline * task_.parallel.context;
        if (build_.gpus() % holders != 0) return;
        const Degrees degrees{tensor, pipeline, expert, build_.gpus() / holders};
        const std::vector<std::int64_t> micro_batches = micro_batches_of(degrees);
        if (micro_batches.empty()) {
            ++space_.without_global_batch;
            return;
        }
        for (const Precision precision : precisions_)
            for (const Recompute recompute : recomputations)
                for (const Offload offload : offloads)
                    add_stages(degrees, precision, recompute, offload, micro_batches);
    }

    std::vector<std::int64_t> micro_batches_of(const Degrees& degrees) const
    {
        if (task_.training.mode == RunMode::infer) return {task_.training.micro_batch};
        if (shape_.global_batch % degrees.copies != 0) return {};
        std::vector<std::int64_t> sizes = divisors_of(shape_.global_batch / degrees.copies);
        std::reverse(sizes.begin(), sizes.end());
        return sizes;
    }

    void add_stages(const Degrees& degrees, Precision precision, Recompute recompute, Offload offload,
                    const std::vector<std::int64_t>& micro_batches)
    {
        const bool train = task_.training.mode == RunMode::train;
        if (!train && recompute != Recompute::none) return;
        if (!deals_out(task_) && offload != Offload::none) return;
        const bool several = deals_out(task_) && degrees.copies > 1;
        const bool undivided = degrees.tensor == 1 && degrees.pipeline == 1;
        const std::int64_t highest = !several ? 0 : undivided ? highest_stage : highest_stage_of_divided_models;
        const std::int64_t step = shape_.is_language_model ? 1 : highest_stage;
        for (std::int64_t stage = 0; stage <= highest; stage += step) {
            if (!goes_with(offload, stage, degrees)) continue;
            space_.families.push_back({precision, recompute, degrees.tensor, degrees.pipeline, degrees.expert, stage,
                                       offload, micro_batches});
        }
    }

    /// What trainers offer: offload belongs to ZeRO, that of parameters to its last stage; one copy needs no stage.
    /// Neither is for models cut into stages.
    static bool goes_with(Offload offload, std::int64_t stage, const Degrees& degrees)
    {
        if (offload == Offload::none) return true;
        if (degrees.pipeline > 1) return false;
        if (offload == Offload::optimizer) return stage >= 1 || degrees.copies == 1;
        return degrees.tensor == 1 && (stage == highest_stage || degrees.copies == 1);
    }

    const Scenario& task_;
    const TaskShape& shape_;
    const GpuBuild& build_;
    const std::vector<Precision>& precisions_;
    PlanSpace space_;
};

} // namespace

bool PlanFamily::is_milder_than(const PlanFamily& other) const
{
    if (precision != other.precision || tensor != other.tensor || pipeline != other.pipeline ||
        expert != other.expert || zero_stage != other.zero_stage)
        return false;
    const bool same = recompute == other.recompute && offload == other.offload;
    return !same && recompute <= other.recompute && offload <= other.offload;
}

/// Each counts by what it takes to set up: a flag for recomputation and ZeRO, another launcher for tensor parallelism,
/// a model cut into stages for pipelines, memory of the machine for offload.
int PlanFamily::complexity() const
{
    const int recomputed = static_cast<int>(recompute);
    const int offloaded = offload == Offload::none ? 0 : 5 + static_cast<int>(offload);
    const int divided = (tensor > 1 ? 4 : 0) + (pipeline > 1 ? 5 : 0) + (expert > 1 ? 2 : 0);
    return recomputed + static_cast<int>(zero_stage) + divided + offloaded;
}

std::int64_t PlanSpace::plans() const
{
    std::int64_t all = 0;
    for (const PlanFamily& family : families) all += static_cast<std::int64_t>(family.micro_batches.size());
    return all;
}

PlanSpace plan_space(const Scenario& task, const TaskShape& shape, const GpuBuild& build,
                     const std::vector<Precision>& precisions)
{
    return Enumeration(task, shape, build, precisions).run();
}

void set_plan(Scenario& scenario, const PlanFamily& family, std::int64_t micro_batch, std::int64_t global_batch)
{
    Training& training = scenario.training;
    Parallel& parallel = scenario.parallel;
    training.precision = family.precision;
    training.recompute = family.recompute;
    training.micro_batch = micro_batch;
    parallel.tensor = family.tensor;
    parallel.pipeline = family.pipeline;
    parallel.expert = family.expert;
    parallel.pipeline_interleave = 1;
    parallel.zero_stage = family.zero_stage;
    parallel.offload = family.offload;
    // With tensor parallelism it saves memory and sends no more.
    parallel.sequence_parallel = family.tensor > 1;
    const std::int64_t copies = data_parallel_degree(scenario);
    const bool train = training.mode == RunMode::train;
    training.gradient_accumulation = train ? global_batch / (copies * micro_batch) : 1;
}

} // namespace rigwright
