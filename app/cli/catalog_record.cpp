// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/catalog_record.h"

#include "app/cli/table.h"
#include "core/data/data_directory.h"
#include "core/data/read_file.h"
#include "core/hardware/overlay.h"
#include "core/hardware/own_catalogue.h"
#include "core/hardware/price_list.h"
#include "core/hardware/record_edit.h"
#include "core/json/strict_json.h"
#include "core/json/whole_number.h"
#include "core/prices/part_index.h"
#include "core/scenario/nearest.h"

#include <algorithm>

namespace rigwright::cli {

namespace {

using nlohmann::json;

json::json_pointer place_of(std::string_view path)
{
    std::string text = "/" + std::string(path);
    std::replace(text.begin(), text.end(), '.', '/');
    return json::json_pointer(text);
}

/// The shipped values with those of the person's own that the catalogue took.
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

} // namespace

std::optional<FileRecord> part_record(RecordKind kind, const std::string& id, const Session& session)
{
    const OwnRecord* mine = session.data.hardware.own_record(kind, id);
    const bool added = mine != nullptr && mine->added;
    const std::filesystem::path folder = added ? session.catalogue : DataDirectory(session.data_root).hardware_db();
    JsonDocument file = parse_json_file(folder / record_file(kind, id));
    if (!file.issues.empty()) return std::nullopt;
    json record = mine != nullptr && !added ? with_own_values(file.value, *mine) : std::move(file.value);
    add_unknown_fields(record, kind);
    add_name_and_prices(record, kind, id, session.data.hardware);
    say_notes(record, session);
    return without_header(in_order(kind, record));
}

std::optional<FileRecord> model_record(const std::string& id, const Session& session)
{
    return record_in(DataDirectory(session.data_root).model_presets() / (id + ".json"));
}

std::optional<FileRecord> dataset_record(const std::string& id, const Session& session)
{
    return record_in(DataDirectory(session.data_root).hardware_db() / "datasets" / (id + ".json"));
}

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

} // namespace rigwright::cli
