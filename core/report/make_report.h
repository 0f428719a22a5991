// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report.h"
#include "core/report/report_options.h"

namespace rigwright {

/// The procurement report in the language of `messages`: what is asked, which option to take and why, the options side
/// by side, the bill of each, memory, time, energy and money with their ranges, settings and assumptions, findings,
/// what was not checked, and what the numbers rest on. The same inputs give the same report.
///
/// Preconditions: one to `most_report_options` options, each with an estimate.
Report make_report(const ReportInputs& inputs, const Messages& messages);

} // namespace rigwright
