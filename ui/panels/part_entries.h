// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/engine_data.h"
#include "core/hardware/own_catalog.h"
#include "ui/controls/picker_control.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace rigwright {

/// Source of entries: the records, and the plan, which sets currency and date of prices.
struct PickerSource {
    const EngineData& data;
    const Scenario& scenario;
    const Localization& words;
};

/// GPUs, CPU and memory of a machine in one line.
QString parts_text(const PickerSource& machine);

/// In the window's language, if the vendor has a name in it.
QString maker_name(const std::string& maker, const Localization& words);

// Picker entries from the engine's data: grouped by vendor, generation or kind, newest first.

/// The records of a kind, without an empty entry.
std::vector<PickerEntry> part_entries(RecordKind kind, const PickerSource& source);
/// The records of every kind, kind by kind.
std::vector<PickerEntry> part_entries(const PickerSource& source);
/// Entries of a text field of the scenario, with an empty entry where allowed.
std::vector<PickerEntry> field_entries(std::string_view path, const PickerSource& source);
std::vector<PickerEntry> dataset_entries(const PickerSource& source);

/// Ids of entries that are not presets: "family:<id>", a file to import, and the imported model.
inline constexpr QLatin1String family_mark("family:");
inline constexpr QLatin1String import_entry("import");
inline constexpr QLatin1String imported_entry("imported");

/// Published models by task, newest first, with metrics and descriptions.
std::vector<PickerEntry> preset_entries(const EngineData& data, const Localization& words);

/// Choices for a model: custom networks and files first, then presets, then families whose shape the user specifies.
/// `imported` is the file of the current model, or empty.
std::vector<PickerEntry> model_entries(const EngineData& data, const Localization& words, const QString& imported);

/// 25,557,032 as "25.6 M".
QString compact_count(double count);

/// Selects a record of the hardware catalog: the picker of the inputs without a field of the plan.
class PartPicker : public PickerControl {
    Q_OBJECT

public:
    PartPicker(const QString& name, Document& document, const Localization& words, QWidget* parent = nullptr);

    /// Lists the records of one kind, by default of all kinds.
    void show_kind(std::optional<RecordKind> kind);
    /// Lists only accepted ids.
    void show_only(std::function<bool(const std::string& id)> takes);
    /// Shows `word` after these entries of the list.
    void mark_parts(std::set<std::string> ids, const QString& word);
    void choose_part(const std::string& id);
    void choose_none() { show_part({}); }
    /// Empty if none is chosen.
    const std::string& part() const { return part_; }
    /// The text names the part.
    bool is_sound() const { return !part_.empty() && box()->currentText() == box()->itemText(box()->currentIndex()); }
    /// The name of the part.
    QString part_name() const;
    /// Fills the list again.
    void refresh();

signals:
    void part_chosen();

private:
    void show_part(const std::string& id);

    Document& document_;
    const Localization& words_;
    std::optional<RecordKind> kind_;
    std::function<bool(const std::string& id)> takes_;
    std::set<std::string> marked_;
    QString word_;
    std::string part_;
};

} // namespace rigwright
