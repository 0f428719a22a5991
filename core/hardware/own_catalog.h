// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/own_record.h"
#include "core/json/strict_json.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// One file of the user's catalog before and after a change; empty if no file exists.
struct FileChange {
    /// Below the catalog, with forward slashes.
    std::string file;
    std::optional<std::string> before;
    std::optional<std::string> after;

    bool operator==(const FileChange&) const = default;
};

/// The change backwards.
FileChange reversed(const FileChange& change);

/// The text of a file of the catalog; nothing where there is none or it cannot be read.
std::optional<std::string> own_file_text(const std::filesystem::path& catalog, const std::string& file);

/// Makes the catalog hold what `change.after` says: a file is replaced whole or left as it is. The issue is
/// `cannot-write` at `file`.
std::optional<JsonIssue> apply_change(const std::filesystem::path& catalog, const FileChange& change);

/// Whether a text can be an id, and so the name of a file: letters, digits, ".", "_", "+" and "-", beginning with a
/// letter or digit, at most 64 of them, and no word that scenarios use for something else.
bool is_part_id(std::string_view text);

/// "gpus/rtx4090.json"
std::string record_file(RecordKind kind, std::string_view id);

/// A record's file in the person's catalog, sound or not.
struct OwnRecordFile {
    RecordKind kind = RecordKind::gpu;
    std::string id;

    bool operator==(const OwnRecordFile&) const = default;
};

/// All of them, by kind and name.
std::vector<OwnRecordFile> own_record_files(const std::filesystem::path& catalog);

/// The start of an own record: format, version and id.
nlohmann::ordered_json record_start(RecordKind kind, std::string_view id);

/// The text of an own record's file.
std::string record_text(const nlohmann::ordered_json& record);

/// A name for a price list's file that is not taken: "prices/2026-11-01-dealer.json", then "...-2.json". Of `name`,
/// what a file name can hold on every system stays.
std::string free_price_list_file(const std::filesystem::path& catalog, std::string_view date, std::string_view name);

} // namespace rigwright
