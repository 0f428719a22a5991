// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/invocation.h"
#include "core/advise/advice_json.h"
#include "core/estimate/engine_data.h"
#include "core/estimate/estimate_json.h"
#include "core/text/messages.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace rigwright::cli {

/// What every command works with.
struct Session {
    EngineData data;
    Messages messages;
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    /// Where the shipped data and the person's own hardware data lie; the latter may be empty or not be there.
    std::filesystem::path data_root;
    std::filesystem::path catalogue;

    FindingText finding_text() const
    {
        return [this](const Finding& finding) { return messages.text_of_finding(finding); };
    }
    MessageText message_text() const
    {
        return [this](const std::string& code, const Arguments& arguments) { return messages.text(code, arguments); };
    }
};

/// One command: its word, its options, and what it does.
struct Command {
    std::string_view name;
    std::span<const Option> options;
    ExitCode (*run)(const Invocation& invocation, Session& session) = nullptr;
};

/// Every command, in the order of the usage text.
std::span<const Command> commands();

/// Prints "rigwright-cli: <message>" and where help is to be found; gives `wrong_command_line`.
ExitCode refuse(Session& session, const UsageError& error);

/// Prints one line an error: file, JSON path, message; gives `input_has_errors`.
ExitCode report_errors(Session& session, const std::string& file, const std::vector<Finding>& errors);

} // namespace rigwright::cli
