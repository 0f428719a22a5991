// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/record_edit.h"

#include "core/json/characters.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rigwright {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;
/// The editable fields of one kind: for a list of groups of cores the fields of its first two elements.
template <typename Record>
std::vector<RecordField> edited_fields()
{
    std::vector<RecordField> fields;
    for (const RecordRow<Record>& row : record_table<Record>().rows) {
        if (row.field.editable && row.field.elements.empty()) fields.push_back(row.field);
        if (!row.field.editable || row.field.elements.empty()) continue;
        for (const char* element : {".0.", ".1."}) {
            for (RecordField field : row.field.elements) {
                field.path = row.field.path + element + field.path;
                fields.push_back(std::move(field));
            }
        }
    }
    return fields;
}

/// The path of the list that contains an element's field; empty for other paths.
std::string_view list_of(std::string_view path)
{
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1))
        if (dot + 1 < path.size() && is_digit(path[dot + 1])) return path.substr(0, dot);
    return {};
}

void add_up_cores(json& own)
{
    const auto groups = json::json_pointer("/compute/core_groups");
    if (!own.contains(groups) || !own[groups].is_array()) return;
    std::int64_t cores = 0;
    for (const json& group : own[groups])
        if (group.is_object() && group.contains("cores") && is_whole(group["cores"]))
            cores += group["cores"].get<std::int64_t>();
    own["compute"]["cores"] = cores;
}

void erase_at(json& own, const json::json_pointer& place)
{
    if (!own.contains(place)) return;
    json& parent = own[place.parent_pointer()];
    if (parent.is_object()) parent.erase(place.back());
    if (parent.is_object() && parent.empty() && !place.parent_pointer().empty()) erase_at(own, place.parent_pointer());
}

} // namespace

std::span<const RecordField> editable_fields(RecordKind kind)
{
    static const std::vector<std::vector<RecordField>> by_kind = [] {
        std::vector<std::vector<RecordField>> all;
        const Catalog none;
        visit_parts(none, [&all](RecordKind, const auto& records) {
            all.push_back(edited_fields<typename std::decay_t<decltype(records)>::value_type>());
        });
        return all;
    }();
    return by_kind[static_cast<std::size_t>(kind)];
}

json::json_pointer pointer_of(std::string_view path)
{
    std::string text = "/" + std::string(path);
    std::ranges::replace(text, '.', '/');
    return json::json_pointer(text);
}

json value_at(const json& record, std::string_view path)
{
    const json::json_pointer place = pointer_of(path);
    return record.contains(place) ? record[place] : json();
}

json with_value(json own, const json& shipped, std::string_view path, const json& value)
{
    const std::string_view list = list_of(path);
    if (!list.empty() && value_at(own, list).is_null()) own[pointer_of(list)] = value_at(shipped, list);
    own[pointer_of(path)] = value;
    if (!list.empty()) add_up_cores(own);
    const std::string_view whole = list.empty() ? path : list;
    if (!shipped.is_object() || value_at(own, whole) != value_at(shipped, whole)) return own;
    return without_value(std::move(own), path);
}

json without_value(json own, std::string_view path)
{
    const std::string_view list = list_of(path);
    erase_at(own, pointer_of(list.empty() ? path : list));
    if (!list.empty()) erase_at(own, pointer_of("compute.cores"));
    return own;
}

json record_template(RecordKind kind, const std::string& id, const std::string& name)
{
    json record{{"format", record_formats[static_cast<std::size_t>(kind)]}, {"version", 1}, {"id", id}};
    for (const RecordField& field : editable_fields(kind)) {
        const bool second_group = field.path.starts_with("compute.core_groups.1");
        if (second_group || field.path.starts_with("measured_matmul") || field.path.starts_with("board")) continue;
        const bool says_from = field.path.ends_with(".source");
        const bool says_how_sure = field.path.ends_with(".confidence");
        if (!field.required && !field.path.starts_with("compute.core_groups")) continue;
        json& place = record[pointer_of(field.path)];
        if (says_from)
            place = "own data";
        else if (says_how_sure)
            place = "general-knowledge";
        else if (field.type == RecordFieldType::flag)
            place = false;
        else if (field.type == RecordFieldType::word)
            place = field.words.front();
        else if (field.type == RecordFieldType::text)
            place = "";
    }
    record["name"] = name;
    if (kind == RecordKind::gpu) record["devices_per_board"] = 1;
    if (kind == RecordKind::cpu) record["compute"]["core_groups"][0]["cores"] = 1;
    if (kind == RecordKind::cpu) add_up_cores(record);
    return record;
}

ordered_json in_order(RecordKind kind, const json& record)
{
    ordered_json ordered;
    const auto take = [&](const std::string& key) {
        if (!record.contains(key) || ordered.contains(key)) return;
        ordered_json value = record[key];
        ordered[key] = std::move(value);
    };
    for (const char* key : {"format", "version", "id"}) take(key);
    for (const RecordField& field : editable_fields(kind)) {
        const std::string top = field.path.substr(0, field.path.find('.'));
        if (top == field.path) {
            take(top);
            continue;
        }
        if (!record.contains(top) || !record[top].is_object()) continue;
        const std::string rest = field.path.substr(top.size() + 1);
        const std::string key = rest.substr(0, rest.find('.'));
        if (record[top].contains(key)) ordered[top][key] = record[top][key];
    }
    for (const auto& [key, value] : record.items()) {
        take(key);
        if (!value.is_object()) continue;
        for (const auto& [inner, figure] : value.items())
            if (!ordered[key].contains(inner)) ordered[key][inner] = figure;
    }
    return ordered;
}

} // namespace rigwright
