// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/record_table.h"

namespace rigwright {

/// Readers of the database's file kinds, one per kind; hardware_db/README.md is the field table. Each reads one parsed
/// file and leaves its defects in `issues`; the value is meaningful only when it left none.
/// The defects of a record; notes and ids of other records are checked by the catalog.
std::vector<JsonIssue> record_issues(RecordKind kind, const nlohmann::json& file);

inline Gpu read_gpu(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    return read_record<Gpu>(file, issues);
}
inline Cpu read_cpu(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    return read_record<Cpu>(file, issues);
}
inline Link read_link(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    return read_record<Link>(file, issues);
}
inline Storage read_storage(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    return read_record<Storage>(file, issues);
}
inline MemoryKit read_memory_kit(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    return read_record<MemoryKit>(file, issues);
}
inline Chassis read_chassis(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    return read_record<Chassis>(file, issues);
}
inline PowerSupply read_power_supply(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    return read_record<PowerSupply>(file, issues);
}
inline DatasetRecord read_dataset(const nlohmann::json& file, std::vector<JsonIssue>& issues)
{
    return read_record<DatasetRecord>(file, issues);
}
std::vector<PciDevice> read_pci_devices(const nlohmann::json& file, std::vector<JsonIssue>& issues);
OperatingCosts read_operating_costs(const nlohmann::json& file, std::vector<JsonIssue>& issues);
std::vector<CloudOffer> read_cloud_offers(const nlohmann::json& file, std::vector<JsonIssue>& issues);
MemoryReserves read_memory_reserves(const nlohmann::json& file, std::vector<JsonIssue>& issues);
std::map<std::string, NoteText, std::less<>> read_notes(const nlohmann::json& file, std::vector<JsonIssue>& issues);

} // namespace rigwright
