// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cases.h"

#include "app/cli/input.h"
#include "core/data/read_file.h"
#include "core/scenario/import_model.h"

#include <istream>
#include <ostream>

namespace rigwright::cli {

namespace {

/// Model files of a case are read as the estimate command reads them.
void resolve(CaseReading& reading, const std::filesystem::path& directory)
{
    if (!reading.errors.empty()) return;
    reading.errors = resolve_imports(reading.value.scenario, directory);
    for (Finding& error : reading.errors) error.field = "scenario." + error.field;
}

void read_lines(std::istream& input, const std::string& name, const std::function<void(Case)>& take,
                const std::function<void(const BadLine&)>& refuse)
{
    const std::filesystem::path directory =
        name == "-" ? std::filesystem::path() : std::filesystem::path(name).parent_path();
    std::int64_t number = 0;
    while (const auto line = read_line(input)) {
        ++number;
        if (line->empty()) continue;
        CaseReading reading = parse_case(*line);
        resolve(reading, directory);
        if (reading.errors.empty())
            take(std::move(reading.value));
        else
            refuse({name, number, reading.value.id, reading.errors});
    }
}

} // namespace

void read_cases(const std::vector<std::string>& files, std::istream& standard_input,
                const std::function<void(Case)>& take, const std::function<void(const BadLine&)>& refuse)
{
    for (const std::string& name : files) {
        if (name == "-") {
            read_lines(standard_input, name, take, refuse);
        } else if (std::optional<std::ifstream> file = open_file(name)) {
            read_lines(*file, name, take, refuse);
        } else {
            refuse({name, 0, "", {unreadable_file()}});
        }
    }
}

void print_bad_line(const BadLine& bad, Session& session)
{
    for (const Finding& error : bad.errors) {
        session.err << bad.file << ':';
        if (bad.line > 0) session.err << bad.line << ':';
        session.err << ' ';
        if (!bad.id.empty()) session.err << bad.id << ": ";
        session.err << json_path_of(error) << ": " << session.messages.text_of_finding(error) << '\n';
    }
}

std::vector<std::string> files_or_input(const Invocation& invocation)
{
    return invocation.operands.empty() ? std::vector<std::string>{"-"} : invocation.operands;
}

} // namespace rigwright::cli
