// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/top_bar.h"

#include "ui/format/on_change.h"

#include <QHBoxLayout>

#include <algorithm>

namespace rigwright {

TopBar::TopBar(QMenuBar& bar, InterfaceLanguage& language)
    : QWidget(&bar),
      bar_(bar),
      language_(language),
      find_(new PlainButton(PlainButton::Look::field, this)),
      switch_(new QToolButton(this)),
      project_(new QLabel(&bar))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 4, 0);
    find_->setObjectName(QStringLiteral("find"));
    project_->setObjectName(QStringLiteral("project_name"));
    project_->setTextFormat(Qt::PlainText);
    project_->setForegroundRole(QPalette::PlaceholderText);
    project_->setAttribute(Qt::WA_TransparentForMouseEvents);
    switch_->setObjectName(QStringLiteral("language_switch"));
    switch_->setAutoRaise(true);
    row->addWidget(find_);
    row->addWidget(switch_);
    connect(find_, &QAbstractButton::clicked, this, &TopBar::palette_requested);
    connect(switch_, &QToolButton::clicked, this, [this] {
        const QStringList all = InterfaceLanguage::available();
        language_.use(all.at((all.indexOf(language_.current()) + 1) % all.size()));
    });
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
    retranslate();
}

void TopBar::show_project(const QString& name)
{
    project_->setText(name);
    place();
}

void TopBar::place()
{
    constexpr int gap = 12;
    // The field that opens the palette is narrower in a narrow window.
    constexpr int width_for_wide_field = 1200;
    const int width = bar_.window()->width();
    find_->setFixedWidth(width < width_for_wide_field ? 190 : 250);
    const QList<QAction*> menus = bar_.actions();
    const int left = menus.isEmpty() ? 0 : bar_.actionGeometry(menus.back()).right();
    const int right = width - sizeHint().width();
    const QSize size = project_->sizeHint();
    const int x = std::clamp((width - size.width()) / 2, left + gap, std::max(left, right - size.width()) + gap);
    project_->setGeometry(x, (bar_.height() - size.height()) / 2, size.width(), size.height());
    project_->setVisible(x + size.width() + gap <= right);
}

void TopBar::retranslate()
{
    find_->setText(tr("Find anything") + QStringLiteral("\tCtrl+K"));
    find_->setAccessibleName(tr("Find anything"));
    switch_->setText(language_.current() == QLatin1String("en") ? QStringLiteral("中文") : QStringLiteral("English"));
    switch_->setToolTip(tr("Change the language of the window"));
    switch_->setAccessibleName(switch_->text());
    // The bar asks for its size when it is given the widget, and not again.
    bar_.setCornerWidget(this);
    show();
}

} // namespace rigwright
