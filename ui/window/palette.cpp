// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette.h"

#include "ui/controls/list_search.h"

#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

namespace rigwright {

namespace {

constexpr QSize palette_size{520, 380};
constexpr int most_found = 60;

} // namespace

std::vector<std::size_t> found_entries(const std::vector<PaletteEntry>& entries, const QString& query)
{
    const bool all = query.trimmed().isEmpty();
    std::vector<std::tuple<NameMatch, qsizetype, std::size_t>> ranked;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (all) {
            ranked.emplace_back(NameMatch::whole, 0, i);
        } else if (const auto match =
                       match_of(entries[i].name, entries[i].also + QStringList(entries[i].kind), query)) {
            ranked.emplace_back(*match, entries[i].name.size(), i);
        }
    }
    std::ranges::sort(ranked);
    std::vector<std::size_t> found;
    for (const auto& [match, length, index] : ranked) found.push_back(index);
    return found;
}

Palette::Palette(std::vector<PaletteEntry> entries, QWidget* parent)
    : QDialog(parent),
      entries_(std::move(entries)),
      query_(new QLineEdit(this)),
      list_(new QListWidget(this))
{
    setObjectName(QStringLiteral("palette"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Find anything"));
    query_->setObjectName(QStringLiteral("palette_query"));
    query_->setPlaceholderText(tr("A page, command, input, part, model or chapter of the guide"));
    query_->setAccessibleName(query_->placeholderText());
    query_->setClearButtonEnabled(true);
    list_->setObjectName(QStringLiteral("palette_list"));
    list_->setAccessibleName(tr("Found"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(query_);
    column->addWidget(list_, 1);
    resize(palette_size);
    query_->installEventFilter(this);
    connect(query_, &QLineEdit::textChanged, this, &Palette::search);
    connect(query_, &QLineEdit::returnPressed, this, &Palette::choose);
    connect(list_, &QListWidget::itemActivated, this, &Palette::choose);
    connect(list_, &QListWidget::itemClicked, this, &Palette::choose);
    search();
    query_->setFocus();
}

void Palette::search()
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

void Palette::choose()
{
    const int row = list_->currentRow();
    // One click may be an activation too.
    if (chosen_ || row < 0 || row >= static_cast<int>(shown_.size())) return;
    chosen_ = true;
    const std::function<void()> open = entries_[shown_[static_cast<std::size_t>(row)]].open;
    accept();
    open();
}

bool Palette::eventFilter(QObject* watched, QEvent* event)
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

} // namespace rigwright
