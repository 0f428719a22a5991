// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_plan.h"
#include "core/launch/shell_words.h"

#include <cmath>

namespace rigwright {

namespace {

using Severity = Finding::Severity;

constexpr double seconds_per_minute = 60.0;
constexpr std::int64_t minutes_per_hour = 60;
constexpr std::int64_t minutes_per_day = 24 * minutes_per_hour;
constexpr double bytes_per_gib = 1024.0 * 1024.0 * 1024.0;

/// The whole run as it really passes at its upper end; steps alone where nothing more is known.
std::optional<Seconds> longest_run(const LaunchPlan& plan)
{
    const std::optional<TimeEstimate>& time = plan.estimate().time;
    if (!time || !time->knows_run()) return std::nullopt;
    return time->run ? time->run->wall_high : time->total_high;
}

std::string two_digits(std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); }

/// "days-hours:minutes:seconds", rounded up to a minute.
std::string time_limit(Seconds time)
{
    const auto minutes = static_cast<std::int64_t>(std::ceil(time.base() / seconds_per_minute));
    const std::int64_t rest = minutes % minutes_per_day;
    return std::to_string(minutes / minutes_per_day) + "-" + two_digits(rest / minutes_per_hour) + ":" +
           two_digits(rest % minutes_per_hour) + ":00";
}

/// Cores of one machine; empty where the plan names no processor.
std::optional<std::int64_t> cores_of(const LaunchPlan& plan)
{
    const Cpu* cpu = plan.data.hardware.cpu(plan.build().cpu);
    if (cpu == nullptr) return std::nullopt;
    return static_cast<std::int64_t>(cpu->compute.cores) * plan.build().cpu_sockets;
}

/// A directive holds nothing behind its value, so its sources stand above it.
void direct(LaunchLines& lines, const std::string& text, Sources sources)
{
    std::string above;
    for (const std::string& source : sources) above += (above.empty() ? "# " : ", ") + source;
    lines.push_back({above, {}});
    lines.push_back({"#SBATCH --" + text, std::move(sources)});
}

/// All memory of the machines ("--mem=0"): a plan is for whole machines, and a job that asks for what is estimated dies
/// when a checkpoint is read. What is estimated stands above.
void direct_memory(LaunchLines& lines, const LaunchPlan& plan)
{
    const std::optional<MemoryEstimate>& memory = plan.estimate().memory;
    if (!memory) return;
    const auto gib = static_cast<std::int64_t>(std::ceil(memory->host.as_double() / bytes_per_gib));
    lines.push_back({"# memory.host_bytes: at least " + std::to_string(gib) + " GiB are needed; 0 is all there is",
                     {"memory.host_bytes"}});
    lines.push_back({"#SBATCH --mem=0", {}});
}

LaunchLines directives(const LaunchPlan& plan)
{
    const BuildChoice& build = plan.build();
    LaunchLines lines;
    direct(lines, "job-name=" + job_name(plan.scenario().name), {"name"});
    direct(lines, "nodes=" + std::to_string(build.nodes), {"build.nodes"});
    lines.push_back({"#SBATCH --ntasks-per-node=1", {}});
    if (!trains_on_processor(build))
        direct(lines, "gpus-per-node=" + std::to_string(build.gpus_per_node), {"build.gpus_per_node"});
    if (const auto cores = cores_of(plan))
        direct(lines, "cpus-per-task=" + std::to_string(*cores), {"build.cpu", "build.cpu_sockets"});
    direct_memory(lines, plan);
    if (const auto time = longest_run(plan)) {
        const bool whole = plan.estimate().time->run.has_value();
        direct(lines, "time=" + time_limit(*time), {whole ? "time.run.wall_seconds" : "time.total_seconds"});
    }
    return lines;
}

} // namespace

// Options: https://slurm.schedmd.com/sbatch.html. Steps do not take --cpus-per-task over from the job since 22.05
// (https://slurm.schedmd.com/srun.html), so it is said to srun again.
LaunchLines slurm_lines(const LaunchPlan& plan)
{
    LaunchLines lines = directives(plan);
    append(lines, {{"", {}}, {"set -euo pipefail", {}}, run_name_line(plan)});
    lines.push_back({"program=\"${TRAINING_PROGRAM:-train.py}\"", {}});
    const bool pytorch = plan.training().framework == Framework::pytorch;
    if (pytorch && plan.build().nodes > 1)
        lines.push_back({"head_node=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n 1)", {}});
    lines.push_back({"command=(", {}});
    if (pytorch)
        append(lines, torchrun_options(plan, "\"$head_node:29500\"", "\"$SLURM_JOB_ID\""));
    else
        lines.push_back({"    python3", {}});
    lines.push_back({")", {}});
    lines.push_back({"srun --cpus-per-task=\"${SLURM_CPUS_PER_TASK:-1}\" \"${command[@]}\" \"$program\" \"$@\"", {}});
    return lines;
}

std::vector<Finding> slurm_findings(const LaunchPlan& plan)
{
    std::vector<Finding> findings;
    if (!longest_run(plan))
        findings.push_back(Finding{Severity::unchecked, "launch-time-unknown", "dataset.samples", {}});
    if (!cores_of(plan)) findings.push_back(Finding{Severity::unchecked, "launch-cores-unknown", "build.cpu", {}});
    return findings;
}

} // namespace rigwright
