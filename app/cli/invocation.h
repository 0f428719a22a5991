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

/// A defect of the command line, thrown where it is found: a number that is not understood, or the message "cli.<code>"
/// with its arguments. It ends the program.
struct UsageError {
    std::string code;
    Arguments arguments;
    std::optional<TypedNumber> typed{};
};

/// Defects of an input file, thrown where nothing can be computed without the file.
struct InputError {
    std::string file;
    std::vector<Finding> errors;
};

/// Sorts arguments into options and operands. "--name value" and "--name=value" are the same; after "--" everything is
/// an operand; "-" alone is one (standard input).
Invocation parse_invocation(const std::vector<std::string>& arguments, std::span<const Option> options);

/// The whole number that a person typed ("512", "20k", "2万"), in the unit of `read_number`; nullopt for anything else.
std::optional<std::int64_t> whole_number(std::string_view text, std::string_view unit = {});

/// The items of a list with commas between them, empty ones too; a text without a comma is one item.
std::vector<std::string> list_items(std::string_view list);

/// What every command works with.
struct Session {
    EngineData data;
    Messages messages;
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    /// Where the shipped data and the person's own hardware data lie; the latter may be empty or not be there.
    std::filesystem::path data_root;
    std::filesystem::path catalog;
    /// The build of a project that a command works on; without one, the build that the project was left at.
    std::optional<std::size_t> build{};
    /// The command that runs, in the words of the command line; empty before one is known.
    std::string_view command{};
    /// Standard input, once it was read: a command may work on each build of the project in it.
    std::optional<std::string> input_text{};

    /// A message as a line of output.
    void say(std::string_view code, const Arguments& arguments = {}) { out << messages.text(code, arguments) << '\n'; }
    /// The same on the error stream.
    void complain(std::string_view code, const Arguments& arguments = {})
    {
        err << messages.text(code, arguments) << '\n';
    }
    FindingText finding_text() const
    {
        return [this](const Finding& finding) { return messages.text_of_finding(finding); };
    }
};

/// What a command makes of a project in the place of a scenario.
enum class Plans {
    /// It takes no plan, or sorts out files by itself.
    none,
    /// One build: that of --build, else the one the project was left at.
    one,
    /// Every build in turn, or that of --build.
    each,
};

/// One command: its word, its options beside those that every command takes (`options_in` of program.cpp reads them),
/// what it does, and to which builds of its first file.
struct Command {
    std::string_view name;
    std::string_view options;
    ExitCode (*run)(const Invocation& invocation, Session& session) = nullptr;
    Plans plans = Plans::none;
};

/// Prints one line an error: file, JSON path, message; gives `input_has_errors`.
ExitCode report_errors(Session& session, const std::string& file, const std::vector<Finding>& errors);

} // namespace rigwright::cli
