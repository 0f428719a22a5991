// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/engine_data.h"
#include "ui/controls/picker_control.h"
#include "ui/format/words.h"

#include <string>
#include <vector>

namespace rigwright {

/// A text of the lists in the language of the window.
QString picker_text(const char* text);

/// An entry with its release date, by which it is sorted; empty if unknown.
struct DatedEntry {
    PickerEntry entry;
    std::string release;
};

/// Groups together, in each the newest first, then by name in the order people expect (4 before 16). Groups of
/// generations follow each other like their newest entries, others by name.
std::vector<PickerEntry> newest_first(std::vector<DatedEntry> dated, bool by_generation = false);

/// What entries follow from: the records, and the plan whose currency and dates prices are in.
struct PickerSource {
    const EngineData& data;
    const Scenario& scenario;
    const Localization& words;
};

/// The GPUs, the processor and the memory of a machine in one line.
QString parts_text(const PickerSource& machine);

// What pickers offer from the engine's data: grouped by maker, generation or kind, the newest first.

/// The records of a kind, with nothing that leaves the choice open.
std::vector<PickerEntry> part_entries(RecordKind kind, const PickerSource& source);
/// Those of every kind, one kind after the other.
std::vector<PickerEntry> part_entries(const PickerSource& source);
std::vector<PickerEntry> gpu_entries(const PickerSource& source);
/// The first entry leaves the choice to the program.
std::vector<PickerEntry> cpu_entries(const PickerSource& source);
std::vector<PickerEntry> storage_entries(const PickerSource& source);
std::vector<PickerEntry> network_entries(const PickerSource& source);
std::vector<PickerEntry> chassis_entries(const PickerSource& source);
std::vector<PickerEntry> power_supply_entries(const PickerSource& source);
std::vector<PickerEntry> circuit_entries(const PickerSource& source);
std::vector<PickerEntry> memory_kit_entries(const PickerSource& source);
std::vector<PickerEntry> dataset_entries(const PickerSource& source);
/// The newest prices, the dates of the person's own lists, and the date of the scenario where it is another.
std::vector<PickerEntry> price_date_entries(const PickerSource& source);
/// Currencies between which the database has a rate.
std::vector<PickerEntry> currency_entries(const PickerSource& source);

} // namespace rigwright
