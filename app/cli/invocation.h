// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/finding.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright::cli {

/// What the program ends with.
enum ExitCode { done = 0, input_has_errors = 1, wrong_command_line = 2 };

struct Option {
    std::string_view name;
    bool takes_value = false;
};

/// What follows the command: files and words, and the options with their values.
struct Invocation {
    std::vector<std::string> operands;
    std::map<std::string, std::string, std::less<>> options;

    bool has(std::string_view option) const { return options.find(option) != options.end(); }
    std::string value(std::string_view option) const;
};

/// A defect of the command line: the message "cli.<code>" with its arguments.
struct UsageError {
    std::string code;
    Arguments arguments;
};

struct ParsedInvocation {
    Invocation invocation;
    std::optional<UsageError> error;
};

/// Sorts arguments into options and operands. "--name value" and "--name=value" are the same; after "--" everything is
/// an operand; "-" alone is one (standard input).
ParsedInvocation parse_invocation(const std::vector<std::string>& arguments, std::span<const Option> options);

/// The whole number that the text writes; nullopt where anything else is in it.
std::optional<std::int64_t> whole_number(std::string_view text);

/// The items of a list with commas between them, empty ones too; a text without a comma is one item.
std::vector<std::string> list_items(std::string_view list);

} // namespace rigwright::cli
