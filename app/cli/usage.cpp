// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/usage.h"

#include <sstream>

namespace rigwright::cli {

namespace {

/// Commands and shared options stand two columns in, what belongs to a command further.
constexpr std::string_view indent = "  ";
constexpr std::string_view first_shared_option = "  --build";

bool starts_an_entry(std::string_view line)
{
    return !line.starts_with(indent) || line.size() <= indent.size() || line[indent.size()] != ' ';
}

bool is_of(std::string_view line, std::string_view command)
{
    if (!line.starts_with(indent) || !line.substr(indent.size()).starts_with(command)) return false;
    const std::size_t end = indent.size() + command.size();
    return end == line.size() || line[end] == ' ';
}

} // namespace

std::string usage_of(const Messages& messages, std::string_view command)
{
    std::istringstream usage(messages.text("cli.usage"));
    std::string found;
    bool inside = false;
    for (std::string line; std::getline(usage, line);) {
        if (starts_an_entry(line)) inside = is_of(line, command);
        if (inside) found += line + '\n';
    }
    return found;
}

std::string shared_usage(const Messages& messages)
{
    const std::string usage = messages.text("cli.usage");
    const std::size_t start = usage.find(first_shared_option);
    return start == std::string::npos ? usage : usage.substr(start);
}

} // namespace rigwright::cli
