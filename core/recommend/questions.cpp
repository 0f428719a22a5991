// SPDX-License-Identifier: Apache-2.0
#include "core/recommend/questions.h"

#include "core/advise/quote_choice.h"
#include "core/recommend/figures.h"
#include "core/recommend/gpu_builds.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace rigwright {

namespace {

/// A smaller gain is not noticeable.
constexpr double least_gain = 0.01;

/// Tries exchanges and keeps the best one per field.
class Upgrading {
public:
    Upgrading(const Scenario& scenario, const EngineData& data, std::stop_token stop)
        : scenario_(scenario),
          data_(data),
          stop_(std::move(stop)),
          present_(evaluate(scenario, data))
    {
        if (!present_.estimate) return;
        of_run_ = present_.estimate->time && present_.estimate->time->run;
        time_ = time_of(*present_.estimate, of_run_);
    }

    std::vector<Upgrade> run()
    {
        if (!time_) return {};
        try_gpus();
        try_counts();
        for (const Cpu& cpu : data_.hardware.cpus)
            if (fits_socket(cpu)) try_part("build.cpu", cpu.id, cpu.name);
        for (const Storage& drive : data_.hardware.storages)
            if (drive.generic) try_part("build.storage", drive.id, drive.name);
        if (scenario_.build.ram_gib) try_memory();
        std::vector<Upgrade> best;
        for (auto& [field, upgrade] : best_) best.push_back(std::move(upgrade));
        std::stable_sort(best.begin(), best.end(),
                         [](const Upgrade& a, const Upgrade& b) { return a.time_ratio < b.time_ratio; });
        return best;
    }

private:
    void try_gpus()
    {
        for (const CardToSearch& card : cards_to_search(scenario_, data_, Outlay::purchase))
            if (card.rejected_by.empty()) try_part("build.gpu", card.gpu->id, card.gpu->name);
    }

    /// Twice the GPUs, each with half of the accumulation or of the micro-batch.
    void try_counts()
    {
        const Training& training = scenario_.training;
        ScenarioChanges changes{{"build.gpus_per_node", scenario_.build.gpus_per_node * 2}};
        if (training.gradient_accumulation % 2 == 0)
            changes.push_back({"training.gradient_accumulation", training.gradient_accumulation / 2});
        else if (training.micro_batch % 2 == 0)
            changes.push_back({"training.micro_batch", training.micro_batch / 2});
        else
            return;
        const Gpu* gpu = data_.hardware.gpu(scenario_.build.gpu);
        attempt("build.gpus_per_node",
                std::to_string(scenario_.build.gpus_per_node * 2) + " × " + (gpu != nullptr ? gpu->name : ""),
                std::move(changes));
    }

    void try_memory()
    {
        const double doubled = *scenario_.build.ram_gib * 2.0;
        attempt("build.ram_GiB", std::to_string(std::llround(doubled)) + " GiB", {{"build.ram_GiB", doubled}});
    }

    bool fits_socket(const Cpu& cpu) const
    {
        const Cpu* own = data_.hardware.cpu(scenario_.build.cpu);
        return own != nullptr && !own->socket.empty() && cpu.socket == own->socket;
    }

    void try_part(const char* field, const std::string& id, const std::string& name)
    {
        attempt(field, name, {{field, id}});
    }

    void attempt(const char* field, std::string name, ScenarioChanges changes)
    {
        if (stop_.stop_requested()) return;
        const auto there = changed(scenario_, data_, changes);
        if (!there) return;
        const Evaluation plan = evaluate(*there, data_, present_);
        if (!qualifies(plan, data_)) return;
        const auto time = time_of(*plan.estimate, of_run_);
        if (!time || *time / *time_ > 1.0 - least_gain) return;
        const auto known = best_.find(field);
        if (known != best_.end() && known->second.time <= *time) return;
        Upgrade upgrade{field, std::move(name), std::move(changes), *time, *time / *time_, {}};
        const BillOfMaterials& before = present_.estimate->cost.bill;
        const BillOfMaterials& after = plan.estimate->cost.bill;
        if (difference_is_known(before, after)) upgrade.added_cost = after.total - before.total;
        best_.insert_or_assign(field, std::move(upgrade));
    }

    const Scenario& scenario_;
    const EngineData& data_;
    std::stop_token stop_;
    Evaluation present_;
    bool of_run_ = false;
    std::optional<Seconds> time_;
    std::map<std::string, Upgrade, std::less<>> best_;
};

} // namespace

const Candidate* cheapest_within(const Exploration& found, Seconds time, bool surely)
{
    const auto cheapest = std::find_if(found.front.begin(), found.front.end(), [&](const Candidate& candidate) {
        return (surely ? candidate.figures.time_high : candidate.figures.time) <= time;
    });
    return cheapest != found.front.end() ? &*cheapest : nullptr;
}

std::vector<Upgrade> upgrades(const Scenario& scenario, const EngineData& data, std::stop_token stop)
{
    return Upgrading(scenario, data, std::move(stop)).run();
}

std::vector<ScalingStep> scaling_of(const CardOutcome& card)
{
    std::map<std::int64_t, CandidateFigures> fastest;
    for (const CardOption& option : card.options) {
        const std::int64_t gpus = gpu_count(option.build);
        const auto known = fastest.find(gpus);
        if (known == fastest.end() || option.figures.time < known->second.time)
            fastest.insert_or_assign(gpus, option.figures);
    }
    std::vector<ScalingStep> steps;
    bool pays = true;
    for (const auto& [gpus, figures] : fastest) {
        ScalingStep step{gpus, figures};
        if (!steps.empty()) {
            const CandidateFigures& before = steps.back().figures;
            step.speedup = before.time / figures.time;
            pays = pays && figures.cost * figures.time.base() < before.cost * before.time.base();
        }
        step.pays = pays;
        steps.push_back(step);
    }
    return steps;
}

std::optional<RentOrBuy> rent_or_buy(const Candidate& candidate, const EngineData& data)
{
    const Evaluation plan = evaluate(candidate.scenario, data);
    if (!plan.estimate) return std::nullopt;
    const CostTerms& cost = plan.estimate->cost;
    if (cost.bill.total <= 0.0 || !cost.rent_equivalent || !cost.run_time) return std::nullopt;
    RentOrBuy answer{cost.bill.total, *cost.rent_equivalent, {}};
    const double hours = cost.run_time->base() / seconds_per_hour;
    if (cost.break_even_hours && hours > 0.0) answer.runs_to_break_even = *cost.break_even_hours / hours;
    return answer;
}

} // namespace rigwright
