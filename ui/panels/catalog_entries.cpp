// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/catalog_entries.h"

#include <QCollator>
#include <QCoreApplication>

#include <algorithm>

namespace rigwright {

namespace {

PickerEntry automatic(const char* text) { return {QString(), QCoreApplication::translate("Pickers", text), QString()}; }

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
    std::vector<PickerEntry> entries;
    for (const Cpu& cpu : data.hardware.cpus)
        entries.push_back({from_utf8(cpu.id), from_utf8(cpu.name), from_utf8(cpu.vendor)});
    sort_entries(entries);
    entries.insert(entries.begin(), automatic(QT_TRANSLATE_NOOP("Pickers", "typical host for the GPU")));
    return entries;
}

std::vector<PickerEntry> storage_entries(const EngineData& data)
{
    std::vector<PickerEntry> entries;
    for (const Storage& storage : data.hardware.storages)
        entries.push_back({from_utf8(storage.id), from_utf8(storage.name), QString()});
    sort_entries(entries);
    entries.insert(entries.begin(), automatic(QT_TRANSLATE_NOOP("Pickers", "not a limit")));
    return entries;
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

} // namespace rigwright
