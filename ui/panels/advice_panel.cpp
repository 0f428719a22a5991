// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/advice_panel.h"

#include "ui/controls/focus_keeper.h"
#include "ui/controls/small_label.h"

#include <QApplication>
#include <QEvent>
#include <QVBoxLayout>

namespace rigwright {

AdvicePanel::AdvicePanel(Document& document, const Words& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      source_(AdviceSource::of(document)),
      words_(words)
{
    setObjectName(QStringLiteral("advice"));
    build();
    connect(&source_, &AdviceSource::changed, this, &AdvicePanel::follow);
    connect(remedies_, &AdviceRows::chosen, this, [this](int row) { apply(remedies_->advice(row)); });
    connect(answers_, &AdviceRows::chosen, this, [this](int row) { apply(answers_->advice(row)); });
    follow();
}

void AdvicePanel::build()
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    scroll_ = new QScrollArea(this);
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(14, 10, 14, 10);
    column->setSpacing(4);
    remedies_title_ = add_title(column);
    remedies_state_ = small_label(page);
    remedies_state_->setWordWrap(true);
    remedies_ = new AdviceRows(page);
    column->addWidget(remedies_state_);
    column->addWidget(remedies_);
    column->addSpacing(10);
    answers_title_ = add_title(column);
    answers_state_ = small_label(page);
    answers_state_->setWordWrap(true);
    answers_ = new AdviceRows(page);
    column->addWidget(answers_state_);
    column->addWidget(answers_);
    column->addStretch(1);
    scroll_->setWidget(page);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    page->setAutoFillBackground(false);
    scroll_->viewport()->setAutoFillBackground(false);
    outer->addWidget(scroll_);
}

QLabel* AdvicePanel::add_title(QBoxLayout* column)
{
    auto* title = new QLabel(this);
    title->setTextFormat(Qt::PlainText);
    QFont font = title->font();
    font.setBold(true);
    title->setFont(font);
    column->addWidget(title);
    return title;
}

QString AdvicePanel::state_of_remedies() const
{
    const std::shared_ptr<const Advice>& advice = source_.advice();
    if (!advice) return tr("Computing…");
    if (!advice->plan) return words_.text("fit.answers.none");
    if (advice->plan->verdict == Verdict::fits) return words_.text("fit.remedies.not-needed");
    if (advice->remedies.empty()) return words_.text("fit.remedies.none");
    return tr("Ranked: what keeps the training as it is, coarser numbers or another optimizer, what loses updates or trains something else, other hardware.");
}

void AdvicePanel::follow()
{
    const FocusKeeper keeper(*this, *scroll_);
    const std::shared_ptr<const Advice>& advice = source_.advice();
    std::vector<AdviceText> remedies;
    std::vector<AdviceText> answers;
    if (advice) {
        for (const Remedy& remedy : advice->remedies) remedies.push_back(text_of(remedy, *advice->plan, words_));
        for (const FitAnswer& answer : advice->answers) answers.push_back(text_of(answer, words_));
    }
    remedies_title_->setText(words_.text("fit.remedies"));
    remedies_state_->setText(state_of_remedies());
    answers_title_->setText(words_.text("fit.answers"));
    answers_state_->setText(words_.text(advice && advice->answers.empty() ? "fit.answers.none" : "fit.margin"));
    remedies_->show_advice(std::move(remedies), words_);
    answers_->show_advice(std::move(answers), words_);
    scroll_->setAccessibleName(remedies_title_->text());
}

void AdvicePanel::apply(const AdviceText& text)
{
    const bool again = since_applied_.isValid() && since_applied_.elapsed() < QApplication::doubleClickInterval();
    if (again) return;
    if (source_.apply(text.changes, text.what)) since_applied_.start();
}

void AdvicePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) follow();
}

void AdvicePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    source_.set_watched(true);
}

void AdvicePanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    source_.set_watched(false);
}

} // namespace rigwright
