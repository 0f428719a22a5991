// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// The kinds of records that stand in one file each.
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

} // namespace rigwright
