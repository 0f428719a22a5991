// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/invocation.h"
#include "core/validation/case.h"
#include "core/validation/outcome.h"
#include "core/validation/unseen.h"

#include <functional>
#include <map>

namespace rigwright::cli {

/// A line of a file of cases that is none.
struct BadLine {
    std::string file;
    std::int64_t line = 0;
    std::string id;
    std::vector<Finding> errors;
};

/// Reads files of cases line by line, "-" being standard input; empty lines count for nothing. Good cases go to `take`
/// as they are read, bad lines and unreadable files to `refuse`.
void read_cases(const std::vector<std::string>& files, std::istream& standard_input,
                const std::function<void(Case)>& take, const std::function<void(const BadLine&)>& refuse);

/// Prints "FILE:LINE: id: $.path: message", a line an error.
void print_bad_line(const BadLine& bad, Session& session);

/// What a validation found.
struct Validation {
    /// "source", "gpu", "family", or empty when nothing was left out.
    std::string left_out;
    std::vector<Outcome> outcomes;
    /// Those of the cases whose source no coefficient has seen.
    std::vector<UnseenRun> unseen;
    std::vector<BadLine> bad_lines;
    /// Figures of cases that were not compared, by key.
    std::map<std::string, std::int64_t> not_compared;
};

/// "12.3 %" with one digit after the point, in every locale; `sign` puts "+" before what is above zero.
std::string percent(double share, bool sign = false);

/// The headings of an error table and the cells of one group.
std::vector<std::string> summary_headings(const Messages& words);
std::vector<std::string> summary_cells(const GroupRow& row, const Messages& words);

/// Markdown tables of times and memory of unseen sources, and what the verdicts said of their plans.
void print_unseen(std::span<const UnseenRun> runs, Session& session);

void print_validation_text(const Validation& validation, bool intervals, Session& session);
void print_validation_json(const Validation& validation, Session& session);
void print_csv_header(Session& session);
void print_csv_row(const Outcome& outcome, Session& session);

} // namespace rigwright::cli
