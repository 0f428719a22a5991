// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_entries.h"

#include "core/hardware/host_link.h"
#include "core/zoo/build.h"

#include <QCollator>
#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

QString picker_text(const char* text) { return QCoreApplication::translate("Pickers", text); }

PickerEntry entry_of(const Preset& preset, const Localization& words)
{
    const PresetFigures figures = preset_figures(preset);
    PickerEntry entry{from_utf8(preset.id), from_utf8(preset.title), words.choice("group", preset.group)};
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

std::vector<PickerEntry> model_entries(const EngineData& data, const Localization& words, const QString& imported)
{
    std::vector<PickerEntry> entries;
    for (const Preset& preset : data.presets) entries.push_back(entry_of(preset, words));
    sort_entries(entries);
    std::vector<PickerEntry> first;
    if (!imported.isEmpty()) first.push_back({imported_entry, imported, QString()});
    for (const Family& family : families())
        (is_built_by_hand(family) ? first : entries).push_back(entry_of(family, words));
    first.push_back({import_entry, picker_text(QT_TRANSLATE_NOOP("Pickers", "Import a model file…")), QString()});
    entries.insert(entries.begin(), first.begin(), first.end());
    return entries;
}

namespace {

PickerEntry automatic(const char* text) { return {QString(), QCoreApplication::translate("Pickers", text), QString()}; }

/// The name of a record, with a mark where the person's own catalog has a hand in it.
QString marked_name(const Catalog& hardware, RecordKind kind, const std::string& id, const QString& name)
{
    const OwnRecord* own = hardware.own_record(kind, id);
    if (own == nullptr) return name;
    if (own->added) return QCoreApplication::translate("Pickers", "%1 (custom part)").arg(name);
    return own->values.empty() ? name : QCoreApplication::translate("Pickers", "%1 (custom values)").arg(name);
}

/// The records by name, behind the entry that stands for none of them.
template <typename Record>
std::vector<PickerEntry> entries_of(const Catalog& hardware, RecordKind kind, const std::vector<Record>& records,
                                    QString (*group)(const Record&), const char* none)
{
    std::vector<PickerEntry> entries;
    entries.reserve(records.size() + 1);
    for (const Record& record : records)
        entries.push_back(
            {from_utf8(record.id), marked_name(hardware, kind, record.id, from_utf8(record.name)), group(record)});
    sort_entries(entries);
    entries.insert(entries.begin(), automatic(none));
    return entries;
}

template <typename Record>
QString no_group(const Record&)
{
    return {};
}

} // namespace

void sort_entries(std::vector<PickerEntry>& entries)
{
    QCollator collator{QLocale::c()};
    collator.setNumericMode(true);
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    std::ranges::stable_sort(entries, [&collator](const PickerEntry& a, const PickerEntry& b) {
        const int group = collator.compare(a.group, b.group);
        return group != 0 ? group < 0 : collator.compare(a.text, b.text) < 0;
    });
}

std::vector<PickerEntry> gpu_entries(const EngineData& data, const Localization& words)
{
    std::vector<PickerEntry> entries;
    for (const Gpu& gpu : data.hardware.gpus) {
        const QString memory = words.text(value_of(gpu.memory.capacity));
        const QString name = marked_name(data.hardware, RecordKind::gpu, gpu.id, from_utf8(gpu.name));
        entries.push_back({from_utf8(gpu.id), QStringLiteral("%1 · %2").arg(name, memory), from_utf8(gpu.vendor)});
    }
    sort_entries(entries);
    PickerEntry none = automatic(QT_TRANSLATE_NOOP("Pickers", "None: train on the CPU"));
    none.id = QStringLiteral("none");
    entries.push_back(none);
    return entries;
}

std::vector<PickerEntry> cpu_entries(const EngineData& data)
{
    return entries_of<Cpu>(
        data.hardware, RecordKind::cpu, data.hardware.cpus, [](const Cpu& cpu) { return from_utf8(cpu.vendor); },
        QT_TRANSLATE_NOOP("Pickers", "Typical for the GPU"));
}

std::vector<PickerEntry> storage_entries(const EngineData& data)
{
    return entries_of<Storage>(data.hardware, RecordKind::storage, data.hardware.storages, no_group,
                               QT_TRANSLATE_NOOP("Pickers", "Not a bottleneck"));
}

std::vector<PickerEntry> network_entries(const EngineData& data)
{
    std::vector<PickerEntry> entries;
    for (const Link& link : data.hardware.links) {
        if (!joins_machines(link)) continue;
        const QString kind = link.kind == LinkKind::infiniband ? QStringLiteral("InfiniBand")
                                                               : QCoreApplication::translate("Pickers", "Ethernet");
        entries.push_back(
            {from_utf8(link.id), marked_name(data.hardware, RecordKind::link, link.id, from_utf8(link.name)), kind});
    }
    sort_entries(entries);
    PickerEntry own = automatic(QT_TRANSLATE_NOOP("Pickers", "Automatic"));
    own.id = QStringLiteral("auto");
    entries.insert(entries.begin(), own);
    return entries;
}

std::vector<PickerEntry> chassis_entries(const EngineData& data)
{
    std::vector<PickerEntry> entries = entries_of<Chassis>(
        data.hardware, RecordKind::chassis, data.hardware.chassis_list,
        [](const Chassis& chassis) {
            return chassis.generic ? QCoreApplication::translate("Pickers", "Usual machines")
                                   : from_utf8(chassis.vendor);
        },
        QT_TRANSLATE_NOOP("Pickers", "Not specified"));
    for (PickerEntry& entry : entries) {
        const Chassis* chassis = data.hardware.chassis(entry.id.toStdString());
        if (chassis == nullptr) continue;
        QStringList names;
        for (const std::string& name : chassis->aliases) names << from_utf8(name);
        entry.aliases = names.join(QLatin1Char(' '));
    }
    return entries;
}

std::vector<PickerEntry> power_supply_entries(const EngineData& data)
{
    return entries_of<PowerSupply>(data.hardware, RecordKind::power_supply, data.hardware.power_supplies, no_group,
                                   QT_TRANSLATE_NOOP("Pickers", "Not specified"));
}

std::vector<PickerEntry> circuit_entries(const EngineData& data)
{
    std::vector<PickerEntry> entries;
    for (const Circuit& circuit : data.hardware.operating_costs.circuits)
        entries.push_back(
            {from_utf8(circuit.id), QStringLiteral("%1 A · %2 V").arg(circuit.amperes).arg(circuit.volts), QString()});
    sort_entries(entries);
    entries.insert(entries.begin(), automatic(QT_TRANSLATE_NOOP("Pickers", "Not checked")));
    return entries;
}

std::vector<PickerEntry> memory_kit_entries(const EngineData& data)
{
    return entries_of<MemoryKit>(
        data.hardware, RecordKind::memory_kit, data.hardware.memory_kits,
        [](const MemoryKit& kit) { return from_utf8(kit.type); }, QT_TRANSLATE_NOOP("Pickers", "Not specified"));
}

std::vector<PickerEntry> price_date_entries(const EngineData& data, const Scenario& scenario)
{
    std::vector<PickerEntry> entries{automatic(QT_TRANSLATE_NOOP("Pickers", "Newest prices"))};
    const auto add = [&entries](const std::string& date, const std::string& name) {
        const QString day = from_utf8(date);
        const bool known = std::ranges::any_of(entries, [&day](const PickerEntry& entry) { return entry.id == day; });
        if (!known) entries.push_back({day, day, QString(), from_utf8(name)});
    };
    for (const PriceList& list : data.hardware.price_lists) add(list.date, list.name);
    add(scenario.economics.prices_as_of, {});
    return entries;
}

std::vector<PickerEntry> currency_entries()
{
    std::vector<PickerEntry> entries;
    for (const auto& [code, name] : {std::pair{"CNY", QT_TRANSLATE_NOOP("Pickers", "Renminbi (CNY)")},
                                     std::pair{"USD", QT_TRANSLATE_NOOP("Pickers", "US dollar (USD)")},
                                     std::pair{"EUR", QT_TRANSLATE_NOOP("Pickers", "Euro (EUR)")}})
        entries.push_back({QString::fromLatin1(code), QCoreApplication::translate("Pickers", name), QString()});
    return entries;
}

} // namespace rigwright
