// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// The kinds of records that have one file each.
enum class RecordKind { gpu, cpu, link, storage, memory_kit, chassis, power_supply };

/// Their folders, in the order of the enumerators.
inline constexpr std::array<std::string_view, 7> record_folders{"gpus",   "cpus",    "interconnects", "storage",
                                                                "memory", "chassis", "power_supplies"};
/// Their `format` words.
inline constexpr std::array<std::string_view, 7> record_formats{
    "rigwright.gpu",        "rigwright.cpu",     "rigwright.interconnect", "rigwright.storage",
    "rigwright.memory-kit", "rigwright.chassis", "rigwright.power-supply"};

inline std::string_view folder_of(RecordKind kind) { return record_folders[static_cast<std::size_t>(kind)]; }

inline std::string_view format_of(RecordKind kind) { return record_formats[static_cast<std::size_t>(kind)]; }

/// A field that the person's own catalog sets.
struct OwnValue {
    /// Below the record: "memory.bandwidth_GBps".
    std::string path;
    /// As JSON; `shipped` is empty where the shipped record does not have the field.
    std::string own;
    std::string shipped;

    bool operator==(const OwnValue&) const = default;
};

/// What the person's own catalog says about one record.
struct OwnRecord {
    RecordKind kind = RecordKind::gpu;
    std::string id;
    /// No shipped record has the id; `values` is then empty.
    bool added = false;
    std::vector<OwnValue> values;

    bool operator==(const OwnRecord&) const = default;
};

/// A dated list of own prices, one file of the person's catalog.
struct PriceList {
    /// Below the catalog: "prices/2026-11-01-dealer.json".
    std::string file;
    std::string name;
    std::string date;
    /// The file that it was imported from; empty where it was typed.
    std::string imported_from;
    // What an offer asks beside its lines, in `currency`, with tax; empty where it does not say.
    std::string currency = {};
    std::optional<double> shipping = {};
    std::optional<double> other_costs = {};
    std::optional<double> delivery_days = {};
    /// Prices in it that are in use.
    std::size_t prices = 0;

    bool operator==(const PriceList&) const = default;
};

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

/// Errors of a record, as its reader finds them.
using RecordCheck = std::function<std::vector<JsonIssue>(const nlohmann::json&)>;

/// A shipped record with own values in it.
struct Overlaid {
    nlohmann::json value;
    std::vector<OwnValue> values;
    /// Own values that were left out, and why.
    std::vector<JsonIssue> issues;
};

/// Lays `own` over `shipped`, field by field: objects are merged, everything else is replaced. A group that carries a
/// `source` says afterwards which of its fields are the person's, in front of the shipped source. Own values at which
/// `check` finds an issue are left out; where an issue points at none of them, all are.
Overlaid overlay(const nlohmann::json& shipped, const nlohmann::json& own, const RecordCheck& check);

} // namespace rigwright
