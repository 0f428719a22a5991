// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_file.h"

#include "core/about/version.h"
#include "core/launch/launch_fields.h"
#include "core/launch/launch_plan.h"
#include "core/launch/shell_words.h"
#include "core/scenario/resolved_model.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

using Severity = Finding::Severity;

enum class Role {
    /// Starts the processes of any training program, which sets the rest itself.
    starts_programs,
    /// Sets up PyTorch training on GPUs.
    trains_on_gpus,
    /// Sets up PyTorch training on GPUs or processors.
    trains_anywhere,
};

struct TargetRow {
    LaunchTarget target = LaunchTarget::torchrun;
    std::string_view id;
    std::string_view name;
    std::string_view file;
    Role role = Role::starts_programs;
    /// Runs whatever the framework is.
    bool any_framework = false;
    /// "#!…" or nothing; JSON has no comments, and so no heading.
    std::string_view first_line;
    std::string_view about;
    LaunchLines (*lines)(const LaunchPlan& plan) = nullptr;
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
              deepspeed_lines, learning_rate_finding},
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

const TargetRow& row_of(LaunchTarget target)
{
    return *std::find_if(format_rows.begin(), format_rows.end(),
                         [target](const TargetRow& row) { return row.target == target; });
}

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
    return errors;
}

bool is_said(const LaunchLines& lines, std::string_view path)
{
    return std::any_of(lines.begin(), lines.end(), [path](const LaunchLine& line) {
        return std::find(line.sources.begin(), line.sources.end(), path) != line.sources.end();
    });
}

/// What the plan asks for and no line says.
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
                         ". What stands behind a value is the field or quantity of the plan that it comes from.",
                     {}});
    if (!left.empty()) lines.push_back({"# The training program sets what this file does not:", {}});
    for (const LaunchField& field : left)
        lines.push_back({"#   " + std::string(field.path) + " = " + spelling_of(plan.scenario(), field.path), {}});
    return lines;
}

} // namespace

std::string LaunchFile::text() const
{
    std::string all;
    for (const LaunchLine& line : lines) all += line.text + "\n";
    return all;
}

LaunchLine traced(std::string text, Sources sources)
{
    std::string behind;
    for (const std::string& source : sources) behind += (behind.empty() ? "  # " : ", ") + source;
    return {std::move(text) + behind, std::move(sources)};
}

void append(LaunchLines& lines, LaunchLines more)
{
    for (LaunchLine& line : more) lines.push_back(std::move(line));
}

std::vector<Finding> no_findings(const LaunchPlan&) { return {}; }

std::vector<Finding> learning_rate_finding(const LaunchPlan&)
{
    return {Finding{Severity::unchecked, "launch-without-learning-rate", "", {}}};
}

LaunchResult launch_file(const Evaluation& evaluation, const EngineData& data, LaunchTarget target)
{
    if (!evaluation.estimate) return {std::nullopt, evaluation.errors};
    const LaunchPlan plan{evaluation, data};
    const TargetRow& row = row_of(target);
    if (std::vector<Finding> errors = refusals(plan, row); !errors.empty()) return {std::nullopt, std::move(errors)};
    const LaunchLines body = row.lines(plan);
    const std::vector<LaunchField> left = left_out(plan, body);
    LaunchFile file{std::string(row.file), {}, {}};
    if (!row.about.empty()) file.lines = heading(plan, row, left);
    append(file.lines, body);
    if (plan.estimate().verdict == Verdict::does_not_fit)
        file.findings.push_back(Finding{Severity::blocks, "launch-does-not-fit", "training.micro_batch", {}});
    for (const LaunchField& field : left) file.findings.push_back(finding_of(plan, row, field));
    for (Finding& finding : row.findings(plan)) file.findings.push_back(std::move(finding));
    return {std::move(file), {}};
}

std::span<const LaunchTarget> launch_targets() { return targets; }

std::string_view id_of(LaunchTarget target) { return row_of(target).id; }

std::optional<LaunchTarget> launch_target_from(std::string_view id)
{
    const auto row =
        std::find_if(format_rows.begin(), format_rows.end(), [id](const TargetRow& each) { return each.id == id; });
    return row == format_rows.end() ? std::nullopt : std::optional(row->target);
}

std::string_view name_of(LaunchTarget target) { return row_of(target).name; }

std::string_view file_name_of(LaunchTarget target) { return row_of(target).file; }

} // namespace rigwright
