// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report.h"

namespace rigwright {

/// The numbers of a chart as a table, for writers and readers that cannot see it: a row for each category with a column
/// for each series, or for lines a row for each x with the series that have a point there.
ReportTable chart_table(const ReportChart& chart);

} // namespace rigwright
