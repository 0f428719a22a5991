// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/own_catalog.h"

#include "core/hardware/catalog.h"
#include "core/json/read_file.h"
#include "core/quantities/ascii.h"

#include <algorithm>
#include <fstream>
#include <iterator>

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
           std::all_of(text.begin(), text.end(), fits) && text != "none" && text != "auto";
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

} // namespace rigwright
