// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drawer.h"

#include "ui/controls/relayout_guard.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/working_panel.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>

namespace rigwright {

namespace {

constexpr int narrowest_drawer = 236;
constexpr int calculation_tab = 0;
constexpr int findings_tab = 1;

} // namespace

Drawer::Drawer(Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      working_(new WorkingPanel(document, words)),
      findings_(new FindingsPanel(document, words)),
      tabs_(new QButtonGroup(this)),
      stack_(new QStackedWidget(this)),
      close_(named(new QToolButton(this), "close_drawer"))
{
    setObjectName(QStringLiteral("drawer"));
    setMinimumWidth(narrowest_drawer);
    auto* column = column_in(this, {8, 4, 8, 8}, 4);
    auto* head = row_of({}, 0);
    for (const int tab : {calculation_tab, findings_tab}) {
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setObjectName(tab == calculation_tab ? QStringLiteral("calculation_tab")
                                                     : QStringLiteral("findings_tab"));
        tabs_->addButton(button, tab);
        head->addWidget(button);
    }
    head->addStretch(1);
    close_->setAutoRaise(true);
    close_->setFocusPolicy(Qt::StrongFocus);
    head->addWidget(close_);
    column->addLayout(head);
    stack_->addWidget(new RelayoutGuard(working_, RelayoutGuard::Follows::size));
    stack_->addWidget(findings_);
    column->addWidget(stack_, 1);
    tabs_->button(calculation_tab)->setChecked(true);
    connect(tabs_, &QButtonGroup::idClicked, stack_, &QStackedWidget::setCurrentIndex);
    connect(close_, &QToolButton::clicked, this, &Drawer::close_drawer);
    connect(working_, &WorkingPanel::field_requested, this, &Drawer::field_requested);
    connect(findings_, &FindingsPanel::field_requested, this, &Drawer::field_requested);
    connect(findings_, &FindingsPanel::findings_changed, this, &Drawer::retranslate);
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
    on_change(this, QEvent::PaletteChange, [this] { retranslate(); });
    retranslate();
    hide();
}

void Drawer::open(int tab)
{
    if (!isAncestorOf(QApplication::focusWidget())) opened_from_ = QApplication::focusWidget();
    tabs_->button(tab)->setChecked(true);
    stack_->setCurrentIndex(tab);
    if (!isHidden()) return;
    show();
    emit toggled();
}

void Drawer::show_working(const QString& quantity)
{
    working_->show_quantity(quantity);
    open(calculation_tab);
}

void Drawer::show_findings() { open(findings_tab); }

void Drawer::toggle()
{
    if (!isHidden()) return close_drawer();
    open(stack_->currentIndex());
    tabs_->checkedButton()->setFocus(Qt::OtherFocusReason);
}

void Drawer::set_open(bool open)
{
    if (open == !isHidden()) return;
    if (!open) return close_drawer();
    show();
    emit toggled();
}

void Drawer::close_drawer()
{
    const bool had_focus = isAncestorOf(QApplication::focusWidget());
    hide();
    if (had_focus && opened_from_) opened_from_->setFocus(Qt::OtherFocusReason);
    emit toggled();
}

void Drawer::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) return close_drawer();
    QWidget::keyPressEvent(event);
}

void Drawer::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme_of(palette()).border);
    painter.drawLine(0, 0, 0, height());
}

void Drawer::retranslate()
{
    const auto show = [this](int tab, const QString& text) {
        QAbstractButton* button = tabs_->button(tab);
        if (button->text() != text) button->setText(text);
    };
    show(calculation_tab, tr("Calculation"));
    show(findings_tab, tr("Findings %1").arg(findings_->count()));
    const Theme& theme = theme_of(palette());
    close_->setIcon(symbol_icon(Symbol::close_cross, theme.muted, theme.card));
    close_->setToolTip(tr("Close (Esc)"));
    close_->setAccessibleName(tr("Close"));
}

} // namespace rigwright
