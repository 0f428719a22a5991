// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cost/rent_or_buy_page.h"

#include "ui/format/on_change.h"

#include <QEvent>
#include <QVBoxLayout>

namespace rigwright {

RentOrBuyPage::RentOrBuyPage(Document& document, const Localization& words, QLabel& sentence, QWidget* parent)
    : QWidget(parent),
      sentence_(sentence),
      use_(new FieldForm(document, words, this)),
      plot_(new RentOrBuyPlot(document, words, this))
{
    setObjectName(QStringLiteral("rent_or_buy_page"));
    use_->set_rows({form_row(*row_of("economics.utilisation"), words)});
    constexpr int widest_field = 420;
    use_->setMaximumWidth(widest_field);
    plot_->setObjectName(QString::fromLatin1(RentOrBuyPlot::id));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(use_);
    column->addWidget(plot_, 1);
    // The plot is connected first, so it knows the lines by then.
    connect(&document, &Document::changed, this, &RentOrBuyPage::follow);
    connect(&document, &Document::builds_changed, this, &RentOrBuyPage::follow);
    on_change(this, QEvent::LanguageChange, [this] {
        use_->refresh();
        follow();
    });
}

void RentOrBuyPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    sentence_.show();
    follow();
}

void RentOrBuyPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    sentence_.hide();
    follow();
}

void RentOrBuyPage::follow()
{
    sentence_.setText(isVisible() ? plot_->sentence() : QString());
}

} // namespace rigwright
