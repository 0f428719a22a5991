// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

namespace rigwright {

/// How far a build is from what is needed: the bar fills up to the mark at its middle when it has exactly that.
class MarginBar : public QWidget {
public:
    explicit MarginBar(QWidget* parent = nullptr) : QWidget(parent) {}

    /// Present over needed; of a limit, allowed over taken. Nothing where it is not known.
    void show_ratio(std::optional<double> ratio, bool met);
    QSize sizeHint() const override { return {70, 12}; }
    QSize minimumSizeHint() const override { return {40, 12}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<double> ratio_;
    bool met_ = true;
};

} // namespace rigwright
