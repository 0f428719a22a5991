// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/input.h"

#include <algorithm>
#include <ostream>
#include <sstream>

namespace rigwright::cli {

namespace {

/// Sends what is written to a stream into a text for as long as it lives.
class Captured {
public:
    explicit Captured(std::ostream& out) : out_(out), before_(out.rdbuf(text_.rdbuf())) {}
    Captured(const Captured&) = delete;
    Captured& operator=(const Captured&) = delete;
    ~Captured() { out_.rdbuf(before_); }

    std::string text() const { return text_.str(); }

private:
    std::ostream& out_;
    std::ostringstream text_;
    std::streambuf* before_;
};

struct Output {
    ExitCode exit = done;
    std::string text;
};

Output output_of(const Command& command, const Invocation& invocation, Session& session)
{
    const Captured captured(session.out);
    const ExitCode exit = command.run(invocation, session);
    return {exit, captured.text()};
}

/// The outputs of all builds as one list; a build with errors has said so and has none.
ExitCode list_of_builds(const Command& command, const Invocation& invocation, const Project& project, Session& session)
{
    ExitCode exit = done;
    std::string list;
    for (std::size_t i = 0; i < project.builds.size(); ++i) {
        session.build = i;
        Output output = output_of(command, invocation, session);
        if (output.exit == wrong_command_line) return output.exit;
        exit = std::max(exit, output.exit);
        while (!output.text.empty() && output.text.back() == '\n') output.text.pop_back();
        list += (i > 0 ? ",\n" : "\n") + (output.text.empty() ? std::string("null") : output.text);
    }
    session.out << '[' << list << "\n]\n";
    return exit;
}

ExitCode text_of_builds(const Command& command, const Invocation& invocation, const Project& project, Session& session)
{
    ExitCode exit = done;
    for (std::size_t i = 0; i < project.builds.size(); ++i) {
        session.build = i;
        const Output output = output_of(command, invocation, session);
        if (output.exit == wrong_command_line) return output.exit;
        exit = std::max(exit, output.exit);
        session.out << (i > 0 ? "\n" : "") << "== " << shown_name(project, i, session.messages) << " ==\n"
                    << output.text;
    }
    return exit;
}

bool writes_json(const Command& command, const Invocation& invocation)
{
    return invocation.has("--json") || command.name == "sweep";
}

} // namespace

ExitCode run_on_builds(const Command& command, const Invocation& invocation, Session& session)
{
    if (command.plans == Plans::none) return command.run(invocation, session);
    const std::string name = invocation.operands.empty() ? "-" : invocation.operands.front();
    const ProjectReading reading = read_project_file(name, session);
    // What is wrong with the file is for the command to say.
    if (!reading.errors.empty()) return command.run(invocation, session);
    if (invocation.has("--build")) {
        const ChosenBuild build = build_named(reading.project, invocation.value("--build"));
        if (build.error) return refuse(session, *build.error);
        if (!reading.was_scenario()) session.build = build.at;
        return command.run(invocation, session);
    }
    if (reading.was_scenario()) return command.run(invocation, session);
    // A table or lines of one plan have no place for another's name.
    const bool each = command.plans == Plans::each && !invocation.has("--csv");
    if (!each || reading.project.builds.size() == 1) {
        session.build = reading.project.current;
        return command.run(invocation, session);
    }
    return writes_json(command, invocation) ? list_of_builds(command, invocation, reading.project, session)
                                            : text_of_builds(command, invocation, reading.project, session);
}

} // namespace rigwright::cli
