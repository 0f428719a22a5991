// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/report_layout.h"

#include <QAbstractScrollArea>

namespace rigwright {

/// The sheets of a report below each other, as wide as there is room.
class PaperView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit PaperView(QWidget* parent);

    /// Keeps the place that is in sight.
    void show_pages(ReportLayout layout);
    const ReportLayout& pages() const { return layout_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    /// Pixels in a point.
    double scale() const;
    QRectF sheet_on_screen(int page) const;
    void follow_size();

    ReportLayout layout_;
};

} // namespace rigwright
