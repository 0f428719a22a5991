// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "core/hardware/dates.h"
#include "core/json/characters.h"
#include "core/json/data_directory.h"
#include "core/text/messages.h"

#include <algorithm>
#include <array>
#include <exception>
#include <iostream>
#include <ranges>
#include <string>
#include <string_view>

namespace rigwright::cli {

namespace {

constexpr std::string_view language_option = "--language";
constexpr std::string_view catalog_option = "--catalogue";
/// Options of every command. A name that ends with "=" takes a value.
constexpr std::string_view shared_options = "--language= --catalogue= --help";

std::vector<Option> options_in(std::string_view names)
{
    std::vector<Option> options;
    for (const std::string_view list : {names, shared_options}) {
        for (const auto word : std::views::split(list, ' ')) {
            const std::string_view text(word.begin(), word.end());
            if (!text.empty()) options.push_back({text.substr(0, text.find('=')), text.ends_with('=')});
        }
    }
    return options;
}

constexpr std::array all_commands{
    Command{"estimate", "--json --jsonl --expand --detail= --total-flops= --build=", run_estimate},
    Command{"sweep", "--over= --csv --build=", run_sweep, Plans::each},
    Command{"recommend", "--json --precisions= --threads= --why-not= --memory --build=", run_recommend, Plans::one},
    Command{"compare", "--json --baseline=", run_compare},
    Command{"compare-models", "--models= --json --build=", run_compare_models, Plans::one},
    Command{"layers", "--json --build=", run_layers, Plans::each},
    Command{"explain", "--json --page --build=", run_explain, Plans::each},
    Command{"import", "--kind= --size=", run_import},
    Command{"measure-script", "--framework= -o= --build=", run_measure_script, Plans::one},
    Command{"import-measurement", "-o= --list= --build=", run_import_measurement, Plans::one},
    Command{"check", "--json --fixes --build=", run_check, Plans::each},
    Command{"requirements", "--json --build=", run_requirements, Plans::each},
    Command{"fit", "--json --build=", run_fit, Plans::each},
    Command{"launch", "--for= -o= --json --build=", run_launch, Plans::one},
    Command{"report", "-o= --question= --both-languages", run_report},
    Command{"catalog", "--json", run_catalog},
    Command{"detect", "--json --root=", run_detect},
    Command{"prices",
            "--encoding= --delimiter= --decimal= --columns= --currency= --kind= --price-date= --supplier= --name= "
            "--parts= --accept-suggestions --json -o=",
            run_prices},
    Command{"validate", "--leave-out= --intervals --json --csv --page --refits=", run_validate},
    Command{"calibrate", "-o=", run_calibrate},
};

/// The language on the command line, at any position; `known` is false for an unknown one.
struct LanguageChoice {
    Language language = Language::english;
    std::string found;
    bool known = true;
};

/// The values of an option on the command line, at any position.
std::vector<std::string> option_values(std::string_view option, const std::vector<std::string>& arguments)
{
    std::vector<std::string> values;
    for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
        if (arguments[i].starts_with(std::string(option) + "="))
            values.push_back(arguments[i].substr(option.size() + 1));
        else if (arguments[i] == option && i + 1 < arguments.size())
            values.push_back(arguments[i + 1]);
    }
    return values;
}

LanguageChoice language_of(const std::vector<std::string>& arguments)
{
    const std::vector<std::string> values = option_values(language_option, arguments);
    if (values.empty()) return {};
    const auto found = from_word<Language>(values.back());
    return {found.value_or(Language::english), values.back(), found.has_value()};
}

void print_missing_data(std::ostream& err)
{
    err << "rigwright-cli: the data folder was not found. Looked in:";
    for (const auto& place : data_directory_candidates()) err << ' ' << place.string();
    err << '\n';
}

void report_data_issues(const std::vector<JsonIssue>& issues, Session& session)
{
    for (const JsonIssue& issue : issues)
        session.complain(
            "cli.data-issue",
            {{"file", issue.file}, {"path", issue.path}, {"message", text_of_issue(issue, session.messages)}});
}

std::string usage_of(std::string_view command, const Session& session)
{
    return session.messages.text("cli.usage." + std::string(command));
}

std::string command_names() { return joined(all_commands, &Command::name); }

/// Prints "rigwright-cli: <message>" and how to get help.
ExitCode refuse(Session& session, const UsageError& error)
{
    const std::string reason = error.typed ? text_of_typed(*error.typed, session.messages)
                                           : session.messages.text("cli." + error.code, error.arguments);
    session.err << "rigwright-cli: " << reason << "\n\n";
    if (!session.command.empty()) session.err << usage_of(session.command, session) << '\n';
    session.complain("cli.see-help");
    return wrong_command_line;
}

ExitCode run_command(const Command& command, const std::vector<std::string>& arguments, Session& session)
{
    const Invocation parsed = parse_invocation({arguments.begin() + 1, arguments.end()}, options_in(command.options));
    if (!parsed.has("--help")) return run_on_builds(command, parsed, session);
    session.out << usage_of(command.name, session) << '\n' << session.messages.text("cli.usage.shared");
    return done;
}

/// `--language` and `--catalogue` are also read before the command.
std::vector<std::string> with_command_first(std::vector<std::string> arguments)
{
    std::size_t leading = 0;
    while (leading < arguments.size()) {
        const std::string& argument = arguments[leading];
        const bool alone = argument == language_option || argument == catalog_option;
        const std::string name = argument.substr(0, argument.find('='));
        if (!alone && name != language_option && name != catalog_option) break;
        leading += alone ? 2 : 1;
    }
    if (leading < arguments.size())
        std::rotate(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(leading), arguments.end());
    return arguments;
}

/// The folder of the user's own hardware data from the command line.
std::filesystem::path catalog_of(const std::vector<std::string>& arguments)
{
    const std::vector<std::string> values = option_values(catalog_option, arguments);
    return values.empty() ? own_catalog_directory() : std::filesystem::path(values.front());
}

ExitCode run_in(const std::vector<std::string>& given, const LanguageChoice& choice, Session& session)
{
    const std::vector<std::string> arguments = with_command_first(given);
    if (!choice.known)
        throw UsageError{"unknown-language", {{"found", choice.found}, {"accepted", std::string("en, zh_CN")}}};
    if (arguments.empty()) throw UsageError{"no-command", {{"accepted", command_names()}}};
    const auto command = std::ranges::find(all_commands, arguments.front(), &Command::name);
    if (command != all_commands.end()) {
        session.command = command->name;
        return run_command(*command, arguments, session);
    }
    const Invocation parsed = parse_invocation(arguments, options_in({}));
    if (!parsed.operands.empty())
        throw UsageError{"unknown-command", {{"found", parsed.operands.front()}, {"accepted", command_names()}}};
    if (!parsed.has("--help")) throw UsageError{"no-command", {{"accepted", command_names()}}};
    session.say("cli.usage");
    for (const Command& each : all_commands) session.out << usage_of(each.name, session);
    session.out << '\n' << session.messages.text("cli.usage.shared");
    return done;
}

} // namespace

ExitCode report_errors(Session& session, const std::string& file, const std::vector<Finding>& errors)
{
    for (const Finding& error : errors)
        session.err << file << ": " << json_path_of(error) << ": " << session.messages.text_of_finding(error) << '\n';
    return input_has_errors;
}

std::vector<std::string> files_or_input(const Invocation& invocation)
{
    return invocation.operands.empty() ? std::vector<std::string>{"-"} : invocation.operands;
}

std::string one_file(const Invocation& invocation, std::size_t most_operands)
{
    if (invocation.operands.size() > most_operands)
        throw UsageError{"unexpected-operand", {{"found", invocation.operands[most_operands]}}};
    return invocation.operands.empty() ? "-" : invocation.operands.front();
}

namespace {

ExitCode run_and_report(const std::vector<std::string>& arguments, const LanguageChoice& choice, Session& session)
{
    try {
        return run_in(arguments, choice, session);
    } catch (const UsageError& error) {
        return refuse(session, error);
    } catch (const InputError& error) {
        return report_errors(session, error.file, error.errors);
    }
}

/// Runs the program in this process. `arguments` exclude the program's name. Returns the exit status.
int run_program(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out, std::ostream& err)
{
    if (arguments.size() == 1 && arguments.front() == "--version") {
        out << "rigwright-cli " << version() << '\n';
        return done;
    }
    const std::optional<DataDirectory> directory = find_data_directory();
    if (!directory) {
        print_missing_data(err);
        return input_has_errors;
    }
    const LanguageChoice choice = language_of(arguments);
    const std::filesystem::path own = catalog_of(arguments);
    LoadedEngineData loaded = load_engine_data(*directory, own, today());
    Messages messages = load_messages(*directory, choice.language).messages;
    name_part_classes(loaded.data.hardware, messages);
    Session session{std::move(loaded.data), std::move(messages), in, out, err, directory->root(), own};
    report_data_issues(loaded.issues, session);
    const ExitCode exit = run_and_report(arguments, choice, session);
    out.flush();
    return exit == done && !out ? input_has_errors : exit;
}

} // namespace

} // namespace rigwright::cli

int main(int argc, char** argv)
{
    std::ios::sync_with_stdio(false);
    try {
        return rigwright::cli::run_program({argv + (argc > 0 ? 1 : 0), argv + argc}, std::cin, std::cout, std::cerr);
    } catch (const std::exception& failure) {
        std::cerr << "rigwright-cli: " << failure.what() << '\n';
    } catch (...) {
        std::cerr << "rigwright-cli: unknown failure\n";
    }
    return 1;
}
