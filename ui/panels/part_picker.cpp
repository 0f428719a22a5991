// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/part_picker.h"

#include "ui/panels/part_entries.h"

#include <algorithm>

namespace rigwright {

PartPicker::PartPicker(const QString& name, Document& document, const Localization& words, QWidget* parent)
    : PickerControl(name, Kind::searchable, parent),
      document_(document),
      words_(words)
{
    setObjectName(name);
    setFocusProxy(box());
    connect(this, &FieldControl::edited, this, [this](const QString&, const FieldValue& value) {
        const auto* id = std::get_if<std::string>(&value);
        if (id != nullptr) choose_part(*id);
    });
    connect(&document_, &Document::data_changed, this, &PartPicker::refresh);
}

void PartPicker::show_kind(std::optional<RecordKind> kind)
{
    kind_ = kind;
    refresh();
}

void PartPicker::show_only(std::function<bool(const std::string& id)> takes)
{
    takes_ = std::move(takes);
    refresh();
}

void PartPicker::mark_parts(std::set<std::string> ids, const QString& word)
{
    if (ids == marked_ && word == word_) return;
    marked_ = std::move(ids);
    word_ = word;
    refresh();
}

void PartPicker::choose_part(const std::string& id)
{
    if (std::ranges::find(entries(), from_utf8(id), &PickerEntry::id) == entries().end()) return;
    show_part(id);
    emit part_chosen();
}

void PartPicker::show_part(const std::string& id)
{
    part_ = id;
    show_value(FieldValue(id), true);
}

QString PartPicker::part_name() const
{
    const auto found = std::ranges::find(entries(), from_utf8(part_), &PickerEntry::id);
    return found == entries().end() ? QString() : found->name();
}

void PartPicker::refresh()
{
    const PickerSource source{*document_.data(), document_.scenario(), words_};
    std::vector<PickerEntry> entries = kind_ ? part_entries(*kind_, source) : part_entries(source);
    if (takes_) std::erase_if(entries, [this](const PickerEntry& entry) { return !takes_(entry.id.toStdString()); });
    for (PickerEntry& entry : entries)
        if (marked_.contains(entry.id.toStdString())) entry.mark = word_;
    // A part of the machine in front is more likely than any other.
    const BuildChoice& build = source.scenario.build;
    std::string shown = entries.empty() ? std::string() : entries.front().id.toStdString();
    for (const std::string& id :
         {build.power_supply, build.chassis, build.memory_kit, build.storage, build.cpu, build.gpu, part_})
        if (std::ranges::find(entries, from_utf8(id), &PickerEntry::id) != entries.end()) shown = id;
    set_entries(std::move(entries));
    box()->setEnabled(!shown.empty());
    show_part(shown);
}

} // namespace rigwright
