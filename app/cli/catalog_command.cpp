// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/catalog_lists.h"
#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "core/scenario/nearest.h"
#include "core/text/card_text.h"

#include <array>
#include <ostream>

namespace rigwright::cli {

namespace {

/// One line a list: its word and what makes it.
struct Kind {
    std::string_view name;
    CatalogList (*list)(const EngineData&, const Messages&);
};

constexpr std::array catalog_kinds{Kind{"gpus", gpu_list},         Kind{"cpus", cpu_list},
                                   Kind{"models", model_list},     Kind{"interconnects", link_list},
                                   Kind{"storage", storage_list},  Kind{"memory", memory_list},
                                   Kind{"chassis", chassis_list},  Kind{"power-supplies", power_supply_list},
                                   Kind{"datasets", dataset_list}, Kind{"cloud-offers", cloud_offer_list},
                                   Kind{"prices", price_list}};

/// Cards side by side: a line a property, what it moves at the end; then who leads in which number format.
void print_cards(const std::vector<const Gpu*>& cards, Session& session)
{
    const Messages& words = session.messages;
    std::vector<std::vector<CardEntry>> sheets;
    std::vector<std::string> headings{words.text("column.property")};
    for (const Gpu* gpu : cards) {
        sheets.push_back(card_sheet(*gpu));
        headings.push_back(gpu->name);
    }
    headings.push_back(words.text("column.drives"));
    Table table(headings);
    for (std::size_t i = 0; i < card_property_count; ++i) {
        const std::string code = std::string("card.") + key_of(static_cast<CardProperty>(i));
        std::vector<std::string> row{words.text(code)};
        for (const auto& sheet : sheets)
            row.push_back(&sheet == &sheets.front() ? text_of(sheet[i], words.language())
                                                    : text_beside(sheet[i], sheets.front()[i], words.language()));
        row.push_back(words.text(code + ".drives"));
        table.add(std::move(row));
    }
    table.print(session.out);
    const std::string verdict = precision_verdict(cards, words);
    if (!verdict.empty()) session.out << '\n' << verdict << '\n';
}

nlohmann::ordered_json cards_json(const std::vector<const Gpu*>& cards, const Messages& words)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Gpu* gpu : cards) {
        nlohmann::ordered_json properties = nlohmann::ordered_json::array();
        for (const CardEntry& entry : card_sheet(*gpu)) {
            const std::string code = std::string("card.") + key_of(entry.property);
            nlohmann::ordered_json one{{"property", key_of(entry.property)}, {"name", words.text(code)}};
            if (entry.value) one["value"] = entry.value->number;
            if (!entry.text.empty()) one["text"] = entry.text;
            one["shown"] = text_of(entry, words.language());
            one["meaning"] = words.text(code + ".meaning");
            one["drives"] = words.text(code + ".drives");
            if (!entry.source.empty()) one["source"] = entry.source;
            properties.push_back(std::move(one));
        }
        list.push_back({{"id", gpu->id}, {"name", gpu->name}, {"properties", std::move(properties)}});
    }
    return {{"cards", std::move(list)}, {"verdict", precision_verdict(cards, words)}};
}

ExitCode run_cards(const Invocation& invocation, Session& session)
{
    std::vector<const Gpu*> cards;
    for (std::size_t i = 1; i < invocation.operands.size(); ++i) {
        const Gpu* gpu = session.data.hardware.gpu(invocation.operands[i]);
        if (gpu == nullptr) {
            std::vector<std::string> ids;
            for (const Gpu& known : session.data.hardware.gpus) ids.push_back(known.id);
            return refuse(session, {"unknown-card",
                                    {{"found", invocation.operands[i]},
                                     {"nearest", joined(closest_names(invocation.operands[i], ids))}}});
        }
        cards.push_back(gpu);
    }
    if (invocation.has("--json"))
        session.out << cards_json(cards, session.messages).dump(2) << '\n';
    else
        print_cards(cards, session);
    return done;
}

void print_list(const CatalogList& list, Session& session)
{
    Table table(list.headings, list.right);
    for (const auto& row : list.rows) table.add(row);
    table.print(session.out);
}

} // namespace

ExitCode run_catalog(const Invocation& invocation, Session& session)
{
    const std::string name = invocation.operands.empty() ? "" : invocation.operands.front();
    if (name == "gpus" && invocation.operands.size() > 1) return run_cards(invocation, session);
    if (invocation.operands.size() > 1)
        return refuse(session, {"unexpected-operand", {{"found", invocation.operands[1]}}});
    for (const Kind& kind : catalog_kinds) {
        if (kind.name != name) continue;
        const CatalogList list = kind.list(session.data, session.messages);
        if (invocation.has("--json"))
            session.out << list.records.dump(2) << '\n';
        else
            print_list(list, session);
        return done;
    }
    std::vector<std::string> names;
    names.reserve(std::size(catalog_kinds));
    for (const Kind& kind : catalog_kinds) names.emplace_back(kind.name);
    return refuse(session, {"unknown-catalog", {{"found", name}, {"accepted", joined(names)}}});
}

} // namespace rigwright::cli
