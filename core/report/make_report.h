// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/report/report.h"
#include "core/text/messages.h"

#include <filesystem>
#include <string>
#include <vector>

namespace rigwright {

/// Inputs of a report. Pointers and references must outlive the call.
struct ReportInputs {
    /// One to `most_report_options` plans for the same task, in the order of the columns; each can be computed.
    std::vector<const Evaluation*> options;
    const EngineData& data;
    /// The user's question for the beginning; may be empty.
    std::string question;
    /// "2026-11-22": the day of the report.
    std::string date;
    /// Digest of the underlying data (`data_fingerprint`).
    std::string data_fingerprint;
};

inline constexpr std::size_t most_report_options = 6;

/// Column headings of the options: the scenario's own name, else the GPUs; preceded by a number if two are equal.
std::vector<std::string> option_names(const ReportInputs& inputs, const Messages& messages);

/// "2 × NVIDIA GeForce RTX 4090"; preceded by the number of machines if there are more than one.
std::string build_text(const Evaluation& option, const EngineData& data, const Messages& messages);

/// The procurement report in the language of `messages`: the question, the recommended option and the reasons, a
/// comparison of the options, the bill of each, memory, time, energy and money with their ranges, settings and
/// assumptions, findings, unchecked properties, and the underlying data. The same inputs give the same report.
///
/// Preconditions: one to `most_report_options` options, each with an estimate.
Report make_report(const ReportInputs& inputs, const Messages& messages);

/// The first 16 hexadecimal digits of a SHA-256 over all files below the folders, folder by folder, their names (with
/// forward slashes) in byte order and their content: equal folders give equal digits. A missing folder counts as an
/// empty one; empty if there is no file at all.
std::string data_fingerprint(const std::vector<std::filesystem::path>& folders);

} // namespace rigwright
