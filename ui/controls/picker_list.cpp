// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/picker_list.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace rigwright {

namespace {

using Hit = std::pair<NameMatch, const PickerEntry*>;

std::vector<Hit> hits_of(const std::vector<PickerEntry>& entries, const QString& typed)
{
    std::vector<Hit> hits;
    for (const PickerEntry& entry : entries) {
        QStringList others = entry.aliases;
        others << entry.id << entry.text << entry.group << entry.columns;
        if (const std::optional<NameMatch> match = match_of(entry.name(), others, typed))
            hits.emplace_back(*match, &entry);
    }
    std::ranges::stable_sort(hits, {}, &Hit::first);
    return hits;
}

constexpr int list_margin = 8;
constexpr int column_gap = 16;
constexpr int row_space = 6;

} // namespace

std::vector<const PickerEntry*> found_entries(const std::vector<PickerEntry>& entries, const QString& typed)
{
    std::vector<const PickerEntry*> found;
    for (const Hit& hit : hits_of(entries, typed)) found.push_back(hit.second);
    return found;
}

const PickerEntry* entry_named(const std::vector<PickerEntry>& entries, const QString& typed)
{
    const std::vector<Hit> hits = hits_of(entries, typed);
    if (hits.empty()) return nullptr;
    const bool several = hits.size() > 1 && hits[0].first == hits[1].first;
    return several && hits[0].first != NameMatch::whole ? nullptr : hits.front().second;
}

void PickerRows::show_all(const std::vector<PickerEntry>& entries)
{
    beginResetModel();
    rows_.clear();
    QString group;
    for (const PickerEntry& entry : entries) {
        if (entry.group != group && !entry.group.isEmpty()) rows_.push_back({nullptr, entry.group});
        group = entry.group;
        rows_.push_back({&entry});
    }
    endResetModel();
}

void PickerRows::show_found(const std::vector<PickerEntry>& entries, const QString& typed)
{
    beginResetModel();
    rows_.clear();
    for (const PickerEntry* entry : found_entries(entries, typed)) rows_.push_back({entry});
    endResetModel();
}

int PickerRows::row_of(const QString& id) const
{
    const auto found =
        std::ranges::find_if(rows_, [&id](const Row& row) { return row.entry != nullptr && row.entry->id == id; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int PickerRows::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant PickerRows::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const auto& [entry, heading] = rows_[static_cast<std::size_t>(index.row())];
    if (role == Qt::FontRole && entry == nullptr) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    if (role == Qt::DisplayRole || role == Qt::EditRole)
        return entry == nullptr ? heading : entry->columns.isEmpty() ? entry->text : entry->name();
    if (role == Qt::AccessibleTextRole && entry != nullptr)
        return (QStringList(entry->text) + entry->columns + entry->mark.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            .join(QStringLiteral(", "));
    if (role == id_role && entry != nullptr) return entry->id;
    if (role == columns_role && entry != nullptr) return entry->columns;
    if (role == mark_role && entry != nullptr) return entry->mark;
    return {};
}

Qt::ItemFlags PickerRows::flags(const QModelIndex& index) const
{
    const bool is_entry = index.isValid() && rows_[static_cast<std::size_t>(index.row())].entry != nullptr;
    return is_entry ? QAbstractListModel::flags(index) : Qt::NoItemFlags;
}

void PickerDelegate::fit(const std::vector<PickerEntry>& entries, const QFontMetrics& metrics)
{
    name_width_ = 0;
    mark_width_ = 0;
    columns_.clear();
    QFont bold;
    bold.setBold(true);
    for (const PickerEntry& entry : entries) {
        if (!entry.mark.isEmpty())
            mark_width_ = std::max(mark_width_, column_gap + QFontMetrics(bold).horizontalAdvance(entry.mark) + 2);
        const auto count = static_cast<std::size_t>(entry.columns.size());
        name_width_ = std::max(name_width_, metrics.horizontalAdvance(count > 0 ? entry.name() : entry.text));
        columns_.resize(std::max(columns_.size(), count));
        for (std::size_t i = 0; i < count; ++i) {
            const QString& text = entry.columns[static_cast<qsizetype>(i)];
            columns_[i].width = std::max(columns_[i].width, metrics.horizontalAdvance(text));
            const bool has_digit = std::ranges::any_of(text, [](QChar letter) { return letter.isDigit(); });
            if (!text.isEmpty() && !has_digit) columns_[i].is_figure = false;
        }
    }
    // What no entry knows takes no room.
    constexpr int rounding = 2;
    name_width_ += rounding;
    for (Column& column : columns_)
        if (column.width > 0) column.width += column_gap + rounding;
}

int PickerDelegate::width() const
{
    int all = 2 * list_margin + name_width_ + mark_width_;
    for (const Column& column : columns_) all += column.width;
    return all;
}

void PickerDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString name = std::exchange(item.text, QString());
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    const Theme& theme = theme_of(item.palette);
    const bool selected = (item.state & QStyle::State_Selected) != 0;
    const QColor ink = selected ? item.palette.color(QPalette::HighlightedText) : theme.text;
    painter->save();
    painter->setFont(item.font);
    const bool is_heading = !index.flags().testFlag(Qt::ItemIsEnabled);
    const QRect area = item.rect.adjusted(list_margin, 0, -list_margin, 0);
    const auto draw = [&](const QRect& place, Qt::Alignment side, const QString& text) {
        const QRect whole = place.intersected(area);
        painter->drawText(whole, side | Qt::AlignVCenter | Qt::TextSingleLine,
                          item.fontMetrics.elidedText(text, Qt::ElideRight, whole.width()));
    };
    painter->setPen(is_heading ? theme.muted : ink);
    QRect place = area;
    if (!is_heading && (!columns_.empty() || mark_width_ > 0)) place.setWidth(name_width_);
    draw(place, Qt::AlignLeft, name);
    painter->setPen(selected ? ink : theme.muted);
    const QStringList texts = index.data(PickerRows::columns_role).toStringList();
    for (std::size_t i = 0; i < columns_.size() && static_cast<qsizetype>(i) < texts.size(); ++i) {
        if (columns_[i].width == 0) continue;
        place = QRect(place.right() + 1 + column_gap, area.top(), columns_[i].width - column_gap, area.height());
        draw(place, columns_[i].is_figure ? Qt::AlignRight : Qt::AlignLeft, texts[static_cast<qsizetype>(i)]);
    }
    painter->setPen(selected ? ink : theme.accent);
    painter->setFont(bold_of(item.font));
    draw({place.right() + 1 + column_gap, area.top(), mark_width_, area.height()}, Qt::AlignLeft,
         index.data(PickerRows::mark_role).toString());
    painter->restore();
}

QSize PickerDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {width(), std::max(size.height(), option.fontMetrics.height() + row_space)};
}

namespace {

/// Words in small letters: "GPT-2 (small)" as "gpt2", "small".
QStringList words_in(const QString& text)
{
    QString plain;
    plain.reserve(text.size());
    for (const QChar letter : text) {
        if (letter == QLatin1Char('-') || letter == QLatin1Char('_')) continue;
        const bool is_part = letter.isLetterOrNumber() || letter == QLatin1Char('.') || letter == QLatin1Char('+');
        plain += is_part ? letter.toLower() : QLatin1Char(' ');
    }
    return plain.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

bool is_edge(const QStringList& name, const QString& typed)
{
    for (qsizetype i = 1; i < name.size(); ++i)
        if (name.mid(i).join(QString()) == typed || name.first(i).join(QString()) == typed) return true;
    return false;
}

bool is_in(const QString& text, const QStringList& typed)
{
    return std::ranges::all_of(typed, [&text](const QString& word) { return text.contains(word); });
}

} // namespace

std::optional<NameMatch> match_of(const QString& name, const QStringList& other_names, const QString& typed)
{
    const QStringList words = words_in(typed);
    const QStringList of_name = words_in(name);
    const QString sought = words.join(QString());
    const QString whole = of_name.join(QString());
    if (whole == sought) return NameMatch::whole;
    QString all = whole;
    for (const QString& other : other_names) {
        const QString also = words_in(other).join(QString());
        if (!sought.isEmpty() && also == sought) return NameMatch::whole;
        all += QLatin1Char('\n') + also;
    }
    if (is_edge(of_name, sought)) return NameMatch::edge;
    if (whole.startsWith(sought)) return NameMatch::start;
    const bool begins = std::ranges::all_of(words, [&of_name](const QString& word) {
        return std::ranges::any_of(of_name, [&word](const QString& own) { return own.startsWith(word); });
    });
    if (begins) return NameMatch::words;
    if (is_in(whole, words)) return NameMatch::inside;
    if (is_in(all, words)) return NameMatch::elsewhere;
    return std::nullopt;
}

} // namespace rigwright
