// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_fields.h"

#include "core/network/match.h"
#include "core/scenario/fields.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/words.h"

#include <array>

namespace rigwright {

namespace {

using S = Scenario;

bool always(const S&) { return true; }

// What a run does by itself is what PyTorch does without being told: fp32, eager, no recomputation, every GPU a copy.
constexpr std::array field_rows{
    LaunchField{"training.epochs", false, always},
    LaunchField{"training.micro_batch", false, always},
    LaunchField{"training.gradient_accumulation", false,
                [](const S& s) { return s.training.gradient_accumulation != 1; }},
    LaunchField{"training.precision", true, [](const S& s) { return s.training.precision != Precision::fp32; }},
    LaunchField{"training.optimizer", false, always},
    LaunchField{"training.recompute", true, [](const S& s) { return s.training.recompute != Recompute::none; }},
    LaunchField{"training.attention", false,
                [](const S& s) { return s.training.attention != AttentionChoice::automatic; }},
    LaunchField{"training.execution", false, [](const S& s) { return s.training.execution != Execution::eager; }},
    LaunchField{"training.layout", false, [](const S& s) { return s.training.layout == Layout::channels_last; }},
    LaunchField{"training.gradient_precision", false,
                [](const S& s) { return s.training.gradient_precision != GradientPrecision::automatic; }},
    LaunchField{"training.cross_entropy", false,
                [](const S& s) { return s.training.cross_entropy != CrossEntropyChoice::standard; }},
    LaunchField{"training.norm_mode", false, [](const S& s) { return s.training.norm_mode != NormMode::train; }},
    LaunchField{"training.ema", false, [](const S& s) { return s.training.ema; }},
    LaunchField{"training.autotune", false, [](const S& s) { return s.training.autotune; }},
    LaunchField{"training.loader_workers", false, [](const S& s) { return s.training.loader_workers.has_value(); }},
    LaunchField{"training.lora", true, [](const S& s) { return s.training.lora.has_value(); }},
    LaunchField{"training.base_weights", true, [](const S& s) { return s.training.base_weights != BaseWeights::same; }},
    LaunchField{"parallel.tensor", true, [](const S& s) { return s.parallel.tensor != 1; }},
    LaunchField{"parallel.pipeline", true, [](const S& s) { return s.parallel.pipeline != 1; }},
    LaunchField{"parallel.context", true, [](const S& s) { return s.parallel.context != 1; }},
    LaunchField{"parallel.expert", true, [](const S& s) { return s.parallel.expert != 1; }},
    LaunchField{"parallel.sequence_parallel", true, [](const S& s) { return s.parallel.sequence_parallel; }},
    LaunchField{"parallel.zero_stage", true, [](const S& s) { return s.parallel.zero_stage != 0; }},
    LaunchField{"parallel.offload", true, [](const S& s) { return s.parallel.offload != Offload::none; }},
    LaunchField{"parallel.pipeline_interleave", false, [](const S& s) { return s.parallel.pipeline_interleave != 1; }},
    LaunchField{"parallel.context_method", false,
                [](const S& s) { return s.parallel.context > 1 && s.parallel.context_method != ContextMethod::ring; }},
    LaunchField{"parallel.data_parallel_kind", true,
                [](const S& s) { return s.parallel.data_parallel_kind != DataParallelKind::ddp; }},
    LaunchField{"parallel.data_parallel_overlap", false,
                [](const S& s) { return s.parallel.data_parallel_overlap.has_value(); }},
    LaunchField{"parallel.tensor_parallel_overlap", false,
                [](const S& s) { return s.parallel.tensor_parallel_overlap.has_value(); }},
    LaunchField{"build.gpus_per_node", false, [](const S& s) { return s.build.gpus_per_node != 1; }},
    LaunchField{"build.nodes", false, [](const S& s) { return s.build.nodes != 1; }},
};

FieldValue value_at(const S& scenario, std::string_view path)
{
    const Field* field = field_of(path);
    return field == nullptr ? FieldValue{} : field->read(scenario);
}

std::string lora_text(const Lora& lora)
{
    return "rank " + std::to_string(lora.rank) + ", " + std::string(word_of(lora.targets));
}

} // namespace

std::span<const LaunchField> launch_fields() { return field_rows; }

Argument argument_of(const S& scenario, std::string_view path)
{
    if (path == "training.lora" && scenario.training.lora) return lora_text(*scenario.training.lora);
    const FieldValue value = value_at(scenario, path);
    return std::visit(Match{
                          [](std::monostate) { return Argument(std::string()); },
                          [](bool flag) { return Argument(std::string(flag ? "true" : "false")); },
                          [](std::int64_t number) { return Argument(value_of(Count(number))); },
                          [](double number) {
                              return Argument(Value{number, Unit::ratio});
                          },
                          [&path](const std::string& word) { return Argument(MessageCode{choice_code(path, word)}); },
                      },
                      value);
}

std::string spelling_of(const S& scenario, std::string_view path)
{
    if (path == "training.lora" && scenario.training.lora) return lora_text(*scenario.training.lora);
    const FieldValue value = value_at(scenario, path);
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    return excerpt_of(value);
}

} // namespace rigwright
