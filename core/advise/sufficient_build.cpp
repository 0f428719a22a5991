// SPDX-License-Identifier: Apache-2.0
#include "core/advise/sufficient_build.h"

#include "core/advise/largest.h"
#include "core/estimate/recipes.h"
#include "core/hardware/gpu.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

/// Cards below this share of the required peak are not tried.
constexpr double least_peak_share = 0.5;
/// Maximum number of passes over all parts.
constexpr int most_passes = 6;

constexpr std::array gpu_resources{Resource::gpu_memory, Resource::compute, Resource::deadline, Resource::takt,
                                   Resource::utilisation};

bool is_short(const NeedAnswer& answer, Resource resource)
{
    const Requirement* row = answer.row(resource);
    return row != nullptr && !row->is_met();
}

/// A deadline that the CPU alone misses cannot be met by the GPUs.
bool gpus_fall_short(const NeedAnswer& answer)
{
    const bool processor = is_short(answer, Resource::cpu_cores);
    return std::ranges::any_of(gpu_resources, [&](Resource resource) {
        return is_short(answer, resource) && !(processor && resource == Resource::deadline);
    });
}

ScenarioChanges changes_of(const std::vector<BuildStep>& steps)
{
    ScenarioChanges all;
    for (const BuildStep& step : steps) all.insert(all.end(), step.changes.begin(), step.changes.end());
    return all;
}

std::optional<FlopsPerSecond> peak_in(const Gpu& gpu, Precision precision)
{
    const NumberFormat format = recipe_of(precision).product;
    const auto tensor = dense_peak(gpu, format, ComputeUnit::tensor);
    return tensor ? tensor : dense_peak(gpu, format, ComputeUnit::vector);
}

class PartSearch {
public:
    PartSearch(const Evaluation& plan, NeedAnswer answer, const Advising& advising)
        : advising_(advising),
          origin_(plan),
          current_(plan),
          answer_(std::move(answer))
    {}

    SufficientBuild run()
    {
        // One part changes the demand on another: more cores run more loaders, a larger card takes larger batches.
        for (int pass = 0; pass < most_passes; ++pass) {
            const ScenarioChanges before = changes_of(result_.steps);
            raise_all();
            if (changes_of(result_.steps) == before) break;
        }
        result_.changes = changes_of(result_.steps);
        for (const Requirement& row : answer_.rows) {
            result_.is_partial = result_.is_partial || !row.present;
            if (!row.is_met())
                result_.missed.push_back(row.resource);
            else if (row.present && !row.is_judged())
                result_.not_judged.push_back(row.resource);
        }
        return std::move(result_);
    }

private:
    const Catalog& hardware() const { return advising_.data.hardware; }

    void raise_all()
    {
        if (gpus_fall_short(answer_)) choose_gpus();
        raise(Resource::host_memory, "memory", [this](const Requirement& row) {
            return memory_for(current_.scenario, hardware(), Bytes::rounded(row.needed().number));
        });
        raise(Resource::cpu_cores, "processor", [this](const Requirement& row) {
            return processor_with_cores(current_.scenario, hardware(), row.needed().number);
        });
        raise(Resource::storage, "drive-space",
              [this](const Requirement& row) { return drive_space_for(current_.scenario, row.needed().number); });
        raise(Resource::storage_rate, "drive", [this](const Requirement& row) {
            // This row exists only if the size of a sample is known.
            return drive_for(current_.scenario, hardware(), BytesPerSecond(row.needed().number),
                             *answer_.training->time->loading.files);
        });
        raise(Resource::network, "network", [this](const Requirement& row) {
            return network_for(current_.scenario, hardware(), BytesPerSecond(row.needed().number));
        });
    }

    /// Accepts the plan; false if it cannot be computed.
    bool accept(BuildStep step)
    {
        const auto scenario = changed(current_.scenario, advising_.data, step.changes);
        if (!scenario) return false;
        Evaluation there = evaluate(*scenario, advising_.data, current_);
        auto answer = answer_need(there, advising_.data);
        if (!answer) return false;
        current_ = std::move(there);
        answer_ = std::move(*answer);
        std::erase_if(result_.steps, [&step](const BuildStep& each) { return each.code == step.code; });
        result_.steps.push_back(std::move(step));
        return true;
    }

    template <typename Choose>
    void raise(Resource resource, const char* code, Choose choose)
    {
        if (advising_.stop.stop_requested() || !is_short(answer_, resource)) return;
        PartFound part = choose(*answer_.row(resource));
        if (!part) return;
        BuildStep step{resource, code, {{"name", part->name}}, std::move(part->changes)};
        if (part->amount) step.arguments.emplace_back("amount", *part->amount);
        accept(std::move(step));
    }

    std::vector<const Gpu*> cards() const
    {
        const Gpu* own = hardware().gpu(origin_.scenario.build.gpu);
        std::vector<const Gpu*> all = cards_by_size(origin_.scenario, advising_.data);
        std::erase_if(all, [own](const Gpu* gpu) { return own == nullptr || gpu->vendor != own->vendor; });
        return all;
    }

    bool may_suffice(const Gpu& gpu, std::int64_t count) const
    {
        const Requirement* memory = answer_.row(Resource::gpu_memory);
        const bool sharded = current_.scenario.parallel.zero_stage > 0;
        if (memory != nullptr && !sharded && gpu.memory.capacity.as_double() < memory->needed().number) return false;
        const Requirement* compute = answer_.row(Resource::compute);
        const auto peak = peak_in(gpu, current_.scenario.training.precision);
        if (compute == nullptr || !peak) return compute == nullptr;
        const auto gpus = static_cast<double>(count * current_.scenario.build.nodes);
        return peak->base() * gpus >= least_peak_share * compute->needed().number;
    }

    bool suffices(const Scenario& scenario) const
    {
        const Evaluation there = evaluate(scenario, advising_.data, current_);
        if (!there.estimate || !there.estimate->time || loses_more(*there.estimate, *origin_.estimate)) return false;
        if (leaves_budget_open(there)) return false;
        const auto answer = answer_need(there, advising_.data);
        return answer && !gpus_fall_short(*answer);
    }

    void choose_gpus()
    {
        const std::vector<const Gpu*> all = cards();
        const BuildChoice& build = current_.scenario.build;
        const std::int64_t most = std::max(
            build.gpus_per_node, std::min(most_gpus_of_a_machine, current_.scenario.constraints.maximum_gpus.value_or(
                                                                      most_gpus_of_a_machine * build.nodes) /
                                                                      build.nodes));
        for (std::int64_t count = build.gpus_per_node; count <= most; count *= 2) {
            for (const Gpu* gpu : all) {
                if (advising_.stop.stop_requested()) return;
                if (!may_suffice(*gpu, count) || (is_built_in(*gpu) && count > build.gpus_per_node)) continue;
                ScenarioChanges changes{{"build.gpu", gpu->id}};
                if (count != build.gpus_per_node) changes.push_back({"build.gpus_per_node", count});
                auto kept = keeping_global_batch(current_.scenario, advising_.data, std::move(changes));
                const auto scenario = kept ? changed(current_.scenario, advising_.data, *kept) : std::nullopt;
                if (!scenario || !suffices(*scenario)) continue;
                accept({Resource::gpu_memory,
                        "gpu",
                        {{"name", gpu->name}, {"count", value_of(Count(count * build.nodes))}},
                        *std::move(kept)});
                return;
            }
        }
    }

    const Advising& advising_;
    const Evaluation& origin_;
    Evaluation current_;
    NeedAnswer answer_;
    SufficientBuild result_;
};

} // namespace

const char* SufficientBuild::heading() const
{
    if (!steps.empty()) return "need.steps";
    if (!missed.empty()) return "need.no-part";
    return is_partial ? "need.no-step-partial" : "need.no-step";
}

std::optional<SufficientBuild> sufficient_build(const Evaluation& plan, const Advising& advising)
{
    auto answer = answer_need(plan, advising.data);
    if (!answer) return std::nullopt;
    return PartSearch(plan, std::move(*answer), advising).run();
}

} // namespace rigwright
