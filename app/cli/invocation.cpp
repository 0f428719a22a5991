// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/invocation.h"

#include "core/json/characters.h"

#include <algorithm>
#include <cmath>

namespace rigwright::cli {

std::string Invocation::value(std::string_view option) const
{
    const auto found = options.find(option);
    return found == options.end() ? std::string() : found->second;
}

Invocation parse_invocation(const std::vector<std::string>& arguments, std::span<const Option> options)
{
    Invocation parsed;
    bool options_ended = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (options_ended || argument.size() < 2 || argument.front() != '-') {
            parsed.operands.push_back(argument);
            continue;
        }
        if (argument == "--") {
            options_ended = true;
            continue;
        }
        const std::size_t equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        const auto option = std::ranges::find(options, name, &Option::name);
        if (option == options.end())
            throw UsageError{"unknown-option", {{"found", name}, {"accepted", joined(options, &Option::name)}}};
        if (parsed.has(name)) throw UsageError{"option-twice", {{"found", name}}};
        if (!option->takes_value && equals != std::string::npos)
            throw UsageError{"option-without-value", {{"found", name}}};
        const bool next = option->takes_value && equals == std::string::npos;
        if (next && i + 1 == arguments.size()) throw UsageError{"option-needs-value", {{"found", name}}};
        parsed.options[name] = equals != std::string::npos ? argument.substr(equals + 1) : next ? arguments[++i] : "";
    }
    return parsed;
}

std::optional<std::int64_t> whole_number(std::string_view text, std::string_view unit)
{
    constexpr double largest = 9007199254740992.0;
    const std::optional<double> number = read_number(text, unit).number;
    if (!number || std::abs(*number) > largest || std::floor(*number) != *number) return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

std::vector<std::string> list_items(std::string_view list)
{
    std::vector<std::string> items;
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t comma = std::min(list.find(',', start), list.size());
        items.emplace_back(list.substr(start, comma - start));
        start = comma + 1;
    }
    return items;
}

} // namespace rigwright::cli
