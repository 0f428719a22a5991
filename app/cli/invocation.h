// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/advice_json.h"
#include "core/estimate/engine_data.h"
#include "core/estimate/estimate_json.h"
#include "core/quantities/typed_number.h"
#include "core/scenario/finding.h"
#include "core/text/messages.h"

#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright::cli {

/// Exit status of the program.
enum ExitCode { done = 0, input_has_errors = 1, wrong_command_line = 2 };

struct Option {
    std::string_view name;
    bool takes_value = false;
};

/// Arguments of a command: files and words, and the options with their values.
struct Invocation {
    std::vector<std::string> operands;
    std::map<std::string, std::string, std::less<>> options;

    bool has(std::string_view option) const { return options.find(option) != options.end(); }
    std::string value(std::string_view option) const;
};

/// A defect of the command line, thrown where it is found: an invalid number, or the message "cli.<code>" with its
/// arguments. It ends the program.
struct UsageError {
    std::string code;
    Arguments arguments;
    std::optional<TypedNumber> typed{};
};

/// Defects of an input file, thrown if nothing can be computed without the file.
struct InputError {
    std::string file;
    std::vector<Finding> errors;
};

/// Sorts arguments into options and operands. "--name value" and "--name=value" are equivalent; after "--" everything
/// is an operand; "-" alone is one (standard input).
Invocation parse_invocation(const std::vector<std::string>& arguments, std::span<const Option> options);

/// The whole number in a typed text ("512", "20k", "2万"), in the unit of `read_number`; nullopt for anything else.
std::optional<std::int64_t> whole_number(std::string_view text, std::string_view unit = {});

/// The items of a comma-separated list, including empty ones; a text without a comma is one item.
std::vector<std::string> list_items(std::string_view list);

/// The context of every command.
struct Session {
    EngineData data;
    Messages messages;
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    /// Locations of the shipped data and the user's own hardware data; the latter may be empty or not exist.
    std::filesystem::path data_root;
    std::filesystem::path catalog;
    /// The build of a project that a command uses; otherwise the project's current build.
    std::optional<std::size_t> build{};
    /// The running command, as on the command line; empty before one is known.
    std::string_view command{};
    /// Standard input after it was read: a command may run on each build of the project in it.
    std::optional<std::string> input_text{};

    /// Prints a message as a line of output.
    void say(std::string_view code, const Arguments& arguments = {}) { out << messages.text(code, arguments) << '\n'; }
    /// Prints a message as a line of the error stream.
    void complain(std::string_view code, const Arguments& arguments = {})
    {
        err << messages.text(code, arguments) << '\n';
    }
    FindingText finding_text() const
    {
        return [this](const Finding& finding) { return messages.text_of_finding(finding); };
    }
};

/// How a command handles a project in place of a scenario.
enum class Plans {
    /// None, or the command reads files itself.
    none,
    /// One build: that of --build, else the project's current one.
    one,
    /// Every build in turn, or that of --build.
    each,
};

/// One command: its word, its options beside the shared ones (`options_in` of program.cpp reads them), its function,
/// and the builds of its first file that it applies to.
struct Command {
    std::string_view name;
    std::string_view options;
    ExitCode (*run)(const Invocation& invocation, Session& session) = nullptr;
    Plans plans = Plans::none;
};

/// Prints one line per error: file, JSON path, message; returns `input_has_errors`.
ExitCode report_errors(Session& session, const std::string& file, const std::vector<Finding>& errors);

} // namespace rigwright::cli
