// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_file.h"

#include "core/estimate/field_access.h"
#include "core/json/data_directory.h"
#include "core/launch/launch_template.h"
#include "core/network/operator.h"
#include "core/scenario/fields.h"
#include "core/scenario/finding.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/scenario.h"
#include "core/scenario/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

namespace rigwright {

namespace {

using S = Scenario;

bool always(const S&) { return true; }

// Defaults of a run are those of PyTorch: fp32, eager, no recomputation, one model copy per GPU.
constexpr std::array field_rows{
    LaunchField{"training.epochs", false, always},
    LaunchField{"training.micro_batch", false, always},
    LaunchField{"training.gradient_accumulation", false,
                [](const S& s) { return s.training.gradient_accumulation != 1; }},
    LaunchField{"training.precision", true, [](const S& s) { return s.training.precision != Precision::fp32; }},
    LaunchField{"training.optimizer", false, always},
    LaunchField{"training.optimizer_implementation", false,
                [](const S& s) { return s.training.optimizer_implementation != OptimizerImplementation::automatic; }},
    LaunchField{"training.recompute", true, [](const S& s) { return s.training.recompute != Recompute::none; }},
    LaunchField{"training.attention", false,
                [](const S& s) { return s.training.attention != AttentionChoice::automatic; }},
    LaunchField{"training.execution", false, [](const S& s) { return s.training.execution != Execution::eager; }},
    LaunchField{"training.cuda_graph", false, [](const S& s) { return s.training.cuda_graph; }},
    LaunchField{"training.layout", false, [](const S& s) { return s.training.layout == Layout::channels_last; }},
    LaunchField{"training.gradient_precision", false,
                [](const S& s) { return s.training.gradient_precision != GradientPrecision::automatic; }},
    LaunchField{"training.cross_entropy", false,
                [](const S& s) { return s.training.cross_entropy != CrossEntropyChoice::standard; }},
    LaunchField{"training.norm_mode", false, [](const S& s) { return s.training.norm_mode != NormMode::train; }},
    LaunchField{"training.ema", false, [](const S& s) { return s.training.ema; }},
    LaunchField{"training.late_zero_grad", false, [](const S& s) { return s.training.late_zero_grad; }},
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

std::string lora_text(const Lora& lora)
{
    return "rank " + std::to_string(lora.rank) + ", " + std::string(word_of(lora.targets));
}

using Severity = Finding::Severity;

enum class Role {
    /// Starts the processes of any training program, which configures the rest itself.
    starts_programs,
    /// Configures PyTorch training on GPUs.
    trains_on_gpus,
    /// Configures PyTorch training on GPUs or CPUs.
    trains_anywhere,
};

struct TargetRow {
    LaunchTarget target = LaunchTarget::torchrun;
    std::string_view id;
    std::string_view name;
    std::string_view file;
    Role role = Role::starts_programs;
    /// Runs any framework.
    bool any_framework = false;
    /// "#!…" or empty; JSON has no comments, and so no heading.
    std::string_view first_line;
    std::string_view about;
    std::optional<LaunchLines> (*lines)(const LaunchPlan& plan) = nullptr;
    std::vector<Finding> (*findings)(const LaunchPlan& plan) = no_findings;
};

constexpr std::string_view bash = "#!/usr/bin/env bash";

constexpr std::array format_rows{
    TargetRow{LaunchTarget::torchrun, "torchrun", "torchrun", "launch_torchrun.sh", Role::starts_programs, false, bash,
              "Starts a training program with torchrun: one process for each GPU.", torchrun_lines},
    TargetRow{LaunchTarget::fsdp, "fsdp", "PyTorch DDP / FSDP", "parallel_settings.py", Role::trains_on_gpus, false, "",
              "Settings of PyTorch for a training program to import: start(), prepare(), optimizer_of(), loader().",
              fsdp_lines},
    TargetRow{LaunchTarget::deepspeed, "deepspeed", "DeepSpeed", "ds_config.json", Role::trains_on_gpus, false, "", "",
              deepspeed_lines, deepspeed_findings},
    TargetRow{LaunchTarget::accelerate, "accelerate", "Hugging Face Accelerate", "accelerate.yaml",
              Role::trains_anywhere, false, "", "For: accelerate launch --config_file accelerate.yaml train.py",
              accelerate_lines},
    TargetRow{LaunchTarget::megatron, "megatron", "Megatron-LM", "launch_megatron.sh", Role::trains_on_gpus, false,
              bash,
              "Starts pretrain_gpt.py of Megatron-LM; data, tokenizer and learning rate are arguments of this script.",
              megatron_lines, megatron_findings},
    TargetRow{LaunchTarget::slurm, "slurm", "Slurm", "job.sbatch", Role::starts_programs, true, "#!/bin/bash",
              "A batch job: sbatch job.sbatch", slurm_lines, slurm_findings},
};

constexpr std::array targets = [] {
    std::array<LaunchTarget, format_rows.size()> all{};
    for (std::size_t i = 0; i < format_rows.size(); ++i) all[i] = format_rows[i].target;
    return all;
}();

const TargetRow& row_of(LaunchTarget target) { return *std::ranges::find(format_rows, target, &TargetRow::target); }

bool uses_pytorch(const Training& training) { return training.framework == Framework::pytorch; }

std::vector<Finding> refusals(const LaunchPlan& plan, const TargetRow& row)
{
    const Arguments engine{{"engine", std::string(row.name)}};
    std::vector<Finding> errors;
    if (!row.any_framework && !uses_pytorch(plan.training())) {
        Arguments arguments = engine;
        arguments.push_back({"found", argument_of(plan.scenario(), "training.framework")});
        errors.push_back(Finding{Severity::error, "launch-other-framework", "training.framework", arguments});
    }
    if (row.role == Role::starts_programs) return errors;
    if (plan.training().mode != RunMode::train)
        errors.push_back(Finding{Severity::error, "launch-needs-training", "training.mode", engine});
    if (row.role == Role::trains_on_gpus && trains_on_processor(plan.build()))
        errors.push_back(Finding{Severity::error, "launch-needs-gpu", "build.gpu", engine});
    const bool decoder = resolve_kind(plan.scenario(), plan.data.presets).family_id() == "decoder-transformer";
    if (row.target == LaunchTarget::megatron && !decoder)
        errors.push_back(Finding{Severity::error, "launch-needs-decoder", "model", engine});
    if (row.target == LaunchTarget::megatron && decoder && megatron_needs_sequence_parallel(plan))
        errors.push_back(
            Finding{Severity::error, "launch-needs-sequence-parallel", "parallel.sequence_parallel", engine});
    return errors;
}

bool is_said(const LaunchLines& lines, std::string_view path)
{
    return std::ranges::any_of(
        lines, [path](const LaunchLine& line) { return std::ranges::find(line.sources, path) != line.sources.end(); });
}

/// Settings of the plan that no line contains.
std::vector<LaunchField> left_out(const LaunchPlan& plan, const LaunchLines& lines)
{
    std::vector<LaunchField> fields;
    for (const LaunchField& field : launch_fields())
        if (field.asked(plan.scenario()) && !is_said(lines, field.path)) fields.push_back(field);
    return fields;
}

Finding finding_of(const LaunchPlan& plan, const TargetRow& row, const LaunchField& field)
{
    const Arguments arguments{{"engine", std::string(row.name)},
                              {"field", MessageCode{"field." + std::string(field.path)}},
                              {"value", argument_of(plan.scenario(), field.path)}};
    const std::string path(field.path);
    if (field.decides_fit && row.role != Role::starts_programs)
        return Finding{Severity::blocks, "launch-not-in-file", path, arguments};
    return Finding{Severity::unchecked, "launch-left-to-program", path, arguments};
}

LaunchLines heading(const LaunchPlan& plan, const TargetRow& row, const std::vector<LaunchField>& left)
{
    LaunchLines lines;
    if (!row.first_line.empty()) lines.push_back({std::string(row.first_line), {}});
    lines.push_back({"# " + std::string(row.about), {}});
    if (!plan.scenario().name.empty()) lines.push_back({"# Plan: " + comment_text(plan.scenario().name), {"name"}});
    lines.push_back({"# Written by Rigwright " + std::string(version()) +
                         ". A comment names the field or quantity of the plan that its line comes from.",
                     {}});
    if (!left.empty()) lines.push_back({"# The training program sets what this file does not:", {}});
    for (const LaunchField& field : left)
        lines.push_back({"#   " + std::string(field.path) + " = " + spelling_of(plan.scenario(), field.path), {}});
    return lines;
}

} // namespace

std::span<const LaunchField> launch_fields() { return field_rows; }

Argument argument_of(const S& scenario, std::string_view path)
{
    if (path == "training.lora" && scenario.training.lora) return lora_text(*scenario.training.lora);
    const FieldValue value = field_value(scenario, path);
    return std::visit(Match{
                          [](const auto&) { return Argument(std::string()); },
                          [](bool flag) { return Argument(flag_word(flag)); },
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
    const FieldValue value = field_value(scenario, path);
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    return excerpt_of(value);
}

std::string LaunchFile::text() const
{
    std::string all;
    for (const LaunchLine& line : lines) all += line.text + "\n";
    return all;
}

std::vector<Finding> no_findings(const LaunchPlan&) { return {}; }

std::vector<Finding> learning_rate_finding(const LaunchPlan&)
{
    return {Finding{Severity::unchecked, "launch-without-learning-rate", "", {}}};
}

LaunchResult launch_file(const Evaluation& evaluation, const EngineData& data, LaunchTarget target)
{
    if (!evaluation.estimate) return {std::nullopt, evaluation.errors};
    const TargetRow& row = row_of(target);
    const Scenario& scenario = evaluation.scenario;
    const std::int64_t stage = stage_for_offload(scenario.parallel.offload);
    const bool shards = row.role != Role::starts_programs && target != LaunchTarget::megatron;
    if (shards && scenario.parallel.zero_stage < stage && data_parallel_degree(scenario) == 1) {
        Scenario staged = scenario;
        staged.parallel.zero_stage = stage;
        return launch_file(evaluate(staged, data), data, target);
    }
    const LaunchPlan plan{evaluation, data};
    if (std::vector<Finding> errors = refusals(plan, row); !errors.empty()) return {std::nullopt, std::move(errors)};
    std::optional<LaunchLines> body = row.lines(plan);
    if (!body) return {std::nullopt, {Finding{Severity::error, "launch-template-missing", "", {}}}};
    const std::vector<LaunchField> left = left_out(plan, *body);
    LaunchFile file{std::string(row.file), {}, {}};
    if (!row.about.empty()) file.lines = heading(plan, row, left);
    file.lines.insert(file.lines.end(), std::make_move_iterator(body->begin()), std::make_move_iterator(body->end()));
    if (plan.estimate().verdict == Verdict::does_not_fit)
        file.findings.push_back(Finding{Severity::blocks, "launch-does-not-fit", "training.micro_batch", {}});
    for (const Finding& finding : plan.estimate().findings)
        if (finding.severity == Finding::Severity::blocks && !finding.code.starts_with("does-not-fit"))
            file.findings.push_back(finding);
    for (const LaunchField& field : left) file.findings.push_back(finding_of(plan, row, field));
    for (Finding& finding : row.findings(plan)) file.findings.push_back(std::move(finding));
    return {std::move(file), {}};
}

std::span<const LaunchTarget> launch_targets() { return targets; }

std::string_view id_of(LaunchTarget target) { return row_of(target).id; }

std::optional<LaunchTarget> launch_target_from(std::string_view id)
{
    const auto row = std::ranges::find(format_rows, id, &TargetRow::id);
    return row == format_rows.end() ? std::nullopt : std::optional(row->target);
}

std::string_view name_of(LaunchTarget target) { return row_of(target).name; }

// Options: https://docs.pytorch.org/docs/stable/elastic/run.html

std::optional<LaunchLines> torchrun_lines(const LaunchPlan& plan)
{
    return fill_template(plan, "torchrun.sh", {{"run_name", shell_word(plan.scenario().name)}});
}

namespace {

constexpr std::int64_t minutes_per_hour = 60;
constexpr std::int64_t minutes_per_day = 24 * minutes_per_hour;
constexpr double bytes_per_gib = 1024.0 * 1024.0 * 1024.0;

/// Upper end of the whole run's wall-clock time; of the steps alone if nothing more is known.
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
    const auto minutes =
        static_cast<std::int64_t>(std::ceil(time.base() / (seconds_per_hour / static_cast<double>(minutes_per_hour))));
    const std::int64_t rest = minutes % minutes_per_day;
    return std::to_string(minutes / minutes_per_day) + "-" + two_digits(rest / minutes_per_hour) + ":" +
           two_digits(rest % minutes_per_hour) + ":00";
}

/// Cores of one machine; empty if the plan names no CPU.
std::optional<std::string> cores_of(const LaunchPlan& plan)
{
    const Cpu* cpu = plan.data.hardware.cpu(plan.build().cpu);
    if (cpu == nullptr) return std::nullopt;
    return std::to_string(static_cast<std::int64_t>(cpu->compute.cores) * plan.build().cpu_sockets);
}

} // namespace

// Options: https://slurm.schedmd.com/sbatch.html. Since 22.05 steps do not inherit --cpus-per-task from the job
// (https://slurm.schedmd.com/srun.html), so srun gets it again. A job requests all memory of its machines ("--mem=0"):
// a plan is for whole machines, and a job that requests only the estimate runs out of memory when it reads a
// checkpoint.
std::optional<LaunchLines> slurm_lines(const LaunchPlan& plan)
{
    TemplateValues values{{"run_name", shell_word(plan.scenario().name)},
                          {"job_name", job_name(plan.scenario().name)},
                          {"processors", flag_word(trains_on_processor(plan.build()))},
                          {"pytorch", flag_word(uses_pytorch(plan.training()))},
                          {"cores", cores_of(plan)},
                          {"host_gib", std::nullopt},
                          {"run_limit", std::nullopt},
                          {"steps_limit", std::nullopt}};
    if (const std::optional<MemoryEstimate>& memory = plan.estimate().memory)
        values["host_gib"] =
            std::to_string(static_cast<std::int64_t>(std::ceil(memory->host.as_double() / bytes_per_gib)));
    if (const auto time = longest_run(plan))
        values[plan.estimate().time->run ? "run_limit" : "steps_limit"] = time_limit(*time);
    return fill_template(plan, "slurm.sbatch", values);
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
