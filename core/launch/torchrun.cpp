// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_plan.h"
#include "core/launch/shell_words.h"

namespace rigwright {

// Options: https://docs.pytorch.org/docs/stable/elastic/run.html

LaunchLine run_name_line(const LaunchPlan& plan)
{
    return traced("export RUN_NAME=" + shell_word(plan.scenario().name), {"name"});
}

LaunchLines torchrun_options(const LaunchPlan& plan, std::string_view endpoint, std::string_view run_id)
{
    const BuildChoice& build = plan.build();
    LaunchLines lines;
    lines.push_back({"    torchrun", {}});
    lines.push_back(traced("    --nnodes=" + std::to_string(build.nodes), {"build.nodes"}));
    lines.push_back(traced("    --nproc-per-node=" + std::to_string(build.gpus_per_node), {"build.gpus_per_node"}));
    if (build.nodes == 1) {
        lines.push_back({"    --standalone", {}});
        return lines;
    }
    lines.push_back({"    --rdzv-backend=c10d", {}});
    lines.push_back({"    --rdzv-endpoint=" + std::string(endpoint), {}});
    lines.push_back({"    --rdzv-id=" + std::string(run_id), {}});
    return lines;
}

LaunchLines torchrun_lines(const LaunchPlan& plan)
{
    LaunchLines lines{{"set -euo pipefail", {}}, {"", {}}, run_name_line(plan)};
    lines.push_back({"program=\"${TRAINING_PROGRAM:-train.py}\"", {}});
    if (plan.build().nodes > 1)
        lines.push_back({"head_node=\"${HEAD_NODE:?set HEAD_NODE to the host name of the first machine}\"", {}});
    lines.push_back({"command=(", {}});
    append(lines, torchrun_options(plan, "\"$head_node:29500\"", "\"${RUN_ID:-$RUN_NAME}\""));
    lines.push_back({")", {}});
    lines.push_back({"exec \"${command[@]}\" \"$program\" \"$@\"", {}});
    return lines;
}

} // namespace rigwright
