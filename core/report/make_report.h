// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/report/report.h"
#include "core/text/messages.h"

#include <filesystem>
#include <string>
#include <vector>

namespace rigwright {

/// What a report is made of. Pointers and references outlive the call that makes the report.
struct ReportInputs {
    /// One to `most_report_options` plans for the same task, in the order of the columns; each can be computed.
    std::vector<const Evaluation*> options;
    const EngineData& data;
    /// What the person wants to have said at the start; may be empty.
    std::string question;
    /// "2026-11-22": the day that the report is made.
    std::string date;
    /// Digest of the data that the numbers rest on (`data_fingerprint`).
    std::string data_fingerprint;
};

inline constexpr std::size_t most_report_options = 6;

/// The name of an option as a column's heading: the scenario's own, else the GPUs; a number before it where two are
/// alike.
std::vector<std::string> option_names(const ReportInputs& inputs, const Messages& messages);

/// "2 × NVIDIA GeForce RTX 4090"; machines before it where there are several.
std::string build_text(const Evaluation& option, const EngineData& data, const Messages& messages);

/// The procurement report in the language of `messages`: what is asked, which option to take and why, the options side
/// by side, the bill of each, memory, time, energy and money with their ranges, settings and assumptions, findings,
/// what was not checked, and what the numbers rest on. The same inputs give the same report.
///
/// Preconditions: one to `most_report_options` options, each with an estimate.
Report make_report(const ReportInputs& inputs, const Messages& messages);

/// The first 16 hexadecimal digits of a SHA-256 over all files below the folders, one folder after the other, their
/// names (with forward slashes) in byte order and what they hold: equal folders give equal digits. A folder that is not
/// there counts as an empty one; empty where there is no file at all.
std::string data_fingerprint(const std::vector<std::filesystem::path>& folders);

} // namespace rigwright
