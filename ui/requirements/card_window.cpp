// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/requirements/card_window.h"

#include "core/text/card_text.h"

#include <QCompleter>
#include <QEvent>
#include <QHeaderView>
#include <QVBoxLayout>

namespace rigwright {

namespace {

constexpr int card_window_width = 1060;
constexpr int card_window_height = 760;
constexpr qsizetype most_cards = 6;

} // namespace

CardWindow::CardWindow(Document& document, const Words& words, QWidget* parent)
    : QWidget(parent, Qt::Window),
      document_(document),
      words_(words),
      model_(new CardModel(document, words, this)),
      view_(new QTableView(this)),
      picker_(new QComboBox(this)),
      add_(new QPushButton(this)),
      remove_(new QPushButton(this)),
      verdict_(new QLabel(this)),
      meaning_(new QLabel(this))
{
    setObjectName(QStringLiteral("cards"));
    auto* column = new QVBoxLayout(this);
    auto* line = new QHBoxLayout;
    picker_->setEditable(true);
    picker_->setInsertPolicy(QComboBox::NoInsert);
    picker_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    picker_->completer()->setFilterMode(Qt::MatchContains);
    fill_picker();
    line->addWidget(picker_);
    line->addWidget(add_);
    line->addWidget(remove_);
    line->addStretch(1);
    for (QLabel* label : {verdict_, meaning_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    view_->setModel(model_);
    view_->setAlternatingRowColors(true);
    view_->setTabKeyNavigation(false);
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view_->horizontalHeader()->setStretchLastSection(true);
    column->addLayout(line);
    column->addWidget(verdict_);
    column->addWidget(view_, 1);
    column->addWidget(meaning_);
    connect(add_, &QPushButton::clicked, this, &CardWindow::add_card);
    connect(&document_, &Document::data_changed, this, [this] {
        fill_picker();
        model_->show_cards(model_->cards());
    });
    connect(remove_, &QPushButton::clicked, this, &CardWindow::remove_card);
    connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this, &CardWindow::show_meaning);
    resize(card_window_width, card_window_height);
    start_with_build();
    retranslate();
}

void CardWindow::fill_picker()
{
    picker_->clear();
    for (const Gpu& gpu : document_.data()->hardware.gpus) picker_->addItem(from_utf8(gpu.name), from_utf8(gpu.id));
    picker_->model()->sort(0);
}

void CardWindow::start_with_build()
{
    QStringList cards = model_->cards();
    const QString own = from_utf8(document_.scenario().build.gpu);
    cards.removeAll(own);
    cards.prepend(own);
    while (cards.size() > most_cards) cards.removeLast();
    model_->show_cards(cards);
    show_verdict();
}

void CardWindow::add_card()
{
    const QString typed = picker_->currentText();
    const int row = picker_->findText(typed, Qt::MatchFixedString);
    QStringList cards = model_->cards();
    if (row < 0 || cards.contains(picker_->itemData(row).toString()) || cards.size() >= most_cards) return;
    cards += picker_->itemData(row).toString();
    model_->show_cards(cards);
    show_verdict();
}

void CardWindow::remove_card()
{
    QStringList cards = model_->cards();
    const int column = view_->currentIndex().column();
    if (cards.isEmpty()) return;
    cards.removeAt(column >= 0 && column < cards.size() ? column : cards.size() - 1);
    model_->show_cards(cards);
    show_verdict();
}

void CardWindow::show_meaning()
{
    const int row = view_->currentIndex().row();
    if (row < 0) {
        meaning_->setText(tr("Choose a line to read what it means."));
        return;
    }
    const std::string code = std::string("card.") + key_of(model_->property(row));
    meaning_->setText(QStringLiteral("%1: %2").arg(words_.text(code), words_.text(code + ".meaning")));
}

void CardWindow::show_verdict()
{
    const std::string text = precision_verdict(model_->records(), words_.table());
    verdict_->setText(from_utf8(text));
    verdict_->setVisible(!text.empty());
    show_meaning();
}

void CardWindow::retranslate()
{
    setWindowTitle(tr("Graphics cards side by side"));
    add_->setText(tr("Add card"));
    remove_->setText(tr("Remove card"));
    picker_->setAccessibleName(tr("Card"));
    view_->setAccessibleName(windowTitle());
    model_->retranslate();
    show_verdict();
}

void CardWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

} // namespace rigwright
