// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/record_table.h"

namespace rigwright {

/// The defects of a record; the catalog checks notes and ids of other records.
std::vector<JsonIssue> record_issues(RecordKind kind, const nlohmann::json& file);

// Readers of tables. Each reads one parsed file and adds its defects to `issues`; the value is valid only if it added
// none.
std::vector<PciDevice> read_pci_devices(const nlohmann::json& file, std::vector<JsonIssue>& issues);
std::vector<CloudOffer> read_cloud_offers(const nlohmann::json& file, std::vector<JsonIssue>& issues);
std::map<std::string, NoteText, std::less<>> read_notes(const nlohmann::json& file, std::vector<JsonIssue>& issues);

} // namespace rigwright
