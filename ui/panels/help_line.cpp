// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/help_line.h"

#include <QEvent>
#include <QHBoxLayout>

namespace rigwright {

HelpLine::HelpLine(Document& document, const Words& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      source_(AdviceSource::of(document)),
      words_(words),
      text_(new QLabel(this)),
      apply_(new QPushButton(this)),
      more_(new QPushButton(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    row->addWidget(text_, 1);
    row->addWidget(apply_);
    row->addWidget(more_);
    connect(apply_, &QPushButton::clicked, this, [this] { source_.apply(first_.changes, first_.what); });
    connect(more_, &QPushButton::clicked, this, &HelpLine::more_asked);
    connect(&source_, &AdviceSource::changed, this, &HelpLine::follow);
    connect(&document_, &Document::changed, this, &HelpLine::follow);
    follow();
}

void HelpLine::follow()
{
    const bool wanted = is_short_of_memory(document_.evaluation());
    setVisible(wanted);
    if (!wanted) return;
    more_->setText(tr("What would help…"));
    more_->setToolTip(tr("Everything that makes the plan smaller, and what would fit on this machine"));
    apply_->setText(tr("Apply"));
    // While the advice for a change is on its way, that of before stays in sight, so that nothing jumps under a drag.
    const bool current = source_.is_current();
    apply_->setEnabled(current);
    if (current)
        show_first(*source_.advice());
    else if (first_.what.isEmpty())
        text_->setText(tr("Looking for what would help…"));
    apply_->setVisible(!first_.what.isEmpty());
}

void HelpLine::show_first(const Advice& advice)
{
    first_ = {};
    text_->setText(tr("No single change makes it fit."));
    text_->setToolTip(QString());
    if (advice.remedies.empty() || !advice.remedies.front().fits()) return;
    first_ = text_of(advice.remedies.front(), *advice.plan, words_);
    text_->setText(
        tr("%1: %2, %3", "a remedy, its memory, its verdict")
            .arg(first_.what, first_.memory, words_.text(std::string("verdict.") + key_of(*first_.verdict))));
    text_->setToolTip(first_.explanation);
    apply_->setToolTip(first_.explanation);
    apply_->setAccessibleName(tr("Apply: %1").arg(first_.what));
    apply_->setAccessibleDescription(first_.explanation);
}

void HelpLine::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) follow();
}

} // namespace rigwright
