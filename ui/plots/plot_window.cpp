// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_window.h"

#include "ui/plots/plot_list.h"

#include <QEvent>
#include <QShortcut>
#include <QVBoxLayout>

namespace rigwright {

PlotWindow::PlotWindow(const PlotEntry& plot, Document& document, const Words& words, QWidget* parent)
    : QWidget(parent, Qt::Window),
      plot_(plot)
{
    constexpr QSize usual{760, 520};
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("plot_window"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(plot.create(document, words, this));
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    resize(usual);
    retranslate();
}

void PlotWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) retranslate();
}

void PlotWindow::retranslate() { setWindowTitle(tr("%1 – Rigwright").arg(plot_.title())); }

} // namespace rigwright
