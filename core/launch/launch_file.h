// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// The engines that a plan is written for.
enum class LaunchTarget { torchrun, fsdp, deepspeed, accelerate, megatron, slurm };

/// One line of a file and what its values came from: fields of the scenario ("training.micro_batch") or quantities of
/// the estimate ("time.global_batch"). Empty for lines that hold nothing of the plan.
struct LaunchLine {
    std::string text;
    std::vector<std::string> sources;

    bool operator==(const LaunchLine&) const = default;
};

/// A plan as one engine reads it. A plain value: same evaluation in, same bytes out, whatever the language.
struct LaunchFile {
    /// Usual name of such a file ("ds_config.json"), without a folder.
    std::string name;
    std::vector<LaunchLine> lines;
    /// What the plan asks for and the file does not say, each at its scenario field.
    std::vector<Finding> findings;

    /// The lines, each ended by a line feed.
    std::string text() const;
};

/// The file, or why there can be none.
struct LaunchResult {
    std::optional<LaunchFile> file;
    std::vector<Finding> errors;
};

/// Writes the plan of `evaluation` for one engine. Names are data: quoted words in scripts, never code, and comments
/// without line ends. Errors: those of an evaluation without estimate, and plans that the engine does not run at all.
LaunchResult launch_file(const Evaluation& evaluation, const EngineData& data, LaunchTarget target);

/// The targets in the order of lists, the words that name them on the command line, and the engines' own names.
std::span<const LaunchTarget> launch_targets();
std::string_view id_of(LaunchTarget target);
std::optional<LaunchTarget> launch_target_from(std::string_view id);
std::string_view name_of(LaunchTarget target);

/// The plan as the writers of the targets see it. Precondition: the evaluation has an estimate.
struct LaunchPlan {
    const Evaluation& evaluation;
    const EngineData& data;

    const Scenario& scenario() const { return evaluation.scenario; }
    const Training& training() const { return evaluation.scenario.training; }
    const Parallel& parallel() const { return evaluation.scenario.parallel; }
    const BuildChoice& build() const { return evaluation.scenario.build; }
    const Estimate& estimate() const { return *evaluation.estimate; }
};

using LaunchLines = std::vector<LaunchLine>;
using Sources = std::vector<std::string>;

// The body of each target's file, nothing where its template (resources/launch) is missing; the heading is common.
std::optional<LaunchLines> torchrun_lines(const LaunchPlan& plan);
std::optional<LaunchLines> fsdp_lines(const LaunchPlan& plan);
std::optional<LaunchLines> deepspeed_lines(const LaunchPlan& plan);
std::optional<LaunchLines> accelerate_lines(const LaunchPlan& plan);
std::optional<LaunchLines> megatron_lines(const LaunchPlan& plan);
std::optional<LaunchLines> slurm_lines(const LaunchPlan& plan);

/// Optimizer states go to the host from stage 1 on, parameters at stage 3 alone.
bool deepspeed_offloads(const Parallel& parallel);

/// What the model's own description leaves out of a Megatron-LM file.
std::vector<Finding> megatron_findings(const LaunchPlan& plan);
/// What of a batch job is not known: its time, its cores.
std::vector<Finding> slurm_findings(const LaunchPlan& plan);
/// What a plan never says and a file for this engine still needs.
std::vector<Finding> learning_rate_finding(const LaunchPlan& plan);
std::vector<Finding> no_findings(const LaunchPlan& plan);

/// One setting of a plan that a run has to be given.
struct LaunchField {
    std::string_view path;
    /// Without it memory or time are not those of the estimate; otherwise it is the training program's own matter.
    bool decides_fit = false;
    /// Whether the plan asks for something that a run does not do by itself.
    bool (*asked)(const Scenario& scenario) = nullptr;
};

/// One row a setting, in the order of the scenario file.
std::span<const LaunchField> launch_fields();

/// The scenario's value at a path of that list, as messages show it and as the scenario file spells it.
Argument argument_of(const Scenario& scenario, std::string_view path);
std::string spelling_of(const Scenario& scenario, std::string_view path);

} // namespace rigwright
