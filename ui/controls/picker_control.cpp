// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/picker_control.h"

#include "ui/controls/card.h"
#include "ui/controls/exact_field.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QCoreApplication>
#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int list_margin = 12;

/// The text that a search matches.
QString search_text(const PickerEntry& entry)
{
    return QStringList{entry.text, entry.id, entry.meaning, entry.group, entry.aliases}.join(QLatin1Char(' '));
}

constexpr int box_padding = 8;
constexpr int arrow_width = 22;

/// A list in the look of a row's field; a text that is wider than the list is elided, and its tool tip shows all of it.
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

protected:
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

/// The search field of a list. While it has no focus, a name that is too long loses its first words, often the maker's
/// series, so that the figure at its end stays in sight.
class SearchField : public ExactField {
public:
    explicit SearchField(QWidget* parent) : ExactField(parent)
    {
        setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        setTextMargins(3, 0, 0, 0);
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        const int room = width() - 9;
        if (hasFocus() || text().isEmpty() || fontMetrics().horizontalAdvance(text()) <= room)
            return QLineEdit::paintEvent(event);
        QString shown = text();
        for (qsizetype space = shown.indexOf(QLatin1Char(' ')); space > 0; space = shown.indexOf(QLatin1Char(' '))) {
            if (fontMetrics().horizontalAdvance(shown) <= room || shown.at(space + 1) == QChar(0xb7)) break;
            shown = shown.mid(space + 1);
        }
        QPainter painter(this);
        painter.setPen(theme_of(palette()).text);
        painter.drawText(rect().adjusted(5, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         fontMetrics().elidedText(shown, Qt::ElideRight, room));
    }
};

/// The entry without an id means no value.
FieldValue value_of_id(const QString& id) { return id.isEmpty() ? FieldValue() : FieldValue(id.toStdString()); }

/// Searches more than the name, but inserts only the name into the field.
class NameCompleter : public QCompleter {
public:
    using QCompleter::QCompleter;

    QString pathFromIndex(const QModelIndex& index) const override { return index.data(Qt::DisplayRole).toString(); }
};

/// The name of an entry without the figure after it: "GeForce RTX 5090 · 32 GiB".
QStringView name_part(const QString& text)
{
    const qsizetype figure = text.indexOf(QStringLiteral(" · "));
    return QStringView(text).first(figure < 0 ? text.size() : figure);
}

/// How well a typed text matches an entry, best first.
enum class NameMatch { whole, end_of_name, in_text, in_search };

bool names(const PickerEntry& entry, const QString& typed, NameMatch match)
{
    const QStringView name = name_part(entry.text);
    switch (match) {
    case NameMatch::whole:
        return entry.text.compare(typed, Qt::CaseInsensitive) == 0 ||
               entry.id.compare(typed, Qt::CaseInsensitive) == 0 || name.compare(typed, Qt::CaseInsensitive) == 0;
    case NameMatch::end_of_name: return name.endsWith(QLatin1Char(' ') + typed, Qt::CaseInsensitive);
    case NameMatch::in_text: return entry.text.contains(typed, Qt::CaseInsensitive);
    case NameMatch::in_search: return search_text(entry).contains(typed, Qt::CaseInsensitive);
    }
    return false;
}

/// The entry that a typed text identifies: the only one with the best kind of match.
const PickerEntry* entry_named(const std::vector<PickerEntry>& entries, const QString& typed)
{
    for (const NameMatch match : {NameMatch::whole, NameMatch::end_of_name, NameMatch::in_text, NameMatch::in_search}) {
        if (typed.isEmpty() && match != NameMatch::whole) return nullptr;
        const auto fits = [&](const PickerEntry& entry) { return names(entry, typed, match); };
        const auto found = std::ranges::find_if(entries, fits);
        if (found == entries.end()) continue;
        const bool only = match == NameMatch::whole || std::ranges::count_if(entries, fits) == 1;
        if (only) return &*found;
    }
    return nullptr;
}

} // namespace

PickerControl::PickerControl(QString path, Kind kind, QWidget* parent)
    : FieldControl(std::move(path), parent),
      kind_(kind),
      box_(new RowBox(this)),
      delegate_(new PickerDelegate(this))
{
    box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box_->setMinimumContentsLength(8);
    box_->setMaxVisibleItems(24);
    box_->setFixedHeight(row_field_height);
    box_->setMinimumWidth(60);
    box_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    box_->view()->setItemDelegate(delegate_);
    if (kind_ == Kind::searchable) make_searchable();
    place_editor(true);
    WheelGuard::guard(box_);
    connect(box_, &QComboBox::activated, this, &PickerControl::choose);
}

void PickerControl::make_searchable()
{
    box_->setEditable(true);
    box_->setInsertPolicy(QComboBox::NoInsert);
    auto* field = new SearchField(box_);
    box_->setLineEdit(field);
    auto* completer = new NameCompleter(box_->model(), box_);
    completer->setCompletionRole(PickerDelegate::search_role);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCompletionMode(QCompleter::PopupCompletion);
    completer->setMaxVisibleItems(16);
    box_->setCompleter(completer);
    completer->popup()->setItemDelegate(delegate_);
    connect(completer, qOverload<const QModelIndex&>(&QCompleter::activated), this, [this](const QModelIndex& index) {
        const QString id = index.data(Qt::UserRole).toString();
        QMetaObject::invokeMethod(
            this, [this, id] { choose(box_->findData(id)); }, Qt::QueuedConnection);
    });
    connect(field, &ExactField::left, this, [this] {
        if (!box_->completer()->popup()->isVisible()) take_typed_text();
    });
    connect(field, &QLineEdit::returnPressed, this, &PickerControl::take_typed_text);
    field->installEventFilter(this);
    box_->view()->installEventFilter(this);
}

void PickerControl::set_texts(const ControlTexts& texts)
{
    FieldControl::set_texts(texts);
    box_->setToolTip(toolTip());
    box_->setWhatsThis(texts.help);
    if (QLineEdit* field = box_->lineEdit()) {
        field->setAccessibleName(plain_label());
        field->setPlaceholderText(tr("Type to search"));
    }
}

void PickerControl::set_entries(std::vector<PickerEntry> entries)
{
    if (entries == entries_) return;
    entries_ = std::move(entries);
    fill();
}

void PickerControl::add_heading(const QString& text)
{
    box_->addItem(text);
    QStandardItem* heading = qobject_cast<QStandardItemModel*>(box_->model())->item(box_->count() - 1);
    heading->setFlags(Qt::NoItemFlags);
    QFont font = box_->font();
    font.setBold(true);
    heading->setFont(font);
}

void PickerControl::add_entry(const PickerEntry& entry)
{
    box_->addItem(entry.text, entry.id);
    const int row = box_->count() - 1;
    box_->setItemData(row, entry.detail, PickerDelegate::detail_role);
    box_->setItemData(row, entry.meaning, PickerDelegate::meaning_role);
    box_->setItemData(row, search_text(entry), PickerDelegate::search_role);
}

void PickerControl::fill()
{
    const QSignalBlocker silent(box_);
    box_->clear();
    QString group;
    for (const PickerEntry& entry : entries_) {
        if (entry.group != group && !entry.group.isEmpty()) add_heading(entry.group);
        group = entry.group;
        add_entry(entry);
    }
    widen_list();
    display(FieldValue(current_.toStdString()));
}

void PickerControl::widen_list()
{
    const QFontMetrics metrics(box_->font());
    int name = 0;
    int detail = 0;
    int meaning = 0;
    for (const PickerEntry& entry : entries_) {
        name = std::max(name, metrics.horizontalAdvance(entry.text));
        detail = std::max(detail, metrics.horizontalAdvance(entry.detail));
        meaning = std::max(meaning, metrics.horizontalAdvance(entry.meaning));
    }
    delegate_->set_widths(name, detail, meaning);
    std::vector<QAbstractItemView*> lists{box_->view()};
    if (box_->completer()) lists.push_back(box_->completer()->popup());
    for (QAbstractItemView* list : lists) {
        list->setTextElideMode(Qt::ElideNone);
        list->setMinimumWidth(box_->view()->sizeHintForColumn(0) + list->verticalScrollBar()->sizeHint().width() +
                              list_margin);
    }
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
    // Long lists show as much of a name as there is room for.
    constexpr int searchable_width = 112;
    return kind_ == Kind::searchable ? searchable_width : static_cast<RowBox*>(box_)->width_for(box_->currentText());
}

void PickerControl::choose(int chosen)
{
    const QVariant id = box_->itemData(chosen);
    if (!id.isValid()) return;
    ask(value_of_id(id.toString()));
}

void PickerControl::take_typed_text()
{
    const QString typed = box_->lineEdit()->text().trimmed();
    const PickerEntry* found = entry_named(entries_, typed);
    if (found == nullptr) {
        const std::optional<TextMaker> known = explain_ ? explain_(typed) : std::nullopt;
        mark(known.value_or([typed] { return tr("“%1” names no entry of the list.").arg(typed); }));
        return;
    }
    const QString id = found->id;
    box_->lineEdit()->setText(found->text);
    box_->lineEdit()->setCursorPosition(0);
    ask(value_of_id(id));
}

bool PickerControl::eventFilter(QObject* watched, QEvent* event)
{
    // A search starts from scratch: the first click or Tab selects the old name so that typing replaces it. Text typed
    // while a list is open, or was just closed, stays.
    if (watched == box_->lineEdit() && event->type() == QEvent::FocusIn &&
        static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) {
        QMetaObject::invokeMethod(box_->lineEdit(), &QLineEdit::selectAll, Qt::QueuedConnection);
    }
    if (watched == box_->view() && event->type() == QEvent::KeyPress)
        return search_from_list(*static_cast<QKeyEvent*>(event));
    return FieldControl::eventFilter(watched, event);
}

bool PickerControl::search_from_list(QKeyEvent& event)
{
    QLineEdit* field = box_->lineEdit();
    const bool is_command = (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) != Qt::NoModifier;
    const QString letters = event.text().trimmed();
    if (field == nullptr || is_command || letters.isEmpty() || !letters.front().isPrint()) return false;
    box_->hidePopup();
    if (!field->hasFocus()) field->setFocus(Qt::PopupFocusReason);
    field->selectAll();
    QCoreApplication::sendEvent(field, &event);
    return true;
}

namespace {

constexpr int margin = 6;
constexpr int gap = 18;
constexpr int line_space = 6;

} // namespace

void PickerDelegate::set_widths(int name, int detail, int meaning)
{
    name_ = name;
    detail_ = detail;
    meaning_ = meaning;
}

void PickerDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString name = item.text;
    item.text.clear();
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    const Theme& theme = theme_of(item.palette);
    const bool selected = (item.state & QStyle::State_Selected) != 0;
    const QColor ink = selected ? item.palette.color(QPalette::HighlightedText) : theme.text;
    painter->save();
    painter->setFont(item.font);
    QRect column = item.rect.adjusted(margin, 0, -margin, 0);
    painter->setPen(ink);
    // A heading spans the whole row.
    if (!index.flags().testFlag(Qt::ItemIsEnabled)) {
        painter->drawText(column, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter->restore();
        return;
    }
    column.setWidth(name_);
    painter->drawText(column, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter->setPen(selected ? ink : theme.muted);
    column = QRect(column.right() + gap, column.top(), detail_, column.height());
    painter->drawText(column, Qt::AlignRight | Qt::AlignVCenter, index.data(detail_role).toString());
    column = QRect(column.right() + gap, column.top(), item.rect.right() - column.right() - gap, column.height());
    painter->drawText(column, Qt::AlignLeft | Qt::AlignVCenter, index.data(meaning_role).toString());
    painter->restore();
}

QSize PickerDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setWidth(2 * margin + name_ + (detail_ > 0 ? gap + detail_ : 0) + (meaning_ > 0 ? gap + meaning_ : 0));
    size.setHeight(std::max(size.height(), option.fontMetrics.height() + line_space));
    return size;
}

} // namespace rigwright
