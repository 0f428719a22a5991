// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/hardware/dates.h"
#include "core/json/data_directory.h"
#include "core/report/make_report.h"
#include "core/report/report_csv.h"
#include "core/report/report_xlsx.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>

namespace rigwright::cli {

namespace {

constexpr std::array formats{std::string_view("xlsx"), std::string_view("csv"), std::string_view("tsv"),
                             std::string_view("md"), std::string_view("json")};

std::string format_of(const std::string& name)
{
    std::string extension = std::filesystem::path(name).extension().string();
    if (!extension.empty()) extension.erase(0, 1);
    return extension;
}

std::optional<UsageError> report_trouble(const Invocation& invocation)
{
    const std::string name = invocation.value("-o");
    if (name.empty()) return UsageError{"report-to-what", {}};
    const std::string format = format_of(name);
    if (std::find(formats.begin(), formats.end(), format) == formats.end())
        return UsageError{"unknown-report-format",
                          {{"found", name}, {"accepted", std::string("xlsx, csv, tsv, md, json")}}};
    return std::nullopt;
}

/// One report, or one in each language with the asked one first.
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
    if (const auto trouble = report_trouble(invocation)) return refuse(session, *trouble);
    const std::vector<std::string> files =
        invocation.operands.empty() ? std::vector<std::string>{"-"} : invocation.operands;
    ComparedBuilds builds = compared_builds(files, session);
    if (builds.exit != done) return builds.exit;
    if (builds.evaluations.size() > most_report_options)
        return refuse(session, {"too-many-options", {{"most", Value{double(most_report_options), Unit::count}}}});
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
