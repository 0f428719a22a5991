// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/value.h"
#include "core/quantities/words.h"
#include "core/text/messages.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rigwright {

// The procurement report as a plain value in one language. Every writer (Markdown, CSV, HTML, XLSX, JSON) prints the
// same value and computes nothing; all texts are data, for the writer to escape.

struct ReportParagraph {
    std::string text;
    /// Emphasized, for example the sentence that answers the question.
    bool emphasised = false;

    bool operator==(const ReportParagraph&) const = default;
};

struct ReportList {
    std::vector<std::string> items;

    bool operator==(const ReportList&) const = default;
};

/// A number as text and as a value; text alone for everything else.
struct ReportCell {
    std::string text;
    std::optional<Value> value{};
    /// The value is the sum of those above it in the column; a workbook computes it.
    bool is_sum = false;

    bool operator==(const ReportCell&) const = default;
};

struct ReportColumn {
    std::string heading;
    /// Aligned to the right.
    bool numeric = false;

    bool operator==(const ReportColumn&) const = default;
};

/// Rows are as long as `columns`.
struct ReportTable {
    /// "bill", "memory": the same in every language.
    std::string id;
    /// May be empty.
    std::string caption;
    std::vector<ReportColumn> columns;
    std::vector<std::vector<ReportCell>> rows;
    /// Empty cells are filled in by hand: rows have room for handwriting.
    bool is_form = false;

    bool operator==(const ReportTable&) const = default;
};

/// One row of bars or one line of a chart: as many numbers as the chart has categories, or points with their `x`.
struct ReportSeries {
    std::string name;
    std::vector<double> x{};
    std::vector<double> y{};
    /// Ends of the range around each `y`; empty without ranges.
    std::vector<double> low{};
    std::vector<double> high{};

    bool operator==(const ReportSeries&) const = default;
};

enum class ReportChartKind { bars, stacked_bars, lines };
template <>
inline constexpr std::array<std::string_view, 3> words<ReportChartKind>{"bars", "stacked-bars", "lines"};

/// Numbers of a chart, already in the unit of the axis.
struct ReportChart {
    std::string id;
    std::string caption;
    ReportChartKind kind = ReportChartKind::bars;
    std::string x_axis;
    std::string y_axis;
    /// Names below the bars; empty for lines.
    std::vector<std::string> categories;
    std::vector<ReportSeries> series;

    bool operator==(const ReportChart&) const = default;
};

using ReportBlock = std::variant<ReportParagraph, ReportList, ReportTable, ReportChart>;

struct ReportSection {
    std::string id;
    std::string heading;
    std::vector<ReportBlock> blocks;
    /// Follows the two pages that are read and signed; the first section of the appendix begins a page.
    bool appendix = false;

    bool operator==(const ReportSection&) const = default;
};

struct Report {
    Language language = Language::english;
    std::string title;
    /// Day and program, below the title.
    std::string subtitle;
    std::vector<ReportSection> sections;

    bool operator==(const Report&) const = default;
};

} // namespace rigwright
