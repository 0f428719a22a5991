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
/// Usual name of the target's file.
std::string_view file_name_of(LaunchTarget target);

} // namespace rigwright
