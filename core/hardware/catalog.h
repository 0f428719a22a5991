// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/chassis.h"
#include "core/hardware/cpu.h"
#include "core/hardware/gpu.h"
#include "core/hardware/own_catalog.h"
#include "core/hardware/small_records.h"
#include "core/json/strict_json.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// A remark on a device in the languages of the program.
struct NoteText {
    std::string english;
    std::string chinese;
};

/// Content of the hardware database. Each list is sorted by id (byte order); the finders return nullptr for an unknown
/// id.
struct Catalog {
    std::vector<Gpu> gpus;
    std::vector<Cpu> cpus;
    std::vector<Link> links;
    std::vector<Storage> storages;
    std::vector<MemoryKit> memory_kits;
    std::vector<Chassis> chassis_list;
    std::vector<PowerSupply> power_supplies;
    /// Public datasets to start from.
    std::vector<DatasetRecord> datasets;
    /// In the order of the file.
    std::vector<PciDevice> pci_devices;
    /// Sorted by GPU; for each GPU on-demand offers first, the user's own first, the newest year first, then by price.
    std::vector<CloudOffer> cloud_offers;
    OperatingCosts operating_costs;
    MemoryReserves memory_reserves;
    AttentionKernels attention_kernels;
    /// Texts of the devices' note codes.
    std::map<std::string, NoteText, std::less<>> notes;
    /// Additions and changes of the user's own catalog, by kind and id, and its price lists, newest first.
    std::vector<OwnRecord> own_records;
    std::vector<PriceList> price_lists;

    const Gpu* gpu(std::string_view id) const;
    const Cpu* cpu(std::string_view id) const;
    const Link* link(std::string_view id) const;
    const Storage* storage(std::string_view id) const;
    const MemoryKit* memory_kit(std::string_view id) const;
    const Chassis* chassis(std::string_view id) const;
    const PowerSupply* power_supply(std::string_view id) const;
    const DatasetRecord* dataset(std::string_view id) const;
    /// The own catalog's part of a record; nullptr if it has none.
    const OwnRecord* own_record(RecordKind kind, std::string_view id) const;
};

/// The record of an id in a list sorted by id; nullptr for an unknown id.
template <typename Record>
const Record* find_by_id(const std::vector<Record>& records, std::string_view id)
{
    const auto at = std::ranges::lower_bound(records, id, {}, &Record::id);
    return at != records.end() && at->id == id ? &*at : nullptr;
}

/// Calls `action(kind, records)` for each list of parts, in the order of `RecordKind`. Takes a Catalog, const or not.
template <typename SomeCatalog, typename Action>
void visit_parts(SomeCatalog& catalog, Action action)
{
    action(RecordKind::gpu, catalog.gpus);
    action(RecordKind::cpu, catalog.cpus);
    action(RecordKind::link, catalog.links);
    action(RecordKind::storage, catalog.storages);
    action(RecordKind::memory_kit, catalog.memory_kits);
    action(RecordKind::chassis, catalog.chassis_list);
    action(RecordKind::power_supply, catalog.power_supplies);
}

/// A part that can have a price.
struct PricedPart {
    RecordKind kind = RecordKind::gpu;
    std::string id;
    std::string name;
    const std::vector<Price>* prices = nullptr;
};

/// The part with an id; empty for an unknown one. The prices are the catalog's.
std::optional<PricedPart> find_part(const Catalog& catalog, std::string_view id);

struct CatalogLoad {
    Catalog catalog;
    /// Defects by file, relative to the database folder or to the user's own catalog. Beside the codes of `JsonIssue`:
    /// `wrong-id` (the id is not the file's name), `duplicate-id`, `unknown-note`, `unknown-gpu`, `unknown-part` (of a
    /// price) and `inconsistent` (numbers of one record contradict each other).
    std::vector<JsonIssue> issues;
};

/// Reads the folders gpus, cpus, interconnects, storage, memory, chassis, power_supplies and datasets, and the tables
/// notes.json, usable_memory.json, attention_kernels.json, operating_costs.json, cloud_offers.json and pci_ids.json
/// below `directory`. A record with any defect is left out and reported; the others are kept. Ignores files that do not
/// end in .json.
///
/// `own` is the user's own catalog, which overrides the shipped one: the same folders with the same files, and prices/
/// with price lists (`read_price_list`). A record with a new id is added. A record with a shipped id changes only the
/// fields that it names; lists are replaced whole, prices are added. A field that makes the record invalid is reported
/// and left out, so that the value of the database applies. A missing folder is an empty catalog. Own prices dated
/// after `today` are left out; without it every date counts.
CatalogLoad load_catalog(const std::filesystem::path& directory, const std::filesystem::path& own = {},
                         const std::string& today = {});

/// Price lists may be larger than other files.
inline constexpr JsonLimits price_list_limits{std::size_t{64} << 20, 32};

/// The territory of a locale ("CN" of "zh_CN.UTF-8", of "zh-Hans-CN"); empty if it names none ("C", "de").
std::string territory_of_locale(std::string_view locale);

/// The circuit of an ordinary socket in a territory: the weakest of the usual ones. Null if none is known.
const Circuit* usual_circuit(const OperatingCosts& costs, std::string_view territory);

} // namespace rigwright
