// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/checks/checks.h"
#include "core/estimate/evaluation.h"
#include "core/recommend/builds.h"
#include "core/recommend/figures.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace rigwright {

/// Ways to run the task on given GPUs that differ only in the micro-batch.
struct PlanFamily {
    Precision precision = Precision::fp32;
    Recompute recompute = Recompute::none;
    std::int64_t tensor = 1;
    std::int64_t pipeline = 1;
    std::int64_t expert = 1;
    std::int64_t zero_stage = 0;
    Offload offload = Offload::none;
    /// Largest first. For each, accumulation and data-parallel size give exactly the task's global batch.
    std::vector<std::int64_t> micro_batches;

    /// Whether this plan saves memory in no more ways than the other: at the same micro-batch it is then no slower.
    /// ZeRO stages are not ordered: each communicates differently, and a higher one may overlap more. Nor is a plan
    /// with offload ordered against one without: a strong host may update faster than the card.
    bool is_milder_than(const PlanFamily& other) const;
    /// Setup effort for the user; among equally fast plans the simplest is proposed.
    int complexity() const;
};

/// The plans of one build.
struct PlanSpace {
    /// Milder ones first.
    std::vector<PlanFamily> families;
    /// Number of parallel sizes whose model copies cannot form the global batch.
    std::int64_t without_global_batch = 0;

    std::int64_t plans() const;
};

/// Properties of the task that the plans are derived from.
struct TaskShape {
    std::int64_t global_batch = 1;
    Divisible divisible;
    /// The model is an attention model over tokens: layers and heads can be split across GPUs.
    bool is_language_model = false;
};

/// Tensor parallelism stays inside a machine; pipelines split the layers evenly; both are for language models. ZeRO
/// requires multiple copies, its stages above the first unsplit models; offload requires ZeRO, parameter offload its
/// last stage. Other models are replicated or fully sharded. TensorFlow and Keras only support replication.
PlanSpace plan_space(const Scenario& task, const TaskShape& shape, const GpuBuild& build,
                     const std::vector<Precision>& precisions);

/// Writes a plan into a scenario whose build already has the GPUs.
void set_plan(Scenario& scenario, const PlanFamily& family, std::int64_t micro_batch, std::int64_t global_batch);

/// Data shared by all cards of a search.
struct SearchTask {
    /// The training without limits on cost, time and power, which only apply to the front.
    Scenario scenario;
    TaskShape shape;
    Outlay outlay = Outlay::purchase;
    bool of_run = true;
    std::vector<Precision> precisions;
    /// The catalog of the search, plus a hypothetical fastest processor and drive (`fastest_host`): a plan that is
    /// slower with them is slower with any.
    const EngineData* data = nullptr;
    Host fastest_host;
    /// Also in that catalog: the best processor of each class.
    ProcessorClasses processors;
    const HostSpace* hosts = nullptr;
    /// One evaluation per number format, each for micro-batch one and larger, whose networks are reused.
    std::map<std::pair<Precision, bool>, Evaluation> networks;
};

/// Number of candidates by the reason for their exclusion.
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

/// All results for one card.
struct CardFindings {
    std::vector<Candidate> front;
    RejectionCounts rejected;
    CardOutcome outcome;
    std::int64_t candidates = 0;
    std::int64_t evaluated = 0;
};

/// Searches all GPU counts of one card. The result depends only on the task and the card, so cards can be distributed
/// over threads in any way. `build_done` is called after each of the card's builds (`gpu_builds`).
CardFindings search_card(const SearchTask& task, const Gpu& gpu, const RecommendOptions& options,
                         const std::function<void()>& build_done = {});

/// A lower bound on the memory of one GPU: weights and optimizer state, divided by as many GPUs as the plan's parallel
/// sizes and ZeRO stage allow, without activations and everything else. `whole` is an evaluation of the same model,
/// optimizer and number format on one GPU without sharding.
Bytes least_states(const Evaluation& whole, const Scenario& plan);

} // namespace rigwright
