// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/picker_control.h"

#include "ui/controls/exact_field.h"
#include "ui/controls/wheel_guard.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QStringListModel>

namespace rigwright {

namespace {

constexpr int list_margin = 12;

} // namespace

PickerControl::PickerControl(QString path, Kind kind, QWidget* parent)
    : FieldControl(std::move(path), parent),
      kind_(kind),
      box_(new QComboBox(this))
{
    box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box_->setMinimumContentsLength(8);
    box_->setMaxVisibleItems(24);
    row()->insertWidget(1, box_, 1);
    if (kind_ == Kind::searchable) make_searchable();
    WheelGuard::guard(box_);
    connect(box_, &QComboBox::activated, this, &PickerControl::choose);
}

void PickerControl::make_searchable()
{
    box_->setEditable(true);
    box_->setInsertPolicy(QComboBox::NoInsert);
    auto* field = new ExactField(box_);
    field->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    box_->setLineEdit(field);
    auto* completer = new QCompleter(new QStringListModel(box_), box_);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCompletionMode(QCompleter::PopupCompletion);
    completer->setMaxVisibleItems(16);
    box_->setCompleter(completer);
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this, [this](const QString& text) {
        box_->lineEdit()->setText(text);
        take_typed_text();
    });
    connect(field, &ExactField::left, this, [this] {
        if (!box_->completer()->popup()->isVisible()) take_typed_text();
    });
    connect(field, &QLineEdit::returnPressed, this, &PickerControl::take_typed_text);
    field->installEventFilter(this);
}

void PickerControl::set_texts(const ControlTexts& texts)
{
    FieldControl::set_texts(texts);
    box_->setToolTip(texts.help);
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

void PickerControl::fill()
{
    const QSignalBlocker silent(box_);
    box_->clear();
    QString group;
    QStringList texts;
    auto* model = qobject_cast<QStandardItemModel*>(box_->model());
    for (const PickerEntry& entry : entries_) {
        if (entry.group != group && !entry.group.isEmpty()) {
            box_->addItem(entry.group);
            QStandardItem* heading = model->item(box_->count() - 1);
            heading->setFlags(Qt::NoItemFlags);
            QFont font = box_->font();
            font.setBold(true);
            heading->setFont(font);
        }
        group = entry.group;
        box_->addItem(entry.text, entry.id);
        texts << entry.text;
    }
    // The list may be wider than the box, so that names can be told apart.
    QAbstractItemView* list = box_->view();
    list->setTextElideMode(Qt::ElideNone);
    list->setMinimumWidth(list->sizeHintForColumn(0) + list->verticalScrollBar()->sizeHint().width() + list_margin);
    if (box_->completer()) static_cast<QStringListModel*>(box_->completer()->model())->setStringList(texts);
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
}

void PickerControl::display_mark(bool bad)
{
    if (auto* field = qobject_cast<ExactField*>(box_->lineEdit())) field->set_bad(bad);
}

void PickerControl::choose(int chosen)
{
    const QVariant id = box_->itemData(chosen);
    if (!id.isValid()) return;
    ask(FieldValue(id.toString().toStdString()));
}

void PickerControl::take_typed_text()
{
    const QString typed = box_->lineEdit()->text().trimmed();
    const PickerEntry* found = nullptr;
    int matches = 0;
    for (const PickerEntry& entry : entries_) {
        if (entry.text.compare(typed, Qt::CaseInsensitive) == 0 || entry.id.compare(typed, Qt::CaseInsensitive) == 0) {
            found = &entry;
            matches = 1;
            break;
        }
        if (typed.isEmpty() || !entry.text.contains(typed, Qt::CaseInsensitive)) continue;
        found = &entry;
        ++matches;
    }
    if (matches != 1) {
        mark([typed] { return tr("“%1” names no entry of the list.").arg(typed); });
        return;
    }
    const QString id = found->id;
    box_->lineEdit()->setText(found->text);
    box_->lineEdit()->setCursorPosition(0);
    ask(FieldValue(id.toStdString()));
}

bool PickerControl::eventFilter(QObject* watched, QEvent* event)
{
    // A search starts with an empty head: the first click or Tab selects the old name so that typing replaces it.
    if (watched == box_->lineEdit() && event->type() == QEvent::FocusIn) {
        QMetaObject::invokeMethod(box_->lineEdit(), &QLineEdit::selectAll, Qt::QueuedConnection);
    }
    return FieldControl::eventFilter(watched, event);
}

} // namespace rigwright
