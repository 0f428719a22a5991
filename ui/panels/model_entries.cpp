// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_entries.h"

#include "core/zoo/preset_figures.h"
#include "ui/panels/catalog_entries.h"
#include "ui/panels/model_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

QString picker_text(const char* text) { return QCoreApplication::translate("Pickers", text); }

PickerEntry entry_of(const Preset& preset, const Words& words)
{
    const PresetFigures figures = preset_figures(preset);
    PickerEntry entry{from_utf8(preset.id), from_utf8(preset.title), preset_group_text(preset.group)};
    entry.detail = QStringLiteral("%1 · %2").arg(compact_count(figures.parameters.as_double()),
                                                 words.text(Value{figures.forward_macs.as_double(), Unit::macs}));
    entry.meaning = words.text(meaning_code(preset.family, preset.shape));
    return entry;
}

bool is_built_by_hand(const Family& family)
{
    return std::ranges::any_of(family.hyperparameters,
                               [](const Hyperparameter& h) { return h.type == HyperparameterType::layers; });
}

PickerEntry entry_of(const Family& family)
{
    PickerEntry entry{family_mark + from_utf8(family.id), family_text(family.id), QString()};
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

std::vector<PickerEntry> model_entries(const EngineData& data, const Words& words, const QString& imported)
{
    std::vector<PickerEntry> entries;
    for (const Preset& preset : data.presets) entries.push_back(entry_of(preset, words));
    sort_entries(entries);
    std::vector<PickerEntry> first;
    if (!imported.isEmpty()) first.push_back({imported_entry, imported, QString()});
    for (const Family& family : families()) (is_built_by_hand(family) ? first : entries).push_back(entry_of(family));
    first.push_back({import_entry, picker_text(QT_TRANSLATE_NOOP("Pickers", "Import a model file…")), QString()});
    entries.insert(entries.begin(), first.begin(), first.end());
    return entries;
}

} // namespace rigwright
