// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/catalog_lists.h"
#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "core/scenario/nearest.h"

#include <array>
#include <ostream>

namespace rigwright::cli {

namespace {

/// One line a list: its word and what makes it.
struct Kind {
    std::string_view name;
    CatalogList (*list)(const EngineData&, const Messages&);
};

constexpr std::array kinds{Kind{"gpus", gpu_list},
                           Kind{"cpus", cpu_list},
                           Kind{"models", model_list},
                           Kind{"interconnects", link_list},
                           Kind{"storage", storage_list},
                           Kind{"memory", memory_list},
                           Kind{"chassis", chassis_list},
                           Kind{"power-supplies", power_supply_list},
                           Kind{"cloud-offers", cloud_offer_list},
                           Kind{"prices", price_list}};

void print_text(const CatalogList& list, Session& session)
{
    Table table(list.headings, list.right);
    for (const auto& row : list.rows) table.add(row);
    table.print(session.out);
}

} // namespace

ExitCode run_catalog(const Invocation& invocation, Session& session)
{
    const std::string name = invocation.operands.empty() ? "" : invocation.operands.front();
    if (invocation.operands.size() > 1)
        return refuse(session, {"unexpected-operand", {{"found", invocation.operands[1]}}});
    for (const Kind& kind : kinds) {
        if (kind.name != name) continue;
        const CatalogList list = kind.list(session.data, session.messages);
        if (invocation.has("--json"))
            session.out << list.records.dump(2) << '\n';
        else
            print_text(list, session);
        return done;
    }
    std::vector<std::string> names;
    for (const Kind& kind : kinds) names.emplace_back(kind.name);
    return refuse(session, {"unknown-catalog", {{"found", name}, {"accepted", joined(names)}}});
}

} // namespace rigwright::cli
