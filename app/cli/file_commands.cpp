// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/hardware/catalog.h"
#include "core/hardware/dates.h"
#include "core/json/characters.h"
#include "core/json/data_directory.h"
#include "core/json/strict_json.h"
#include "core/launch/launch_file.h"
#include "core/report/make_report.h"
#include "core/report/report_writers.h"
#include "core/scenario/import_model.h"
#include "core/scenario/list_json.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/words.h"
#include "core/text/number_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>

namespace rigwright::cli {

namespace {

/// Parses "image_height=512".
bool read_size(std::string_view text, ModelInput& input)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return false;
    const auto size = std::ranges::find(file_extents, text.substr(0, equals), &InputExtent::key);
    const std::optional<std::int64_t> extent = whole_number(text.substr(equals + 1));
    if (size == file_extents.end() || !extent || *extent < 1 || *extent > size->largest) return false;
    input.*(size->extent) = *extent;
    return true;
}

ImportOptions import_options(const Invocation& invocation)
{
    ImportOptions options;
    const std::string kind = invocation.value("--kind");
    if (invocation.has("--kind")) options.kind = from_word<ImportKind>(kind);
    if (invocation.has("--kind") && !options.kind)
        throw UsageError{"unknown-kind", {{"found", kind}, {"accepted", joined(words<ImportKind>)}}};
    if (!invocation.has("--size")) return options;
    for (const std::string& item : list_items(invocation.value("--size")))
        if (!read_size(item, options.input))
            throw UsageError{"bad-size", {{"found", item}, {"accepted", joined(file_extents, &InputExtent::key)}}};
    return options;
}

/// Prints the omissions to the error stream, so that the scenario on the other stream can be used directly.
void print_report(const ImportReport& report, const std::string& file, Session& session)
{
    const auto line = [&](const char* code, Arguments arguments) {
        arguments.emplace_back("file", file);
        session.complain(code, arguments);
    };
    if (report.kind == ImportKind::onnx)
        line("cli.import-report",
             {{"counted", grouped(report.coverage.counted)}, {"nodes", grouped(report.coverage.nodes)}});
    if (report.kind == ImportKind::safetensors)
        line("cli.import-weights", {});
    else
        for (const std::string& node : report.coverage.unknown) line("cli.import-ignored", {{"found", node}});
    for (const std::string& key : report.ignored) line("cli.import-ignored", {{"found", key}});
}

} // namespace

ExitCode run_import(const Invocation& invocation, Session& session)
{
    const ImportOptions options = import_options(invocation);
    if (invocation.operands.empty()) throw UsageError{"import-what", {}};
    const std::string file = one_file(invocation);
    ImportedModel imported = import_model(std::filesystem::path(file), options);
    if (!imported.errors.empty()) return report_errors(session, file, imported.errors);
    print_report(imported.report, file, session);
    Scenario scenario;
    scenario.name = imported.model.embedded->file;
    scenario.model = std::move(imported.model);
    scenario.input = imported.input;
    scenario.build.gpu = "rtx4090";
    const OperatingCosts& costs = session.data.hardware.operating_costs;
    if (const Circuit* circuit = usual_circuit(costs, territory_of_environment())) scenario.build.circuit = circuit->id;
    session.out << write_scenario(scenario).dump(2) << '\n';
    return done;
}

namespace {

using nlohmann::ordered_json;

std::string accepted_targets() { return joined(launch_targets(), id_of); }

LaunchTarget target_of(const Invocation& invocation)
{
    if (!invocation.has("--for")) throw UsageError{"launch-for-what", {{"accepted", accepted_targets()}}};
    const std::string id = invocation.value("--for");
    if (const auto target = launch_target_from(id)) return *target;
    throw UsageError{"unknown-engine", {{"found", id}, {"accepted", accepted_targets()}}};
}

ordered_json file_json(const LaunchFile& file, const Session& session)
{
    const auto line_json = [](const LaunchLine& line) {
        return ordered_json{{"text", line.text}, {"sources", line.sources}};
    };
    return {{"name", file.name},
            {"lines", list_json(file.lines, line_json)},
            {"findings", findings_json(file.findings, session)}};
}

/// Findings about the file are for the user and must not get into the file.
void tell(const LaunchFile& file, Session& session)
{
    for (const Finding& finding : file.findings)
        session.err << json_path_of(finding) << ": " << session.messages.text_of_finding(finding) << '\n';
}

} // namespace

ExitCode run_launch(const Invocation& invocation, Session& session)
{
    const LaunchTarget target = target_of(invocation);
    const std::string operand = one_file(invocation);
    const Evaluation plan = evaluated_file(operand, session);
    const LaunchResult result = launch_file(plan, session.data, target);
    if (!result.file) return report_errors(session, operand, result.errors);
    const std::string output = invocation.value("-o");
    if (invocation.has("--json")) return put_out(session, output, file_json(*result.file, session).dump(2) + "\n");
    tell(*result.file, session);
    return put_out(session, output, result.file->text());
}

namespace {

constexpr std::array formats{std::string_view("xlsx"), std::string_view("csv"), std::string_view("tsv"),
                             std::string_view("md"), std::string_view("json")};

std::string format_of(const std::string& name)
{
    std::string extension = std::filesystem::path(name).extension().string();
    if (!extension.empty()) extension.erase(0, 1);
    return extension;
}

/// Throws for a file name that no report format has.
void check_output(const std::string& name)
{
    if (name.empty()) throw UsageError{"report-to-what", {}};
    if (std::ranges::find(formats, format_of(name)) == formats.end())
        throw UsageError{"unknown-report-format", {{"found", name}, {"accepted", joined(formats)}}};
}

/// One report, or one in each language, the requested one first.
std::vector<Report> reports_of(const ReportInputs& inputs, bool both, const Session& session)
{
    std::vector<Report> reports{make_report(inputs, session.messages)};
    if (!both) return reports;
    const Language other = session.messages.language() == Language::english ? Language::chinese : Language::english;
    const DataDirectory directory(session.data_root);
    reports.push_back(make_report(inputs, load_messages(directory, other).messages));
    return reports;
}

ExitCode put_out_workbook(Session& session, const std::string& name, const std::vector<Report>& reports)
{
    return put_out_by(session, name, [&](const std::string& beside) { return write_report_xlsx(reports, beside); });
}

ExitCode put_out_report(Session& session, const std::string& name, const std::vector<Report>& reports)
{
    const std::string format = format_of(name);
    if (format == "xlsx") return put_out_workbook(session, name, reports);
    if (format == "json") return put_out(session, name, report_json(reports).dump(2) + "\n");
    if (format == "md") return put_out(session, name, report_markdown(reports));
    return put_out(session, name, report_csv(reports, format == "tsv" ? Separator::tab : Separator::comma));
}

} // namespace

ExitCode run_report(const Invocation& invocation, Session& session)
{
    check_output(invocation.value("-o"));
    ComparedBuilds builds = compared_builds(files_or_input(invocation), session);
    if (builds.exit != done) return builds.exit;
    if (builds.evaluations.size() > most_report_options)
        throw UsageError{"too-many-options", {{"most", Value{double(most_report_options), Unit::count}}}};
    for (std::size_t i = 0; i < builds.names.size(); ++i) builds.evaluations[i].scenario.name = builds.names[i];
    const DataDirectory directory(session.data_root);
    ReportInputs inputs{{},
                        session.data,
                        invocation.value("--question"),
                        today(),
                        data_fingerprint({directory.hardware_db(), session.catalog})};
    for (const Evaluation& evaluation : builds.evaluations) inputs.options.push_back(&evaluation);
    return put_out_report(session, invocation.value("-o"),
                          reports_of(inputs, invocation.has("--both-languages"), session));
}

} // namespace rigwright::cli
