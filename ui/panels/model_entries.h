// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/engine_data.h"
#include "ui/controls/picker_control.h"
#include "ui/format/words.h"

#include <vector>

namespace rigwright {

/// Ids of entries that are no preset: "family:<id>", a file to be imported, and the model of a file that was.
inline constexpr QLatin1String family_mark("family:");
inline constexpr QLatin1String import_entry("import");
inline constexpr QLatin1String imported_entry("imported");

/// What can be chosen as a model: own nets and files first, then presets by task with their figures and what they are,
/// then families whose shape a person gives. `imported` is the file that the present model came from, or empty.
std::vector<PickerEntry> model_entries(const EngineData& data, const Localization& words, const QString& imported);

/// 25,557,032 as "25.6 M".
QString compact_count(double count);

// What pickers offer from the engine's data, grouped and sorted for people.

std::vector<PickerEntry> gpu_entries(const EngineData& data, const Localization& words);
/// The first entry leaves the choice to the program.
std::vector<PickerEntry> cpu_entries(const EngineData& data);
std::vector<PickerEntry> storage_entries(const EngineData& data);
std::vector<PickerEntry> network_entries(const EngineData& data);
std::vector<PickerEntry> chassis_entries(const EngineData& data);
std::vector<PickerEntry> power_supply_entries(const EngineData& data);
std::vector<PickerEntry> circuit_entries(const EngineData& data);
std::vector<PickerEntry> memory_kit_entries(const EngineData& data);
/// The newest prices, the dates of the person's own lists, and the date of the scenario where it is another.
std::vector<PickerEntry> price_date_entries(const EngineData& data, const Scenario& scenario);
/// Currencies between which the database has a rate.
std::vector<PickerEntry> currency_entries();
/// Presets by task, then the families for a shape of one's own; ids of families start with "family:".
/// Groups together, names in the order people expect (4 before 16).
void sort_entries(std::vector<PickerEntry>& entries);

} // namespace rigwright
