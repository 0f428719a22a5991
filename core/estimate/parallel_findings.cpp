// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/parallel_findings.h"

#include "core/estimate/communication.h"
#include "core/estimate/divisible.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

using Severity = Finding::Severity;
using Found = std::optional<Finding>;

struct ParallelPlan {
    const Scenario& scenario;
    Divisible model;

    const Parallel& parallel() const { return scenario.parallel; }
};

std::pair<std::string, Argument> count_argument(const char* name, std::int64_t number)
{
    return {name, value_of(Count(number))};
}

Found heads_do_not_divide(const ParallelPlan& plan)
{
    const std::int64_t tensor = plan.parallel().tensor;
    if (plan.model.heads == 0 || plan.model.heads % tensor == 0) return {};
    return Finding{Severity::blocks,
                   "heads-do-not-divide",
                   "parallel.tensor",
                   {count_argument("heads", plan.model.heads), count_argument("tensor", tensor)}};
}

Found nothing_to_split(const ParallelPlan& plan)
{
    if (plan.parallel().tensor == 1 || plan.model.heads > 0) return {};
    return Finding{Severity::loses,
                   "tensor-parallel-without-attention",
                   "parallel.tensor",
                   {count_argument("tensor", plan.parallel().tensor)}};
}

Found no_experts(const ParallelPlan& plan)
{
    if (plan.parallel().expert == 1 || plan.model.experts > 1) return {};
    return Finding{Severity::blocks,
                   "no-experts-to-divide",
                   "parallel.expert",
                   {count_argument("expert", plan.parallel().expert)}};
}

Found experts_do_not_divide(const ParallelPlan& plan)
{
    const std::int64_t expert = plan.parallel().expert;
    if (plan.model.experts <= 1 || plan.model.experts % expert == 0) return {};
    return Finding{Severity::blocks,
                   "experts-do-not-divide",
                   "parallel.expert",
                   {count_argument("experts", plan.model.experts), count_argument("expert", expert)}};
}

/// Experts are dealt out among the GPUs of one pipeline stage.
Found expert_groups_do_not_divide(const ParallelPlan& plan)
{
    const std::int64_t gpus = gpu_count(plan.scenario.build) / plan.parallel().pipeline;
    const std::int64_t expert = plan.parallel().expert;
    if (expert == 1 || gpus % expert == 0) return {};
    return Finding{Severity::blocks,
                   "expert-groups-do-not-divide",
                   "parallel.expert",
                   {count_argument("expert", expert), count_argument("gpus", gpus)}};
}

Found layers_do_not_divide(const ParallelPlan& plan)
{
    const std::int64_t stages = plan.parallel().pipeline;
    if (stages == 1 || plan.model.layers == 0) return {};
    const std::int64_t chunks = stages * plan.parallel().pipeline_interleave;
    const auto arguments = [&] {
        return Arguments{count_argument("layers", plan.model.layers), count_argument("stages", stages),
                         count_argument("chunks", chunks)};
    };
    if (plan.model.layers < chunks)
        return Finding{Severity::blocks, "fewer-layers-than-stages", "parallel.pipeline", arguments()};
    if (plan.model.layers % chunks == 0) return {};
    return Finding{Severity::loses, "layers-do-not-divide", "parallel.pipeline", arguments()};
}

Found interleave_without_pipeline(const ParallelPlan& plan)
{
    if (plan.parallel().pipeline > 1 || plan.parallel().pipeline_interleave == 1) return {};
    return Finding{Severity::unchecked, "interleave-without-pipeline", "parallel.pipeline_interleave", {}};
}

Found tokens_do_not_divide(const ParallelPlan& plan)
{
    const std::int64_t context = plan.parallel().context;
    if (plan.model.tokens == 0 || plan.model.tokens % context == 0) return {};
    return Finding{Severity::blocks,
                   "tokens-do-not-divide",
                   "parallel.context",
                   {count_argument("tokens", plan.model.tokens), count_argument("context", context)}};
}

/// All-to-all exchanges tokens for heads.
Found heads_limit_context(const ParallelPlan& plan)
{
    const Parallel& parallel = plan.parallel();
    const std::int64_t ranks = parallel.context * parallel.tensor;
    const bool exchanged = parallel.context > 1 && parallel.context_method == ContextMethod::all_to_all;
    if (!exchanged || plan.model.heads == 0 || plan.model.heads % ranks == 0) return {};
    return Finding{Severity::blocks,
                   "heads-limit-context",
                   "parallel.context",
                   {count_argument("heads", plan.model.heads), count_argument("ranks", ranks)}};
}

Found sequence_without_tensor(const ParallelPlan& plan)
{
    if (!plan.parallel().sequence_parallel || plan.parallel().tensor > 1) return {};
    return Finding{Severity::unchecked, "sequence-parallel-without-tensor", "parallel.sequence_parallel", {}};
}

/// More memory than the stage promises, and no less traffic than stage 1.
Found gradients_whole_in_pipeline(const ParallelPlan& plan)
{
    if (plan.parallel().zero_stage != 2 || shards_gradients(plan.parallel())) return {};
    return Finding{Severity::unchecked, "gradients-whole-in-pipeline", "parallel.zero_stage", {}};
}

/// One line a finding.
constexpr std::array parallel_checks{
    heads_do_not_divide,         nothing_to_split,           no_experts,
    experts_do_not_divide,       layers_do_not_divide,       expert_groups_do_not_divide,
    interleave_without_pipeline, tokens_do_not_divide,       heads_limit_context,
    sequence_without_tensor,     gradients_whole_in_pipeline};

} // namespace

void add_parallel_findings(const Evaluation& evaluation, std::vector<Finding>& findings)
{
    const Parallel& p = evaluation.scenario.parallel;
    const bool plain =
        p.tensor * p.pipeline * p.context * p.expert * p.pipeline_interleave == 1 && !p.sequence_parallel;
    if (plain) return;
    const ParallelPlan plan{evaluation.scenario,
                            divisible_of(*evaluation.network, evaluation.scenario.parallel.tensor)};
    for (const auto check : parallel_checks) {
        if (Found finding = check(plan)) findings.push_back(std::move(*finding));
    }
}

} // namespace rigwright
