// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_cell.h"

#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QFocusEvent>
#include <QFontInfo>
#include <QFontMetrics>
#include <QPainter>
#include <QRegularExpression>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <ranges>

namespace rigwright {

namespace {

// Pixels at a base font of 13.
constexpr double status_base_font = 13.0;
constexpr int cell_side = 12;
constexpr int label_font = 12;
constexpr int number_font = 14;
constexpr int verdict_font = 15;
constexpr int small_verdict_font = 13;
constexpr int least_verdict = 60;
constexpr int least_machine = 116;
constexpr int most_machine = 220;
constexpr int first_line_top = 2;
constexpr int first_line_height = 16;
constexpr int second_line_top = 18;
constexpr int second_line_height = 17;
constexpr int gauge_top = 37;
constexpr int gauge_height = 4;
constexpr int mark_size = 13;
constexpr int mark_gap = 3;
constexpr int verdict_mark_size = 18;
constexpr int verdict_text_left = 39;
constexpr int verdict_line_height = 18;
constexpr int letter_size = 20;
constexpr int arrow_width = 8;
constexpr int status_line_height = 44;
/// Position of a gauge's limit, with room for overruns.
constexpr double limit_share = 0.8;

QColor mixed_colour(const QColor& a, const QColor& b, double share_of_a)
{
    const auto mix = [share_of_a](int x, int y) {
        return static_cast<int>(std::lround(x * share_of_a + y * (1.0 - share_of_a)));
    };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

/// At most two lines of text; `cut` if the text is longer.
struct TwoLines {
    QStringList lines;
    bool cut = false;
};

TwoLines two_lines(const QString& text, const QFont& font, int width)
{
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    TwoLines result;
    const QTextLine first = layout.createLine();
    QTextLine line = first;
    line.setLineWidth(width);
    layout.endLayout();
    qsizetype length = line.textLength();
    // Prefer a break between clauses.
    static const QRegularExpression clause_end(QStringLiteral("[:,] |[，：、]"));
    QRegularExpressionMatch end;
    if (length < text.size() && text.left(length).lastIndexOf(clause_end, -1, &end) >= 0 &&
        QFontMetrics(font).horizontalAdvance(text.mid(end.capturedEnd())) <= width)
        length = end.capturedEnd();
    result.lines.append(text.left(length).trimmed());
    const QString rest = text.mid(length).trimmed();
    if (rest.isEmpty()) return result;
    const QString shown = QFontMetrics(font).elidedText(rest, Qt::ElideRight, width);
    result.lines.append(shown);
    result.cut = shown != rest;
    return result;
}

struct StateLook {
    std::optional<Symbol> symbol;
    QColor Theme::*colour;
    QColor Theme::*ground;
};

const StateLook& look_of(LimitState state)
{
    // In the order of `LimitState`.
    static constexpr std::array looks{StateLook{std::nullopt, &Theme::muted, &Theme::window},
                                      StateLook{Symbol::check_disc, &Theme::good, &Theme::good_wash},
                                      StateLook{Symbol::warning_triangle, &Theme::warning, &Theme::warning_wash},
                                      StateLook{Symbol::half_disc, &Theme::warning, &Theme::warning_wash},
                                      StateLook{Symbol::question_diamond, &Theme::muted, &Theme::window},
                                      StateLook{Symbol::stop_octagon, &Theme::bad, &Theme::bad_wash}};
    return looks[static_cast<std::size_t>(state)];
}

} // namespace

std::optional<Symbol> symbol_of(LimitState state) { return look_of(state).symbol; }
QColor colour_of(LimitState state, const Theme& theme) { return theme.*look_of(state).colour; }
QColor ground_of(LimitState state, const Theme& theme) { return theme.*look_of(state).ground; }

StatusCell::StatusCell(Kind kind, QWidget* parent) : QAbstractButton(parent), kind_(kind)
{
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::ClickFocus);
    setAttribute(Qt::WA_Hover);
    on_change(this, QEvent::FontChange, [this] { known_widths_ = {}; });
}

void StatusCell::show_content(const Content& content, const QString& spoken, const QString& hint)
{
    if (accessibleName() != spoken) setAccessibleName(spoken);
    const QString tip = paragraph(spoken + QLatin1Char('\n') + hint);
    if (toolTip() != tip) setToolTip(tip);
    if (content_ == content) return;
    content_ = content;
    known_widths_ = {};
    update();
}

void StatusCell::set_detail(Detail detail)
{
    if (detail_ == detail) return;
    detail_ = detail;
    update();
}

double StatusCell::scale() const { return std::max(1.0, QFontInfo(font()).pixelSize() / status_base_font); }

int StatusCell::scaled(double length) const { return static_cast<int>(std::lround(length * scale())); }

QFont StatusCell::font_of(int pixels, bool bold) const
{
    QFont made = font();
    made.setPixelSize(scaled(pixels));
    made.setBold(bold);
    return made;
}

QString StatusCell::first_line(Detail detail) const
{
    QString aside = detail == Detail::full ? content_.range : QString();
    // Then the second line has no room for a remark.
    if (detail != Detail::full && content_.keeps_limit) aside = content_.limit;
    return aside.isEmpty() ? content_.label : QStringLiteral("%1 · %2").arg(content_.label, aside);
}

QString StatusCell::second_part(Detail detail) const
{
    const bool shown = detail == Detail::full || (detail == Detail::usual && content_.gauge);
    return shown ? content_.limit : QString();
}

bool StatusCell::has_mark() const
{
    const bool idle = content_.hypothetical && content_.state == LimitState::holds;
    return symbol_of(content_.state).has_value() && !idle;
}

QColor StatusCell::mark_colour(const Theme& theme) const
{
    const bool idle = content_.hypothetical && content_.state == LimitState::holds;
    return idle ? theme.muted : colour_of(content_.state, theme);
}

int StatusCell::side() const { return kind_ == Kind::plain_figure ? 0 : scaled(cell_side); }

QSize StatusCell::sizeHint() const { return {wanted_width(detail_), scaled(status_line_height)}; }

QRect StatusCell::mark_place() const
{
    if (kind_ == Kind::verdict) {
        const int size = scaled(verdict_mark_size);
        return {inner().left(), (scaled(status_line_height) - size) / 2, size, size};
    }
    const int size = scaled(mark_size);
    const int middle = scaled(second_line_top) + (scaled(second_line_height) + 3) / 2;
    return {inner().left(), middle - size / 2, size, size};
}

QRect StatusCell::letter_place() const
{
    const int size = scaled(letter_size);
    return {inner().left(), (scaled(status_line_height) - size) / 2, size, size};
}

PlacedText StatusCell::placed(const QRect& place, const QString& text, const QFont& font, const QColor& colour) const
{
    const QFontMetrics metrics(font);
    QRect taken = place;
    taken.setWidth(std::min(place.width(), metrics.horizontalAdvance(text)));
    if (taken.width() == metrics.horizontalAdvance(text)) return {taken, text, font, colour, false};
    // Elided text may exceed the width by a rounded pixel.
    const QString shown = metrics.elidedText(text, Qt::ElideRight, place.width() - 2);
    taken.setWidth(std::min(place.width(), metrics.horizontalAdvance(shown)));
    return {taken, shown, font, colour, true};
}

int StatusCell::verdict_width() const { return std::max(1, width() - scaled(verdict_text_left) - scaled(cell_side)); }

QFont StatusCell::verdict_font_in(int width) const
{
    const QFont large = font_of(verdict_font, true);
    return two_lines(content_.number, large, width).cut ? font_of(small_verdict_font, true) : large;
}

int StatusCell::least_width() const
{
    const int wanted = wanted_width(Detail::bare);
    return kind_ == Kind::machine ? std::min(wanted, scaled(least_machine)) : wanted;
}

int StatusCell::wanted_width(Detail detail) const
{
    std::optional<int>& known = known_widths_[static_cast<std::size_t>(detail)];
    if (!known) known = measured_width(detail);
    return *known;
}

int StatusCell::measured_width(Detail detail) const
{
    const auto advance = [](const QFont& font, const QString& text) {
        return QFontMetrics(font).horizontalAdvance(text);
    };
    switch (kind_) {
    case Kind::details: return 2 * scaled(cell_side) + scaled(arrow_width);
    case Kind::machine: {
        const int name = advance(font_of(label_font + 1, true), content_.number);
        const int around = 4 * scaled(cell_side) + scaled(letter_size) + scaled(arrow_width);
        return std::min(name + around, scaled(most_machine));
    }
    case Kind::verdict: {
        const QFont font = font_of(detail == Detail::full ? verdict_font : small_verdict_font, true);
        int text = 0;
        for (const QString& word : content_.number.split(QLatin1Char(' '))) text = std::max(text, advance(font, word));
        const int longest = advance(font, content_.number);
        // Chinese breaks anywhere.
        text = std::min(text, std::max(longest / 2, scaled(least_verdict)));
        const auto steps = std::views::iota(0, std::max(longest - text, 0) / scaled(mark_gap) + 1);
        const auto enough = std::ranges::partition_point(
            steps, [&](int step) { return two_lines(content_.number, font, text + step * scaled(mark_gap)).cut; });
        text += static_cast<int>(enough - steps.begin()) * scaled(mark_gap);
        return scaled(verdict_text_left) + scaled(cell_side) + text;
    }
    case Kind::figure:
    case Kind::plain_figure: break;
    }
    const QFont number = font_of(number_font, !content_.hypothetical);
    int second = has_mark() ? scaled(mark_size + mark_gap) : 0;
    second += advance(number, content_.number);
    if (const QString part = second_part(detail); !part.isEmpty())
        second += advance(number, QStringLiteral(" ")) + advance(font_of(label_font + 1, false), part);
    return 2 * side() + std::max(second, advance(font_of(label_font, false), first_line(detail))) + 1;
}

std::vector<PlacedText> StatusCell::placed_texts() const
{
    std::vector<PlacedText> texts;
    const Theme& theme = theme_of(palette());
    switch (kind_) {
    case Kind::machine: place_machine(theme, texts); break;
    case Kind::verdict: place_verdict(theme, texts); break;
    case Kind::figure:
    case Kind::plain_figure: place_figure(theme, texts); break;
    case Kind::details: break;
    }
    return texts;
}

void StatusCell::place_machine(const Theme& theme, std::vector<PlacedText>& texts) const
{
    const QFont bold = font_of(label_font + 1, true);
    QRect letter = letter_place();
    const int indent = (letter.width() - QFontMetrics(bold).horizontalAdvance(content_.label)) / 2;
    letter.setLeft(letter.left() + std::max(0, indent));
    texts.push_back(placed(letter, content_.label, bold, theme.on_accent));
    QRect name = inner();
    name.setHeight(scaled(status_line_height));
    name.setLeft(letter_place().right() + 1 + scaled(cell_side) * 2 / 3);
    name.setRight(inner().right() - scaled(arrow_width) - scaled(cell_side) / 2);
    texts.push_back(placed(name, content_.number, bold, theme.text));
}

void StatusCell::place_verdict(const Theme& theme, std::vector<PlacedText>& texts) const
{
    const QFont font = verdict_font_in(verdict_width());
    const TwoLines text = two_lines(content_.number, font, verdict_width());
    const int height = scaled(verdict_line_height);
    int top = (scaled(status_line_height) - height * static_cast<int>(text.lines.size())) / 2;
    for (const QString& line : text.lines) {
        const QRect place(scaled(verdict_text_left), top, verdict_width(), height);
        texts.push_back(placed(place, line, font, colour_of(content_.state, theme)));
        top += height;
    }
    if (text.cut) texts.back().cut = true;
}

void StatusCell::place_figure(const Theme& theme, std::vector<PlacedText>& texts) const
{
    QRect first = inner();
    first.setTop(scaled(first_line_top));
    first.setHeight(scaled(first_line_height));
    texts.push_back(placed(first, first_line(detail_), font_of(label_font, false), theme.faint));
    QRect second = inner();
    second.setTop(scaled(second_line_top));
    second.setHeight(scaled(second_line_height));
    if (has_mark()) second.setLeft(second.left() + scaled(mark_size + mark_gap));
    const QFont bold = font_of(number_font, !content_.hypothetical);
    const QColor colour = content_.hypothetical ? theme.muted : theme.text;
    texts.push_back(placed(second, content_.number, bold, colour));
    const QString part = second_part(detail_);
    if (part.isEmpty()) return;
    second.setLeft(texts.back().place.right() + 1 + QFontMetrics(bold).horizontalAdvance(QLatin1Char(' ')));
    // Half the digits of a limit are another limit.
    const PlacedText shown = placed(second, part, font_of(label_font + 1, false), theme.muted);
    if (!shown.cut) texts.push_back(shown);
}

void StatusCell::focusInEvent(QFocusEvent* event)
{
    shows_focus_ = event->reason() != Qt::ActiveWindowFocusReason;
    QAbstractButton::focusInEvent(event);
}

void StatusCell::paint_gauge(QPainter& painter, const Theme& theme) const
{
    const QRectF track(inner().left(), scaled(gauge_top), inner().width(), scaled(gauge_height));
    const QColor colour = mark_colour(theme);
    const QColor tint = mixed_colour(colour, theme.base, 0.42);
    const auto at = [&track](double share_of_limit) {
        return track.left() + track.width() * std::clamp(share_of_limit * limit_share, 0.0, 1.0);
    };
    const Gauge& gauge = *content_.gauge;
    painter.fillRect(track, theme.grid);
    QRectF bar = track;
    bar.setRight(at(gauge.high.value_or(std::max(gauge.value, 1.0))));
    painter.fillRect(bar, tint);
    bar.setRight(at(gauge.low));
    painter.fillRect(bar, colour);
    const double line = scaled(2);
    if (gauge.high.value_or(gauge.low) > gauge.low && gauge.value * limit_share < 1.0)
        painter.fillRect(QRectF(at(gauge.value) - line / 2, track.top(), line, track.height()), colour);
    painter.fillRect(QRectF(at(1.0) - line / 2, track.top() - 1, line, track.height() + 2), theme.text);
}

void StatusCell::paint_arrow(QPainter& painter, const Theme& theme) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double half = scaled(arrow_width) / 2.0;
    const double middle = scaled(status_line_height) / 2.0;
    if (kind_ == Kind::machine) {
        const double right = inner().right() + 1;
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.muted);
        painter.drawPolygon(QPolygonF(
            {{right - 2 * half, middle - half / 2}, {right, middle - half / 2}, {right - half, middle + half / 2}}));
    } else {
        const double centre = width() / 2.0;
        painter.setPen(QPen(theme.muted, 1.6 * scale(), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF({{centre - half - 1, middle - half / 2},
                                        {centre, middle + half / 2 + 1},
                                        {centre + half + 1, middle - half / 2}}));
    }
    painter.restore();
}

void StatusCell::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(palette());
    const bool tinted = kind_ == Kind::verdict;
    const QColor ground = tinted ? ground_of(content_.state, theme) : underMouse() ? theme.inputs : theme.base;
    if (kind_ != Kind::plain_figure) {
        painter.fillRect(rect(), ground);
        if (!tinted && kind_ != Kind::machine) painter.fillRect(0, 0, 1, height(), theme.grid);
        painter.fillRect(0, height() - 1, width(), 1, theme.border);
    }
    if (kind_ == Kind::machine) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.accent);
        painter.drawRoundedRect(letter_place(), 3, 3);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    if (kind_ == Kind::machine || kind_ == Kind::details) paint_arrow(painter, theme);
    if (has_mark()) paint_symbol(painter, mark_place(), *symbol_of(content_.state), mark_colour(theme), ground);
    if (content_.gauge) paint_gauge(painter, theme);
    for (const PlacedText& text : placed_texts()) {
        painter.setFont(text.font);
        painter.setPen(text.colour);
        // A glyph may extend a pixel beyond its advance.
        painter.drawText(text.place.adjusted(0, -2, 2, 2), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         text.text);
    }
    if (!hasFocus() || !shows_focus_) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 3, 3);
}

} // namespace rigwright
