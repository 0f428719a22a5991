// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/cases.h"
#include "core/validation/error_summary.h"

#include <map>

namespace rigwright::cli {

/// What a validation found.
struct Validation {
    /// "source", "gpu", "family", or empty when nothing was left out.
    std::string left_out;
    std::vector<Outcome> outcomes;
    std::vector<BadLine> bad_lines;
    /// Figures of cases that were not compared, by key.
    std::map<std::string, std::int64_t> not_compared;
};

/// "12.3 %" with one digit after the point, in every locale; `sign` puts "+" before what is above zero.
std::string percent(double share, bool sign = false);

/// The headings of an error table and the cells of one group.
std::vector<std::string> summary_headings(const Messages& words);
std::vector<std::string> summary_cells(const GroupRow& row, const Messages& words);

void print_validation_text(const Validation& validation, bool intervals, Session& session);
void print_validation_json(const Validation& validation, Session& session);
void print_csv_header(Session& session);
void print_csv_row(const Outcome& outcome, Session& session);

} // namespace rigwright::cli
