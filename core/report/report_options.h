// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/text/messages.h"

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

} // namespace rigwright
