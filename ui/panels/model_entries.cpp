// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_entries.h"

#include "core/zoo/build.h"
#include "ui/panels/part_entries.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

DatedEntry entry_of(const Preset& preset, const Localization& words)
{
    const PresetFigures figures = preset_figures(preset);
    const std::optional<int> year = publication_year(preset);
    PickerEntry entry{from_utf8(preset.id), from_utf8(preset.title), words.choice("group", preset.group)};
    entry.columns = {compact_count(figures.parameters.as_double()),
                     words.text(Value{figures.forward_macs.as_double(), Unit::macs}),
                     year ? QString::number(*year) : QString(), words.text(meaning_code(preset.family, preset.shape))};
    const Language other = words.language() == Language::english ? Language::chinese : Language::english;
    entry.aliases = {from_utf8(words.table(other).text("group." + preset.group)),
                     words.choice("family", preset.family)};
    return {entry, year ? std::to_string(*year) : std::string()};
}

bool is_built_by_hand(const Family& family)
{
    return std::ranges::any_of(family.hyperparameters,
                               [](const Hyperparameter& h) { return h.type == HyperparameterType::layers; });
}

PickerEntry entry_of(const Family& family, const Localization& words)
{
    PickerEntry entry{family_mark + from_utf8(family.id), words.choice("family", family.id), QString()};
    if (!is_built_by_hand(family)) entry.group = picker_text(QT_TRANSLATE_NOOP("Pickers", "Own shape"));
    return entry;
}

} // namespace

QString compact_count(double count)
{
    struct Step {
        double size;
        const char* suffix;
    };
    constexpr std::array steps{Step{1e12, " T"}, Step{1e9, " B"}, Step{1e6, " M"}, Step{1e3, " k"}};
    for (const Step& step : steps) {
        if (count < step.size) continue;
        const double shown = count / step.size;
        const int decimals = shown >= 100.0 ? 0 : shown >= 10.0 ? 1 : 2;
        return QString::number(shown, 'f', decimals) + QLatin1String(step.suffix);
    }
    return QString::number(count, 'f', 0);
}

std::vector<PickerEntry> preset_entries(const EngineData& data, const Localization& words)
{
    std::vector<DatedEntry> presets;
    for (const Preset& preset : data.presets) presets.push_back(entry_of(preset, words));
    return newest_first(std::move(presets), false);
}

std::vector<PickerEntry> model_entries(const EngineData& data, const Localization& words, const QString& imported)
{
    std::vector<PickerEntry> entries = preset_entries(data, words);
    std::vector<PickerEntry> first;
    if (!imported.isEmpty()) first.push_back({imported_entry, imported, QString()});
    for (const Family& family : families())
        (is_built_by_hand(family) ? first : entries).push_back(entry_of(family, words));
    first.push_back({import_entry, picker_text(QT_TRANSLATE_NOOP("Pickers", "Import a model file…")), QString()});
    entries.insert(entries.begin(), first.begin(), first.end());
    return entries;
}

} // namespace rigwright
