// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/validation_output.h"
#include "core/importing/sha256.h"
#include "core/json/read_file.h"
#include "core/scenario/nearest.h"
#include "core/text/number_text.h"
#include "core/validation/fit.h"

#include <fstream>
#include <ostream>

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

constexpr int value_digits = 4;

/// The calibration file in its own order of keys.
ordered_json calibration_text()
{
    const std::optional<DataDirectory> directory = find_data_directory();
    std::ifstream file(directory.value_or(DataDirectory({})).hardware_db() / "calibration.json");
    return ordered_json::parse(file, nullptr, false);
}

std::string origin_of(const Fit& fit, const FittedCoefficient& coefficient, std::size_t cases)
{
    return "rigwright-cli calibrate: " + std::to_string(cases) + " of the cases of " + joined(fit.sources) +
           " depend on it; prior " + significant(coefficient.prior, value_digits) + ", deviation of its logarithm " +
           significant(coefficient.deviation, 2);
}

/// Puts the values into the file's records; a coefficient that no case depends on keeps what it has.
void put_section(const FitSection& section, const Fit& fit, ordered_json& calibration, Session& session)
{
    ordered_json& records = calibration[std::string(key_of(section.domain))];
    for (std::size_t i = 0; i < fit.values.size(); ++i) {
        if (fit.cases[i] == 0) continue;
        const FittedCoefficient& coefficient = section.coefficients[i];
        const double value = rounded_to(fit.values[i], value_digits);
        ordered_json& record = records[coefficient.name];
        record["value"] = value;
        record["fitted_on"] = origin_of(fit, coefficient, fit.cases[i]);
        session.err << session.messages.text("cli.fitted", {{"name", coefficient.name},
                                                            {"prior", Value{coefficient.prior, Unit::ratio}},
                                                            {"present", Value{coefficient.present, Unit::ratio}},
                                                            {"value", Value{value, Unit::ratio}}})
                    << '\n';
    }
}

std::string fingerprint_of(const std::vector<std::string>& files)
{
    Sha256 sum;
    for (const std::string& name : files) {
        sum.add(read_file(name).value_or(std::string()));
    }
    return sum.hex_digest();
}

/// What the time coefficients were fitted on.
void put_time_fit(const FitSection& section, const Fit& fit, const std::vector<std::string>& files,
                  ordered_json& calibration)
{
    ordered_json& record = calibration["time_fit"];
    record["sha256"] = fingerprint_of(files);
    record["cases"] = fit.readings;
    record["coefficients"] = section.coefficients.size();
}

std::vector<const Case*> pointers_to(const std::vector<Case>& cases)
{
    std::vector<const Case*> pointers;
    pointers.reserve(cases.size());
    for (const Case& one : cases) pointers.push_back(&one);
    return pointers;
}

} // namespace

ExitCode run_calibrate(const Invocation& invocation, Session& session)
{
    const std::optional<FitPlan> plan = fit_plan_of(session);
    ordered_json calibration = calibration_text();
    if (!plan || calibration.is_discarded()) return input_has_errors;
    std::vector<Case> cases;
    ExitCode exit = done;
    read_cases(
        files_or_input(invocation), session.in, [&](Case read) { cases.push_back(std::move(read)); },
        [&](const BadLine& bad) {
            exit = input_has_errors;
            print_bad_line(bad, session);
        });
    std::size_t readings = 0;
    for (const Domain domain : {Domain::memory, Domain::time}) {
        const Fit result = fit(pointers_to(cases), *plan, domain, session.data);
        if (!result.failure.empty()) {
            session.err << session.messages.text("cli.fit-failed", {{"found", result.failure}}) << '\n';
            return input_has_errors;
        }
        readings += result.readings;
        if (result.readings == 0) continue;
        put_section(*plan->section(domain), result, calibration, session);
        if (domain == Domain::time) put_time_fit(*plan->section(domain), result, invocation.operands, calibration);
    }
    if (readings == 0) {
        session.err << session.messages.text("cli.nothing-to-fit") << '\n';
        return input_has_errors;
    }
    const std::string text = calibration.dump(2) + "\n";
    const ExitCode written = put_out(session, invocation.value("-o"), text);
    return written == done ? exit : written;
}

} // namespace rigwright::cli
