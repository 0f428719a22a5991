// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input.h"

#include "core/json/strict_json.h"
#include "core/scenario/import_model.h"

#include <array>
#include <filesystem>
#include <istream>

namespace rigwright::cli {

namespace {

/// One byte more than is accepted, so that the reader sees that there is too much.
constexpr std::size_t most_bytes = JsonLimits{}.most_bytes + 1;

std::string read_all(std::istream& input)
{
    std::string text;
    std::array<char, 65536> block{};
    while (text.size() < most_bytes && input) {
        input.read(block.data(), static_cast<std::streamsize>(block.size()));
        text.append(block.data(), static_cast<std::size_t>(input.gcount()));
    }
    return text;
}

} // namespace

ScenarioReading read_scenario_file(const std::string& name, std::istream& standard_input)
{
    if (name == "-") return parse_with_imports(read_all(standard_input), {});
    std::optional<std::ifstream> file = open_file(name);
    if (!file) return {Scenario{}, {unreadable_file()}};
    return parse_with_imports(read_all(*file), std::filesystem::path(name).parent_path());
}

ScenarioReading parse_with_imports(std::string_view text, const std::filesystem::path& directory)
{
    ScenarioReading reading = parse_scenario(text);
    if (reading.errors.empty()) reading.errors = resolve_imports(reading.scenario, directory);
    return reading;
}

std::optional<std::ifstream> open_file(const std::string& name)
{
    std::error_code failure;
    std::ifstream file(name, std::ios::binary);
    if (!file || std::filesystem::is_directory(name, failure)) return std::nullopt;
    return file;
}

Finding unreadable_file() { return Finding{Finding::Severity::error, "json-cannot-read", "", {}}; }

std::optional<std::string> read_line(std::istream& input)
{
    std::string line;
    int next = input.get();
    if (next == std::istream::traits_type::eof()) return std::nullopt;
    for (; next != std::istream::traits_type::eof() && next != '\n'; next = input.get()) {
        if (line.size() < most_bytes) line += static_cast<char>(next);
    }
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return line;
}

} // namespace rigwright::cli
