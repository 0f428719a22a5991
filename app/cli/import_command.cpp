// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/environment.h"
#include "core/hardware/catalog.h"
#include "core/json/strict_json.h"
#include "core/scenario/import_model.h"
#include "core/scenario/nearest.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/words.h"
#include "core/text/number_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <ostream>

namespace rigwright::cli {

namespace {

struct SizeKey {
    std::string_view key;
    std::optional<std::int64_t> ModelInput::*extent;
    std::int64_t largest;
};

constexpr std::array size_keys{
    SizeKey{"image_height", &ModelInput::image_height, largest_side},
    SizeKey{"image_width", &ModelInput::image_width, largest_side},
    SizeKey{"channels", &ModelInput::channels, most_channels},
    SizeKey{"sequence_length", &ModelInput::sequence_length, longest_sequence},
    SizeKey{"target_sequence_length", &ModelInput::target_sequence_length, longest_sequence},
};

std::string accepted_keys()
{
    std::vector<std::string> keys;
    keys.reserve(std::size(size_keys));
    for (const SizeKey& size : size_keys) keys.emplace_back(size.key);
    return joined(keys);
}

/// One "image_height=512".
bool read_size(std::string_view text, ModelInput& input)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return false;
    const auto size = std::find_if(size_keys.begin(), size_keys.end(),
                                   [&](const SizeKey& each) { return each.key == text.substr(0, equals); });
    const std::optional<std::int64_t> extent = whole_number(text.substr(equals + 1));
    if (size == size_keys.end() || !extent || *extent < 1 || *extent > size->largest) return false;
    input.*(size->extent) = *extent;
    return true;
}

std::optional<UsageError> read_sizes(std::string_view list, ModelInput& input)
{
    for (const std::string& item : list_items(list))
        if (!read_size(item, input)) return UsageError{"bad-size", {{"found", item}, {"accepted", accepted_keys()}}};
    return std::nullopt;
}

std::optional<UsageError> read_options(const Invocation& invocation, ImportOptions& options)
{
    if (invocation.has("--kind")) {
        const auto& known = words<ImportKind>;
        options.kind = from_word<ImportKind>(invocation.value("--kind"));
        if (!options.kind)
            return UsageError{
                "unknown-kind",
                {{"found", invocation.value("--kind")}, {"accepted", joined({known.begin(), known.end()})}}};
    }
    if (!invocation.has("--size")) return std::nullopt;
    return read_sizes(invocation.value("--size"), options.input);
}

/// What was left out, on the error stream, so that the scenario on the other can be used as it is.
void print_report(const ImportReport& report, const std::string& file, Session& session)
{
    const auto line = [&](const char* code, Arguments arguments) {
        arguments.emplace_back("file", file);
        session.err << session.messages.text(code, arguments) << '\n';
    };
    if (report.kind == ImportKind::onnx)
        line("cli.import-report",
             {{"counted", grouped(report.coverage.counted)}, {"nodes", grouped(report.coverage.nodes)}});
    for (const std::string& node : report.coverage.unknown) line("cli.import-ignored", {{"found", node}});
    for (const std::string& key : report.ignored) line("cli.import-ignored", {{"found", key}});
}

} // namespace

ExitCode run_import(const Invocation& invocation, Session& session)
{
    ImportOptions options;
    if (const auto error = read_options(invocation, options)) return refuse(session, *error);
    if (invocation.operands.empty()) return refuse(session, {"import-what", {}});
    const OneFile file = one_file(invocation);
    if (file.error) return refuse(session, *file.error);
    ImportedModel imported = import_model(std::filesystem::path(file.name), options);
    if (!imported.errors.empty()) return report_errors(session, file.name, imported.errors);
    print_report(imported.report, file.name, session);
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

} // namespace rigwright::cli
