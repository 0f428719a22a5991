// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/catalog_entries.h"

#include <QCollator>
#include <QCoreApplication>

#include <algorithm>

namespace rigwright {

namespace {

PickerEntry automatic(const char* text) { return {QString(), QCoreApplication::translate("Pickers", text), QString()}; }

/// The records by name, behind the entry that stands for none of them.
template <typename Record>
std::vector<PickerEntry> entries_of(const std::vector<Record>& records, QString (*group)(const Record&),
                                    const char* none)
{
    std::vector<PickerEntry> entries;
    for (const Record& record : records)
        entries.push_back({from_utf8(record.id), from_utf8(record.name), group(record)});
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

std::vector<PickerEntry> gpu_entries(const EngineData& data, const Words& words)
{
    std::vector<PickerEntry> entries;
    for (const Gpu& gpu : data.hardware.gpus) {
        const QString memory = words.text(value_of(gpu.memory.capacity));
        entries.push_back(
            {from_utf8(gpu.id), QStringLiteral("%1 · %2").arg(from_utf8(gpu.name), memory), from_utf8(gpu.vendor)});
    }
    sort_entries(entries);
    PickerEntry none = automatic(QT_TRANSLATE_NOOP("Pickers", "none: the processor trains"));
    none.id = QStringLiteral("none");
    entries.push_back(none);
    return entries;
}

std::vector<PickerEntry> cpu_entries(const EngineData& data)
{
    return entries_of<Cpu>(
        data.hardware.cpus, [](const Cpu& cpu) { return from_utf8(cpu.vendor); },
        QT_TRANSLATE_NOOP("Pickers", "typical host for the GPU"));
}

std::vector<PickerEntry> storage_entries(const EngineData& data)
{
    return entries_of<Storage>(data.hardware.storages, no_group, QT_TRANSLATE_NOOP("Pickers", "not a limit"));
}

std::vector<PickerEntry> network_entries(const EngineData& data)
{
    std::vector<PickerEntry> entries;
    for (const Link& link : data.hardware.links) {
        if (link.kind != LinkKind::infiniband && link.kind != LinkKind::ethernet) continue;
        const QString kind = link.kind == LinkKind::infiniband ? QStringLiteral("InfiniBand")
                                                               : QCoreApplication::translate("Pickers", "Ethernet");
        entries.push_back({from_utf8(link.id), from_utf8(link.name), kind});
    }
    sort_entries(entries);
    PickerEntry own = automatic(QT_TRANSLATE_NOOP("Pickers", "automatic"));
    own.id = QStringLiteral("auto");
    entries.insert(entries.begin(), own);
    return entries;
}

std::vector<PickerEntry> chassis_entries(const EngineData& data)
{
    return entries_of<Chassis>(
        data.hardware.chassis_list,
        [](const Chassis& chassis) {
            return chassis.generic ? QCoreApplication::translate("Pickers", "usual machines")
                                   : from_utf8(chassis.vendor);
        },
        QT_TRANSLATE_NOOP("Pickers", "not named"));
}

std::vector<PickerEntry> power_supply_entries(const EngineData& data)
{
    return entries_of<PowerSupply>(data.hardware.power_supplies, no_group, QT_TRANSLATE_NOOP("Pickers", "not named"));
}

std::vector<PickerEntry> circuit_entries(const EngineData& data)
{
    std::vector<PickerEntry> entries;
    for (const Circuit& circuit : data.hardware.operating_costs.circuits)
        entries.push_back(
            {from_utf8(circuit.id), QStringLiteral("%1 A · %2 V").arg(circuit.amperes).arg(circuit.volts), QString()});
    sort_entries(entries);
    entries.insert(entries.begin(), automatic(QT_TRANSLATE_NOOP("Pickers", "not checked")));
    return entries;
}

std::vector<PickerEntry> memory_kit_entries(const EngineData& data)
{
    return entries_of<MemoryKit>(
        data.hardware.memory_kits, [](const MemoryKit& kit) { return from_utf8(kit.type); },
        QT_TRANSLATE_NOOP("Pickers", "not named"));
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
