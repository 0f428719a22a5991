// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/catalog_lists.h"
#include "app/cli/catalog_record.h"
#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "core/scenario/nearest.h"
#include "core/text/card_text.h"

#include <algorithm>
#include <array>
#include <ostream>

namespace rigwright::cli {

namespace {

using OpenRecord = std::optional<FileRecord> (*)(const std::string& id, const Session& session);

template <RecordKind kind>
std::optional<FileRecord> part(const std::string& id, const Session& session)
{
    return part_record(kind, id, session);
}

/// One line a list: its word, what makes it, the key that an id of the command line names, and what opens the record of
/// that id; without one, an id picks the lines of the list that have it.
struct Kind {
    std::string_view name;
    CatalogList (*list)(const EngineData&, const Messages&);
    std::string_view key = "id";
    OpenRecord open = nullptr;
};

constexpr std::array catalog_kinds{Kind{"gpus", gpu_list},
                                   Kind{"cpus", cpu_list, "id", part<RecordKind::cpu>},
                                   Kind{"models", model_list, "id", model_record},
                                   Kind{"interconnects", link_list, "id", part<RecordKind::link>},
                                   Kind{"storage", storage_list, "id", part<RecordKind::storage>},
                                   Kind{"memory", memory_list, "id", part<RecordKind::memory_kit>},
                                   Kind{"chassis", chassis_list, "id", part<RecordKind::chassis>},
                                   Kind{"power-supplies", power_supply_list, "id", part<RecordKind::power_supply>},
                                   Kind{"datasets", dataset_list, "id", dataset_record},
                                   Kind{"cloud-offers", cloud_offer_list, "gpu"},
                                   Kind{"prices", price_list, "part"}};

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

ExitCode run_cards(const std::vector<std::string>& ids, const Invocation& invocation, Session& session)
{
    std::vector<const Gpu*> cards;
    for (const std::string& id : ids) cards.push_back(session.data.hardware.gpu(id));
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

void print(const CatalogList& list, const Invocation& invocation, Session& session)
{
    if (invocation.has("--json"))
        session.out << list.records.dump(2) << '\n';
    else
        print_list(list, session);
}

/// The first id that no line of the list has.
std::optional<UsageError> unknown_record(const Kind& kind, const CatalogList& list, const std::vector<std::string>& ids)
{
    std::vector<std::string> known;
    for (const auto& record : list.records) known.push_back(record[std::string(kind.key)].get<std::string>());
    for (const std::string& id : ids) {
        if (std::find(known.begin(), known.end(), id) != known.end()) continue;
        return UsageError{
            "unknown-record",
            {{"found", id}, {"list", std::string(kind.name)}, {"nearest", joined(closest_names(id, known))}}};
    }
    return std::nullopt;
}

/// Those lines of a list whose key is one of the ids.
CatalogList lines_of(const CatalogList& list, std::string_view key, const std::vector<std::string>& ids)
{
    CatalogList chosen{list.headings, list.right, {}, list.has_own};
    for (std::size_t i = 0; i < list.rows.size(); ++i) {
        if (std::find(ids.begin(), ids.end(), list.records[i][std::string(key)].get<std::string>()) == ids.end())
            continue;
        chosen.rows.push_back(list.rows[i]);
        chosen.records.push_back(list.records[i]);
    }
    return chosen;
}

ExitCode run_records(const Kind& kind, const std::vector<std::string>& ids, const Invocation& invocation,
                     Session& session)
{
    const CatalogList list = kind.list(session.data, session.messages);
    if (const auto error = unknown_record(kind, list, ids)) return refuse(session, *error);
    if (kind.name == "gpus") return run_cards(ids, invocation, session);
    if (kind.open == nullptr) {
        print(lines_of(list, kind.key, ids), invocation, session);
        return done;
    }
    std::vector<FileRecord> records;
    for (const std::string& id : ids)
        if (auto record = kind.open(id, session)) records.push_back(*std::move(record));
    if (invocation.has("--json"))
        session.out << FileRecord(records).dump(2) << '\n';
    else
        print_records(records, session);
    return done;
}

} // namespace

ExitCode run_catalog(const Invocation& invocation, Session& session)
{
    const std::string name = invocation.operands.empty() ? "" : invocation.operands.front();
    for (const Kind& kind : catalog_kinds) {
        if (kind.name != name) continue;
        const std::vector<std::string> ids(invocation.operands.begin() + 1, invocation.operands.end());
        if (!ids.empty()) return run_records(kind, ids, invocation, session);
        print(kind.list(session.data, session.messages), invocation, session);
        return done;
    }
    std::vector<std::string> names;
    names.reserve(std::size(catalog_kinds));
    for (const Kind& kind : catalog_kinds) names.emplace_back(kind.name);
    return refuse(session, {"unknown-catalog", {{"found", name}, {"accepted", joined(names)}}});
}

} // namespace rigwright::cli
