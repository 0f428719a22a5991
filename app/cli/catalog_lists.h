// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/engine_data.h"
#include "core/text/messages.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rigwright::cli {

/// One list of the catalog: a table for people, records for programs. What is not known is empty in the table and has
/// no key in the record.
struct CatalogList {
    std::vector<std::string> headings;
    std::vector<bool> right;
    std::vector<std::vector<std::string>> rows;
    /// There is a column for what the person's own catalog says.
    bool has_own = false;
    nlohmann::ordered_json records = nlohmann::ordered_json::array();
};

CatalogList gpu_list(const EngineData& data, const Messages& words);
CatalogList cpu_list(const EngineData& data, const Messages& words);
CatalogList model_list(const EngineData& data, const Messages& words);
CatalogList link_list(const EngineData& data, const Messages& words);
CatalogList storage_list(const EngineData& data, const Messages& words);
CatalogList memory_list(const EngineData& data, const Messages& words);
CatalogList chassis_list(const EngineData& data, const Messages& words);
CatalogList power_supply_list(const EngineData& data, const Messages& words);
CatalogList dataset_list(const EngineData& data, const Messages& words);
CatalogList cloud_offer_list(const EngineData& data, const Messages& words);
/// Prices of parts, shipped and own.
CatalogList price_list(const EngineData& data, const Messages& words);

} // namespace rigwright::cli
