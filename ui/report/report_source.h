// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/make_report.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace rigwright {

/// In which languages a report is made; with both, that of the window comes first.
enum class ReportLanguages { english, chinese, both };

/// The plans that a report compares.
using ReportOptions = std::vector<std::shared_ptr<const Evaluation>>;

/// The builds of the project that a report is about, under their names: those pinned, or all where fewer than two are.
ReportOptions report_options(Document& document);

/// One report for each language, the first in that of `words` where both are asked for.
std::vector<Report> make_reports(const ReportOptions& options, const EngineData& data, const QString& question,
                                 ReportLanguages languages, const Words& words);

} // namespace rigwright
