// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/workload_share.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/term.h"
#include "core/quantities/value.h"
#include "core/quantities/words.h"
#include "core/scenario/finding.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// What a need asks of a build. Of the first seven a build has to have at least so much; of the others it may take at
/// most so much.
enum class Resource {
    gpu_memory,
    compute,
    cpu_cores,
    host_memory,
    storage,
    storage_rate,
    network,
    deadline,
    takt,
    budget,
    power,
    rack_units,
    utilisation
};
/// "gpu_memory": the key in files, and the last part of "quantity.requirements.<key>".
template <>
inline constexpr std::array<std::string_view, 13> words<Resource>{
    "gpu_memory", "compute", "cpu_cores", "host_memory", "storage",    "storage_rate", "network",
    "deadline",   "takt",    "budget",    "power",       "rack_units", "utilisation"};
inline constexpr std::size_t resource_count = 13;

bool is_limit(Resource resource);
/// Whether a finding of the estimate says that the build is short of the resource, or beyond the limit.
bool says_short(const Finding& finding, Resource resource);
/// The scenario field that a build would change.
const char* field_of(Resource resource);

/// One reason for an amount of a resource: "demand.<code>" says which. Also what a build has of one.
struct Demand {
    std::string code;
    /// Name of the workload that asks; empty for the scenario's own.
    std::string workload;
    /// The amount with its formula, and the numbers that it is computed from.
    Derivation working;

    const Value& amount() const { return working.value; }
};

/// One resource: what is needed (or allowed), what the build has (or takes), and by how much it suffices.
struct Requirement {
    Resource resource = Resource::gpu_memory;
    /// At least one; of a limit exactly one.
    std::vector<Demand> demands;
    /// The largest of them.
    std::size_t binding = 0;
    /// What the build has of it, or takes of the limit; empty where that is not known.
    std::optional<Demand> present;
    /// The build may take more than `present`: parts of its bill have no price.
    bool present_is_lower_bound = false;
    /// Message code of its name.
    std::string name{};

    const Value& needed() const { return demands[binding].amount(); }
    /// Share by which the build has more than needed, or stays below the limit; below zero where it falls short.
    std::optional<double> margin() const;
    /// Whether the build can be judged by it. A lower bound tells only that a limit is exceeded.
    bool is_judged() const;
    /// True as well where that is not known.
    bool is_met() const;
};

/// The answer to a need: what it asks of a build, whether the scenario's build gives it, and what was computed for it.
struct NeedAnswer {
    /// Empty where the data set gives no number of samples.
    std::optional<SampleNeed> samples;
    /// The training with the samples of the need, on the build as it is.
    std::shared_ptr<const Evaluation> training;
    /// The inspection of one part after another; null without a takt time, or where it cannot be computed.
    std::shared_ptr<const Evaluation> inspection;
    /// Where the scenario says how often its models run.
    std::optional<MonthPlan> month;
    /// In the order of `Resource`; what nothing asks for is left out.
    std::vector<Requirement> rows;
    /// What is missed, and what could not be judged; nothing that the estimate's own findings say already.
    std::vector<Finding> findings;

    /// Null where nothing asks for it.
    const Requirement* row(Resource resource) const;
    bool is_met() const;
    /// Growth or balanced epochs make the training another than the plan's own, so its times are others too.
    bool trains_more_than(const Evaluation& plan) const;
};

/// Pure, as the engine is. Nothing where the plan itself has errors. Names the figures of samples and month.
std::optional<NeedAnswer> answer_need(const Evaluation& plan, const EngineData& data, Trace& trace);
std::optional<NeedAnswer> answer_need(const Evaluation& plan, const EngineData& data);

/// Whether the scenario states a need beyond that of its training itself: only then is there something to find.
bool states_need(const Scenario& scenario);

/// The findings of the estimate, and those of the need where one is stated.
std::vector<Finding> all_findings(const Evaluation& plan, const EngineData& data);

/// "samples", "rows" (amounts in base units: bytes, bytes and FLOP a second, seconds, watts, the build's currency),
/// "month" and whether the need is met; a row's "met" is null where that is not known. `word` gives the sentence of a
/// message code.
nlohmann::ordered_json need_json(const NeedAnswer& answer, const std::function<std::string(const std::string&)>& word);

// Time in which the GPUs do nothing since samples are not ready, or since the host has not started their next kernel.
// No amount of compute shortens it; cores, drives and clocks do. Zero where the time is not known.

/// Of a step.
double waiting_share_of_step(const Evaluation& evaluation);
/// Of a step, data aside: what the host takes to start kernels.
double host_share_of_step(const Evaluation& evaluation);
/// Of a whole run, the first reading of the files included. Validation waits as training does.
double waiting_share_of_run(const Evaluation& evaluation);

} // namespace rigwright
