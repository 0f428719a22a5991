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

/// The kinds of records with one file each.
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

/// A field that the user's own catalog sets.
struct OwnValue {
    /// Relative to the record: "memory.bandwidth_GBps".
    std::string path;
    /// As JSON; `shipped` is empty if the shipped record does not have the field.
    std::string own;
    std::string shipped;

    bool operator==(const OwnValue&) const = default;
};

/// The own catalog's values for one record.
struct OwnRecord {
    RecordKind kind = RecordKind::gpu;
    std::string id;
    /// No shipped record has the id; `values` is then empty.
    bool added = false;
    std::vector<OwnValue> values;

    bool operator==(const OwnRecord&) const = default;
};

/// A dated list of own prices, one file of the user's catalog.
struct PriceList {
    /// Relative to the catalog: "prices/2026-11-01-dealer.json".
    std::string file;
    std::string name;
    std::string date;
    /// The file that it was imported from; empty if typed by hand.
    std::string imported_from;
    // Costs of an offer beside its lines, in `currency`, with tax; empty if not given.
    std::string currency = {};
    std::optional<double> shipping = {};
    std::optional<double> other_costs = {};
    std::optional<double> delivery_days = {};
    /// Number of its prices that are in use.
    std::size_t prices = 0;

    bool operator==(const PriceList&) const = default;
};

/// One file of the user's catalog before and after a change; empty if no file exists.
struct FileChange {
    /// Relative to the catalog, with forward slashes.
    std::string file;
    std::optional<std::string> before;
    std::optional<std::string> after;

    bool operator==(const FileChange&) const = default;
};

/// The inverse change.
FileChange reversed(const FileChange& change);

/// The text of a file of the catalog; empty if there is none or it cannot be read.
std::optional<std::string> own_file_text(const std::filesystem::path& catalog, const std::string& file);

/// Writes `change.after` to the catalog: a file is replaced whole or left unchanged. The issue is `cannot-write` at
/// `file`.
std::optional<JsonIssue> apply_change(const std::filesystem::path& catalog, const FileChange& change);

/// Whether a text is a valid id, and so a file name: letters, digits, ".", "_", "+" and "-", beginning with a letter or
/// digit, at most 64 of them, and not a reserved word of scenarios.
bool is_part_id(std::string_view text);

/// "gpus/rtx4090.json"
std::string record_file(RecordKind kind, std::string_view id);

/// A record's file in the user's catalog, valid or not.
struct OwnRecordFile {
    RecordKind kind = RecordKind::gpu;
    std::string id;

    bool operator==(const OwnRecordFile&) const = default;
};

/// All such files, by kind and name.
std::vector<OwnRecordFile> own_record_files(const std::filesystem::path& catalog);

/// The start of an own record: format, version and id.
nlohmann::ordered_json record_start(RecordKind kind, std::string_view id);

/// The text of an own record's file.
std::string record_text(const nlohmann::ordered_json& record);

/// An unused file name for a price list: "prices/2026-11-01-dealer.json", then "...-2.json". Keeps only characters of
/// `name` that every system allows.
std::string free_price_list_file(const std::filesystem::path& catalog, std::string_view date, std::string_view name);

/// Returns the errors of a record, as its reader finds them.
using RecordCheck = std::function<std::vector<JsonIssue>(const nlohmann::json&)>;

/// A shipped record with own values.
struct Overlaid {
    nlohmann::json value;
    std::vector<OwnValue> values;
    /// Own values that were left out, and the reasons.
    std::vector<JsonIssue> issues;
};

/// Merges `own` into `shipped`, field by field: objects are merged, everything else is replaced. A merged group with a
/// `source` names the user's fields before the shipped source. Own values with an issue from `check` are left out; if
/// an issue points at none of them, all are.
Overlaid overlay(const nlohmann::json& shipped, const nlohmann::json& own, const RecordCheck& check);

} // namespace rigwright
