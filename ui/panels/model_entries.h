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

/// The published models by task, the newest first, with their figures and what they are.
std::vector<PickerEntry> preset_entries(const EngineData& data, const Localization& words);

/// What can be chosen as a model: own nets and files first, then presets,
/// then families whose shape a person gives. `imported` is the file that the present model came from, or empty.
std::vector<PickerEntry> model_entries(const EngineData& data, const Localization& words, const QString& imported);

/// 25,557,032 as "25.6 M".
QString compact_count(double count);

} // namespace rigwright
