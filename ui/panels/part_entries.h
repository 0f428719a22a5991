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

/// What entries follow from: the records, and the plan whose currency and dates prices are in.
struct PickerSource {
    const EngineData& data;
    const Scenario& scenario;
    const Localization& words;
};

/// The GPUs, the processor and the memory of a machine in one line.
QString parts_text(const PickerSource& machine);

/// In the language of the window, where the maker has a name in it.
QString maker_name(const std::string& maker, const Localization& words);

// What pickers offer from the engine's data: grouped by maker, generation or kind, the newest first.

/// The records of a kind, with nothing that leaves the choice open.
std::vector<PickerEntry> part_entries(RecordKind kind, const PickerSource& source);
/// Those of every kind, one kind after the other.
std::vector<PickerEntry> part_entries(const PickerSource& source);
/// Those of a text field of the scenario, with an entry that names none where that means something.
std::vector<PickerEntry> field_entries(std::string_view path, const PickerSource& source);
std::vector<PickerEntry> dataset_entries(const PickerSource& source);

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

/// Which record of the hardware catalog is meant: the picker of the inputs where no field of the plan holds the choice.
class PartPicker : public PickerControl {
    Q_OBJECT

public:
    PartPicker(const QString& name, Document& document, const Localization& words, QWidget* parent = nullptr);

    /// Lists the records of one kind; those of every kind without one.
    void show_kind(std::optional<RecordKind> kind);
    /// Lists only what this takes.
    void show_only(std::function<bool(const std::string& id)> takes);
    /// Shows the word behind these entries of the list.
    void mark_parts(std::set<std::string> ids, const QString& word);
    void choose_part(const std::string& id);
    void choose_none() { show_part({}); }
    /// Empty where the list is.
    const std::string& part() const { return part_; }
    /// The field names the part.
    bool is_sound() const { return !part_.empty() && box()->currentText() == box()->itemText(box()->currentIndex()); }
    /// The name of the part.
    QString part_name() const;
    /// Asks for the list again.
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
