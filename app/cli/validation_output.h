// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/invocation.h"
#include "core/validation/case.h"
#include "core/validation/outcome.h"
#include "core/validation/unseen.h"

#include <functional>
#include <map>

namespace rigwright::cli {

/// An invalid line of a case file.
struct BadLine {
    std::string file;
    std::int64_t line = 0;
    std::string id;
    std::vector<Finding> errors;
};

/// Reads case files line by line ("-" is standard input), ignoring empty lines. Passes valid cases to `take` as they
/// are read, invalid lines and unreadable files to `refuse`.
void read_cases(const std::vector<std::string>& files, std::istream& standard_input,
                const std::function<void(Case)>& take, const std::function<void(const BadLine&)>& refuse);

/// Prints "FILE:LINE: id: $.path: message", one line per error.
void print_bad_line(const BadLine& bad, Session& session);

/// Result of a validation.
struct Validation {
    /// "source", "gpu", "family", or empty if nothing was left out.
    std::string left_out;
    std::vector<Outcome> outcomes;
    /// The cases whose source no coefficient was fitted on.
    std::vector<UnseenRun> unseen;
    std::vector<BadLine> bad_lines;
    /// Number of figures that were not compared, by key.
    std::map<std::string, std::int64_t> not_compared;
};

/// "12.3 %" with one digit after the point, in every locale; `sign` adds "+" to positive values.
std::string percent(double share, bool sign = false);

/// The headings of an error table and the cells of one group.
std::vector<std::string> summary_headings(const Messages& words);
std::vector<std::string> summary_cells(const GroupRow& row, const Messages& words);

/// Markdown tables of times and memory of unseen sources, and the verdicts on their plans.
void print_unseen(std::span<const UnseenRun> runs, Session& session);

void print_validation_text(const Validation& validation, bool intervals, Session& session);
void print_validation_json(const Validation& validation, Session& session);
void print_csv_header(Session& session);
void print_csv_row(const Outcome& outcome, Session& session);

} // namespace rigwright::cli
