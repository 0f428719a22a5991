// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/launch/launch_file.h"

namespace rigwright {

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

/// "text  # source, source": how scripts, Python and YAML say where a value came from.
LaunchLine traced(std::string text, Sources sources);
void append(LaunchLines& lines, LaunchLines more);

// One file a target. Each gives the body of its file; the heading is common.
LaunchLines torchrun_lines(const LaunchPlan& plan);
LaunchLines fsdp_lines(const LaunchPlan& plan);
LaunchLines deepspeed_lines(const LaunchPlan& plan);
LaunchLines accelerate_lines(const LaunchPlan& plan);
LaunchLines megatron_lines(const LaunchPlan& plan);
LaunchLines slurm_lines(const LaunchPlan& plan);

/// The options of torchrun for this build, one line an option: one process for each GPU. `endpoint` and `run_id` are
/// shell words, used where the machines of a build have to find each other.
LaunchLines torchrun_options(const LaunchPlan& plan, std::string_view endpoint, std::string_view run_id);
/// "export RUN_NAME='…'": the plan's name as one shell word.
LaunchLine run_name_line(const LaunchPlan& plan);

/// The model of a decoder as Megatron-LM's arguments; what they do not describe is added to `findings`.
LaunchLines megatron_model_lines(const LaunchPlan& plan, std::vector<Finding>& findings);

/// What the model's own description leaves out of a Megatron-LM file.
std::vector<Finding> megatron_findings(const LaunchPlan& plan);
/// What of a batch job is not known: its time, its cores.
std::vector<Finding> slurm_findings(const LaunchPlan& plan);
/// What a plan never says and a file for this engine still needs.
std::vector<Finding> learning_rate_finding(const LaunchPlan& plan);
std::vector<Finding> no_findings(const LaunchPlan& plan);

} // namespace rigwright
