// SPDX-License-Identifier: Apache-2.0
#include "core/recommend/card_search.h"

#include "core/advise/part_choice.h"
#include "core/advise/workload_share.h"
#include "core/estimate/evaluation.h"
#include "core/scenario/words.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string_view>
#include <tuple>

namespace rigwright {

namespace {

/// Reason for excluding multiple candidates at once.
const std::string dominated = "dominated";
constexpr std::string_view takt_missed = "takt-missed";
/// The time of a plan that does not run.
constexpr Seconds never(std::numeric_limits<double>::infinity());

/// A plan that fits on the GPUs, and its time on the fastest possible host.
struct FittingPlan {
    const PlanFamily* family = nullptr;
    std::int64_t micro_batch = 1;
    Seconds shortest;
    /// On the fastest host; its memory estimate is reused.
    std::shared_ptr<const Evaluation> computed;
};

bool asks_for_takt(const Scenario& scenario, RunMode mode)
{
    return scenario.requirements.takt_seconds && scenario.training.mode == mode;
}

/// Whether the inspection of a part is known to meet the takt time.
bool meets_takt(const Evaluation& inspection)
{
    return inspection.estimate && inspection.estimate->takt && inspection.estimate->takt->met;
}

/// The reason why a computed plan is excluded; an empty code if it is not.
RejectionCounts::Key reason_against(const Evaluation& plan, bool of_run)
{
    if (!plan.estimate) return {plan.errors.empty() ? "no-estimate" : plan.errors.front().code, true};
    const Estimate& estimate = *plan.estimate;
    for (const Finding& finding : estimate.findings)
        if (finding.severity <= Finding::Severity::blocks && finding.code != takt_missed) return {finding.code, true};
    if (!estimate.memory || !estimate.verdict) return {"usable-memory-unknown", true};
    if (estimate.verdict != Verdict::fits) return {"memory-tight", true};
    const double reserve = plan.scenario.constraints.memory_reserve;
    const MemoryEstimate& memory = *estimate.memory;
    if (memory.needed.as_double() > memory.usable.as_double() * (1.0 - reserve)) return {"memory-reserve", false};
    const bool left_out =
        std::ranges::any_of(estimate.findings, [](const Finding& f) { return f.code == "offload-time-not-modelled"; });
    if (!time_of(estimate, of_run) || left_out) return {"time-unknown", false};
    if (asks_for_takt(plan.scenario, RunMode::infer) && !meets_takt(plan)) return {std::string(takt_missed), false};
    return {};
}

/// Whether a smaller micro-batch might help.
bool asks_for_smaller(const std::string& code)
{
    constexpr std::array<std::string_view, 5> codes{"does-not-fit", "does-not-fit-at-all", "memory-tight",
                                                    "memory-reserve", takt_missed};
    return std::ranges::find(codes, code) != codes.end();
}

class CardSearch {
public:
    CardSearch(const SearchTask& task, const Gpu& gpu, const RecommendOptions& options,
               const std::function<void()>& build_done)
        : task_(task),
          gpu_(gpu),
          options_(options),
          build_done_(build_done),
          scenario_(task.scenario)
    {
        found_.outcome.gpu = gpu.id;
        found_.outcome.name = gpu.name;
        // The scenario names a kernel for its own card; another card runs the default of its framework.
        if (!task.data->hardware.attention_kernels.run(word_of(scenario_.training.attention), gpu))
            scenario_.training.attention = AttentionChoice::fused;
    }

    CardFindings run()
    {
        for (const GpuBuild& build : gpu_builds(task_.scenario, gpu_, task_.outlay)) {
            if (options_.stop.stop_requested()) break;
            search(build);
            if (build_done_) build_done_();
        }
        keep_front(found_.front);
        std::int64_t out = static_cast<std::int64_t>(found_.front.size());
        for (const auto& [reason, count] : found_.rejected.by_reason) out += count;
        found_.rejected.add(dominated, found_.candidates - out);
        name_outcome();
        return std::move(found_);
    }

private:
    void search(const GpuBuild& build)
    {
        build_ = build;
        HostsFound hosts;
        if (task_.outlay == Outlay::purchase)
            hosts = task_.hosts->hosts_of(gpu_, build);
        else
            hosts = {{task_.hosts->rented(gpu_, build)}, 1, {}};
        const PlanSpace space = plan_space(task_.scenario, task_.shape, build, task_.precisions);
        const std::int64_t plans = space.plans();
        const bool bought = task_.outlay == Outlay::purchase;
        const std::int64_t networks = bought ? task_.hosts->network_classes(build) : 1;
        const std::int64_t machines = std::max<std::int64_t>(hosts.combinations, 1) * networks;
        found_.candidates += (plans + space.without_global_batch) * machines;
        found_.rejected.add("global-batch-does-not-divide", space.without_global_batch * machines);
        if (!hosts.rejected_by.empty()) return found_.rejected.add(hosts.rejected_by, plans * machines);
        scenario_.build.node_link = task_.scenario.build.node_link;
        Host fastest = bought ? task_.fastest_host : hosts.hosts.front();
        if (build.machines == 1) fastest.network = nullptr;
        set_build(scenario_, gpu_, build, fastest);
        find_plans(space, machines);
        if (plans_.empty()) return;
        if (!bought) return try_hosts(hosts.hosts);
        for (const Priced<Link>& network : task_.hosts->networks_of(build))
            try_hosts(task_.hosts->on_network(hosts.hosts, build, network));
    }

    /// Evaluates a plan on the machines in the scenario.
    Evaluation evaluate_plan(const FittingPlan& plan)
    {
        set_plan(scenario_, *plan.family, plan.micro_batch, task_.shape.global_batch);
        ++found_.evaluated;
        return evaluate(scenario_, *task_.data, *plan.computed);
    }

    /// The time of `evaluate_plan`; `never` if the plan does not run.
    Seconds time_of_plan(const FittingPlan& plan)
    {
        set_plan(scenario_, *plan.family, plan.micro_batch, task_.shape.global_batch);
        ++found_.evaluated;
        const Evaluation timed = evaluate_part(scenario_, *task_.data, *plan.computed, EvaluationPart::time_alone);
        return timed.estimate ? time_of(*timed.estimate, task_.of_run).value_or(never) : never;
    }

    const std::shared_ptr<const Evaluation>& evaluate_plan(const PlanFamily& family, std::int64_t micro_batch)
    {
        set_plan(scenario_, family, micro_batch, task_.shape.global_batch);
        const Evaluation& network = task_.networks.at({family.precision, micro_batch == 1});
        const bool goes_on = last_ && last_->estimate && last_->scenario.training.precision == family.precision &&
                             (last_->scenario.training.micro_batch == 1) == (micro_batch == 1);
        last_ = std::make_shared<const Evaluation>(
            evaluate_part(scenario_, *task_.data, goes_on ? *last_ : network, EvaluationPart::without_cost));
        ++found_.evaluated;
        return last_;
    }

    // Plans

    void find_plans(const PlanSpace& space, std::int64_t machines)
    {
        plans_.clear();
        machines_ = machines;
        families_.clear();
        for (const PlanFamily& family : space.families) {
            if (options_.stop.stop_requested()) return;
            families_.emplace_back(&family, find_plans(family, milder_fits(family)));
        }
        std::ranges::stable_sort(plans_, [](const FittingPlan& a, const FittingPlan& b) {
            return std::tuple(time_step_of(a.shortest), a.family->complexity(), a.shortest) <
                   std::tuple(time_step_of(b.shortest), b.family->complexity(), b.shortest);
        });
    }

    /// The largest micro-batch at which a milder plan fits; up to there this one is no better.
    std::int64_t milder_fits(const PlanFamily& family) const
    {
        std::int64_t largest = 0;
        for (const auto& [other, fits] : families_)
            if (other->is_milder_than(family)) largest = std::max(largest, fits);
        return largest;
    }

    void reject(const RejectionCounts::Key& reason, std::int64_t plans)
    {
        found_.rejected.add(reason.code, plans * machines_, reason.is_finding);
    }

    /// Finds the plans of a family that fit above `milder`; returns the largest micro-batch that fits, or zero. Without
    /// a pipeline the largest is the fastest: it launches the fewest kernels and accumulates least often.
    std::int64_t find_plans(const PlanFamily& family, std::int64_t milder)
    {
        const auto& sizes = family.micro_batches;
        const auto last = std::ranges::find_if(sizes, [milder](auto size) { return size <= milder; });
        if (last != sizes.begin() && states_exceed(family, sizes.front())) {
            reject({"does-not-fit-at-all", true}, last - sizes.begin());
            return 0;
        }
        std::int64_t largest = 0;
        std::int64_t bound = sizes.front();
        for (auto size = sizes.begin(); size != last; ++size) {
            if (*size > bound) {
                reject({"does-not-fit", true}, 1);
                continue;
            }
            const auto& plan = evaluate_plan(family, *size);
            const RejectionCounts::Key reason = reason_against(*plan, task_.of_run);
            if (!reason.code.empty()) {
                reject(reason, 1);
                if (!asks_for_smaller(reason.code)) return reject_rest(reason, size + 1, last);
                if (plan->scenario.measurements.empty()) bound = plan->largest_micro_batch.without_margin;
                if (bound < 1) return reject_rest({"does-not-fit-at-all", true}, size + 1, last);
                continue;
            }
            largest = std::max(largest, *size);
            // No other host inspects a part faster.
            if (keeps_takt(plan->scenario))
                plans_.push_back({&family, *size, *time_of(*plan->estimate, task_.of_run), plan});
            else
                reject({std::string(takt_missed), false}, 1);
            if (family.pipeline == 1) break;
        }
        return largest;
    }

    std::int64_t reject_rest(const RejectionCounts::Key& reason, std::vector<std::int64_t>::const_iterator from,
                             std::vector<std::int64_t>::const_iterator to)
    {
        reject(reason, to - from);
        return 0;
    }

    bool states_exceed(const PlanFamily& family, std::int64_t micro_batch)
    {
        set_plan(scenario_, family, micro_batch, task_.shape.global_batch);
        const Evaluation& whole = task_.networks.at({family.precision, micro_batch == 1});
        return least_states(whole, scenario_) > gpu_.memory.capacity;
    }

    // Hosts

    /// Whether a candidate already found is at least as good as the host's best possible one.
    bool is_beaten(const Host& host, Seconds shortest) const
    {
        const ComparedFigures best{host.purchase, host.unpriced_lines, time_step_of(shortest),
                                   power_step_of(host.power)};
        return std::ranges::any_of(kept_,
                                   [&best](const ComparedFigures& other) { return other.is_no_worse_than(best); });
    }

    /// The build with the maximum memory and the fastest drive for a processor. Replaces the bounds in `times` by the
    /// times of all plans that could be the fastest, and returns the shortest. Only time counts: the engine's
    /// objections to such a machine, such as its power, do not apply to a real one.
    Seconds bound_times(const Host& host, const Cpu* cpu, std::vector<Seconds>& times)
    {
        Host ideal = task_.fastest_host;
        ideal.chassis = host.chassis;
        ideal.sockets = host.sockets;
        ideal.cpu = cpu;
        ideal.network = host.network;
        set_build(scenario_, gpu_, build_, ideal);
        Seconds shortest = never;
        for (;;) {
            // Computed times are at least the shortest.
            const auto next = std::ranges::min_element(times);
            if (*next >= shortest) return shortest;
            *next = time_of_plan(plans_[static_cast<std::size_t>(next - times.begin())]);
            shortest = std::min(shortest, *next);
        }
    }

    struct ClassTimes {
        /// A lower bound per plan.
        std::vector<Seconds> times;
        Seconds shortest;
    };

    /// The bounds of a processor class; without a class, those of the fastest host.
    std::vector<Seconds> bounds_from(const Host& host, std::optional<std::size_t> number)
    {
        if (number) return class_times(host, *number).times;
        std::vector<Seconds> times;
        for (const FittingPlan& plan : plans_) times.push_back(plan.shortest);
        return times;
    }

    /// Times of the plans on the best processor of a class. Bounds rise only slightly from class to class, so few plans
    /// have to be computed for each.
    const ClassTimes& class_times(const Host& host, std::size_t number)
    {
        const auto key = std::tuple(host.chassis, number, host.sockets);
        const auto known = class_times_.find(key);
        if (known != class_times_.end()) return known->second;
        const ProcessorClass& own = task_.processors.classes[number];
        ClassTimes found;
        found.times = bounds_from(host, own.faster);
        found.shortest = bound_times(host, &own.best, found.times);
        return class_times_.emplace(key, std::move(found)).first->second;
    }

    /// Shortest possible time of the build with a processor.
    Seconds shortest_with(const Host& host)
    {
        const auto key = std::tuple(host.chassis, host.cpu, host.sockets);
        const auto known = shortest_.find(key);
        if (known != shortest_.end()) return known->second;
        std::vector<Seconds> times = bounds_from(host, class_of(host));
        const Seconds shortest = bound_times(host, host.cpu, times);
        shortest_.emplace(key, shortest);
        return shortest;
    }

    std::optional<std::size_t> class_of(const Host& host) const
    {
        const auto found = task_.processors.class_of.find(host.cpu);
        return found != task_.processors.class_of.end() ? std::optional(found->second) : std::nullopt;
    }

    bool is_hopeless(const Host& host)
    {
        const auto is_no_use = [&](Seconds shortest) { return shortest == never || is_beaten(host, shortest); };
        if (is_no_use(plans_.front().shortest)) return true;
        const auto number = class_of(host);
        if (number && is_in_useless_class(host, *number, is_no_use)) return true;
        return is_no_use(shortest_with(host));
    }

    /// Whether the best of a class, or of any faster one, is useless. Checks the fastest first: once one is useless,
    /// the slower ones need not be computed.
    template <typename NoUse>
    bool is_in_useless_class(const Host& host, std::size_t number, const NoUse& is_no_use)
    {
        const auto& faster = task_.processors.classes[number].faster;
        if (faster && is_in_useless_class(host, *faster, is_no_use)) return true;
        return is_no_use(class_times(host, number).shortest);
    }

    void try_hosts(const std::vector<Host>& hosts)
    {
        shortest_.clear();
        class_times_.clear();
        for (const Host& host : hosts) {
            if (options_.stop.stop_requested()) return;
            if (task_.outlay == Outlay::purchase && is_hopeless(host)) continue;
            set_build(scenario_, gpu_, build_, host);
            std::optional<Candidate> best = fastest_plan();
            if (!best) continue;
            if (keeps_takt(best->scenario))
                keep(std::move(*best));
            else
                found_.rejected.add(std::string(takt_missed), 1);
        }
    }

    /// The fastest plan on the machines in the scenario; the simplest of equally fast ones.
    std::optional<Candidate> fastest_plan()
    {
        std::optional<Candidate> best;
        int complexity = 0;
        for (const FittingPlan& plan : plans_) {
            const std::int64_t at_best = time_step_of(plan.shortest);
            const std::int64_t so_far = best ? time_step_of(best->figures.time) : at_best + 1;
            if (at_best > so_far) break;
            if (at_best == so_far && plan.family->complexity() >= complexity) continue;
            const Evaluation computed = evaluate_plan(plan);
            const RejectionCounts::Key reason = reason_against(computed, task_.of_run);
            if (!reason.code.empty()) {
                found_.rejected.add(reason.code, 1, reason.is_finding);
                continue;
            }
            const auto figures = figures_of(computed, *task_.data, task_.outlay, task_.of_run);
            if (!figures) continue;
            const std::int64_t step = time_step_of(figures->time);
            if (best && (step > so_far || (step == so_far && plan.family->complexity() >= complexity))) continue;
            complexity = plan.family->complexity();
            best.emplace();
            best->scenario = computed.scenario;
            best->outlay = task_.outlay;
            best->figures = *figures;
            best->findings = computed.estimate->findings;
        }
        return best;
    }

    void keep(Candidate candidate)
    {
        const ComparedFigures own = compared(candidate.figures);
        const bool outdone =
            std::ranges::any_of(kept_, [&own](const ComparedFigures& other) { return other.is_no_worse_than(own); });
        if (outdone) return;
        kept_.push_back(own);
        found_.front.push_back(std::move(candidate));
    }

    /// Whether the training machine meets the takt time, if one is required.
    bool keeps_takt(const Scenario& scenario)
    {
        if (!asks_for_takt(scenario, RunMode::train)) return true;
        inspection_ = evaluate(inspection_of_need(scenario), *task_.data, inspection_);
        ++found_.evaluated;
        return meets_takt(inspection_);
    }

    void name_outcome()
    {
        for (const Candidate& each : found_.front)
            found_.outcome.options.push_back({each.scenario.build, each.figures});
        if (!found_.front.empty()) return;
        // Without a build, nothing was counted.
        if (found_.candidates == 0) found_.outcome.rejected_by = "maximum-gpus";
        std::int64_t most = -1;
        for (const auto& [reason, count] : found_.rejected.by_reason) {
            if (reason.code == dominated || count <= most) continue;
            most = count;
            found_.outcome.rejected_by = reason.code;
            found_.outcome.is_finding = reason.is_finding;
        }
    }

    const SearchTask& task_;
    const Gpu& gpu_;
    const RecommendOptions& options_;
    const std::function<void()>& build_done_;
    Scenario scenario_;
    GpuBuild build_;
    std::int64_t machines_ = 1;
    std::vector<FittingPlan> plans_;
    std::vector<std::pair<const PlanFamily*, std::int64_t>> families_;
    std::vector<ComparedFigures> kept_;
    std::map<std::tuple<const Chassis*, const Cpu*, std::int64_t>, Seconds> shortest_;
    std::map<std::tuple<const Chassis*, std::size_t, std::int64_t>, ClassTimes> class_times_;
    std::shared_ptr<const Evaluation> last_;
    Evaluation inspection_;
    CardFindings found_;
};

} // namespace

void RejectionCounts::add(const std::string& code, std::int64_t count, bool is_finding)
{
    if (count > 0) by_reason[{code, is_finding}] += count;
}

void RejectionCounts::add(const RejectionCounts& other)
{
    for (const auto& [reason, count] : other.by_reason) by_reason[reason] += count;
}

CardFindings search_card(const SearchTask& task, const Gpu& gpu, const RecommendOptions& options,
                         const std::function<void()>& build_done)
{
    return CardSearch(task, gpu, options, build_done).run();
}

namespace {

constexpr std::array recomputations{Recompute::none, Recompute::selective, Recompute::full};
constexpr std::array offloads{Offload::none, Offload::optimizer, Offload::parameters};
constexpr std::int64_t highest_stage = 3;
/// With tensor and pipeline parallelism, trainers call this the distributed optimizer; weights and gradients are not
/// sharded.
constexpr std::int64_t highest_stage_of_divided_models = 1;

bool deals_out(const Scenario& task)
{
    return task.training.framework == Framework::pytorch && task.training.mode == RunMode::train;
}

/// Parallel sizes of one build, and the resulting number of model copies.
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
        std::ranges::stable_sort(
            space_.families, [](const PlanFamily& a, const PlanFamily& b) { return a.complexity() < b.complexity(); });
        return std::move(space_);
    }

private:
    bool is_dealt_out() const { return deals_out(task_) && shape_.is_language_model; }

    /// Ways to divide `whole` over GPUs, in numbers that divide both.
    static std::vector<std::int64_t> degrees_of(std::int64_t gpus, std::int64_t whole)
    {
        std::vector<std::int64_t> degrees = divisors_of(gpus);
        std::erase_if(degrees, [whole](std::int64_t degree) { return whole % degree != 0; });
        return degrees;
    }

    std::vector<std::int64_t> tensor_degrees() const
    {
        if (!is_dealt_out()) return {1};
        return degrees_of(build_.per_machine, shape_.divisible.common_heads);
    }

    std::vector<std::int64_t> pipeline_degrees(std::int64_t tensor) const
    {
        if (!is_dealt_out() || shape_.divisible.layers == 0) return {1};
        return degrees_of(build_.gpus() / tensor, shape_.divisible.layers);
    }

    std::vector<std::int64_t> expert_degrees(std::int64_t pipeline) const
    {
        if (!deals_out(task_) || shape_.divisible.experts <= 1) return {1};
        return degrees_of(build_.gpus() / pipeline, shape_.divisible.experts);
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
        std::ranges::reverse(sizes);
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

    /// Combinations that trainers support: offload requires ZeRO, parameter offload its last stage; a single copy needs
    /// no stage. Neither applies to models split into pipeline stages.
    static bool goes_with(Offload offload, std::int64_t stage, const Degrees& degrees)
    {
        if (offload == Offload::none) return true;
        if (degrees.pipeline > 1 || (offload == Offload::parameters && degrees.tensor > 1)) return false;
        return stage >= stage_for_offload(offload) || degrees.copies == 1;
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
    if ((offload == Offload::none) != (other.offload == Offload::none)) return false;
    const bool same = recompute == other.recompute && offload == other.offload;
    return !same && recompute <= other.recompute && offload <= other.offload;
}

/// Each setting counts by its setup effort: a flag for activation checkpointing and ZeRO, another launcher for tensor
/// parallelism, a model split into stages for pipelines, system memory for offload.
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
    // With tensor parallelism it saves memory and sends no additional data.
    parallel.sequence_parallel = family.tensor > 1;
    const std::int64_t copies = data_parallel_degree(scenario);
    const bool train = training.mode == RunMode::train;
    training.gradient_accumulation = train ? global_batch / (copies * micro_batch) : 1;
}

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
