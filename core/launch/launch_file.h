// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// The engines that plans can be written for.
enum class LaunchTarget { torchrun, fsdp, deepspeed, accelerate, megatron, slurm };

/// One line of a file and the sources of its values: fields of the scenario ("training.micro_batch") or quantities of
/// the estimate ("time.global_batch"). Empty for lines without values of the plan.
struct LaunchLine {
    std::string text;
    std::vector<std::string> sources;

    bool operator==(const LaunchLine&) const = default;
};

/// A plan as an input file of one engine. A plain value: same evaluation in, same bytes out, in any language.
struct LaunchFile {
    /// Usual name of such a file ("ds_config.json"), without a folder.
    std::string name;
    std::vector<LaunchLine> lines;
    /// What stops the plan, and its settings that the file does not contain, each at its scenario field.
    std::vector<Finding> findings;

    /// The lines, each ended by a line feed.
    std::string text() const;
};

/// The file, or the reasons why there is none.
struct LaunchResult {
    std::optional<LaunchFile> file;
    std::vector<Finding> errors;
};

/// Writes the plan of `evaluation` for one engine. Names are data: quoted words in scripts, never code, and comments
/// without line ends. A single replica shards nothing at any ZeRO stage: if it offloads, the file has the stage that
/// DeepSpeed and FSDP need for that. Errors: those of an evaluation without estimate, and plans that the engine cannot
/// run.
LaunchResult launch_file(const Evaluation& evaluation, const EngineData& data, LaunchTarget target);

/// The targets in list order, their words on the command line, and the engines' own names.
std::span<const LaunchTarget> launch_targets();
std::string_view id_of(LaunchTarget target);
std::optional<LaunchTarget> launch_target_from(std::string_view id);
std::string_view name_of(LaunchTarget target);

/// Inputs of the targets' writers. Precondition: the evaluation has an estimate.
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

// The body of each target's file, empty if its template (resources/launch) is missing; the heading is common.
std::optional<LaunchLines> torchrun_lines(const LaunchPlan& plan);
std::optional<LaunchLines> fsdp_lines(const LaunchPlan& plan);
std::optional<LaunchLines> deepspeed_lines(const LaunchPlan& plan);
std::optional<LaunchLines> accelerate_lines(const LaunchPlan& plan);
std::optional<LaunchLines> megatron_lines(const LaunchPlan& plan);
std::optional<LaunchLines> slurm_lines(const LaunchPlan& plan);

/// Whether DeepSpeed's stage of the plan offloads what the plan does.
bool deepspeed_offloads(const Parallel& parallel);

/// Whether Megatron-LM's mixture layer stops the run: with tensor parallelism it requires sequence parallelism.
bool megatron_needs_sequence_parallel(const LaunchPlan& plan);

/// Parts of the model that a Megatron-LM file cannot describe.
std::vector<Finding> megatron_findings(const LaunchPlan& plan);
/// Where DeepSpeed would count another batch, use the training program's optimizer or accumulate in another format, and
/// the learning rate.
std::vector<Finding> deepspeed_findings(const LaunchPlan& plan);
/// Unknown values of a batch job: its time, its cores.
std::vector<Finding> slurm_findings(const LaunchPlan& plan);
/// Values that no plan contains but a file for this engine needs.
std::vector<Finding> learning_rate_finding(const LaunchPlan& plan);
std::vector<Finding> no_findings(const LaunchPlan& plan);

/// One setting of a plan that must be passed to a run.
struct LaunchField {
    std::string_view path;
    /// Without it memory or time differ from the estimate; otherwise it only concerns the training program.
    bool decides_fit = false;
    /// Whether the plan requires something other than the default of a run.
    bool (*asked)(const Scenario& scenario) = nullptr;
};

/// One row per setting, in the order of the scenario file.
std::span<const LaunchField> launch_fields();

/// The scenario's value at a path of that list, as in messages and as in the scenario file.
Argument argument_of(const Scenario& scenario, std::string_view path);
std::string spelling_of(const Scenario& scenario, std::string_view path);

} // namespace rigwright
