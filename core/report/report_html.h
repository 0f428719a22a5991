// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report.h"

#include <functional>
#include <span>
#include <string>

namespace rigwright {

/// How a chart stands in the page: markup of a picture ("<svg ...>", "<img ...>"). Empty for none.
using ChartMarkup = std::function<std::string(const ReportChart&)>;

/// The reports as one page that needs no other file: style within, pictures as `picture` makes them, the numbers of
/// every chart as a table below it. Texts are escaped; the page loads nothing and runs nothing.
std::string report_html(std::span<const Report> reports, const ChartMarkup& picture);

/// A text as it stands between tags or in an attribute.
std::string html_escaped(const std::string& text);

} // namespace rigwright
