// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace rigwright {

/// A table whose rows are dragged to another place with the mouse: a line shows where the row would go, Escape calls it
/// off.
class LayerListView : public QTableView {
    Q_OBJECT

public:
    explicit LayerListView(QWidget* parent = nullptr);

    bool is_dragging() const { return before_ >= 0; }

signals:
    /// A row was dropped before row `before`, which may be the end.
    void row_moved(int row, int before);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int row_before(int y) const;
    void stop();

    QPoint pressed_;
    int row_ = -1;
    /// Where the dragged row would go; -1 while nothing is dragged.
    int before_ = -1;
};

} // namespace rigwright
