// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report_text.h"

#include <span>

namespace rigwright {

/// A quantity that a table shows for every option, with the quantities that bound it where it has a range.
struct ReportFigure {
    std::string_view quantity;
    std::string_view low{};
    std::string_view high{};
    /// A sum of the purchase's prices: only a lower bound where lines of the bill have none.
    bool of_prices = false;
};

/// A cell with the range behind the value: "96.2 ms (80.4 ms … 177 ms)".
ReportCell figure_cell(const ReportDraft& draft, const Evaluation& option, const ReportFigure& figure);

/// A row for each figure that at least one option has.
void add_figures(const ReportDraft& draft, std::span<const ReportFigure> figures, ReportTable& table);

/// The purchase of an option: a sum, or at least so much where lines have no price.
ReportCell purchase_cell(const ReportDraft& draft, const Evaluation& option);

} // namespace rigwright
