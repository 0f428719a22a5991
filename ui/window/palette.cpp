// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette.h"

#include "core/json/data_directory.h"
#include "ui/controls/picker_control.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/words.h"
#include "ui/guide/guide_window.h"
#include "ui/main_window.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/field_rows.h"
#include "ui/plots/plot_list.h"
#include "ui/window/commands.h"

#include <QDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QString>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <vector>

namespace rigwright {

namespace {

constexpr QSize palette_size{520, 380};
constexpr int most_found = 60;

/// Match levels that count as equal between a part or model and any other entry.
int quality(NameMatch match)
{
    switch (match) {
    case NameMatch::whole: return 0;
    case NameMatch::edge: return 1;
    case NameMatch::words:
    case NameMatch::start:
    case NameMatch::word_starts: return 2;
    case NameMatch::known_words: return 3;
    case NameMatch::inside: return 4;
    case NameMatch::elsewhere: return 5;
    }
    return 0;
}

/// The best match of a name; for inputs, pages and commands the name in the other language counts as much.
std::optional<NameMatch> best_match(const PaletteEntry& entry, const QString& query)
{
    std::optional<NameMatch> best = match_of(entry.name, entry.also + QStringList(entry.kind), query);
    if (entry.from_catalog) return best;
    for (const QString& other : entry.also)
        if (const auto match = match_of(other, {}, query); match && (!best || *match < *best)) best = match;
    return best;
}

} // namespace

std::vector<std::size_t> found_entries(const std::vector<PaletteEntry>& entries, const QString& query)
{
    const bool all = query.trimmed().isEmpty();
    std::vector<std::tuple<int, bool, NameMatch, qsizetype, std::size_t>> ranked;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (all) {
            ranked.emplace_back(0, false, NameMatch::whole, 0, i);
        } else if (const auto match = best_match(entries[i], query)) {
            ranked.emplace_back(quality(*match), entries[i].from_catalog, *match, entries[i].name.size(), i);
        }
    }
    std::ranges::sort(ranked);
    std::vector<std::size_t> found;
    for (const auto& entry : ranked) found.push_back(std::get<std::size_t>(entry));
    return found;
}

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
        // The row of a size matches either side.
        if (row != nullptr && row->width != nullptr)
            for (const char* side : {row->path, row->width})
                for (const Language language : {Language::english, Language::chinese})
                    also << from_utf8(words.table(language).text(std::string("field.") + side));
        entries.push_back(
            {control->plain_label(), MainWindow::tr("Input"), also, [&window, path] { window.focus_field(path); }});
        // Parts and models are for the current machine.
        const auto* picker = qobject_cast<PickerControl*>(control);
        for (const PickerEntry& entry : picker ? picker->entries() : std::vector<PickerEntry>())
            if (picker->is_searchable() && !entry.id.isEmpty())
                entries.push_back({entry.text, control->plain_label(), entry.aliases + QStringList(entry.id),
                                   [control, path, id = entry.id.toStdString()] { emit control->edited(path, id); },
                                   true});
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

/// Finds every page, command and input by its name in either language. Up and Down select, Enter opens, Esc closes.
class Palette : public QDialog {
    Q_OBJECT

public:
    Palette(std::vector<PaletteEntry> entries, QWidget* parent)
        : QDialog(parent),
          entries_(std::move(entries)),
          query_(named(new QLineEdit(this), "palette_query")),
          list_(named(new QListWidget(this), "palette_list"))
    {
        setObjectName(QStringLiteral("palette"));
        setAttribute(Qt::WA_DeleteOnClose);
        setWindowTitle(tr("Find anything"));
        query_->setPlaceholderText(tr("A page, command, input, part, model or chapter of the guide"));
        query_->setAccessibleName(query_->placeholderText());
        query_->setClearButtonEnabled(true);
        list_->setAccessibleName(tr("Found"));
        auto* column = new QVBoxLayout(this);
        fill(column, {query_, {list_, 1}});
        resize(palette_size);
        query_->installEventFilter(this);
        connect(query_, &QLineEdit::textChanged, this, &Palette::search);
        connect(query_, &QLineEdit::returnPressed, this, &Palette::choose);
        connect(list_, &QListWidget::itemActivated, this, &Palette::choose);
        connect(list_, &QListWidget::itemClicked, this, &Palette::choose);
        search();
        query_->setFocus();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == query_ && event->type() == QEvent::KeyPress) {
            const auto* key = static_cast<QKeyEvent*>(event);
            const int step = key->key() == Qt::Key_Down ? 1 : key->key() == Qt::Key_Up ? -1 : 0;
            if (step != 0) {
                list_->setCurrentRow(std::clamp(list_->currentRow() + step, 0, std::max(0, list_->count() - 1)));
                return true;
            }
        }
        return QDialog::eventFilter(watched, event);
    }

private:
    void search()
    {
        shown_ = found_entries(entries_, query_->text());
        if (shown_.size() > most_found) shown_.resize(most_found);
        list_->clear();
        for (const std::size_t index : shown_)
            list_->addItem(QStringLiteral("%1   ·   %2").arg(entries_[index].name, entries_[index].kind));
        if (shown_.empty()) {
            list_->addItem(tr("Nothing found"));
            list_->item(0)->setFlags(Qt::NoItemFlags);
            return;
        }
        list_->setCurrentRow(0);
    }

    void choose()
    {
        const int row = list_->currentRow();
        // One click may also activate.
        if (chosen_ || row < 0 || row >= static_cast<int>(shown_.size())) return;
        chosen_ = true;
        const std::function<void()> open = entries_[shown_[static_cast<std::size_t>(row)]].open;
        accept();
        open();
    }

    std::vector<PaletteEntry> entries_;
    std::vector<std::size_t> shown_;
    QLineEdit* query_;
    QListWidget* list_;
    bool chosen_ = false;
};

QDialog* command_palette(std::vector<PaletteEntry> entries, QWidget* parent)
{
    return new Palette(std::move(entries), parent);
}

} // namespace rigwright

#include "palette.moc"
