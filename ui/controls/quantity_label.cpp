// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/quantity_label.h"

#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QStyle>

#include <algorithm>

namespace rigwright {

namespace {

/// Margin on the unaligned side; on the other, text starts where plain labels do.
constexpr int margin_x = 4;
constexpr int margin_y = 1;
/// Minimum width of elided text.
constexpr int least_label_width = 80;

} // namespace

QuantityLabel::QuantityLabel(QString quantity, QWidget* parent)
    : QAbstractButton(parent),
      quantity_(std::move(quantity))
{
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, this, [this] { emit working_requested(quantity_); });
    name_hint();
    on_change(this, QEvent::LanguageChange, [this] { name_hint(); });
    on_change(this, QEvent::FontChange, [this] { updateGeometry(); });
}

void QuantityLabel::name_hint()
{
    const QString invitation = tr("Show calculation");
    QStringList lines;
    if (elided_ && !text().isEmpty()) lines << text();
    if (!note_.isEmpty()) lines << note_;
    setToolTip(tool_tip((lines << invitation).join(QLatin1Char('\n'))));
}

void QuantityLabel::set_note(const QString& note)
{
    if (note == note_) return;
    note_ = note;
    name_hint();
}

void QuantityLabel::show_text(const QString& shown, const QString& name)
{
    if (shown != text()) {
        setText(shown);
        if (elided_) name_hint();
    }
    const QString spoken = named_value(name, shown);
    if (spoken != accessibleName()) setAccessibleName(spoken);
}

void QuantityLabel::set_emphasis(qreal scale, bool bold)
{
    QFont emphasised = parentWidget() != nullptr ? parentWidget()->font() : font();
    emphasised.setPointSizeF(emphasised.pointSizeF() * scale);
    emphasised.setBold(bold);
    setFont(emphasised);
}

void QuantityLabel::set_unit_scale(qreal scale)
{
    unit_scale_ = scale;
    updateGeometry();
    update();
}

void QuantityLabel::set_tone(Tone tone)
{
    if (tone == tone_) return;
    tone_ = tone;
    updateGeometry();
    update();
}

QFont QuantityLabel::font_of_digits() const
{
    QFont digits = font();
    if (tone_ == Tone::hypothetical) digits.setBold(false);
    return digits;
}

QFont QuantityLabel::font_of_unit() const
{
    QFont unit = font_of_digits();
    unit.setPointSizeF(unit.pointSizeF() * unit_scale_);
    return unit;
}

std::vector<std::pair<QString, QFont>> QuantityLabel::pieces() const
{
    static const QRegularExpression digits(QStringLiteral("\\d[\\d.,]*"));
    std::vector<std::pair<QString, QFont>> found;
    qsizetype before = 0;
    const auto add = [&](qsizetype until, const QFont& with) {
        if (until > before) found.emplace_back(text().mid(before, until - before), with);
        before = until;
    };
    if (unit_scale_ < 1.0) {
        for (auto numbers = digits.globalMatch(text()); numbers.hasNext();) {
            const QRegularExpressionMatch number = numbers.next();
            add(number.capturedStart(), font_of_unit());
            add(number.capturedEnd(), font_of_digits());
        }
    }
    add(text().size(), found.empty() ? font_of_digits() : font_of_unit());
    return found;
}

int QuantityLabel::written_width() const
{
    int width = 0;
    for (const auto& [piece, with] : pieces()) width += QFontMetrics(with).horizontalAdvance(piece);
    return width;
}

void QuantityLabel::set_elided(bool elided)
{
    elided_ = elided;
    name_hint();
    updateGeometry();
}

QSize QuantityLabel::minimumSizeHint() const
{
    const QSize wanted = sizeHint();
    return {elided_ ? std::min(wanted.width(), least_label_width) : wanted.width(), wanted.height()};
}

QString QuantityLabel::shown_text() const
{
    const QFontMetrics metrics(unit_scale_ < 1.0 ? font_of_unit() : font_of_digits());
    return elided_ ? metrics.elidedText(text(), Qt::ElideRight, width() - margin_x) : text();
}

QSize QuantityLabel::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    return {written_width() + margin_x + 1, metrics.height() + 2 * margin_y};
}

void QuantityLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(palette());
    const bool active = underMouse() || hasFocus();
    const QRect area = rect().adjusted(0, margin_y, 0, -margin_y);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.accent, 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    }
    painter.setPen(active                        ? theme.accent
                   : tone_ == Tone::missed       ? theme.bad
                   : tone_ == Tone::hypothetical ? theme.muted
                                                 : palette().color(QPalette::WindowText));
    const Qt::Alignment visual = QStyle::visualAlignment(layoutDirection(), alignment_);
    QRect written = area;
    if (unit_scale_ < 1.0 && written_width() <= area.width()) {
        // On one baseline, digits large.
        const int width = written_width();
        written = QStyle::alignedRect(Qt::LeftToRight, visual, QSize(width, area.height()), area);
        const int base_line = area.top() + (area.height() - fontMetrics().height()) / 2 + fontMetrics().ascent();
        int x = written.left();
        for (const auto& [piece, with] : pieces()) {
            painter.setFont(with);
            painter.drawText(x, base_line, piece);
            x += QFontMetrics(with).horizontalAdvance(piece);
        }
    } else {
        const QFont whole = unit_scale_ < 1.0 ? font_of_unit() : font_of_digits();
        painter.setFont(whole);
        const QString shown = shown_text();
        painter.drawText(area, static_cast<int>(visual) | Qt::TextSingleLine, shown);
        written = QFontMetrics(whole).boundingRect(area, static_cast<int>(visual) | Qt::TextSingleLine, shown);
    }
    QColor line = active ? theme.accent : theme.muted;
    line.setAlphaF(active ? 1.0F : 0.55F);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(line, 1, active ? Qt::SolidLine : Qt::DotLine));
    painter.drawLine(written.left(), area.bottom(), written.right(), area.bottom());
}

} // namespace rigwright
