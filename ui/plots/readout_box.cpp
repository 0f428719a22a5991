// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/readout_box.h"

#include <QPainter>
#include <QStringList>

namespace rigwright {

namespace {

QString html(const Readout& readout, const Theme& theme)
{
    QString text = QStringLiteral("<b>%1</b><table cellspacing=\"0\">").arg(readout.heading.toHtmlEscaped());
    for (const auto& [name, value] : readout.lines) {
        text += QStringLiteral("<tr><td>%1</td><td align=\"right\" style=\"padding-left:12px\">%2</td></tr>")
                    .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    }
    text += QStringLiteral("</table>");
    if (!readout.note.isEmpty())
        text += QStringLiteral("<div style=\"color:%1\">%2</div>").arg(theme.bad.name(), readout.note.toHtmlEscaped());
    return text;
}

} // namespace

QString plain_text(const Readout& readout)
{
    QStringList lines{readout.heading};
    for (const auto& [name, value] : readout.lines) lines << QStringLiteral("%1\t%2").arg(name, value);
    if (!readout.note.isEmpty()) lines << readout.note;
    return lines.join(QLatin1Char('\n'));
}

ReadoutBox::ReadoutBox(QWidget* parent) : QLabel(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setTextFormat(Qt::RichText);
    setMargin(7);
    hide();
}

void ReadoutBox::show_readout(const Readout& readout, const Theme& theme)
{
    readout_ = readout;
    background_ = theme.card;
    border_ = theme.border;
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, theme.text);
    setPalette(colours);
    setText(html(readout, theme));
    adjustSize();
    show();
}

void ReadoutBox::place_beside(int x, int top)
{
    constexpr int gap = 10;
    const int right_of_line = x + gap;
    const bool fits_right = right_of_line + width() <= parentWidget()->width() - gap;
    const int left = fits_right ? right_of_line : std::max(gap, x - gap - width());
    move(left, std::clamp(top, 0, std::max(0, parentWidget()->height() - height())));
}

void ReadoutBox::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(border_);
    painter.setBrush(background_);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4.0, 4.0);
    painter.end();
    QLabel::paintEvent(event);
}

} // namespace rigwright
