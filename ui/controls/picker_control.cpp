// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/picker_control.h"

#include "core/hardware/chinese_names.h"
#include "ui/controls/exact_field.h"
#include "ui/format/layout.h"
#include "ui/theme/theme.h"

#include <QCompleter>
#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>
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

using Entries = std::vector<const PickerEntry*>;

Entries all_of(const std::vector<PickerEntry>& entries)
{
    Entries all;
    for (const PickerEntry& entry : entries) all.push_back(&entry);
    return all;
}

/// Fills a list; `headings` puts entries under those of their groups.
void fill_rows(QAbstractItemModel* list, const Entries& entries, bool headings, QString (*text_of)(const PickerEntry&))
{
    QList<QStandardItem*> rows;
    QString group;
    for (const PickerEntry* entry : entries) {
        if (headings && entry->group != group && !entry->group.isEmpty()) {
            rows << new QStandardItem(entry->group);
            rows.back()->setFlags(Qt::NoItemFlags);
            rows.back()->setFont(bold_of({}));
        }
        group = entry->group;
        rows << new QStandardItem(text_of(*entry));
        rows.back()->setEditable(false);
        rows.back()->setData(entry->id, id_role);
        rows.back()->setData(entry->columns, columns_role);
        rows.back()->setData(entry->mark, mark_role);
        rows.back()->setAccessibleText(rigwright::listed(QStringList(entry->text) + entry->columns +
                                                         entry->mark.split(QLatin1Char('\n'), Qt::SkipEmptyParts)));
    }
    auto* model = qobject_cast<QStandardItemModel*>(list);
    model->clear();
    model->invisibleRootItem()->appendRows(rows);
}

QString whole_text(const PickerEntry& entry) { return entry.text; }
QString text_beside_columns(const PickerEntry& entry) { return entry.columns.isEmpty() ? entry.text : entry.name(); }

constexpr int list_margin = 8;
constexpr int column_gap = 16;
constexpr int row_space = 6;

} // namespace

Entries found_entries(const std::vector<PickerEntry>& entries, const QString& typed)
{
    Entries found;
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

/// Draws an entry in columns: its name, numbers right-aligned, words left-aligned.
class PickerDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Fits the columns to the longest texts of the list.
    void fit(const std::vector<PickerEntry>& entries, const QFontMetrics& metrics)
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
        // Empty columns take no space.
        constexpr int rounding = 2;
        name_width_ += rounding;
        for (Column& column : columns_)
            if (column.width > 0) column.width += column_gap + rounding;
    }

    /// Of a full row.
    int width() const
    {
        int all = 2 * list_margin + name_width_ + mark_width_;
        for (const Column& column : columns_) all += column.width;
        return all;
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
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
        const QStringList texts = index.data(columns_role).toStringList();
        for (std::size_t i = 0; i < columns_.size() && static_cast<qsizetype>(i) < texts.size(); ++i) {
            if (columns_[i].width == 0) continue;
            place = QRect(place.right() + 1 + column_gap, area.top(), columns_[i].width - column_gap, area.height());
            draw(place, columns_[i].is_figure ? Qt::AlignRight : Qt::AlignLeft, texts[static_cast<qsizetype>(i)]);
        }
        painter->setPen(selected ? ink : theme.accent);
        painter->setFont(bold_of(item.font));
        draw({place.right() + 1 + column_gap, area.top(), mark_width_, area.height()}, Qt::AlignLeft,
             index.data(mark_role).toString());
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize size = QStyledItemDelegate::sizeHint(option, index);
        return {width(), std::max(size.height(), option.fontMetrics.height() + row_space)};
    }

private:
    struct Column {
        int width = 0;
        bool is_figure = true;
    };

    int name_width_ = 0;
    /// Width of the mark after the columns; 0 if there are none.
    int mark_width_ = 0;
    std::vector<Column> columns_;
};

namespace {

/// Words in lower case, Chinese ones separate from others: "GPT-2 (small)" as "gpt2", "small", "昇腾910B" as "昇腾",
/// "910b".
QStringList words_in(const QString& text)
{
    QString plain;
    plain.reserve(text.size());
    bool was_chinese = false;
    for (const QChar letter : text) {
        if (letter == QLatin1Char('-') || letter == QLatin1Char('_')) continue;
        const bool is_chinese = letter.script() == QChar::Script_Han;
        if (is_chinese != std::exchange(was_chinese, is_chinese)) plain += QLatin1Char(' ');
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

/// Also the parts of hyphenated words: "DDR4-3200" as "ddr43200", "ddr4", "3200".
QStringList all_words_in(QString text)
{
    const QStringList joined = words_in(text);
    return joined +
           words_in(text.replace(QLatin1Char('-'), QLatin1Char(' ')).replace(QLatin1Char('_'), QLatin1Char(' ')));
}

/// Every typed word is one of these.
bool are_among(const QStringList& words, const QStringList& typed)
{
    return std::ranges::all_of(typed, [&words](const QString& word) { return words.contains(word); });
}

bool is_in(const QString& text, const QStringList& typed)
{
    return std::ranges::all_of(typed, [&text](const QString& word) { return text.contains(word); });
}

std::optional<NameMatch> match_of(const QString& name, const QStringList& other_names, const QStringList& words)
{
    const QStringList of_name = words_in(name);
    const QString sought = words.join(QString());
    const QString whole = of_name.join(QString());
    if (whole == sought) return NameMatch::whole;
    QString all = whole;
    const QStringList own_words = all_words_in(name);
    QStringList known_words = own_words;
    for (const QString& other : other_names) {
        const QString also = words_in(other).join(QString());
        if (!sought.isEmpty() && also == sought) return NameMatch::whole;
        all += QLatin1Char('\n') + also;
        known_words += all_words_in(other);
    }
    if (is_edge(of_name, sought)) return NameMatch::edge;
    if (are_among(own_words, words)) return NameMatch::words;
    if (whole.startsWith(sought)) return NameMatch::start;
    const bool begins = std::ranges::all_of(words, [&own_words](const QString& word) {
        return std::ranges::any_of(own_words, [&word](const QString& own) { return own.startsWith(word); });
    });
    if (begins) return NameMatch::word_starts;
    if (are_among(known_words, words)) return NameMatch::known_words;
    if (is_in(whole, words)) return NameMatch::inside;
    if (is_in(all, words)) return NameMatch::elsewhere;
    return std::nullopt;
}

} // namespace

std::optional<NameMatch> match_of(const QString& name, const QStringList& other_names, const QString& typed)
{
    const auto as_typed = match_of(name, other_names, words_in(typed));
    const QString latin = from_utf8(in_latin(typed.toStdString()));
    const auto in_latin_words = match_of(name, other_names, words_in(latin));
    return !as_typed || (in_latin_words && *in_latin_words < *as_typed) ? in_latin_words : as_typed;
}

namespace {

constexpr int box_padding = 8;
constexpr int arrow_width = 22;

/// A combo box that looks like a row's field; text wider than the box is elided and shown in full in the tooltip.
class RowBox : public QComboBox {
public:
    using QComboBox::QComboBox;

    void set_bad(bool bad)
    {
        bad_ = bad;
        update();
    }
    int width_for(const QString& text) const
    {
        return fontMetrics().horizontalAdvance(text) + box_padding + arrow_width + 2;
    }

    std::function<void()> open_list;

    void showPopup() override { open_list ? open_list() : QComboBox::showPopup(); }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        // Arrow keys open a long list before they change the choice.
        constexpr std::array keys{Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown};
        const bool is_plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        if (open_list && is_plain && std::ranges::find(keys, event->key()) != keys.end()) return open_list();
        QComboBox::keyPressEvent(event);
    }
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Theme& theme = theme_of(palette());
        const bool unset = currentData().toString().isEmpty();
        const FieldLook calm = unset && !isEditable() ? FieldLook::unset : FieldLook::plain;
        paint_field(painter, rect(), palette(), bad_ ? FieldLook::bad : hasFocus() ? FieldLook::focused : calm);
        const QPointF middle(width() - arrow_width / 2.0, height() / 2.0);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.muted);
        painter.drawPolygon(QPolygonF{{-4, -2}, {4, -2}, {0, 3}}.translated(middle));
        if (isEditable()) return;
        painter.setPen(unset ? theme.muted : theme.text);
        const QRect area = rect().adjusted(box_padding, 0, -arrow_width, 0);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         fontMetrics().elidedText(currentText(), Qt::ElideRight, area.width()));
    }
    bool event(QEvent* event) override
    {
        if (event->type() != QEvent::ToolTip || width() >= width_for(currentText())) return QComboBox::event(event);
        show_whole_text(*static_cast<QHelpEvent*>(event), *this, currentText(), whatsThis());
        return true;
    }

private:
    bool bad_ = false;
};

/// The search field of a list. Unless focused, a name that is too long loses leading words, often the vendor's series,
/// if a later one is more specific, and is then elided before its final number: "RTX 4090 · 24 GiB".
class SearchField : public ExactField {
public:
    explicit SearchField(QWidget* parent) : ExactField(parent)
    {
        setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        setTextMargins(3, 0, 0, 0);
    }

    std::function<void()> restore;

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Escape && (isModified() || is_bad())) return restore();
        // Enter that applies a choice must not close the dialog.
        const bool takes = isModified() && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter);
        ExactField::keyPressEvent(event);
        if (takes) event->accept();
    }
    void paintEvent(QPaintEvent* event) override
    {
        const int room = width() - 9;
        if (hasFocus() || text().isEmpty() || fontMetrics().horizontalAdvance(text()) <= room)
            return QLineEdit::paintEvent(event);
        const qsizetype dot = text().lastIndexOf(QStringLiteral(" · "));
        const QString figure = dot < 0 ? QString() : text().mid(dot);
        const int room_of_name = room - fontMetrics().horizontalAdvance(figure);
        QString shown = text().left(dot);
        // The word before the first number is not spare.
        static const QRegularExpression spare_word(QStringLiteral("^[^\\d ]+ (?=[^\\d ]+ .*\\d)"));
        while (fontMetrics().horizontalAdvance(shown) > room_of_name && shown.contains(spare_word))
            shown.remove(spare_word);
        shown = fontMetrics().elidedText(shown, Qt::ElideRight, room_of_name);
        QPainter painter(this);
        painter.setPen(theme_of(palette()).text);
        painter.drawText(rect().adjusted(5, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         shown + figure);
    }
};

/// Without an id, there is no value.
FieldValue value_of_id(const QString& id) { return id.isEmpty() ? FieldValue() : FieldValue(id.toStdString()); }

} // namespace

PickerControl::PickerControl(QString path, Kind kind, QWidget* parent)
    : FieldControl(std::move(path), parent),
      kind_(kind),
      box_(new RowBox(this))
{
    box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box_->setMinimumContentsLength(8);
    box_->setMaxVisibleItems(24);
    box_->setFixedHeight(row_field_height);
    box_->setMinimumWidth(60);
    box_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    if (kind_ == Kind::searchable) make_searchable();
    place_editor(true);
    WheelGuard::guard(box_);
    connect(box_, &QComboBox::activated, this, [this](int row) {
        if (const QVariant id = box_->itemData(row); id.isValid()) ask(value_of_id(id.toString()));
    });
}

void PickerControl::make_searchable()
{
    box_->setEditable(true);
    box_->setInsertPolicy(QComboBox::NoInsert);
    auto* field = new SearchField(box_);
    box_->setLineEdit(field);
    box_->setCompleter(nullptr);
    static_cast<RowBox*>(box_)->open_list = [this] { open_list(); };
    field->restore = [this] { list_->isVisible() ? list_->hide() : show_in_force(); };
    rows_ = new QStandardItemModel(this);
    delegate_ = new PickerDelegate(this);
    list_ = new QListView;
    list_->setUniformItemSizes(true);
    // The completer positions the list and forwards keys; this control searches.
    popup_ = new QCompleter(rows_, this);
    popup_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    popup_->setMaxVisibleItems(18);
    popup_->setPopup(list_);
    popup_->setWidget(box_);
    list_->setItemDelegate(delegate_);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(popup_, qOverload<const QModelIndex&>(&QCompleter::activated), this, [this](const QModelIndex& index) {
        const QVariant id = index.data(id_role);
        if (id.isValid()) choose(id.toString());
    });
    connect(field, &QLineEdit::textEdited, this, &PickerControl::search);
    connect(field, &QLineEdit::returnPressed, this, &PickerControl::enter);
    connect(field, &ExactField::left, this, [this, field] {
        if (!list_->isVisible() && field->isModified()) take_typed_text();
    });
    field->installEventFilter(this);
}

void PickerControl::set_texts(const ControlTexts& texts)
{
    FieldControl::set_texts(texts);
    box_->setToolTip(toolTip());
    box_->setWhatsThis(texts.help);
    if (!is_searchable()) return;
    box_->lineEdit()->setAccessibleName(plain_label());
    box_->lineEdit()->setPlaceholderText(tr("Type to search"));
    list_->setAccessibleName(plain_label());
}

void PickerControl::set_entries(std::vector<PickerEntry> entries)
{
    if (entries == entries_) return;
    if (list_ != nullptr) list_->hide();
    entries_ = std::move(entries);
    if (rows_ != nullptr) fill_rows(rows_, all_of(entries_), true, text_beside_columns);
    fill();
}

void PickerControl::fill()
{
    const QSignalBlocker silent(box_);
    fill_rows(box_->model(), all_of(entries_), !is_searchable(), whole_text);
    if (is_searchable()) {
        delegate_->fit(entries_, fontMetrics());
    } else {
        // The list may be wider than the box to keep names distinguishable.
        QAbstractItemView* words = box_->view();
        words->setTextElideMode(Qt::ElideNone);
        words->setMinimumWidth(words->sizeHintForColumn(0) + words->verticalScrollBar()->sizeHint().width());
    }
    display(FieldValue(current_.toStdString()));
}

void PickerControl::display(const FieldValue& value)
{
    const QSignalBlocker silent(box_);
    const auto* word = std::get_if<std::string>(&value);
    current_ = word ? QString::fromStdString(*word) : QString();
    box_->setCurrentIndex(box_->findData(current_));
    if (QLineEdit* field = box_->lineEdit()) {
        field->setText(box_->currentIndex() >= 0 ? box_->currentText() : current_);
        field->setCursorPosition(0);
    }
    arrange();
}

void PickerControl::display_mark(bool bad)
{
    if (auto* field = qobject_cast<ExactField*>(box_->lineEdit())) field->set_bad(bad);
    static_cast<RowBox*>(box_)->set_bad(bad);
}

int PickerControl::editor_width() const
{
    // Long lists show as much of a name as fits.
    constexpr int searchable_width = 112;
    return kind_ == Kind::searchable ? searchable_width : static_cast<RowBox*>(box_)->width_for(box_->currentText());
}

void PickerControl::open_list()
{
    fill_rows(rows_, all_of(entries_), true, text_beside_columns);
    const QModelIndexList shown = rows_->match(rows_->index(0, 0), id_role, current_, 1, Qt::MatchExactly);
    show_list(shown.isEmpty() ? -1 : shown.front().row());
    // Typing replaces the selected name.
    box_->lineEdit()->selectAll();
}

void PickerControl::search()
{
    clear_mark();
    const QString typed = box_->lineEdit()->text();
    if (typed.trimmed().isEmpty()) return open_list();
    fill_rows(rows_, found_entries(entries_, typed), false, text_beside_columns);
    show_list(0);
}

void PickerControl::show_list(int row)
{
    if (rows_->rowCount() == 0) return list_->hide();
    if (!box_->hasFocus()) box_->setFocus(Qt::PopupFocusReason);
    // As wide as its texts, but within the window.
    constexpr int edge = 8;
    const int wanted = delegate_->width() + list_->verticalScrollBar()->sizeHint().width() + 2 * list_->frameWidth();
    const int width = std::max(box_->width(), std::min(wanted, window()->width() - 2 * edge));
    const int left = box_->mapTo(window(), QPoint()).x();
    const int shift = std::min(0, window()->width() - edge - left - width);
    list_->setMinimumWidth(width);
    popup_->complete(QRect(shift, 0, width, box_->height()));
    const QModelIndex index = list_->model()->index(row, 0);
    list_->setCurrentIndex(index);
    list_->scrollTo(index, row > 0 ? QAbstractItemView::PositionAtCenter : QAbstractItemView::EnsureVisible);
}

void PickerControl::choose(const QString& id)
{
    list_->hide();
    const auto found = std::ranges::find(entries_, id, &PickerEntry::id);
    if (found == entries_.end()) return;
    box_->lineEdit()->setText(found->text);
    box_->lineEdit()->setCursorPosition(0);
    ask(value_of_id(id));
}

void PickerControl::enter()
{
    const QString typed = box_->lineEdit()->text().trimmed();
    const bool is_known_gap = explain_ && box_->lineEdit()->isModified() && explain_(typed);
    const QVariant id = list_->isVisible() ? list_->currentIndex().data(id_role) : QVariant();
    list_->hide();
    if (typed.isEmpty() || is_known_gap) return take_typed_text();
    if (id.isValid()) return choose(id.toString());
    const Entries found = found_entries(entries_, typed);
    found.empty() ? take_typed_text() : choose(QString(found.front()->id));
}

void PickerControl::take_typed_text()
{
    const QString typed = box_->lineEdit()->text().trimmed();
    if (typed.isEmpty()) return show_in_force();
    const std::optional<TextMaker> known = explain_ ? explain_(typed) : std::nullopt;
    const PickerEntry* found = known ? nullptr : entry_named(entries_, typed);
    if (found != nullptr) return choose(QString(found->id));
    mark(known.value_or([typed] { return tr("“%1” isn't in the list.").arg(typed); }));
}

bool PickerControl::eventFilter(QObject* watched, QEvent* event)
{
    // A search starts empty: a click or Tab selects the old name so that typing replaces it. Text typed while a list is
    // open, or was just closed, remains.
    const auto* field = box_->lineEdit();
    if (watched == field) {
        const bool clicked =
            event->type() == QEvent::MouseButtonRelease && !field->isModified() && !field->hasSelectedText();
        const bool entered =
            event->type() == QEvent::FocusIn && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason;
        if (clicked || entered)
            QMetaObject::invokeMethod(box_->lineEdit(), &QLineEdit::selectAll, Qt::QueuedConnection);
    }
    return FieldControl::eventFilter(watched, event);
}

SegmentControl::SegmentControl(QString path, QWidget* parent)
    : FieldControl(std::move(path), parent),
      box_(new QWidget(this)),
      parts_(new QButtonGroup(this))
{
    auto* row = row_in(box_, {0, 0, 0, 0});
    // Adjacent outlines share a line.
    row->setSpacing(0);
    place_editor(false);
    connect(parts_, &QButtonGroup::idToggled, this, [this](int part, bool chosen) {
        if (!chosen) return;
        box_->setFocusProxy(parts_->button(part));
        ask(FieldValue(ids_[static_cast<std::size_t>(part)].toStdString()));
    });
}

void SegmentControl::set_entries(const std::vector<PickerEntry>& entries)
{
    for (std::size_t i = ids_.size(); i < entries.size(); ++i) {
        auto* part = new PlainButton(PlainButton::Look::segment, box_);
        part->setObjectName(path() + QLatin1Char('.') + entries[i].id);
        part->setCheckable(true);
        part->setFocusPolicy(Qt::StrongFocus);
        parts_->addButton(part, static_cast<int>(i));
        box_->layout()->addWidget(part);
        ids_.push_back(entries[i].id);
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        auto* part = static_cast<PlainButton*>(parts_->button(static_cast<int>(i)));
        part->show_text(entries[i].text);
        part->setAccessibleName(named_value(plain_label(), entries[i].text));
    }
    display(FieldValue(current_.toStdString()));
    arrange();
}

void SegmentControl::display(const FieldValue& value)
{
    const QSignalBlocker silent(parts_);
    const auto* word = std::get_if<std::string>(&value);
    current_ = word ? QString::fromStdString(*word) : QString();
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        if (ids_[i] != current_) continue;
        parts_->button(static_cast<int>(i))->setChecked(true);
        box_->setFocusProxy(parts_->button(static_cast<int>(i)));
    }
}

} // namespace rigwright

#include "picker_control.moc"
