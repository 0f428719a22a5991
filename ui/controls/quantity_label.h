// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace rigwright {

/// A shown number that opens its working: looks like text, answers to click, Enter and Space.
class QuantityLabel : public QAbstractButton {
    Q_OBJECT

public:
    /// `quantity` is the id that the working is asked for by ("memory.total_bytes").
    explicit QuantityLabel(QString quantity, QWidget* parent = nullptr);

    const QString& quantity() const { return quantity_; }
    /// The text, and how a screen reader calls the number.
    void show_text(const QString& text, const QString& name);
    /// A line above the invitation in the tip.
    void set_note(const QString& note);
    void set_emphasis(qreal scale, bool bold);
    void set_struck_out(bool struck);
    void set_alignment(Qt::Alignment alignment);
    /// May become narrower than its text, whose end then makes way for dots and stands in the tip.
    void set_elided(bool elided);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void working_requested(const QString& quantity);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
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
