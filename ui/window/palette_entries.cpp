// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette_entries.h"

#include "core/json/data_directory.h"
#include "ui/guide/guide_window.h"
#include "ui/main_window.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/field_rows.h"
#include "ui/plots/plot_list.h"
#include "ui/window/commands.h"
#include "ui/window/page.h"

#include <algorithm>

namespace rigwright {

std::vector<PaletteEntry> palette_entries(MainWindow& window, const ChoicesColumn& inputs, const Localization& words)
{
    std::vector<PaletteEntry> entries;
    const QStringList ids = window.page_ids();
    for (const Page& page : page_list()) {
        const QString id = QLatin1String(page.id);
        if (ids.contains(id))
            entries.push_back({page.name(), place_name(page.place),
                               QStringList{id, window.language().in_other_language("Page", page.title)},
                               [&window, id] { window.open_page(id); }});
    }
    for (const PlotEntry& plot : plot_list()) {
        const QString id = QLatin1String(plot.id);
        if (ids.contains(id))
            entries.push_back(
                {plot.title(), MainWindow::tr("Plot"), QStringList(id), [&window, id] { window.open_page(id); }});
    }
    for (const Command& command : command_list()) {
        const QString id = QLatin1String(command.id);
        if (command.run != nullptr && window.menus().action(id)->isEnabled())
            entries.push_back({command.name(), MainWindow::tr("Command"),
                               QStringList{id, window.language().in_other_language("Commands", command.text)},
                               [&window, id] { window.menus().run(id); }});
    }
    const auto other = words.language() == Language::english ? Language::chinese : Language::english;
    for (FieldControl* control : inputs.controls()) {
        const QString path = control->path();
        const FieldRow* row = row_of(path.toStdString());
        const std::string named = row != nullptr && row->named != nullptr ? row->named : path.toStdString();
        QStringList also{from_utf8(words.table(other).text("field." + named)), path};
        // The row of a size is found by either side.
        if (row != nullptr && row->width != nullptr)
            for (const char* side : {row->path, row->width})
                for (const Language language : {Language::english, Language::chinese})
                    also << from_utf8(words.table(language).text(std::string("field.") + side));
        entries.push_back(
            {control->plain_label(), MainWindow::tr("Input"), also, [&window, path] { window.focus_field(path); }});
        // Parts and models are chosen for the machine in front.
        const auto* picker = qobject_cast<PickerControl*>(control);
        for (const PickerEntry& entry : picker ? picker->entries() : std::vector<PickerEntry>())
            if (picker->is_searchable() && !entry.id.isEmpty())
                entries.push_back({entry.text, control->plain_label(), entry.aliases + QStringList(entry.id),
                                   [control, path, id = entry.id.toStdString()] { emit control->edited(path, id); }});
    }
    const QString guide = from_utf8(find_data_directory().value_or(DataDirectory({})).guide().string());
    const QStringList languages = InterfaceLanguage::available();
    const QString second = languages.front() == window.language().current() ? languages.back() : languages.front();
    const std::vector<GuidePage> translated = guide_pages(guide, second);
    for (const GuidePage& page : guide_pages(guide, window.language().current())) {
        const auto same = std::ranges::find(translated, page.file, &GuidePage::file);
        entries.push_back({page.title, MainWindow::tr("Guide"),
                           same == translated.end() ? QStringList() : QStringList(same->title),
                           [&window, file = page.file] { emit window.guide_requested(file); }});
    }
    return entries;
}

} // namespace rigwright
