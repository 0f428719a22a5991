// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report_text.h"

namespace rigwright {

// The sections of the report, one file each where it is long. Each is a function of the draft's inputs.

/// The task in words, the model's size, and what is asked of the machine.
ReportSection question_section(const ReportDraft& draft);
/// Which option to take, why, what is given up against the others, and why options are out.
ReportSection choice_section(const ReportDraft& draft);
/// The options side by side.
ReportSection comparison_section(const ReportDraft& draft);
/// What each option costs to buy, line by line with date and source.
ReportSection bill_section(const ReportDraft& draft);
ReportSection memory_section(const ReportDraft& draft);
ReportSection time_section(const ReportDraft& draft);
ReportSection money_section(const ReportDraft& draft);
/// The settings that the options have, and the judgements that the numbers rest on.
ReportSection assumptions_section(const ReportDraft& draft);
/// What the checks say of each option, and what nobody checked.
ReportSection findings_section(const ReportDraft& draft);
/// Program, data and inputs, so that the report can be made again.
ReportSection provenance_section(const ReportDraft& draft);

} // namespace rigwright
