// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/environment.h"
#include "app/cli/table.h"
#include "core/measure/proposal.h"
#include "core/network/operator.h"
#include "core/scenario/scenario_parts_json.h"
#include "core/text/messages.h"

#include <filesystem>
#include <ostream>

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

void print_text(const std::vector<FoundPart>& parts, const DriverAnswer& driver, Session& session)
{
    const Messages& words = session.messages;
    Table table(words, {"part", "found", "proposed", "remark"});
    for (const FoundPart& part : parts) {
        const FoundPartText text = text_of(part, words);
        table.add({text.what, text.found, text.proposed, text.remark});
    }
    table.print(session.out);
    session.out << words.text(key_of(driver.state)) << '\n';
}

void print_json(const std::vector<FoundPart>& parts, const DriverAnswer& driver, Session& session)
{
    const Messages& words = session.messages;
    ordered_json list = ordered_json::array();
    ordered_json build = ordered_json::object();
    for (const FoundPart& part : parts) {
        const FoundPartText text = text_of(part, words);
        constexpr std::string_view group = "build.";
        if (!std::holds_alternative<std::monostate>(part.value))
            build[part.field.substr(group.size())] = value_json(part.value);
        list.push_back({{"part", part.code},
                        {"found", text.found},
                        {"field", part.field},
                        {"value", value_json(part.value)},
                        {"name", part.name},
                        {"match", key_of(part.match)},
                        {"remark", text.remark}});
    }
    session.out << ordered_json{{"parts", std::move(list)},
                                {"driver", words.text(key_of(driver.state))},
                                {"build", std::move(build)}}
                       .dump(2)
                << '\n';
}

} // namespace

ExitCode run_detect(const Invocation& invocation, Session& session)
{
    if (!invocation.operands.empty())
        return refuse(session, {"unexpected-operand", {{"found", invocation.operands.front()}}});
    const bool elsewhere = invocation.has("--root");
    const std::string root = elsewhere ? invocation.value("--root") : "/";
    std::error_code failure;
    if (!std::filesystem::is_directory(root, failure)) {
        session.err << session.messages.text("cli.no-folder", {{"folder", root}}) << '\n';
        return input_has_errors;
    }
    Machine machine = read_machine(root);
    // Another machine's files say nothing of this one's driver.
    const DriverAnswer driver = elsewhere ? DriverAnswer{} : ask_nvidia_driver();
    add_driver_answer(driver, machine);
    std::vector<FoundPart> parts = propose_build(machine, session.data.hardware);
    // Where another machine stands is not known.
    if (!elsewhere)
        if (auto circuit = propose_circuit(session.data.hardware, territory_of_environment()))
            parts.push_back(std::move(*circuit));
    if (invocation.has("--json"))
        print_json(parts, driver, session);
    else
        print_text(parts, driver, session);
    return done;
}

} // namespace rigwright::cli
