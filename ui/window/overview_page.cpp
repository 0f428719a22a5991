// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/status.h"
#include "ui/controls/card.h"
#include "ui/controls/relayout_guard.h"
#include "ui/document/curves.h"
#include "ui/document/document.h"
#include "ui/document/page.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"
#include "ui/panels/advice_panel.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/swept_number.h"
#include "ui/theme/theme.h"
#include "ui/window/figure_strip.h"
#include "ui/window/parts_bar.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace rigwright {

namespace {

constexpr int strip_height = 32;
/// Minimum visible letters of the axis.
constexpr int shortest_axis = 14;
/// In a narrower strip, the menu lists the legend.
constexpr int least_width_for_the_legend = 780;
enum BatchMode { follows, held };
constexpr std::array<std::optional<SweepAxis>, 3> all_axes{std::nullopt, SweepAxis::image_size,
                                                           SweepAxis::sequence_length};

QString axis_name(std::optional<SweepAxis> axis)
{
    if (!axis) return QCoreApplication::translate("rigwright::PlotStrip", "Micro-batch size");
    return axis == SweepAxis::image_size ? QCoreApplication::translate("rigwright::PlotStrip", "Image size")
                                         : QCoreApplication::translate("rigwright::PlotStrip", "Sequence length");
}

QString line_name(const OverlayLine& line) { return QStringLiteral("%1 %2").arg(build_letter(line.place), line.name); }

/// The line style of a machine as a menu icon.
QIcon line_icon(const QPen& pen)
{
    QPixmap picture(32, 16);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setPen(pen);
    painter.drawLine(0, 8, 32, 8);
    return {picture};
}

/// Joins tables: the rows of the first, with additional columns of the second for matching rows.
PlotTable side_by_side(PlotTable first, const PlotTable& second)
{
    if (second.columns.empty()) return first;
    const auto same_column = [&](const PlotColumn& column) {
        return std::ranges::any_of(first.columns, [&](const PlotColumn& other) { return other.title == column.title; });
    };
    std::vector<std::size_t> further;
    for (std::size_t i = 0; i < second.columns.size(); ++i)
        if (!same_column(second.columns[i])) further.push_back(i);
    for (const std::size_t column : further) first.columns.push_back(second.columns[column]);
    for (std::vector<PlotCell>& row : first.rows) {
        const QString key = row.front().exact;
        const auto found =
            std::ranges::find_if(second.rows, [&](const auto& other) { return other.front().exact == key; });
        for (const std::size_t column : further)
            row.push_back(found == second.rows.end() ? PlotCell{} : (*found)[column]);
    }
    return first;
}

} // namespace

/// Line, letter and name of the current machine, then of as many others as fit; the menu lists the rest.
class Legend : public QWidget {
public:
    struct Entry {
        QString name;
        QPen pen;
    };

    Legend(Document& document, const LiveOverlay& overlay, QWidget* parent)
        : QWidget(parent),
          document_(document),
          overlay_(overlay)
    {
        setObjectName(QStringLiteral("plot_legend"));
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    }

    /// Otherwise the menu lists all lines.
    void set_listed(bool listed)
    {
        listed_ = listed;
        follow();
    }

    void follow()
    {
        const std::vector<Entry> all = entries();
        QStringList names;
        for (const Entry& entry : all) names << entry.name;
        setToolTip(tool_tip(names.join(QLatin1Char('\n'))));
        setAccessibleName(rigwright::listed(names.first(static_cast<qsizetype>(shown_of(all)))));
        update();
    }

    /// Machines that do not fit, for the menu.
    std::vector<Entry> left_out() const
    {
        const std::vector<Entry> all = entries();
        return {all.begin() + static_cast<std::ptrdiff_t>(shown_of(all)), all.end()};
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        follow();
    }

    void paintEvent(QPaintEvent*) override
    {
        const std::vector<Entry> all = entries();
        const std::size_t shown = shown_of(all);
        int left = width();
        for (std::size_t i = 0; i < shown; ++i) left -= width_of(all[i]) + (i > 0 ? between : 0);
        QPainter painter(this);
        for (std::size_t i = 0; i < shown; ++i) {
            painter.setPen(all[i].pen);
            painter.drawLine(left, height() / 2, left + dash, height() / 2);
            painter.setPen(theme_of(palette()).muted);
            const QRect place(left + dash + gap, 0, width_of(all[i]) - dash - gap, height());
            painter.drawText(place, Qt::AlignVCenter, short_name(all[i]));
            left += width_of(all[i]) + between;
        }
    }

private:
    /// Empty without other machines: one line needs no legend.
    std::vector<Entry> entries() const
    {
        std::vector<Entry> all;
        if (!overlay_.known() || overlay_.known()->empty()) return all;
        const Theme& theme = theme_of(palette());
        const Project& project = document_.project();
        if (!document_.in_trial())
            all.push_back({QStringLiteral("%1 %2").arg(letter_of(document_, project.current),
                                                       from_utf8(project.current_build().name())),
                           QPen(theme.accent, 2.0)});
        for (const OverlayLine& line : *overlay_.known())
            all.push_back({line_name(line), build_pen(line.place, theme)});
        return all;
    }

    QString short_name(const Entry& entry) const
    {
        constexpr int longest_name = 150;
        return fontMetrics().elidedText(entry.name, Qt::ElideRight, longest_name);
    }

    int width_of(const Entry& entry) const
    {
        return dash + gap + fontMetrics().horizontalAdvance(short_name(entry)) + 1;
    }

    std::size_t shown_of(const std::vector<Entry>& all) const
    {
        int needed = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            needed += width_of(all[i]) + (i > 0 ? between : 0);
            if (!listed_ || needed > width()) return i;
        }
        return all.size();
    }

    static constexpr int dash = 26;
    static constexpr int gap = 8;
    static constexpr int between = 16;

    Document& document_;
    const LiveOverlay& overlay_;
    bool listed_ = true;
};

namespace {

constexpr std::size_t most_fixes = 4;
constexpr int rule_width = 3;

/// Lower pages hide the bars, which Memory and Step also show.
constexpr int least_height_for_bars = 540;
constexpr int narrow_page = 760;

} // namespace

/// The bar above two plots that share an axis: the number of the axis, the legend of machines, and the tools of both
/// plots. The menu lists machines that do not fit.
class PlotStrip : public QWidget {
    Q_OBJECT

public:
    PlotStrip(Document& document, const Localization& words, QWidget* parent)
        : QWidget(parent),
          document_(document),
          words_(words),
          overlay_(overlay_of(document))
    {
        setObjectName(QStringLiteral("plot_strip"));
        setFixedHeight(strip_height);
        build();
        connect(&overlay_, &LiveSignal::changed, this, &PlotStrip::show_legend);
        connect(&document_, &Document::changed, this, &PlotStrip::fill_axes);
        connect(&document_, &Document::changed, this, &PlotStrip::show_batch);
        connect(&document_, &Document::builds_changed, this, &PlotStrip::show_legend);
        in_each_language(this, [this] { retranslate(); });
    }

    /// Sets the plots for the tools.
    void set_plots(PlotPane& memory, PlotPane& time)
    {
        memory_ = &memory;
        time_ = &time;
        memory_->show_table(table_->isChecked());
        time_->show_table(table_->isChecked());
    }

    /// The x axis of the plots: a sample dimension, or the micro-batch.
    std::optional<SweepAxis> axis() const
    {
        const int chosen = axes_->currentData().toInt();
        return all_axes[static_cast<std::size_t>(chosen)];
    }

signals:
    void axis_chosen();

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        show_legend();
    }

private:
    void build()
    {
        QLabel* against = say(plain_label(this), [] { return tr("Against", "an axis"); });
        axes_ = named(new QComboBox(this), "plot_axis");
        spoken(axes_, [] { return tr("Horizontal axis of the charts"); });
        axes_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        axes_->setMinimumContentsLength(shortest_axis);
        axes_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        against->setBuddy(axes_);
        batch_ = plain_label(this);
        batch_modes_ = named(new QComboBox(this), "batch_mode");
        batch_modes_->addItems({QString(), QString()});
        batch_->setBuddy(batch_modes_);
        legend_ = new Legend(document_, overlay_, this);
        row_in(this, {0, 0, 0, 0}, 8, {against, axes_, batch_, batch_modes_, {legend_, 1}, Stretch{0}});
        table_ = text_tool(
            this, [] { return tr("Table"); }, [] { return tr("The same numbers as tables"); });
        table_->setCheckable(true);
        QToolButton* copy = text_tool(
            this, [] { return tr("Copy"); },
            [] { return tr("Copy the numbers of both charts to the clipboard, for a spreadsheet"); });
        QToolButton* more = text_tool(
            this, [] { return QStringLiteral("⋯"); }, [] { return tr("More for the plots: pictures, view, axes"); });
        spoken(more, [] { return tr("More for the plots"); });
        for (QToolButton* tool : {table_, copy, more}) layout()->addWidget(tool);
        menu_ = named(new QMenu(this), "plot_menu");
        connect(more, &QToolButton::clicked, this,
                [this, more] { menu_->popup(more->mapToGlobal(QPoint(0, more->height()))); });
        connect(axes_, &QComboBox::activated, this, &PlotStrip::axis_chosen);
        connect(batch_modes_, &QComboBox::activated, this, &PlotStrip::choose_batch);
        connect(table_, &QToolButton::toggled, this, [this](bool shown) {
            memory_->show_table(shown);
            time_->show_table(shown);
        });
        connect(copy, &QToolButton::clicked, this, &PlotStrip::copy_tables);
        connect(menu_, &QMenu::aboutToShow, this, &PlotStrip::fill_menu);
    }

    void fill_axes()
    {
        std::vector<int> wanted;
        for (std::size_t i = 0; i < all_axes.size(); ++i)
            if (!all_axes[i] || has_extent(document_.scenario(), *document_.data(), *all_axes[i]))
                wanted.push_back(static_cast<int>(i));
        std::vector<int> present;
        for (int i = 0; i < axes_->count(); ++i) present.push_back(axes_->itemData(i).toInt());
        if (wanted == present) return;
        const QVariant chosen = axes_->currentData();
        axes_->clear();
        for (const int axis : wanted) axes_->addItem(axis_name(all_axes[static_cast<std::size_t>(axis)]), axis);
        const int again = axes_->findData(chosen);
        axes_->setCurrentIndex(std::max(again, 0));
        axes_->setEnabled(axes_->count() > 1);
        if (again < 0 && chosen.isValid()) emit axis_chosen();
    }

    void show_batch()
    {
        const Training& training = document_.scenario().training;
        batch_->setVisible(training.mode == RunMode::train);
        batch_modes_->setVisible(training.mode == RunMode::train);
        batch_modes_->setCurrentIndex(training.global_batch ? held : follows);
    }

    void choose_batch(int mode)
    {
        Scenario next = document_.scenario();
        Training& training = next.training;
        if (training.global_batch.has_value() == (mode == held)) return;
        if (mode == held) {
            training.global_batch = global_batch(next);
        } else {
            training.global_batch.reset();
            training.gradient_accumulation = 1;
        }
        document_.set_scenario(next, mode == held ? tr("Hold the global batch") : tr("Let the global batch follow"));
        show_batch();
    }

    void fill_menu()
    {
        menu_->clear();
        const std::vector<Legend::Entry> lines = legend_->left_out();
        for (const Legend::Entry& line : lines) menu_->addAction(line_icon(line.pen), line.name)->setEnabled(false);
        if (!lines.empty()) menu_->addSeparator();
        menu_->addAction(tr("Copy picture of memory"), memory_, &PlotPane::copy_image);
        menu_->addAction(tr("Copy picture of time"), time_, &PlotPane::copy_image);
        menu_->addAction(tr("Save picture of memory…"), memory_, &PlotPane::ask_and_save);
        menu_->addAction(tr("Save picture of time…"), time_, &PlotPane::ask_and_save);
        menu_->addSeparator();
        QAction* reset = menu_->addAction(tr("Reset view"), this, [this] {
            memory_->canvas().reset_view();
            time_->canvas().reset_view();
        });
        reset->setEnabled(memory_->canvas().is_zoomed() || time_->canvas().is_zoomed());
        QAction* linear = menu_->addAction(tr("Linear axes"));
        linear->setCheckable(true);
        linear->setChecked(time_->is_linear());
        connect(linear, &QAction::toggled, this, [this](bool on) {
            memory_->scale_button().setChecked(on);
            time_->scale_button().setChecked(on);
        });
    }

    void copy_tables() const
    {
        QGuiApplication::clipboard()->setMimeData(
            clipboard_data(side_by_side(memory_->table(), time_->table())).release());
    }

    void show_legend() { legend_->set_listed(width() >= least_width_for_the_legend); }

    void retranslate()
    {
        batch_->setText(words_.quantity("time.global_batch"));
        batch_modes_->setItemText(follows, tr("follows", "the global batch the micro-batch"));
        batch_modes_->setItemText(held, tr("held", "the global batch"));
        batch_modes_->setAccessibleName(batch_->text());
        batch_modes_->setToolTip(
            tool_tip(tr("Held: accumulation follows the micro-batch, so that a step trains on as many "
                        "samples. Follows: no accumulation.")));
        for (int i = 0; i < axes_->count(); ++i)
            axes_->setItemText(i, axis_name(all_axes[static_cast<std::size_t>(axes_->itemData(i).toInt())]));
        fill_axes();
        show_batch();
    }

    Document& document_;
    const Localization& words_;
    LiveOverlay& overlay_;
    QComboBox* axes_ = nullptr;
    QLabel* batch_ = nullptr;
    /// Whether the global batch follows the micro-batch or accumulation fixes it.
    QComboBox* batch_modes_ = nullptr;
    Legend* legend_ = nullptr;
    QToolButton* table_ = nullptr;
    QMenu* menu_ = nullptr;
    PlotPane* memory_ = nullptr;
    PlotPane* time_ = nullptr;
};

/// Fixes for a plan that does not fit with its margin: the first four with their memory and time, each applied by one
/// click and reverted by one undo, and a link to all others. A plan that fits but is late has a link to the advisor.
/// Hidden for a plan that meets both.
class FixTable : public QWidget {
    Q_OBJECT

public:
    FixTable(Document& document, const Localization& words, QWidget* parent)
        : QWidget(parent),
          document_(document),
          advice_(advice_of(document)),
          words_(words),
          title_(plain_label(this)),
          state_(small_label(this)),
          rows_(new AdviceRows(this, AdviceRows::Form::one_line)),
          more_(new QPushButton(this))
    {
        setObjectName(QStringLiteral("fixes"));
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        QFont bold = bold_of(title_->font());
        bold.setPointSizeF(bold.pointSizeF() * 15.0 / 13.0);
        title_->setFont(bold);
        state_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        auto* head = row_of({title_, {state_, 1}, more_}, 10);
        column_in(this, {rule_width + 12, 0, 0, 0}, 2, {head, rows_});
        connect(rows_, &AdviceRows::chosen, this, [this](int row) {
            const AdviceText fix = rows_->advice(row);
            advice_.apply(fix.changes, fix.what);
        });
        connect(more_, &QPushButton::clicked, this,
                [this] { to_advisor_ ? emit advisor_requested() : emit more_requested(); });
        connect(&advice_, &LiveSignal::changed, this, &FixTable::follow);
        connect(&document_, &Document::changed, this, &FixTable::follow);
        in_each_language(this, [this] { follow(); });
    }

signals:
    void more_requested();
    void advisor_requested();
    void shown_or_hidden();

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(QRect(0, 0, rule_width, height()), theme_of(palette()).bad);
    }

private:
    void follow()
    {
        const bool short_of_memory = is_short_of_memory(document_.evaluation());
        to_advisor_ = !short_of_memory;
        const bool wanted = (short_of_memory || beyond_deadline(document_.evaluation())) && !document_.hides_fixes();
        const bool before = !isHidden();
        setVisible(wanted);
        if (wanted != before) emit shown_or_hidden();
        if (!wanted) return;
        title_->setText(tr("Suggested fixes"));
        more_->setText(to_advisor_ ? tr("Ask the advisor…") : tr("How to make it fit…"));
        more_->setToolTip(to_advisor_ ? tr("Machines and settings that meet all limits")
                                      : tr("All fixes that reduce the memory, and what fits on this machine"));
        rows_->setVisible(!to_advisor_);
        if (to_advisor_) return state_->setText(tr("Fits, but the training misses the deadline."));
        // Until new advice arrives, the previous one remains visible, so that rows do not move during a drag.
        const bool current = advice_.is_current();
        for (int row = 0; row < rows_->shown(); ++row) rows_->button(row)->setEnabled(current);
        if (current)
            show_fixes(*advice_.known());
        else if (rows_->shown() == 0)
            state_->setText(tr("Finding fixes…"));
    }

    void show_fixes(const Advice& advice)
    {
        std::vector<AdviceText> fixes;
        for (const Remedy& remedy : advice.remedies)
            if (remedy.fits() && fixes.size() < most_fixes) fixes.push_back(text_of(remedy, *advice.plan, words_));
        state_->setText(fixes.empty() ? tr("No single change makes it fit. Try a combination.")
                                      : tr("Each row is one change; undo reverts it."));
        rows_->show_advice(std::move(fixes), words_);
    }

    Document& document_;
    Live<Advice>& advice_;
    const Localization& words_;
    QLabel* title_;
    QLabel* state_;
    AdviceRows* rows_;
    QPushButton* more_;
    /// Whether the button opens the advisor.
    bool to_advisor_ = false;
};

/// The first page: four large figures, fixes for a plan that does not fit, the effect of the last change, and memory
/// and training time over the same number side by side, each above a bar of its parts.
class OverviewPage : public QWidget {
    Q_OBJECT

public:
    OverviewPage(const PageContext& context, QWidget* parent)
        : QWidget(parent),
          document_(context.document),
          words_(context.words),
          column_(new QVBoxLayout(this)),
          fixes_(new FixTable(context.document, context.words, this)),
          strip_(new PlotStrip(context.document, context.words, this)),
          memory_place_(new QVBoxLayout),
          time_place_(new QVBoxLayout)
    {
        setObjectName(QStringLiteral("overview"));
        column_->setSpacing(6);
        QWidget* figures = figure_strip(
            context, {"memory.total_bytes", "time.total_seconds", "cost.purchase", "time.bottleneck"}, this);
        QWidget* change = change_line(context, this);
        fill(column_, {new RelayoutGuard(figures, RelayoutGuard::Follows::size), fixes_,
                       row_of({{new RelayoutGuard(change, RelayoutGuard::Follows::size), 1}, add_badge()}), strip_});
        // A grid gives both plots the same height, whatever is below.
        auto* grid = new QGridLayout;
        grid->setHorizontalSpacing(16);
        grid->setVerticalSpacing(4);
        grid->setRowStretch(0, 1);
        add_column(*grid, 0, memory_place_, PartsOf::memory, context);
        add_column(*grid, 1, time_place_, PartsOf::step, context);
        column_->addLayout(grid, 1);
        show_plots();
        PageRequests& requests = context.requests;
        connect(strip_, &PlotStrip::axis_chosen, this, &OverviewPage::show_plots);
        connect(fixes_, &FixTable::more_requested, &requests,
                [&requests] { emit requests.page_requested(QStringLiteral("advice")); });
        connect(fixes_, &FixTable::advisor_requested, &requests,
                [&requests] { emit requests.page_requested(QStringLiteral("advisor")); });
        connect(fixes_, &FixTable::shown_or_hidden, this, &OverviewPage::share_height);
        connect(badge_, &QToolButton::clicked, &requests,
                [&requests] { emit requests.page_requested(QStringLiteral("measured")); });
        connect(&document_, &Document::changed, this, &OverviewPage::follow);
        in_each_language(this, [this] { follow(); });
        share_height();
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        share_height();
    }

private:
    QWidget* add_badge()
    {
        badge_ = named(new QToolButton(this), "measured_badge");
        badge_->setFocusPolicy(Qt::StrongFocus);
        return badge_;
    }

    void add_column(QGridLayout& grid, int column, QBoxLayout* plot, PartsOf what, const PageContext& context)
    {
        QWidget* bar = parts_bar(what, context, this);
        grid.addLayout(plot, 0, column);
        grid.addWidget(new RelayoutGuard(bar, RelayoutGuard::Follows::size), 1, column);
        // Equal columns, regardless of text widths.
        grid.setColumnStretch(column, 1);
        grid.setColumnMinimumWidth(column, 1);
        bars_.push_back(bar);
    }

    /// Creates plots over the strip's axis.
    void show_plots()
    {
        const auto exchange = [](QBoxLayout* place, PlotPane* before, PlotPane* plot) {
            plot->set_compact();
            place->addWidget(plot, 1);
            // It may have the focus and be the sender.
            if (before != nullptr) {
                plot->scale_button().setChecked(before->is_linear());
                before->hide();
                before->deleteLater();
            }
        };
        PlotPane* memory_before = std::exchange(memory_, memory_plot(strip_->axis()).create(document_, words_, this));
        PlotPane* time_before =
            std::exchange(time_, time_plot(Timed::training, strip_->axis()).create(document_, words_, this));
        memory_->setObjectName(QStringLiteral("overview_memory"));
        time_->setObjectName(QStringLiteral("overview_time"));
        exchange(memory_place_, memory_before, memory_);
        exchange(time_place_, time_before, time_);
        strip_->set_plots(*memory_, *time_);
    }

    void share_height()
    {
        const bool fixes = !fixes_->isHidden();
        const int side = width() < narrow_page ? 12 : 16;
        column_->setContentsMargins(side, 8, side, 8);
        for (QWidget* bar : bars_) {
            bar->setVisible(height() >= least_height_for_bars);
            show_most(*bar, fixes ? 3 : 6);
        }
    }

    void follow()
    {
        const std::optional<Estimate>& estimate = document_.evaluation().estimate;
        const bool memory = estimate && estimate->measured && estimate->measured->memory;
        const bool time = estimate && estimate->measured && estimate->measured->time;
        badge_->setVisible(memory || time);
        if (!memory && !time) return;
        badge_->setText(memory && time ? tr("◉ Calibrated: memory, time")
                        : memory       ? tr("◉ Calibrated: memory")
                                       : tr("◉ Calibrated: time"));
        badge_->setToolTip(tr("Your measurements calibrate these numbers: show them and their effect"));
        badge_->setAccessibleName(badge_->text());
    }

    Document& document_;
    const Localization& words_;
    QVBoxLayout* column_;
    FixTable* fixes_;
    PlotStrip* strip_;
    QBoxLayout* memory_place_;
    QBoxLayout* time_place_;
    PlotPane* memory_ = nullptr;
    PlotPane* time_ = nullptr;
    QToolButton* badge_ = nullptr;
    std::vector<QWidget*> bars_;
};

QWidget* overview_page(const PageContext& context, QWidget* parent) { return new OverviewPage(context, parent); }

} // namespace rigwright

#include "overview_page.moc"
