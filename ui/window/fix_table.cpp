// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/fix_table.h"

#include "core/advise/status.h"
#include "ui/controls/card.h"
#include "ui/format/on_change.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace rigwright {

namespace {

constexpr std::size_t most_fixes = 4;
constexpr int rule_width = 3;

} // namespace

FixTable::FixTable(Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      advice_(advice_of(document)),
      words_(words),
      title_(new QLabel(this)),
      state_(small_label(this)),
      rows_(new AdviceRows(this, AdviceRows::Form::one_line)),
      more_(new QPushButton(this))
{
    setObjectName(QStringLiteral("fixes"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rule_width + 12, 0, 0, 0);
    column->setSpacing(2);
    auto* head = new QHBoxLayout;
    head->setSpacing(10);
    title_->setTextFormat(Qt::PlainText);
    QFont bold = bold_of(title_->font());
    bold.setPointSizeF(bold.pointSizeF() * 15.0 / 13.0);
    title_->setFont(bold);
    state_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    head->addWidget(title_);
    head->addWidget(state_, 1);
    head->addWidget(more_);
    column->addLayout(head);
    column->addWidget(rows_);
    connect(rows_, &AdviceRows::chosen, this, [this](int row) {
        const AdviceText fix = rows_->advice(row);
        advice_.apply(fix.changes, fix.what);
    });
    connect(more_, &QPushButton::clicked, this,
            [this] { to_advisor_ ? emit advisor_requested() : emit more_requested(); });
    connect(&advice_, &LiveSignal::changed, this, &FixTable::follow);
    connect(&document_, &Document::changed, this, &FixTable::follow);
    on_change(this, QEvent::LanguageChange, [this] { follow(); });
    follow();
}

void FixTable::follow()
{
    const bool short_of_memory = is_short_of_memory(document_.evaluation());
    to_advisor_ = !short_of_memory;
    const bool wanted = (short_of_memory || beyond_deadline(document_.evaluation())) && !document_.hides_fixes();
    const bool before = !isHidden();
    setVisible(wanted);
    if (wanted != before) emit shown_or_hidden();
    if (!wanted) return;
    title_->setText(tr("Suggested fixes"));
    more_->setText(to_advisor_ ? tr("Ask the advisor…") : tr("How to make it fit…"));
    more_->setToolTip(to_advisor_ ? tr("Machines and settings that meet all limits")
                                  : tr("All fixes that reduce the memory, and what fits on this machine"));
    rows_->setVisible(!to_advisor_);
    if (to_advisor_) return state_->setText(tr("Fits, but the training misses the deadline."));
    // While the advice for a change is on its way, that of before stays in sight, so that nothing jumps under a drag.
    const bool current = advice_.is_current();
    for (int row = 0; row < rows_->shown(); ++row) rows_->button(row)->setEnabled(current);
    if (current)
        show_fixes(*advice_.known());
    else if (rows_->shown() == 0)
        state_->setText(tr("Finding fixes…"));
}

void FixTable::show_fixes(const Advice& advice)
{
    std::vector<AdviceText> fixes;
    for (const Remedy& remedy : advice.remedies)
        if (remedy.fits() && fixes.size() < most_fixes) fixes.push_back(text_of(remedy, *advice.plan, words_));
    state_->setText(fixes.empty() ? tr("No single change makes it fit. Try a combination.")
                                  : tr("Each row is one change; undo reverts it."));
    rows_->show_advice(std::move(fixes), words_);
}

void FixTable::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, rule_width, height()), theme_of(palette()).bad);
}

} // namespace rigwright
