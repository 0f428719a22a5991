// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/checks/divisible.h"
#include "core/estimate/evaluation.h"
#include "core/recommend/figures.h"
#include "core/recommend/gpu_builds.h"
#include "core/recommend/hosts.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
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

/// What every card of a search shares.
struct SearchTask {
    /// The training, without limits on cost, time and power: those are for the front.
    Scenario scenario;
    TaskShape shape;
    Outlay outlay = Outlay::purchase;
    bool of_run = true;
    std::vector<Precision> precisions;
    /// The catalog of the search and, beside it, the fastest processor and drive that there could be
    /// (`fastest_host`): what is slower with them is slower with any.
    const EngineData* data = nullptr;
    Host fastest_host;
    /// In that catalog too: the best processor of each class.
    ProcessorClasses processors;
    const HostSpace* hosts = nullptr;
    /// One evaluation for each number format and for micro-batches of one and of several, to take networks over from.
    std::map<std::pair<Precision, bool>, Evaluation> networks;
};

/// Counts of candidates by the reason that they are out for.
struct RejectionCounts {
    struct Key {
        std::string code;
        bool is_finding = false;
        auto operator<=>(const Key&) const = default; // NOLINT(modernize-use-nullptr)
    };
    std::map<Key, std::int64_t> by_reason;

    void add(const std::string& code, std::int64_t count, bool is_finding = false);
    void add(const RejectionCounts& other);
};

/// All that was found for one card.
struct CardFindings {
    std::vector<Candidate> front;
    RejectionCounts rejected;
    CardOutcome outcome;
    std::int64_t candidates = 0;
    std::int64_t evaluated = 0;
};

/// Searches every number of one card. What is found depends on the task and the card alone, not on other cards, so that
/// cards can be shared out in any way. `build_done` is called after each of the card's builds (`gpu_builds`).
CardFindings search_card(const SearchTask& task, const Gpu& gpu, const RecommendOptions& options,
                         const std::function<void()>& build_done = {});

/// A bound on the memory of one GPU from below: weights and what the optimizer remembers, divided among as many GPUs as
/// the plan's degrees and ZeRO stage could divide them, activations and everything else left out. `whole` is an
/// evaluation of the same model, optimizer and number format on one GPU without sharding.
Bytes least_states(const Evaluation& whole, const Scenario& plan);

} // namespace rigwright
