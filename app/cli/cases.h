// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/session.h"
#include "core/validation/case.h"

#include <functional>

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

/// `files` of the command line; "-" when there is none.
std::vector<std::string> files_or_input(const Invocation& invocation);

} // namespace rigwright::cli
