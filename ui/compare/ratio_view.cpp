// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/ratio_view.h"

#include "core/report/comparison_text.h"
#include "ui/format/on_change.h"
#include "ui/plots/swept_number.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

constexpr std::size_t most_shown = 3;
/// Larger ratios are drawn at the end of the axis.
constexpr double longest_axis = 30.0;
constexpr double shortest_axis = 1.7;

bool is_speed(std::string_view quantity) { return quantity.starts_with("time."); }
bool is_price(std::string_view quantity) { return quantity.starts_with("cost."); }
bool is_count(const RatioRow& row) { return row.quantity == "memory.max_micro_batch"; }

/// "1.9", "0.87", "1.15": two digits, three near 1.
QString factor_text(double factor)
{
    constexpr double close = 0.2;
    constexpr double tenfold = 10.0;
    if (std::fabs(factor - 1.0) < close) return from_utf8(fixed(factor, 2));
    return factor < tenfold ? from_utf8(fixed(factor, factor < 1.0 ? 2 : 1)) : from_utf8(significant(factor, 2));
}

} // namespace

RatioModel::RatioModel(Document& document, const Localization& words, const BuildActions& actions, QObject* parent)
    : TableModel(parent),
      document_(document),
      words_(words),
      actions_(actions)
{}

void RatioModel::follow()
{
    beginResetModel();
    builds_ = actions_.compared();
    table_ = {};
    others_.clear();
    shown_.clear();
    std::vector<std::shared_ptr<const Evaluation>> answers;
    std::vector<const Evaluation*> compared;
    for (const std::size_t build : builds_) compared.push_back(answers.emplace_back(document_.answer_of(build)).get());
    if (!builds_.empty()) {
        table_ = ratio_table(compared, actions_.baseline_place(), *document_.data());
        for (std::size_t place = 0; place < builds_.size(); ++place)
            if (place != table_.baseline && table_.standing[place] == RatioStanding::compared) others_.push_back(place);
        shown_.assign(others_.begin(), others_.begin() + static_cast<long>(std::min(most_shown, others_.size())));
    }
    std::vector<TableColumn> columns{
        {[] { return tr("Metric"); }, [this](int row) { return name_text(row); }},
        {[this] { return builds_.empty() ? QString() : letter_at(table_.baseline); },
         [this](int row) { return number_text(table_.rows[static_cast<std::size_t>(row)], table_.baseline); }, true},
        {[this] {
             return builds_.empty() ? QString() : tr("← worse than %1 · better →").arg(letter_at(table_.baseline));
         },
         [this](int row) { return axis_text(row); }}};
    for (const std::size_t place : shown_)
        columns.push_back({[this, place] { return letter_at(place) + QLatin1Char(' ') + name_at(place); },
                           [this, place](int row) { return machine_text(row, place); }});
    set_columns(std::move(columns));
    endResetModel();
}

QString RatioModel::letter_at(std::size_t place) const { return build_letter(builds_[place]); }

std::size_t RatioModel::machine_at(int column) const
{
    const std::size_t place =
        column < first_machine ? table_.baseline : shown_[static_cast<std::size_t>(column - first_machine)];
    return builds_[place];
}

std::optional<Ratio> RatioModel::score(const RatioRow& row, std::size_t place) const
{
    const std::optional<Ratio>& ratio = row.ratios[place];
    if (!ratio) return std::nullopt;
    return row.direction == PreferredDirection::more ? *ratio : ratio->inverse();
}

std::optional<RatioModel::Mark> RatioModel::mark(int row, std::size_t machine) const
{
    const auto place = static_cast<std::size_t>(std::ranges::find(builds_, machine) - builds_.begin());
    const std::optional<Ratio> found = score(table_.rows[static_cast<std::size_t>(row)], place);
    if (!found) return std::nullopt;
    return Mark{machine, *found, found->low > 1.0 ? Side::better : found->high < 1.0 ? Side::worse : Side::unclear};
}

std::vector<RatioModel::Mark> RatioModel::marks(int row) const
{
    std::vector<Mark> all;
    for (const std::size_t place : others_)
        if (const auto found = mark(row, builds_[place])) all.push_back(*found);
    return all;
}

Ratio RatioModel::extent() const
{
    Ratio ends{1.0, 1.0 / shortest_axis, shortest_axis};
    for (int row = 0; row < row_count(); ++row)
        for (const Mark& each : marks(row)) {
            ends.low = std::min({ends.low, each.score.low, each.score.value});
            ends.high = std::max({ends.high, each.score.high, each.score.value});
        }
    constexpr double room = 1.12;
    return {1.0, std::max(ends.low, 1.0 / longest_axis) / room, std::min(ends.high, longest_axis) * room};
}

QString RatioModel::remark(const RatioRow& row) const
{
    if (row.quantity == "time.wall_seconds") return tr("shared error taken out");
    if (is_count(row)) return tr("counted, not estimated");
    if (!is_price(row.quantity) || table_.unpriced.empty()) return {};
    QStringList kinds;
    for (const PartKind kind : table_.unpriced) kinds << words_.text(std::string("part.") + key_of(kind));
    return tr("without %1 (no price)").arg(listed(kinds));
}

QString RatioModel::name_text(int row) const
{
    const RatioRow& found = table_.rows[static_cast<std::size_t>(row)];
    const QString name = from_utf8(row_name(ComparedRow{found.quantity}, words_.table()));
    const QString below = remark(found);
    return below.isEmpty() ? name : name + QLatin1Char('\n') + below;
}

QString RatioModel::number_text(const RatioRow& row, std::size_t place) const
{
    return from_utf8(compared_text(row.values[place], words_.table()));
}

QString RatioModel::verdict_text(const RatioRow& row, std::size_t place) const
{
    const std::optional<ComparedValue>& value = row.values[place];
    if (!value) return QStringLiteral("–");
    if (value->hypothetical) return tr("does not fit");
    const std::optional<Ratio> found = score(row, place);
    if (!found) return QStringLiteral("–");
    if (found->value == 1.0 && found->low == 1.0 && found->high == 1.0) return tr("equal");
    if (!found->clear()) return words_.text("compare.ranking.no-clear-winner");
    const bool better = found->low > 1.0;
    if (is_count(row)) {
        const double difference = value->value.number - row.values[table_.baseline]->value.number;
        const QString amount = words_.text(Value{std::fabs(difference), Unit::count});
        return difference > 0.0 ? tr("%1 more").arg(amount) : tr("%1 less").arg(amount);
    }
    const QString factor = factor_text(better ? found->value : 1.0 / found->value);
    if (is_speed(row.quantity)) return better ? tr("%1× faster").arg(factor) : tr("%1× slower").arg(factor);
    if (!better) return is_price(row.quantity) ? tr("%1× as expensive").arg(factor) : tr("%1× more").arg(factor);
    constexpr int digits = 2;
    const QString saved = words_.text(Value{rounded_to(1.0 - 1.0 / found->value, digits), Unit::share});
    return is_price(row.quantity) ? tr("%1 cheaper").arg(saved) : tr("%1 less").arg(saved);
}

QString RatioModel::machine_text(int row, std::size_t place) const
{
    const RatioRow& found = table_.rows[static_cast<std::size_t>(row)];
    if (!found.values[place]) return verdict_text(found, place);
    QString second = number_text(found, place);
    if (const std::optional<Ratio> each = score(found, place); each && each->low < each->high) {
        const Ratio shown = each->high < 1.0 ? each->inverse() : *each;
        second += QStringLiteral(" · ") + tr("%1 to %2").arg(factor_text(shown.low), factor_text(shown.high));
    }
    return verdict_text(found, place) + QLatin1Char('\n') + second;
}

QString RatioModel::axis_text(int row) const
{
    QStringList texts;
    for (const std::size_t place : others_)
        texts << letter_at(place) + QLatin1Char(' ') + verdict_text(table_.rows[static_cast<std::size_t>(row)], place);
    return texts.join(QStringLiteral("; "));
}

const RatioRow* RatioModel::row_of(std::string_view quantity) const
{
    const auto found = std::ranges::find(table_.rows, quantity, &RatioRow::quantity);
    return found == table_.rows.end() ? nullptr : &*found;
}

QString RatioModel::clause(std::size_t place) const
{
    const QString letter = letter_at(place);
    const QString base = letter_at(table_.baseline);
    const RatioRow* price = row_of("cost.purchase");
    const std::optional<Ratio> cost = price != nullptr ? price->ratios[place] : std::nullopt;
    const QString factor = cost ? factor_text(cost->value) : QString();
    const auto priced = [&](const QString& text) {
        if (!cost) return text;
        if (cost->value == 1.0) return tr("%1 for the same price").arg(text);
        return tr("%1 for %2× the price").arg(text, factor);
    };
    const RatioRow* time = row_of("time.wall_seconds");
    if (time == nullptr) time = row_of("time.samples_per_second");
    const std::optional<Ratio> speed = time != nullptr ? score(*time, place) : std::nullopt;
    if (!speed) return cost ? tr("%1 costs %2× as much as %3").arg(letter, factor, base) : QString();
    if (speed->low > 1.0) return priced(tr("%1 is %2× as fast as %3").arg(letter, factor_text(speed->value), base));
    if (speed->high < 1.0)
        return priced(tr("%1 takes %2× as long as %3").arg(letter, factor_text(1.0 / speed->value), base));
    return priced(speed->low == speed->high ? tr("%1 is as fast as %2").arg(letter, base)
                                            : tr("%1 is not clearly faster or slower than %2").arg(letter, base));
}

bool RatioModel::lacks_memory(std::size_t place) const
{
    return std::ranges::any_of(
        table_.rows, [place](const RatioRow& row) { return row.values[place] && row.values[place]->hypothetical; });
}

QString RatioModel::sentence() const
{
    QStringList clauses;
    QStringList too_small;
    if (lacks_memory(table_.baseline)) too_small << letter_at(table_.baseline);
    for (const std::size_t place : shown_)
        if (lacks_memory(place))
            too_small << letter_at(place);
        else if (const QString text = clause(place); !text.isEmpty())
            clauses << text;
    if (!too_small.empty()) clauses.prepend(tr("the task does not fit on %1").arg(listed(too_small)));
    if (clauses.empty()) return {};
    QString text = clauses.join(tr("; ", "between two clauses"));
    text[0] = text[0].toUpper();
    return tr("%1.", "a sentence").arg(text);
}

QString RatioModel::notes() const
{
    QStringList lines;
    const auto of_task = [&](RatioStanding standing) {
        QStringList names;
        for (std::size_t place = 0; place < builds_.size(); ++place)
            if (table_.standing[place] == standing) names << letter_at(place) + QLatin1Char(' ') + name_at(place);
        return listed(names);
    };
    const QString batch =
        table_.global_batch ? words_.text(Value{static_cast<double>(*table_.global_batch), Unit::count}) : QString();
    if (table_.global_batch)
        lines << tr("Compared at the global batch of %1, %2 samples.").arg(letter_at(table_.baseline), batch);
    if (const QString names = of_task(RatioStanding::own_task); !names.isEmpty())
        lines << tr("Not ranked, has a task of its own: %1.").arg(names);
    if (const QString names = of_task(RatioStanding::undivided_batch); !names.isEmpty())
        lines << tr("Not ranked, its GPUs do not divide a global batch of %1: %2.").arg(batch, names);
    if (const QString names = of_task(RatioStanding::no_answer); !names.isEmpty())
        lines << tr("Not ranked, cannot be computed: %1.").arg(names);
    lines << tr("Most of the error of two estimates of one task is shared; these ranges leave it out.");
    return sentences(lines);
}

namespace {

constexpr int tile = 19;
constexpr int beside_a_tile = 2;
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

/// Positions on the axis across a cell.
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

/// Captions and tick labels of the axis.
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
        const QFontMetrics metrics(first);
        const int line = metrics.height();
        // A name may wrap to two lines.
        const bool is_long =
            index.column() == RatioModel::metric && metrics.horizontalAdvance(lines.front()) > inner.width();
        const int first_height = is_long ? 2 * line : line;
        const int top = is_long ? inner.center().y() - 3 * line / 2 : inner.center().y() - line;
        painter.setFont(first);
        painter.setPen(colour);
        painter.drawText(QRect(inner.left(), top, inner.width(), first_height),
                         side | Qt::AlignVCenter | Qt::TextWordWrap,
                         is_long ? lines.front() : metrics.elidedText(lines.front(), Qt::ElideRight, inner.width()));
        if (lines.size() < 2) return;
        painter.setFont(second);
        painter.setPen(theme.muted);
        painter.drawText(QRect(inner.left(), top + first_height, inner.width(), line), side | Qt::AlignVCenter,
                         QFontMetrics(second).elidedText(lines.back(), Qt::ElideRight, inner.width()));
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
        // One below the other, so that none hides another's letter.
        constexpr int lane = tile + beside_a_tile;
        double y = cell.center().y() - lane * (static_cast<double>(marks.size()) - 1.0) / 2.0;
        for (const RatioModel::Mark& mark : marks) {
            paint_mark(painter, mark, places, y, theme, option.font);
            y += lane;
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
        painter.drawText(place, Qt::AlignCenter, build_letter(mark.machine));
    }

    const RatioModel& model_;
};

/// Draws the model: letters on a logarithmic axis, whiskers for ranges, worse ratios on tint.
class RatioView : public QTableView {
public:
    RatioView(RatioModel& model, RatioOpener open, QWidget* parent)
        : QTableView(parent),
          model_(model),
          open_(std::move(open))
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
        connect(this, &QTableView::clicked, this, &RatioView::open);
        connect(this, &QTableView::activated, this, &RatioView::open);
        connect(&model_, &QAbstractItemModel::modelReset, this, &RatioView::fit_columns);
        // Another language may use another font.
        connect(&model_, &QAbstractItemModel::dataChanged, this, &RatioView::fit_columns);
        on_change(this, QEvent::FontChange, [this] { fit_columns(); });
    }

    /// The axis gets the remaining width.
    void fit_columns()
    {
        constexpr int wide_from = 1200;
        constexpr int least_axis = 220;
        constexpr int widest_number = 140;
        constexpr int widest_machine = 220;
        const bool wide = width() >= wide_from;
        const int machines = model_.columnCount() - RatioModel::first_machine;
        if (machines < 0) return;
        const int lanes = (tile + beside_a_tile) * static_cast<int>(model_.compared_machines()) + beside_a_tile;
        verticalHeader()->setDefaultSectionSize(std::max(2 * fontMetrics().height() + row_padding, lanes));
        const int name = wide ? 230 : 190;
        const int number = std::clamp(width_of(RatioModel::baseline_number), wide ? 110 : 96, widest_number);
        int machine = wide ? 200 : 158;
        for (int i = 0; i < machines; ++i) machine = std::max(machine, width_of(RatioModel::first_machine + i));
        machine = std::min(machine, widest_machine);
        setColumnWidth(RatioModel::metric, name);
        setColumnWidth(RatioModel::baseline_number, number);
        for (int i = 0; i < machines; ++i) setColumnWidth(RatioModel::first_machine + i, machine);
        setColumnWidth(RatioModel::axis,
                       std::max(least_axis, viewport()->width() - name - number - machines * machine));
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QTableView::resizeEvent(event);
        fit_columns();
    }

private:
    /// Width of a column's texts; text widths are rounded.
    int width_of(int column) const
    {
        const QFontMetrics first(ratio_font(font(), true));
        const QFontMetrics second(ratio_font(font(), false, second_line_scale));
        int width = 0;
        for (int row = 0; row < model_.rowCount(); ++row) {
            const QString text = model_.index(row, column).data().toString();
            width = std::max({width, first.horizontalAdvance(text.section(QLatin1Char('\n'), 0, 0)),
                              second.horizontalAdvance(text.section(QLatin1Char('\n'), 1))});
        }
        return width + 1 + 2 * side_padding;
    }

    void open(const QModelIndex& index)
    {
        open_(model_.machine_at(index.column()), model_.quantity_of_row(index.row()));
    }

    RatioModel& model_;
    RatioOpener open_;
};

} // namespace

QTableView* ratio_view(RatioModel& model, RatioOpener open, QWidget* parent)
{
    return new RatioView(model, std::move(open), parent);
}

} // namespace rigwright
