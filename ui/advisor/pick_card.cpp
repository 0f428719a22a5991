// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor/pick_card.h"

#include "ui/advisor/candidate_text.h"
#include "ui/controls/small_label.h"

#include <QBoxLayout>

namespace rigwright {

PickCard::PickCard(QWidget* parent)
    : Card(parent),
      heading_(small_label(this)),
      name_(new QLabel(this)),
      figures_(new QLabel(this)),
      details_(small_label(this)),
      reasons_(new QLabel(this)),
      open_(new QPushButton(this)),
      pin_(new QPushButton(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(3);
    QFont bold = name_->font();
    bold.setBold(true);
    name_->setFont(bold);
    for (QLabel* label : {heading_, name_, figures_, details_, reasons_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 4, 0, 0);
    for (QPushButton* button : {open_, pin_}) row->addWidget(button);
    row->addStretch(1);
    column->addLayout(row);
    connect(open_, &QPushButton::clicked, this, [this] {
        if (candidate_) emit open_asked(Candidate(*candidate_));
    });
    connect(pin_, &QPushButton::clicked, this, [this] {
        if (candidate_) emit pin_asked(Candidate(*candidate_));
    });
}

void PickCard::show_candidate(const Candidate& candidate, const QString& heading, const QStringList& reasons,
                              const EngineData& engine, const Words& words)
{
    candidate_ = candidate;
    const CandidateFigures& figures = candidate.figures;
    heading_->setText(heading);
    name_->setText(name_of(candidate, engine));
    figures_->setText(tr("%1 · %2 · %3")
                          .arg(cost_text(figures, candidate.scenario.economics.currency, words),
                               time_text(figures, words), words.text(value_of(figures.power))));
    details_->setText(details_of(candidate, engine, words));
    reasons_->setText(reasons.join(QLatin1Char('\n')));
    reasons_->setVisible(!reasons.isEmpty());
    open_->setText(tr("Open as build"));
    open_->setToolTip(tr("A new build beside the one that is worked on; one undo takes it away"));
    open_->setAccessibleDescription(name_->text());
    pin_->setText(tr("Pin"));
    pin_->setToolTip(tr("Put it into the comparison, and stay here"));
    pin_->setAccessibleDescription(name_->text());
}

QString PickCard::text() const
{
    return QStringList{heading_->text(), name_->text(), figures_->text(), details_->text(), reasons_->text()}.join(
        QLatin1Char('\n'));
}

void PickCard::set_outdated(bool outdated)
{
    for (QWidget* widget : std::initializer_list<QWidget*>{name_, figures_, reasons_, open_, pin_})
        widget->setEnabled(!outdated);
}

} // namespace rigwright
