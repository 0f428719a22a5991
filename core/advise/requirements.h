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

/// Resources of a build that a need involves. The first seven have a minimum, the others a maximum.
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
/// Whether a finding of the estimate reports a shortage of the resource, or an exceeded limit.
bool says_short(const Finding& finding, Resource resource);
/// The scenario field that changes the resource.
const char* field_of(Resource resource);

/// One reason for an amount of a resource: "demand.<code>" names it. Also the amount that a build has.
struct Demand {
    std::string code;
    /// Name of the workload with the demand; empty for the scenario's own.
    std::string workload;
    /// The amount with its formula and operands.
    Derivation working;

    const Value& amount() const { return working.value; }
};

/// One resource: the needed (or allowed) amount, the present (or used) amount, and the margin between them.
struct Requirement {
    Resource resource = Resource::gpu_memory;
    /// At least one; exactly one for a limit.
    std::vector<Demand> demands;
    /// The largest of them.
    std::size_t binding = 0;
    /// Amount that the build has, or uses of the limit; empty if unknown.
    std::optional<Demand> present;
    /// The build may use more than `present`: parts of its bill have no price.
    bool present_is_lower_bound = false;
    /// Message code of its name.
    std::string name{};

    const Value& needed() const { return demands[binding].amount(); }
    /// Share by which the build has more than needed, or stays below the limit; negative if it falls short.
    std::optional<double> margin() const;
    /// Whether the build can be judged by it. A lower bound shows only that a limit is exceeded.
    bool is_judged() const;
    /// Also true if unknown.
    bool is_met() const;
};

/// The answer to a need: its requirements, whether the scenario's build meets them, and the evaluations behind it.
struct NeedAnswer {
    /// Empty if the dataset has no number of samples.
    std::optional<SampleNeed> samples;
    /// The training run with the samples of the need, on the present build.
    std::shared_ptr<const Evaluation> training;
    /// The inspection of parts in sequence; null without a takt time, or if it cannot be computed.
    std::shared_ptr<const Evaluation> inspection;
    /// Set if the scenario says how often its models run.
    std::optional<MonthPlan> month;
    /// In the order of `Resource`; rows without a demand are omitted.
    std::vector<Requirement> rows;
    /// Missed requirements and those that could not be judged, except findings that the estimate already has.
    std::vector<Finding> findings;

    /// Null without a demand.
    const Requirement* row(Resource resource) const;
    bool is_met() const;
    /// Whether growth or balanced epochs make the training run differ from the plan's own, and so its times.
    bool trains_more_than(const Evaluation& plan) const;
};

/// Pure, like the engine. Empty if the plan itself has errors. Names the figures of samples and month.
std::optional<NeedAnswer> answer_need(const Evaluation& plan, const EngineData& data, Trace& trace);
std::optional<NeedAnswer> answer_need(const Evaluation& plan, const EngineData& data);

/// Whether the scenario states a need beyond its training run: only then can there be findings.
bool states_need(const Scenario& scenario);

/// The findings of the estimate, and those of the need if one is stated.
std::vector<Finding> all_findings(const Evaluation& plan, const EngineData& data);

/// "samples", "rows" (amounts in base units: bytes, bytes/s and FLOP/s, seconds, watts, the build's currency), "month"
/// and whether the need is met; a row's "met" is null if unknown. `word` renders a message code.
nlohmann::ordered_json need_json(const NeedAnswer& answer, const std::function<std::string(const std::string&)>& word);

// Time in which the GPUs are idle because samples are not ready, or because the host has not launched their next
// kernel. Only cores, drives and clocks shorten it, not compute. Zero if the time is unknown.

/// Share of a step.
double waiting_share_of_step(const Evaluation& evaluation);
/// Share of a step without waiting for data: the host's time to launch kernels.
double host_share_of_step(const Evaluation& evaluation);
/// Share of a whole run, including the first reading of the files. Validation waits like training.
double waiting_share_of_run(const Evaluation& evaluation);

} // namespace rigwright
