// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace rigwright {

/// A displayed number that opens its calculation: looks like text, reacts to click, Enter and Space.
class QuantityLabel : public QAbstractButton {
    Q_OBJECT

public:
    /// `quantity` is the id of the calculation ("memory.total_bytes").
    explicit QuantityLabel(QString quantity, QWidget* parent = nullptr);

    const QString& quantity() const { return quantity_; }
    /// The text, and the number's name for screen readers.
    void show_text(const QString& text, const QString& name);
    /// A line above the hint in the tooltip.
    void set_note(const QString& note);
    void set_emphasis(qreal scale, bool bold);
    void set_struck_out(bool struck);
    void set_alignment(Qt::Alignment alignment);
    /// Allows a width below that of the text, which is then elided and shown in the tooltip.
    void set_elided(bool elided);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void working_requested(const QString& quantity);

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void name_hint();
    QString shown_text() const;

    QString quantity_;
    QString note_;
    bool elided_ = false;
    Qt::Alignment alignment_ = Qt::AlignLeft | Qt::AlignVCenter;
};

} // namespace rigwright
