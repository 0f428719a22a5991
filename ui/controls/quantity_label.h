// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include <utility>
#include <vector>

namespace rigwright {

/// A displayed number that opens its calculation: looks like text, reacts to click, Enter and Space.
class QuantityLabel : public QAbstractButton {
    Q_OBJECT

public:
    /// A missed limit has its color; a hypothetical number is muted and not bold.
    enum class Tone { plain, missed, hypothetical };

    /// `quantity` is the id of the calculation ("memory.total_bytes").
    explicit QuantityLabel(QString quantity, QWidget* parent = nullptr);

    const QString& quantity() const { return quantity_; }
    /// The text, and the number's name for screen readers.
    void show_text(const QString& text, const QString& name);
    /// A line above the hint in the tooltip.
    void set_note(const QString& note);
    void set_emphasis(qreal scale, bool bold);
    /// Scale of units and other letters relative to digits.
    void set_unit_scale(qreal scale);
    void set_tone(Tone tone);
    void set_alignment(Qt::Alignment alignment) { alignment_ = alignment | Qt::AlignVCenter; }
    /// Allows a width below that of the text, which is then elided, with a tooltip.
    void set_elided(bool elided);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void working_requested(const QString& quantity);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void name_hint();
    QString shown_text() const;
    QFont font_of_unit() const;
    QFont font_of_digits() const;
    /// Pieces of the text with their fonts; one piece if the font is the same.
    std::vector<std::pair<QString, QFont>> pieces() const;
    int written_width() const;

    QString quantity_;
    QString note_;
    bool elided_ = false;
    qreal unit_scale_ = 1.0;
    Tone tone_ = Tone::plain;
    Qt::Alignment alignment_ = Qt::AlignLeft | Qt::AlignVCenter;
};

} // namespace rigwright
