// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QLabel>

#include <utility>
#include <vector>

namespace rigwright {

/// The numbers of one point of a plot.
struct Readout {
    QString heading;
    std::vector<std::pair<QString, QString>> lines;
    /// A remark that changes what the numbers mean ("does not fit"); often empty.
    QString note;
};

/// One line each: for the clipboard and the screen reader.
QString plain_text(const Readout& readout);

/// A small box over the plot beside the point it is about. Takes no mouse events.
class ReadoutBox : public QLabel {
    Q_OBJECT

public:
    explicit ReadoutBox(QWidget* parent);

    void show_readout(const Readout& readout, const Theme& theme);
    /// Beside the vertical line at `x`, inside the parent.
    void place_beside(int x, int top);
    const Readout& readout() const { return readout_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Readout readout_;
    QColor background_;
    QColor border_;
};

} // namespace rigwright
