// SPDX-License-Identifier: Apache-2.0

#include "core/hardware/own_catalog.h"

#include "core/hardware/catalog.h"
#include "core/json/characters.h"
#include "core/json/read_file.h"
#include "core/json/strict_json.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace rigwright {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_id = 64;
constexpr std::size_t longest_slug = 40;

JsonIssue cannot_write(const std::string& file) { return {"$", "cannot-write", file, ""}; }

/// Letters and digits in lower case with single dashes between them.
std::string slug_of(std::string_view name)
{
    std::string slug;
    for (const char c : name) {
        if (slug.size() == longest_slug) break;
        if (is_letter_or_digit(c))
            slug += lower(c);
        else if (!slug.empty() && slug.back() != '-')
            slug += '-';
    }
    while (!slug.empty() && slug.back() == '-') slug.pop_back();
    return slug.empty() ? "list" : slug;
}

} // namespace

FileChange reversed(const FileChange& change) { return {change.file, change.after, change.before}; }

std::optional<std::string> own_file_text(const fs::path& catalog, const std::string& file)
{
    return read_file(catalog / file);
}

std::optional<JsonIssue> apply_change(const fs::path& catalog, const FileChange& change)
{
    const fs::path target = catalog / change.file;
    std::error_code failure;
    if (!change.after) {
        fs::remove(target, failure);
        return failure ? std::optional(cannot_write(change.file)) : std::nullopt;
    }
    fs::create_directories(target.parent_path(), failure);
    if (failure || !replace_file(target, *change.after)) return cannot_write(change.file);
    return std::nullopt;
}

bool is_part_id(std::string_view text)
{
    const auto fits = [](char c) { return is_letter_or_digit(c) || c == '.' || c == '_' || c == '+' || c == '-'; };
    return !text.empty() && text.size() <= longest_id && is_letter_or_digit(text.front()) &&
           std::ranges::all_of(text, fits) && text != "none" && text != "auto";
}

std::string record_file(RecordKind kind, std::string_view id)
{
    return std::string(folder_of(kind)) + "/" + std::string(id) + ".json";
}

std::vector<OwnRecordFile> own_record_files(const fs::path& catalog)
{
    std::vector<OwnRecordFile> files;
    if (catalog.empty()) return files;
    for (std::size_t kind = 0; kind < record_folders.size(); ++kind)
        for (const fs::path& path : json_files_of(catalog / record_folders[kind]).files)
            files.push_back({static_cast<RecordKind>(kind), path.stem().string()});
    return files;
}

nlohmann::ordered_json record_start(RecordKind kind, std::string_view id)
{
    nlohmann::ordered_json record;
    record["format"] = record_formats[static_cast<std::size_t>(kind)];
    record["version"] = 1;
    record["id"] = id;
    return record;
}

std::string record_text(const nlohmann::ordered_json& record) { return record.dump(2) + "\n"; }

std::string free_price_list_file(const fs::path& catalog, std::string_view date, std::string_view name)
{
    const std::string start = "prices/" + slug_of(date) + "-" + slug_of(name);
    std::string file = start + ".json";
    std::error_code failure;
    for (int number = 2; fs::exists(catalog / file, failure); ++number)
        file = start + "-" + std::to_string(number) + ".json";
    return file;
}

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 3> identity{"format", "version", "id"};
constexpr std::array<std::string_view, 4> provenance_keys{"source", "source_date", "confidence", "computation"};
constexpr std::string_view unnamed_source = "own catalogue";

template <std::size_t count>
bool is_one_of(const std::array<std::string_view, count>& words, std::string_view word)
{
    return std::ranges::find(words, word) != words.end();
}

/// A field that `own` changes from the value of `shipped`.
struct Change {
    json::json_pointer place;
    std::string path;
    json own;
    json shipped;
    bool is_shipped = false;
};

void collect(const json& shipped, const json& own, const json::json_pointer& place, const std::string& path,
             std::vector<Change>& changes)
{
    for (const auto& [key, value] : own.items()) {
        if (place.empty() && is_one_of(identity, key)) continue;
        const auto there = shipped.find(key);
        const bool is_shipped = there != shipped.end();
        if (is_shipped && there->is_object() && value.is_object())
            collect(*there, value, place / key, json_member_path(path, key), changes);
        else if (!is_shipped || *there != value)
            changes.push_back(
                {place / key, json_member_path(path, key), value, is_shipped ? *there : json(), is_shipped});
    }
}

/// The keys of each group's changed figures.
std::map<std::string, std::vector<std::string>> figures_by_group(const std::vector<Change>& changes)
{
    std::map<std::string, std::vector<std::string>> groups;
    for (const Change& change : changes) {
        const std::string& key = change.place.back();
        if (!change.place.parent_pointer().empty() && !is_one_of(provenance_keys, key))
            groups[change.place.parent_pointer().to_string()].push_back(key);
    }
    return groups;
}

std::string both_sources(const std::string& own, const std::vector<std::string>& keys, const std::string& shipped)
{
    std::string fields;
    for (const std::string& key : keys) fields.append(fields.empty() ? "" : ", ").append(key);
    return own + " (" + fields + "); " + shipped;
}

/// Names the sources of the fields in a group that mixes both.
void name_sources(const json& shipped, json& merged, const std::vector<Change>& changes)
{
    for (const auto& [place, keys] : figures_by_group(changes)) {
        const json::json_pointer source = json::json_pointer(place) / "source";
        if (!shipped.contains(source) || !shipped[source].is_string() || !merged[source].is_string()) continue;
        const bool named = merged[source] != shipped[source];
        const std::string own = named ? merged[source].get<std::string>() : std::string(unnamed_source);
        merged[source] = both_sources(own, keys, shipped[source].get<std::string>());
    }
}

json merged_with(const json& shipped, const std::vector<Change>& changes)
{
    json merged = shipped;
    for (const Change& change : changes) merged[change.place] = change.own;
    name_sources(shipped, merged, changes);
    return merged;
}

bool is_at(const std::string& issue, const std::string& field)
{
    if (!issue.starts_with(field)) return false;
    return issue.size() == field.size() || issue[field.size()] == '.' || issue[field.size()] == '[';
}

} // namespace

Overlaid overlay(const json& shipped, const json& own, const RecordCheck& check)
{
    Overlaid result;
    result.value = shipped;
    if (!own.is_object()) {
        result.issues.push_back({"$", "wrong-type", json_excerpt(own), "object"});
        return result;
    }
    std::vector<Change> changes;
    collect(shipped, own, json::json_pointer(), "$", changes);
    while (!changes.empty()) {
        json merged = merged_with(shipped, changes);
        const std::vector<JsonIssue> issues = check(merged);
        if (issues.empty()) {
            result.value = std::move(merged);
            break;
        }
        result.issues.insert(result.issues.end(), issues.begin(), issues.end());
        const std::size_t before = changes.size();
        std::erase_if(changes, [&](const Change& change) {
            return std::ranges::any_of(issues, [&](const JsonIssue& issue) { return is_at(issue.path, change.path); });
        });
        if (changes.size() == before) changes.clear();
    }
    for (const Change& change : changes)
        result.values.push_back(
            {change.path.substr(2), change.own.dump(), change.is_shipped ? change.shipped.dump() : std::string()});
    return result;
}

} // namespace rigwright
