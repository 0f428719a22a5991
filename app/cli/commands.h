// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/invocation.h"
#include "core/estimate/evaluation.h"
#include "core/validation/fit_plan.h"

namespace rigwright::cli {

// Each prints to the session's streams and returns the exit code.

ExitCode run_estimate(const Invocation& invocation, Session& session);
ExitCode run_sweep(const Invocation& invocation, Session& session);
ExitCode run_recommend(const Invocation& invocation, Session& session);
ExitCode run_layers(const Invocation& invocation, Session& session);
ExitCode run_explain(const Invocation& invocation, Session& session);
ExitCode run_import(const Invocation& invocation, Session& session);
ExitCode run_import_measurement(const Invocation& invocation, Session& session);
ExitCode run_measure_script(const Invocation& invocation, Session& session);
ExitCode run_check(const Invocation& invocation, Session& session);
ExitCode run_requirements(const Invocation& invocation, Session& session);
ExitCode run_detect(const Invocation& invocation, Session& session);
ExitCode run_fit(const Invocation& invocation, Session& session);
ExitCode run_compare(const Invocation& invocation, Session& session);
ExitCode run_compare_models(const Invocation& invocation, Session& session);
ExitCode run_launch(const Invocation& invocation, Session& session);
ExitCode run_report(const Invocation& invocation, Session& session);
ExitCode run_catalog(const Invocation& invocation, Session& session);
ExitCode run_prices(const Invocation& invocation, Session& session);
ExitCode run_validate(const Invocation& invocation, Session& session);
ExitCode run_calibrate(const Invocation& invocation, Session& session);

/// The coefficients to fit. Empty, with a message on the error stream, if the data is invalid.
std::optional<FitPlan> fit_plan_of(Session& session);

/// Runs the command on its plan; for a project on the requested build, or on each in turn: texts below the name of
/// their build, JSON as one list.
ExitCode run_on_builds(const Command& command, const Invocation& invocation, Session& session);

/// The first operand, the scenario's file; "-" if there is none. Throws a `UsageError` for too many.
std::string one_file(const Invocation& invocation, std::size_t most_operands = 1);

/// `files` of the command line; "-" if there is none.
std::vector<std::string> files_or_input(const Invocation& invocation);

/// The evaluated plan of a file. Throws an `InputError` if it has no estimate.
Evaluation evaluated_file(const std::string& name, Session& session);
/// The evaluated plan of a command's only operand.
Evaluation evaluated_operand(const Invocation& invocation, Session& session);

} // namespace rigwright::cli
