// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/plots/swept_number.h"
#include "ui/theme/theme.h"
#include "ui/window/commands.h"

#include <QAccessible>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableWidget>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rigwright {

namespace {

constexpr int status_height = 44;
constexpr int cell_count = 8;
using CellWidths = std::array<double, cell_count>;

// Design widths of machine, verdict, memory, time, price, checks, bottleneck and details.
constexpr double narrow_line = 1024.0;
constexpr CellWidths narrow_widths{164, 126, 140, 158, 180, 104, 116, 36};
constexpr double wide_line = 1366.0;
constexpr CellWidths wide_widths{166, 190, 206, 222, 214, 150, 170, 48};

/// Interpolates between the two designs; outside them, all keep their shares.
CellWidths designed_widths(double width)
{
    CellWidths widths{};
    const double between = std::clamp((width - narrow_line) / (wide_line - narrow_line), 0.0, 1.0);
    for (std::size_t i = 0; i < widths.size(); ++i)
        widths[i] = narrow_widths[i] + (wide_widths[i] - narrow_widths[i]) * between;
    const double factor = width / std::accumulate(widths.begin(), widths.end(), 0.0);
    for (double& each : widths) each *= factor;
    return widths;
}

/// Moves spare width to cells that need more.
CellWidths balanced_widths(CellWidths widths, const CellWidths& wanted)
{
    double missing = 0.0;
    double spare = 0.0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        missing += std::max(0.0, wanted[i] - widths[i]);
        spare += std::max(0.0, widths[i] - wanted[i]);
    }
    if (missing <= 0.0 || spare <= 0.0) return widths;
    const double moved = std::min(missing, spare);
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const double lack = wanted[i] - widths[i];
        widths[i] += lack > 0.0 ? lack * moved / missing : lack * moved / spare;
    }
    return widths;
}

/// "Memory: 2.99 GiB of 23.6 GiB · 2.90 GiB – 3.16 GiB · Within the limit".
QString spoken_text(const StatusText& text, const QString& of_limit)
{
    QString first = named_value(text.label, text.full_number.isEmpty() ? text.number : text.full_number);
    if (!of_limit.isEmpty()) first += QLatin1Char(' ') + of_limit;
    QStringList parts{first};
    for (const QString& part : {text.full_range, text.verdict})
        if (!part.isEmpty()) parts.append(part);
    return parts.join(QStringLiteral(" · "));
}

/// A popup below the line with all results, ranges and limits.
class StatusDetails : public QFrame {
public:
    using Chosen = std::function<void(const QString& quantity)>;

    StatusDetails(const QStringList& headings, int rows, Chosen chosen, QWidget* parent)
        : QFrame(parent, Qt::Popup),
          table_(new QTableWidget(rows, static_cast<int>(headings.size()), this)),
          chosen_(std::move(chosen))
    {
        setAttribute(Qt::WA_DeleteOnClose);
        setObjectName(QStringLiteral("status_details"));
        setFrameShape(QFrame::StyledPanel);
        column_in(this, {0, 0, 0, 0}, -1, {table_});
        table_->setHorizontalHeaderLabels(headings);
        table_->verticalHeader()->hide();
        table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
        table_->setSelectionBehavior(QAbstractItemView::SelectRows);
        table_->setSelectionMode(QAbstractItemView::SingleSelection);
        table_->setTabKeyNavigation(false);
        table_->setFrameShape(QFrame::NoFrame);
        table_->setShowGrid(false);
        setFocusProxy(table_);
        connect(table_, &QTableWidget::cellActivated, this, [this](int row) { choose(row); });
        connect(table_, &QTableWidget::cellClicked, this, [this](int row) { choose(row); });
    }

    void set_row(int row, const QString& quantity, const QStringList& texts)
    {
        for (int i = 0; i < texts.size(); ++i) {
            auto* item = new QTableWidgetItem(texts[i]);
            item->setToolTip(tool_tip(texts[i]));
            item->setData(Qt::UserRole, quantity);
            table_->setItem(row, i, item);
        }
    }

    /// Top right corner at `right_end`, at most `room` wide.
    void open_below(const QPoint& right_end, int room, const QString& name)
    {
        table_->setAccessibleName(name);
        table_->resizeColumnsToContents();
        table_->resizeRowsToContents();
        const int frame = 2 * frameWidth();
        const int width = table_->horizontalHeader()->length() + frame + 2;
        const int height = table_->verticalHeader()->length() + table_->horizontalHeader()->sizeHint().height();
        resize(std::min(width, room), height + frame + 2);
        move(right_end - QPoint(this->width(), 0));
        table_->setCurrentCell(0, 0);
        show();
        table_->setFocus(Qt::PopupFocusReason);
    }

private:
    void choose(int row)
    {
        const QString quantity = table_->item(row, 0)->data(Qt::UserRole).toString();
        if (quantity.isEmpty()) return;
        // `close` deletes the table.
        const Chosen chosen = chosen_;
        close();
        chosen(quantity);
    }

    QTableWidget* table_;
    Chosen chosen_;
};

} // namespace

StatusLine::StatusLine(Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      document_(document),
      words_(words)
{
    static_assert(cell_count == place_count);
    setObjectName(QStringLiteral("status_line"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    add_cell(machine, StatusCell::Kind::machine, "status_machine");
    add_cell(verdict, StatusCell::Kind::verdict, "status_verdict");
    add_cell(memory, StatusCell::Kind::figure, "status_memory");
    add_cell(time, StatusCell::Kind::figure, "status_time");
    add_cell(price, StatusCell::Kind::figure, "status_price");
    add_cell(checks, StatusCell::Kind::figure, "status_checks");
    add_cell(bottleneck, StatusCell::Kind::figure, "status_bottleneck");
    add_cell(details, StatusCell::Kind::details, "status_open_details");
    make_current(machine);
    connect(&document_, &Document::changed, this, &StatusLine::follow);
    connect(&document_, &Document::builds_changed, this, [this] {
        show_machine();
        lay_out();
    });
    connect(&document_, &Document::settled, this, &StatusLine::announce);
    on_change(this, QEvent::LanguageChange, [this] { follow(); });
    on_change(this, QEvent::FontChange, [this] {
        updateGeometry();
        // Cells get their font after the line.
        QMetaObject::invokeMethod(this, &StatusLine::lay_out, Qt::QueuedConnection);
    });
    follow();
    announced_ = status_.verdict;
}

void StatusLine::add_cell(Place place, StatusCell::Kind kind, const char* name)
{
    auto* cell = new StatusCell(kind, this);
    cell->setObjectName(QLatin1String(name));
    cell->installEventFilter(this);
    connect(cell, &QAbstractButton::clicked, this, [this, place] { press(place); });
    cells_[place] = cell;
}

QSize StatusLine::sizeHint() const
{
    return {static_cast<int>(wide_line), static_cast<int>(std::lround(status_height * cells_[machine]->scale()))};
}

void StatusLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    lay_out();
}

void StatusLine::lay_out()
{
    using Detail = StatusCell::Detail;
    std::array<Detail, cell_count> details{};
    CellWidths needed{};
    const auto show = [&](std::size_t cell, Detail detail) {
        details[cell] = detail;
        needed[cell] = cells_[cell]->wanted_width(detail);
    };
    const auto has_room = [&] { return std::accumulate(needed.begin(), needed.end(), 0.0) <= width(); };
    for (std::size_t i = 0; i < needed.size(); ++i) show(i, Detail::full);
    if (!has_room())
        for (std::size_t i = 0; i < needed.size(); ++i) show(i, Detail::usual);
    // Long names shrink before limits are dropped, usual names after.
    if (!has_room()) needed[machine] = std::min(needed[machine], narrow_widths[machine] * cells_[machine]->scale());
    for (std::size_t left_out = 0; !has_room() && left_out < needed.size(); ++left_out) {
        const auto gain = [&](std::size_t cell) { return needed[cell] - cells_[cell]->wanted_width(Detail::bare); };
        std::size_t longest = verdict;
        for (std::size_t i = verdict; i < needed.size(); ++i)
            if (gain(i) > gain(longest)) longest = i;
        show(longest, Detail::bare);
    }
    if (!has_room()) needed[machine] = cells_[machine]->least_width();
    const CellWidths widths = balanced_widths(designed_widths(width()), needed);
    double right = 0.0;
    int left = 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        right += widths[i];
        const int end = i + 1 == widths.size() ? width() : static_cast<int>(std::lround(right));
        cells_[i]->set_detail(details[i]);
        cells_[i]->setGeometry(left, 0, end - left, height());
        left = end;
    }
}

void StatusLine::follow()
{
    status_ = status_of(document_.evaluation(), *document_.data());
    const StatusTexts texts(status_, words_);
    setAccessibleName(tr("Status"));
    show_machine();
    show_verdict(texts);
    show_goal(memory, *status_.goal(Goal::memory), texts);
    show_goal(time, shown_time(), texts);
    show_goal(price, *status_.goal(Goal::price), texts);
    show_goal(checks, *status_.goal(Goal::build_checks), texts);
    show_bottleneck(texts);
    cells_[details]->show_content({}, tr("Details"), tr("All results with range and limit"));
    lay_out();
}

void StatusLine::show_machine()
{
    const Project& project = document_.project();
    const QString letter = letter_of(document_, project.current);
    const QString name = document_.in_trial() ? tr("Lesson copy") : from_utf8(project.current_build().name());
    StatusCell::Content content;
    content.label = letter;
    content.number = name.isEmpty() ? tr("Machine %1").arg(letter) : name;
    cells_[machine]->show_content(content, tr("Machine %1: %2", "letter, name").arg(letter, content.number),
                                  tr("Choose another machine of the project (Alt+A to Alt+F)"));
}

void StatusLine::show_verdict(const StatusTexts& texts)
{
    StatusCell::Content content;
    content.number = texts.verdict();
    content.state = status_.verdict;
    cells_[verdict]->show_content(content, content.number, tr("All results with range and limit"));
}

void StatusLine::show_goal(Place place, const GoalStatus& goal, const StatusTexts& texts)
{
    const StatusText text = texts.of(goal);
    const QString limit =
        text.full_limit.isEmpty() ? QString() : tr("of %1", "a number of its limit").arg(text.full_limit);
    const QString hint = goal.goal == Goal::build_checks ? tr("Show the findings") : tr("Show the calculation");
    cells_[place]->show_content(texts.content_of(goal), spoken_text(text, limit), hint);
}

void StatusLine::show_bottleneck(const StatusTexts& texts)
{
    const StatusText text = texts.bottleneck();
    cells_[bottleneck]->show_content({text.label, {}, text.number, text.limit}, spoken_text(text, {}),
                                     tr("Show the calculation"));
}

const GoalStatus& StatusLine::shown_time() const
{
    const GoalStatus& training = *status_.goal(Goal::time);
    const GoalStatus* part = status_.goal(Goal::takt);
    return part != nullptr && part->state > training.state ? *part : training;
}

void StatusLine::make_current(int place)
{
    current_ = std::clamp(place, 0, place_count - 1);
    for (int i = 0; i < place_count; ++i)
        cells_[static_cast<std::size_t>(i)]->setFocusPolicy(i == current_ ? Qt::StrongFocus : Qt::ClickFocus);
    setFocusProxy(cells_[static_cast<std::size_t>(current_)]);
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event)
{
    const auto cell = std::ranges::find(cells_, watched);
    if (cell == cells_.end()) return false;
    const int place = static_cast<int>(cell - cells_.begin());
    if (event->type() == QEvent::FocusIn) make_current(place);
    if (event->type() != QEvent::KeyPress) return false;
    int next = place;
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Left: next = std::max(place - 1, 0); break;
    case Qt::Key_Right: next = std::min(place + 1, place_count - 1); break;
    case Qt::Key_Home: next = 0; break;
    case Qt::Key_End: next = place_count - 1; break;
    case Qt::Key_Return:
    case Qt::Key_Enter: (*cell)->click(); return true;
    default: return false;
    }
    cells_[static_cast<std::size_t>(next)]->setFocus(Qt::OtherFocusReason);
    return true;
}

void StatusLine::press(int place)
{
    switch (place) {
    case machine: return open_machines();
    case memory: emit working_requested(QString::fromStdString(status_.goal(Goal::memory)->quantity)); break;
    case time: emit working_requested(QString::fromStdString(shown_time().quantity)); break;
    case price: emit working_requested(QString::fromStdString(status_.goal(Goal::price)->quantity)); break;
    case checks: emit working_requested(findings_request()); break;
    case bottleneck: emit working_requested(QStringLiteral("time.bottleneck_share")); break;
    default: return open_details();
    }
}

void StatusLine::open_machines()
{
    auto* menu = named(new QMenu(this), "machine_menu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const Project& project = document_.project();
    for (std::size_t i = 0; i < (document_.in_trial() ? 0 : project.builds.size()); ++i) {
        QAction* action = menu->addAction(machine_entry(i, from_utf8(project.builds[i].name())));
        action->setCheckable(true);
        action->setChecked(i == project.current);
        connect(action, &QAction::triggered, this, [this, i] { emit machine_requested(i); });
    }
    if (machine_actions_) {
        menu->addSeparator();
        menu->addActions(machine_actions_->actions());
    }
    menu->popup(cells_[machine]->mapToGlobal(QPoint(0, height())));
}

void StatusLine::open_details()
{
    const StatusTexts texts(status_, words_);
    const int rows = static_cast<int>(status_.goals.size()) + 1;
    auto* table = new StatusDetails(
        {tr("Question"), tr("Value"), tr("Range or origin"), tr("Limit"), tr("Verdict")}, rows,
        [this](const QString& quantity) { emit working_requested(quantity); }, this);
    const auto or_dash = [](const QString& text) { return text.isEmpty() ? QStringLiteral("–") : text; };
    int row = 0;
    for (const GoalStatus& goal : status_.goals) {
        const StatusText text = texts.of(goal);
        const bool is_checks = goal.goal == Goal::build_checks;
        table->set_row(
            row++, is_checks ? findings_request() : QString::fromStdString(goal.quantity),
            {text.label, or_dash(text.full_number), or_dash(text.full_range), or_dash(text.full_limit), text.verdict});
    }
    const StatusText limiting = texts.bottleneck();
    table->set_row(row, QStringLiteral("time.bottleneck_share"),
                   {limiting.label, or_dash(limiting.full_number), or_dash({}), or_dash({}), or_dash({})});
    table->open_below(mapToGlobal(QPoint(width(), height())), width(), cells_[verdict]->content().number);
    emit details_requested();
}

void StatusLine::announce()
{
    if (announced_ == status_.verdict) return;
    announced_ = status_.verdict;
    QAccessibleEvent alert(cells_[verdict], QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    emit announced(cells_[verdict]->accessibleName());
}

} // namespace rigwright
