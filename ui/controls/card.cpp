// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/card.h"

#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/theme/symbols.h"

#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollArea>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>

namespace rigwright {

void Card::paintEvent(QPaintEvent*)
{
    constexpr double radius = 6.0;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = theme_of(palette());
    painter.setPen(theme.border);
    painter.setBrush(theme.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

WrappingButton::WrappingButton(QWidget* parent) : QPushButton(parent)
{
    // Layouts treat a button's size hint as its minimum.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QSize WrappingButton::minimumSizeHint() const
{
    constexpr int narrowest = 96;
    const QSize wanted = QPushButton::minimumSizeHint();
    return {std::min(wanted.width(), narrowest), wanted.height()};
}

QStringList WrappingButton::lines(int width) const
{
    QStyleOptionButton option;
    initStyleOption(&option);
    option.rect.setWidth(width);
    QTextLayout layout(text(), font());
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(style()->subElementRect(QStyle::SE_PushButtonContents, &option, this).width());
        lines << text().mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

int WrappingButton::heightForWidth(int width) const
{
    const auto further = std::max<qsizetype>(lines(width).size() - 1, 0);
    return sizeHint().height() + static_cast<int>(further) * fontMetrics().lineSpacing();
}

void WrappingButton::paintEvent(QPaintEvent*)
{
    QStyleOptionButton option;
    initStyleOption(&option);
    option.text = lines(width()).join(QLatin1Char('\n'));
    QStylePainter(this).drawControl(QStyle::CE_PushButton, option);
}

void set_look(QTableView& table, std::optional<QAbstractItemView::SelectionMode> rows)
{
    if (rows) {
        table.setSelectionBehavior(QAbstractItemView::SelectRows);
        table.setSelectionMode(*rows);
    }
    table.setAlternatingRowColors(true);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void make_page(QScrollArea& area, Qt::ScrollBarPolicy across)
{
    area.setWidgetResizable(true);
    area.setFrameShape(QFrame::NoFrame);
    area.setFocusPolicy(Qt::NoFocus);
    area.setHorizontalScrollBarPolicy(across);
}

void set_ground(QWidget& widget, QColor Theme::*role)
{
    const auto colour = [&widget, role] {
        const QColor ground = theme_of(QApplication::palette()).*role;
        if (widget.palette().color(QPalette::Window) == ground) return;
        QPalette own;
        own.setColor(QPalette::Window, ground);
        widget.setPalette(own);
    };
    widget.setAutoFillBackground(true);
    colour();
    on_change(&widget, QEvent::PaletteChange, colour);
}

void ElidedLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
    style()->drawItemText(&painter, contentsRect(), Qt::AlignLeft | Qt::AlignVCenter, palette(), isEnabled(), shown,
                          foregroundRole());
}

TroubleLabel::TroubleLabel(QWidget* parent) : QLabel(parent)
{
    setObjectName(QStringLiteral("trouble"));
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    hide();
}

void TroubleLabel::show_text(const QString& text)
{
    setText(text);
    setVisible(!text.isEmpty());
    QPalette coloured = parentWidget()->palette();
    coloured.setColor(QPalette::WindowText, theme_of(coloured).bad);
    setPalette(coloured);
}

QLabel* error_line(QWidget* parent, int sign_side, const QMargins& margins, int spacing)
{
    auto* row = new QWidget(parent);
    QLabel* sign = plain_label(row);
    QLabel* text = wrapped_label(row);
    row_in(row, margins, spacing, {{sign, 0, Qt::AlignTop}, {text, 1}});
    row->hide();
    in_each_palette(row, [=] {
        QPalette colours = row->palette();
        const Theme& theme = theme_of(colours);
        sign->setPixmap(
            symbol_pixmap(Symbol::stop_octagon, sign_side, row->devicePixelRatioF(), theme.bad, theme.base));
        colours.setColor(QPalette::WindowText, theme.bad);
        text->setPalette(colours);
    });
    return text;
}

void TroubleLabel::forget_with_edits_of(const QAbstractItemView& view)
{
    connect(view.itemDelegate(), &QAbstractItemDelegate::closeEditor, this,
            [this](QWidget*, QAbstractItemDelegate::EndEditHint hint) {
                if (hint == QAbstractItemDelegate::RevertModelCache) show_text(QString());
            });
}

void show_whole_text(QHelpEvent& event, QWidget& widget, const QString& text, const QString& hint)
{
    // Shown as plain text.
    const QString plain = (text + QLatin1Char('\n') + hint).toHtmlEscaped();
    QToolTip::showText(event.globalPos(), QString(plain).replace(QLatin1Char('\n'), QLatin1String("<br>")), &widget);
}

namespace {

constexpr int segment_padding = 10;

} // namespace

PlainButton::PlainButton(Look look, QWidget* parent) : QAbstractButton(parent), look_(look)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void PlainButton::show_text(const QString& text)
{
    if (text == this->text()) return;
    setText(text);
    updateGeometry();
}

QSize PlainButton::sizeHint() const
{
    // A chosen part is bold.
    QFont widest = font();
    widest.setBold(look_ == Look::segment);
    const int padding = look_ == Look::link ? 2 : segment_padding;
    return {QFontMetrics(widest).horizontalAdvance(text()) + 2 * padding, look_ == Look::link ? 24 : 28};
}

void PlainButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = theme_of(palette());
    const bool link = look_ == Look::link;
    const QRectF inside = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    if (!link || isChecked()) {
        painter.setPen(link ? QPen(Qt::NoPen) : QPen(isChecked() ? theme.accent : theme.outline));
        painter.setBrush(isChecked() ? theme.note_wash : theme.base);
        painter.drawRoundedRect(inside, 3, 3);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(inside.adjusted(1, 1, -1, -1), 3, 3);
    }
    QFont shown = font();
    shown.setBold(!link && isChecked());
    painter.setFont(shown);
    if (look_ == Look::field) {
        const QRect room = rect().adjusted(8, 0, -8, 0);
        painter.setPen(theme.muted);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, text().section(QLatin1Char('\t'), 0, 0));
        painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, text().section(QLatin1Char('\t'), 1));
        return;
    }
    painter.setPen(link || isChecked() ? theme.accent : theme.text);
    const QFontMetrics metrics(shown);
    const int around = (sizeHint().width() - metrics.horizontalAdvance(text())) / 2;
    const bool is_whole = metrics.horizontalAdvance(text()) <= width();
    // Elided text starts where full text does.
    const QRect room = is_whole ? rect() : rect().adjusted(around, 0, 0, 0);
    painter.drawText(room, (is_whole ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics.elidedText(text(), Qt::ElideRight, room.width()));
}

bool PlainButton::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || width() >= sizeHint().width()) return QAbstractButton::event(event);
    show_whole_text(*static_cast<QHelpEvent*>(event), *this, text(), toolTip());
    return true;
}

void ShareBar::show_share(double begin, double end, const QColor Theme::*ink)
{
    begin_ = begin;
    end_ = end;
    ink_ = ink;
    update();
}

void ShareBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(palette());
    const QRectF whole = QRectF(rect()).adjusted(0, 2, 0, -2);
    painter.fillRect(whole, theme.grid);
    const double left = std::clamp(std::min(begin_, end_), 0.0, 1.0);
    const double right = std::clamp(std::max(begin_, end_), 0.0, 1.0);
    if (right > left) {
        constexpr double least_width = 2.0;
        const QColor ink = isEnabled() ? theme.*ink_ : theme.faint;
        const QRectF part(left * width(), whole.top(), std::max(least_width, (right - left) * width()), whole.height());
        // A subtracted share is outlined.
        if (end_ < begin_) {
            painter.setPen(ink);
            painter.drawRect(part.adjusted(0, 0, -1, -1));
        } else {
            painter.fillRect(part, ink);
        }
    }
    if (mark_ < 0.0) return;
    const double across = std::min(mark_ * width(), width() - 1.0);
    painter.fillRect(QRectF(across - 0.5, 0.0, 1.5, height()), theme.text);
}

} // namespace rigwright
