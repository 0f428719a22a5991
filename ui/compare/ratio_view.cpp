// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/ratio_view.h"

#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

constexpr int tile = 19;
constexpr int row_padding = 26;
constexpr int header_lines = 2;
constexpr int side_padding = 8;
constexpr double whisker = 4.0;
constexpr double second_line_scale = 0.92;

QFont ratio_font(QFont font, bool bold, double scale = 1.0)
{
    font.setBold(bold);
    font.setPointSizeF(font.pointSizeF() * scale);
    return font;
}

/// Places on the axis between the sides of a cell.
class AxisPlaces {
public:
    AxisPlaces(const RatioModel& model, const QRect& cell) : ends_(model.extent()), cell_(cell) {}

    double of(double score) const
    {
        const double share =
            std::log(std::clamp(score, ends_.low, ends_.high) / ends_.low) / std::log(ends_.high / ends_.low);
        return cell_.left() + share * cell_.width();
    }

    std::vector<double> ticks() const
    {
        constexpr std::array fine{0.2, 0.33, 0.5, 0.67, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 5.0};
        constexpr std::array coarse{0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0};
        constexpr double widest_fine = 10.0;
        std::vector<double> inside;
        const auto take = [&](double tick) {
            if (tick >= ends_.low && tick <= ends_.high) inside.push_back(tick);
        };
        if (ends_.high / ends_.low < widest_fine)
            std::ranges::for_each(fine, take);
        else
            std::ranges::for_each(coarse, take);
        return inside;
    }

private:
    Ratio ends_;
    QRect cell_;
};

/// The captions of the axis with its ticks.
class RatioHeader : public QHeaderView {
public:
    RatioHeader(const RatioModel& model, QWidget* parent) : QHeaderView(Qt::Horizontal, parent), model_(model)
    {
        setHighlightSections(false);
        setSectionsClickable(false);
    }

    QSize sizeHint() const override
    {
        return {QHeaderView::sizeHint().width(), header_lines * fontMetrics().height() + side_padding};
    }

protected:
    void paintSection(QPainter* painter, const QRect& place, int section) const override
    {
        const Theme& theme = theme_of(palette());
        const QString text = model_.headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
        painter->save();
        painter->fillRect(place, theme.base);
        painter->setPen(theme.border);
        painter->drawLine(place.bottomLeft(), place.bottomRight());
        painter->setFont(ratio_font(font(), false, second_line_scale));
        painter->setPen(theme.muted);
        if (section != RatioModel::axis) {
            const QRect inner = place.adjusted(side_padding, 0, -side_padding, -side_padding / 2);
            const Qt::Alignment side = section == RatioModel::baseline_number ? Qt::AlignRight : Qt::AlignLeft;
            painter->drawText(inner, static_cast<int>(side | Qt::AlignBottom),
                              painter->fontMetrics().elidedText(text, Qt::ElideRight, inner.width()));
        } else {
            const AxisPlaces places(model_, place);
            const int line = painter->fontMetrics().height();
            const QString worse = text.section(QStringLiteral(" · "), 0, 0);
            const QString better = text.section(QStringLiteral(" · "), 1);
            const int one = static_cast<int>(places.of(1.0));
            painter->drawText(QRect(place.left(), place.top() + 2, one - place.left() - side_padding, line),
                              Qt::AlignRight | Qt::AlignVCenter, worse);
            painter->drawText(QRect(one + side_padding, place.top() + 2, place.right() - one - side_padding, line),
                              Qt::AlignLeft | Qt::AlignVCenter, better);
            int taken = place.left();
            for (const double tick : places.ticks()) {
                const QString label = QString::number(tick) + QStringLiteral("×");
                const int width = painter->fontMetrics().horizontalAdvance(label);
                const int left = static_cast<int>(places.of(tick)) - width / 2;
                if (left < taken || left + width > place.right()) continue;
                painter->drawText(QRect(left, place.top() + 2 + line, width, line), Qt::AlignCenter, label);
                taken = left + width + side_padding;
            }
        }
        painter->restore();
    }

private:
    const RatioModel& model_;
};

class RatioDelegate : public QStyledItemDelegate {
public:
    RatioDelegate(const RatioModel& model, QObject* parent) : QStyledItemDelegate(parent), model_(model) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = theme_of(option.palette);
        painter->save();
        if (index.column() == RatioModel::axis)
            paint_axis(*painter, option, index.row(), theme);
        else
            paint_text(*painter, option, index, theme);
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->setPen(theme.grid);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(QPen(theme.accent, 2.0));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(option.rect.adjusted(1, 1, -1, -2));
        }
        painter->restore();
    }

private:
    static QColor colour_of(RatioModel::Side side, const Theme& theme)
    {
        return side == RatioModel::Side::better  ? theme.accent
               : side == RatioModel::Side::worse ? theme.text
                                                 : theme.muted;
    }

    void paint_text(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                    const Theme& theme) const
    {
        const QStringList lines = index.data().toString().split(QLatin1Char('\n'));
        const bool of_machine = index.column() >= RatioModel::first_machine;
        QColor colour = theme.text;
        bool bold = true;
        if (of_machine) {
            const auto mark = model_.mark(index.row(), model_.machine_at(index.column()));
            bold = mark && mark->side != RatioModel::Side::unclear;
            colour = colour_of(mark ? mark->side : RatioModel::Side::unclear, theme);
        }
        const int side = index.column() == RatioModel::baseline_number ? Qt::AlignRight : Qt::AlignLeft;
        const QRect inner = option.rect.adjusted(side_padding, 0, -side_padding, 0);
        const QFont first = ratio_font(option.font, bold);
        const QFont second = ratio_font(option.font, false, second_line_scale);
        const int line = QFontMetrics(first).height();
        const int top = inner.center().y() - line;
        const auto draw = [&](const QFont& font, const QColor& pen, int y, const QString& text) {
            painter.setFont(font);
            painter.setPen(pen);
            painter.drawText(QRect(inner.left(), y, inner.width(), line), side | Qt::AlignVCenter,
                             QFontMetrics(font).elidedText(text, Qt::ElideRight, inner.width()));
        };
        draw(first, colour, top, lines.front());
        if (lines.size() > 1) draw(second, theme.muted, top + line, lines.back());
    }

    void paint_axis(QPainter& painter, const QStyleOptionViewItem& option, int row, const Theme& theme) const
    {
        const AxisPlaces places(model_, option.rect);
        const QRect cell = option.rect;
        const double one = places.of(1.0);
        painter.fillRect(QRectF(cell.left(), cell.top(), one - cell.left(), cell.height()), theme.inputs);
        painter.setPen(theme.grid);
        for (const double tick : places.ticks())
            painter.drawLine(QLineF(places.of(tick), cell.top(), places.of(tick), cell.bottom()));
        painter.setPen(QPen(theme.text, 1.5));
        painter.drawLine(QLineF(one, cell.top(), one, cell.bottom()));
        painter.setRenderHint(QPainter::Antialiasing);
        const std::vector<RatioModel::Mark> marks = model_.marks(row);
        for (std::size_t i = 0; i < marks.size(); ++i) {
            const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(marks.size());
            const double room = std::max(0, cell.height() - tile - 4);
            paint_mark(painter, marks[i], places,
                       cell.top() + 2 + tile / 2.0 + room * (marks.size() == 1 ? 0.5 : share), theme, option.font);
        }
    }

    void paint_mark(QPainter& painter, const RatioModel::Mark& mark, const AxisPlaces& places, double y,
                    const Theme& theme, const QFont& font) const
    {
        const QColor colour = colour_of(mark.side, theme);
        const double low = places.of(mark.score.low);
        const double high = places.of(mark.score.high);
        painter.setPen(QPen(colour, 1.5));
        if (mark.score.low < mark.score.high) {
            painter.drawLine(QLineF(low, y, high, y));
            for (const double end : {low, high}) painter.drawLine(QLineF(end, y - whisker, end, y + whisker));
        }
        const bool filled = mark.side != RatioModel::Side::unclear;
        const QRectF place(places.of(mark.score.value) - tile / 2.0, y - tile / 2.0, tile, tile);
        painter.setBrush(filled ? colour : theme.base);
        painter.drawRoundedRect(place, 3, 3);
        painter.setFont(ratio_font(font, true, second_line_scale));
        painter.setPen(filled ? theme.base : theme.text);
        painter.drawText(place, Qt::AlignCenter, model_.letter_of(mark.machine));
    }

    const RatioModel& model_;
};

} // namespace

RatioView::RatioView(RatioModel& model, QWidget* parent) : QTableView(parent), model_(model)
{
    setObjectName(QStringLiteral("ratios"));
    setModel(&model_);
    setItemDelegate(new RatioDelegate(model_, this));
    setHorizontalHeader(new RatioHeader(model_, this));
    setEditTriggers(NoEditTriggers);
    setSelectionMode(SingleSelection);
    setTabKeyNavigation(false);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(2 * fontMetrics().height() + row_padding);
    connect(this, &QTableView::clicked, this, &RatioView::open);
    connect(this, &QTableView::activated, this, &RatioView::open);
    connect(&model_, &QAbstractItemModel::modelReset, this, &RatioView::fit_columns);
}

void RatioView::open(const QModelIndex& index)
{
    const std::size_t machine = model_.machine_at(index.column());
    emit machine_requested(machine, model_.quantity_of_row(index.row()));
}

/// The axis takes what the texts leave.
void RatioView::fit_columns()
{
    constexpr int wide_from = 1200;
    constexpr int least_axis = 220;
    const bool wide = width() >= wide_from;
    const int machines = model_.columnCount() - RatioModel::first_machine;
    if (machines < 0) return;
    const int name = wide ? 230 : 190;
    const int number = wide ? 110 : 96;
    const int machine = wide ? 200 : 158;
    setColumnWidth(RatioModel::metric, name);
    setColumnWidth(RatioModel::baseline_number, number);
    for (int i = 0; i < machines; ++i) setColumnWidth(RatioModel::first_machine + i, machine);
    setColumnWidth(RatioModel::axis, std::max(least_axis, viewport()->width() - name - number - machines * machine));
}

void RatioView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fit_columns();
}

} // namespace rigwright
