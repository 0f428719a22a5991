// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/catalog_lists.h"
#include "app/cli/commands.h"
#include "app/cli/invocation.h"
#include "app/cli/table.h"
#include "core/hardware/overlay.h"
#include "core/hardware/own_catalog.h"
#include "core/hardware/own_record.h"
#include "core/hardware/price_list.h"
#include "core/hardware/record_edit.h"
#include "core/json/data_directory.h"
#include "core/json/object_reader.h"
#include "core/json/read_file.h"
#include "core/json/strict_json.h"
#include "core/prices/part_index.h"
#include "core/scenario/nearest.h"
#include "core/text/price_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright::cli {

namespace {

/// What one file of the database says, as JSON in the order of the file.
using FileRecord = nlohmann::ordered_json;

using nlohmann::json;

json::json_pointer place_of(std::string_view path)
{
    std::string text = "/" + std::string(path);
    std::replace(text.begin(), text.end(), '.', '/');
    return json::json_pointer(text);
}

/// The shipped values with those of the person's own that the catalog took.
json with_own_values(const json& shipped, const OwnRecord& mine)
{
    json own = json::object();
    for (const OwnValue& value : mine.values) own[place_of(value.path)] = json::parse(value.own);
    return overlay(shipped, own, [](const json&) { return std::vector<JsonIssue>(); }).value;
}

/// Fields of the kind that the file does not have; a second kind of cores is none that is missing.
void add_unknown_fields(json& record, RecordKind kind)
{
    for (const RecordField& field : editable_fields(kind)) {
        const bool of_a_list =
            field.path.find(".0.") != std::string_view::npos || field.path.find(".1.") != std::string_view::npos;
        if (!of_a_list && !record.contains(place_of(field.path))) record[place_of(field.path)] = nullptr;
    }
}

/// The name in the language of the program, and the prices in use, own ones among them.
void add_name_and_prices(json& record, RecordKind kind, const std::string& id, const Catalog& hardware)
{
    record["prices"] = json::array();
    const PartIndex index(hardware);
    for (const PricedPart& part : index.parts()) {
        if (part.kind != kind || part.id != id) continue;
        record["name"] = part.name;
        for (const Price& price : *part.prices) {
            json entry = price_json(price);
            if (!price.own_file.empty()) entry["own_file"] = price.own_file;
            record["prices"].push_back(std::move(entry));
        }
    }
}

void say_notes(json& record, const Session& session)
{
    if (!record.contains("notes")) return;
    for (json& note : record["notes"]) {
        const auto words = session.data.hardware.notes.find(note.get<std::string>());
        if (words == session.data.hardware.notes.end()) continue;
        note = session.messages.language() == Language::english ? words->second.english : words->second.chinese;
    }
}

FileRecord without_header(FileRecord record)
{
    record.erase("format");
    record.erase("version");
    return record;
}

/// A file whose order of keys is to be kept.
std::optional<FileRecord> record_in(const std::filesystem::path& file)
{
    const std::optional<std::string> text = read_file(file);
    return text ? std::optional(without_header(FileRecord::parse(*text))) : std::nullopt;
}

std::string record_value_text(const FileRecord& value, const Messages& words)
{
    if (value.is_null()) return unknown;
    if (value.is_boolean()) return words.text(value.get<bool>() ? "report.yes" : "report.no");
    if (value.is_string()) return value.get<std::string>();
    if (const auto whole = rigwright::whole_number(json(value))) return std::to_string(*whole);
    if (!value.is_array()) return value.dump();
    std::vector<std::string> items;
    for (const FileRecord& item : value) items.push_back(record_value_text(item, words));
    return items.empty() ? unknown : joined(items);
}

/// One line a field: its place and its value. Lists of plain values are one field.
void list_fields(const FileRecord& value, const std::string& path, const Messages& words,
                 std::vector<std::pair<std::string, std::string>>& fields)
{
    const bool plain_list = value.is_array() && std::none_of(value.begin(), value.end(), [](const FileRecord& item) {
                                return item.is_structured();
                            });
    if (!value.is_structured() || plain_list) {
        fields.emplace_back(path, record_value_text(value, words));
        return;
    }
    std::size_t place = 0;
    for (const auto& [key, member] : value.items()) {
        const std::string name = value.is_array() ? std::to_string(place++) : key;
        list_fields(member, path.empty() ? name : path + "." + name, words, fields);
    }
}

/// A part with every field of its kind: null where the field is unknown, the accepted values of the person's own
/// catalog laid over the shipped ones, all prices in use, notes as sentences. Nothing for an unknown id.
std::optional<FileRecord> part_record(RecordKind kind, const std::string& id, const Session& session)
{
    const OwnRecord* mine = session.data.hardware.own_record(kind, id);
    const bool added = mine != nullptr && mine->added;
    const std::filesystem::path folder = added ? session.catalog : DataDirectory(session.data_root).hardware_db();
    JsonDocument file = parse_json_file(folder / record_file(kind, id));
    if (!file.issues.empty()) return std::nullopt;
    json record = mine != nullptr && !added ? with_own_values(file.value, *mine) : std::move(file.value);
    add_unknown_fields(record, kind);
    add_name_and_prices(record, kind, id, session.data.hardware);
    say_notes(record, session);
    return without_header(in_order(kind, record));
}

/// A model of the zoo and a public data set, as their files have them.
std::optional<FileRecord> model_record(const std::string& id, const Session& session)
{
    return record_in(DataDirectory(session.data_root).model_presets() / (id + ".json"));
}

std::optional<FileRecord> dataset_record(const std::string& id, const Session& session)
{
    return record_in(DataDirectory(session.data_root).hardware_db() / "datasets" / (id + ".json"));
}

/// Records side by side: a line a field, called by its place in the file ("memory.bandwidth_GBps").
void print_records(const std::vector<FileRecord>& records, Session& session)
{
    using Fields = std::vector<std::pair<std::string, std::string>>;
    std::vector<std::string> headings{session.messages.text("column.field")};
    std::vector<std::string> paths;
    std::vector<Fields> columns;
    for (const FileRecord& record : records) {
        headings.push_back(record["id"].get<std::string>());
        list_fields(record, "", session.messages, columns.emplace_back());
        for (const auto& [path, value] : columns.back())
            if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
    }
    Table table(headings);
    for (const std::string& path : paths) {
        std::vector<std::string> row{path};
        for (const Fields& fields : columns) {
            const auto found =
                std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.first == path; });
            row.push_back(found == fields.end() ? unknown : found->second);
        }
        table.add(std::move(row));
    }
    table.print(session.out);
}

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
    for (std::size_t i = 0; i < sheets.front().size(); ++i) {
        const std::string code = "card." + sheets.front()[i].property;
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
            const std::string code = "card." + entry.property;
            nlohmann::ordered_json one{{"property", entry.property}, {"name", words.text(code)}};
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
