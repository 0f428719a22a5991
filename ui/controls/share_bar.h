// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

namespace rigwright {

/// A part of a whole as a bar, which may begin beyond its left end and have a mark across it.
class ShareBar : public QWidget {
    Q_OBJECT

public:
    ShareBar(const QSize& size, QWidget* parent) : QWidget(parent), size_(size) { setFixedHeight(size.height()); }

    /// Shares of the bar's width; `end` below `begin` takes away.
    void show_share(double begin, double end, const QColor Theme::*ink = &Theme::accent);
    void set_mark(double share) { mark_ = share; }
    double end() const { return end_; }
    QSize sizeHint() const override { return size_; }
    QSize minimumSizeHint() const override { return size_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QSize size_;
    double begin_ = 0.0;
    double end_ = 0.0;
    double mark_ = -1.0;
    const QColor Theme::*ink_ = &Theme::accent;
};

} // namespace rigwright
