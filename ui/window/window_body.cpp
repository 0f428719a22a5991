// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_body.h"

#include "ui/controls/card.h"
#include "ui/controls/relayout_guard.h"
#include "ui/format/layout.h"
#include "ui/format/on_change.h"
#include "ui/learn/lesson_inputs.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/working_panel.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int rail_width = 64;
constexpr int narrow_rail_width = 48;
constexpr int rail_button_height = 56;
constexpr int icon_side = 20;
constexpr std::array<const char*, place_count> icons{"task", "machines", "explore", "decide", "learn"};

/// A place of the rail.
class RailButton : public QToolButton {
public:
    using QToolButton::QToolButton;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Theme& theme = theme_of(palette());
        if (isChecked()) {
            painter.fillRect(rect(), theme.base);
            painter.fillRect(QRect(0, 0, 3, height()), theme.accent);
        } else if (underMouse()) {
            painter.fillRect(rect(), theme.grid);
        }
        const bool narrow = width() < narrow_rail_width;
        const int top = narrow ? (height() - icon_side) / 2 : 9;
        icon().paint(&painter, QRect((width() - icon_side) / 2, top, icon_side, icon_side), Qt::AlignCenter,
                     QIcon::Normal, isChecked() ? QIcon::On : QIcon::Off);
        if (!narrow) paint_name(painter, theme, top + icon_side + 2);
        if (!hasFocus()) return;
        painter.setPen(QPen(theme.accent, 1.5));
        painter.drawRect(rect().adjusted(2, 2, -3, -3));
    }

private:
    void paint_name(QPainter& painter, const Theme& theme, int top) const
    {
        QFont face = font();
        face.setPointSizeF(face.pointSizeF() * 0.92);
        face.setBold(isChecked());
        painter.setFont(face);
        painter.setPen(isChecked() ? theme.accent : theme.text);
        painter.drawText(QRect(0, top, width(), height() - top - 2), Qt::AlignHCenter, text());
    }
};

} // namespace

/// The five places of the window, from top to bottom, as icons with names. Up and Down move between them.
class PlaceRail : public QWidget {
public:
    PlaceRail(PageRequests& requests, QWidget* parent) : QWidget(parent), buttons_(new QButtonGroup(this))
    {
        setObjectName(QStringLiteral("rail"));
        auto* column = column_in(this, {0, 4, 0, 4}, 0);
        for (std::size_t place = 0; place < place_count; ++place) {
            auto* button = new RailButton(this);
            button->setObjectName(QLatin1String(icons[place]));
            button->setCheckable(true);
            button->setFocusPolicy(Qt::StrongFocus);
            buttons_->addButton(button, static_cast<int>(place));
            column->addWidget(button);
        }
        column->addStretch(1);
        connect(buttons_, &QButtonGroup::idClicked, &requests,
                [&requests](int place) { emit requests.place_requested(static_cast<WindowPlace>(place)); });
        on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
        on_change(this, QEvent::PaletteChange, [this] { retranslate(); });
        set_narrow(false);
        retranslate();
    }

    void show_place(WindowPlace place)
    {
        QAbstractButton* front = buttons_->button(static_cast<int>(place));
        front->setChecked(true);
        // One Tab stop: the current place; arrow keys select others.
        for (QAbstractButton* button : buttons_->buttons())
            button->setFocusPolicy(button == front ? Qt::StrongFocus : Qt::ClickFocus);
    }

    /// Deselects all places.
    void show_none()
    {
        buttons_->setExclusive(false);
        if (QAbstractButton* front = buttons_->checkedButton()) front->setChecked(false);
        buttons_->setExclusive(true);
    }

    /// Hides the names; tooltips show them.
    void set_narrow(bool narrow)
    {
        const int wide = narrow ? narrow_rail_width : rail_width;
        setFixedWidth(wide);
        for (QAbstractButton* button : buttons_->buttons()) button->setFixedSize(wide - 1, rail_button_height);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(theme_of(palette()).border);
        painter.drawLine(width() - 1, 0, width() - 1, height());
    }

private:
    void retranslate()
    {
        for (std::size_t place = 0; place < place_count; ++place) {
            QAbstractButton* button = buttons_->button(static_cast<int>(place));
            button->setText(place_name(static_cast<WindowPlace>(place)));
            button->setToolTip(QStringLiteral("%1 (Ctrl+%2)").arg(button->text()).arg(place + 1));
            button->setIcon(line_icon(QStringLiteral("places/") + QLatin1String(icons[place]), icon_side, *this));
        }
    }

    QButtonGroup* buttons_;
};

namespace {

constexpr int strip_picture_side = 20;
constexpr int strip_button_side = 36;

/// The icon of a group; lesson groups share one.
QString picture_of(const QString& group)
{
    const QString name = group.section(QLatin1Char('.'), 1);
    if (name == QLatin1String("machine")) return QStringLiteral("places/machines");
    if (name == QLatin1String("task")) return QStringLiteral("places/task");
    const bool is_lesson =
        name == QLatin1String("try") || name == QLatin1String("switches") || name == QLatin1String("before");
    return is_lesson ? QStringLiteral("places/learn") : QStringLiteral("groups/") + name;
}

} // namespace

/// Replaces the input column if it does not fit: an icon per group. A click unfolds the column over the page at that
/// group; it folds when it loses the focus, on Esc, or on a second click.
class InputStrip : public QWidget {
    Q_OBJECT

public:
    static constexpr int strip_width = 44;

    explicit InputStrip(ChoicesColumn& inputs, QWidget* parent = nullptr)
        : QWidget(parent),
          inputs_(inputs),
          column_(new QVBoxLayout(this))
    {
        setObjectName(QStringLiteral("input_strip"));
        set_ground(*this, &Theme::inputs);
        setFixedWidth(strip_width);
        column_->setContentsMargins(0, 6, 1, 6);
        column_->setSpacing(2);
        column_->setAlignment(Qt::AlignTop | Qt::AlignHCenter);
        connect(&inputs_, &ChoicesColumn::groups_changed, this, &InputStrip::fill);
        connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow_focus(now); });
        inputs_.installEventFilter(this);
        on_change(this, QEvent::PaletteChange, [this] {
            for (QToolButton* button : findChildren<QToolButton*>()) button->setObjectName(QString());
            fill();
        });
        fill();
    }

    /// The inputs cover the page.
    bool is_unfolded() const { return unfolded_; }
    /// Shows the column above the page; its parent is the window's middle until it is folded.
    void unfold()
    {
        if (unfolded_) return;
        unfolded_ = true;
        QWidget* middle = parentWidget();
        inputs_.setParent(middle);
        inputs_.setFrameShape(QFrame::StyledPanel);
        inputs_.setAutoFillBackground(true);
        inputs_.setGeometry(QRect(mapTo(middle, QPoint(width(), 0)), QSize(inputs_.sizeHint().width(), height())));
        inputs_.show();
        inputs_.raise();
    }

    void fold()
    {
        if (!unfolded_) return;
        const bool had_focus = inputs_.isAncestorOf(QApplication::focusWidget());
        unfolded_ = false;
        group_ = nullptr;
        inputs_.setFrameShape(QFrame::NoFrame);
        fill();
        if (had_focus && isVisible()) column_->itemAt(0)->widget()->setFocus(Qt::OtherFocusReason);
        emit folded();
    }

signals:
    /// The column can return to its place beside the page.
    void folded();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (unfolded_ && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            fold();
            return true;
        }
        return QWidget::eventFilter(watched, event);
    }

    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(theme_of(palette()).border);
        painter.drawLine(width() - 1, 0, width() - 1, height());
    }

private:
    void fill()
    {
        const std::vector<InputGroup*> groups = inputs_.shown_groups();
        while (column_->count() > static_cast<int>(groups.size())) {
            QLayoutItem* item = column_->takeAt(column_->count() - 1);
            item->widget()->hide();
            item->widget()->deleteLater();
            delete item;
        }
        for (std::size_t i = 0; i < groups.size(); ++i) {
            InputGroup* group = groups[i];
            if (static_cast<int>(i) == column_->count()) {
                auto* made = new QToolButton(this);
                made->setAutoRaise(true);
                made->setCheckable(true);
                made->setFocusPolicy(Qt::StrongFocus);
                made->setFixedSize(strip_button_side, strip_button_side);
                made->setIconSize({strip_picture_side, strip_picture_side});
                connect(made, &QToolButton::clicked, this, [this, i] { toggle(inputs_.shown_groups()[i]); });
                column_->addWidget(made);
            }
            auto* button = static_cast<QToolButton*>(column_->itemAt(static_cast<int>(i))->widget());
            const QString name = QStringLiteral("strip.") + group->objectName().section(QLatin1Char('.'), 1);
            if (button->objectName() != name) {
                button->setObjectName(name);
                button->setIcon(line_icon(picture_of(group->objectName()), strip_picture_side, *this));
            }
            button->setToolTip(group->title());
            button->setAccessibleName(tr("Inputs: %1").arg(group->title()));
            button->setChecked(unfolded_ && group == group_);
        }
    }

    void toggle(InputGroup* group)
    {
        if (unfolded_ && group == group_) return fold();
        group_ = group;
        unfold();
        inputs_.show_group(*group);
        fill();
    }

    void follow_focus(const QWidget* now)
    {
        const bool elsewhere = now != nullptr && now->window() == window() && now != &inputs_ &&
                               !inputs_.isAncestorOf(now) && !isAncestorOf(now);
        if (unfolded_ && elsewhere) fold();
    }

    ChoicesColumn& inputs_;
    QVBoxLayout* column_;
    InputGroup* group_ = nullptr;
    bool unfolded_ = false;
};

namespace {

constexpr int narrowest_drawer = 236;
constexpr int calculation_tab = 0;
constexpr int findings_tab = 1;

} // namespace

Drawer::Drawer(Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent),
      working_(new WorkingPanel(document, words)),
      findings_(new FindingsPanel(document, words)),
      tabs_(new QButtonGroup(this)),
      stack_(new QStackedWidget(this)),
      close_(named(new QToolButton(this), "close_drawer"))
{
    setObjectName(QStringLiteral("drawer"));
    set_ground(*this, &Theme::inputs);
    setMinimumWidth(narrowest_drawer);
    auto* column = column_in(this, {8, 4, 8, 8}, 4);
    auto* head = row_of({}, 0);
    for (const int tab : {calculation_tab, findings_tab}) {
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setObjectName(tab == calculation_tab ? QStringLiteral("calculation_tab")
                                                     : QStringLiteral("findings_tab"));
        tabs_->addButton(button, tab);
        head->addWidget(button);
    }
    head->addStretch(1);
    close_->setAutoRaise(true);
    close_->setFocusPolicy(Qt::StrongFocus);
    head->addWidget(close_);
    column->addLayout(head);
    stack_->addWidget(new RelayoutGuard(working_, RelayoutGuard::Follows::size));
    stack_->addWidget(findings_);
    column->addWidget(stack_, 1);
    tabs_->button(calculation_tab)->setChecked(true);
    connect(tabs_, &QButtonGroup::idClicked, stack_, &QStackedWidget::setCurrentIndex);
    connect(close_, &QToolButton::clicked, this, &Drawer::close_drawer);
    connect(working_, &WorkingPanel::field_requested, this, &Drawer::field_requested);
    connect(findings_, &FindingsPanel::field_requested, this, &Drawer::field_requested);
    connect(findings_, &FindingsPanel::findings_changed, this, &Drawer::retranslate);
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
    on_change(this, QEvent::PaletteChange, [this] { retranslate(); });
    retranslate();
    hide();
}

void Drawer::open(int tab)
{
    if (!isAncestorOf(QApplication::focusWidget())) opened_from_ = QApplication::focusWidget();
    tabs_->button(tab)->setChecked(true);
    stack_->setCurrentIndex(tab);
    if (!isHidden()) return;
    show();
    emit toggled();
}

void Drawer::show_working(const QString& quantity)
{
    working_->show_quantity(quantity);
    open(calculation_tab);
}

void Drawer::show_findings() { open(findings_tab); }

void Drawer::toggle()
{
    if (!isHidden()) return close_drawer();
    open(stack_->currentIndex());
    tabs_->checkedButton()->setFocus(Qt::OtherFocusReason);
}

void Drawer::set_open(bool open)
{
    if (open == !isHidden()) return;
    if (!open) return close_drawer();
    show();
    emit toggled();
}

void Drawer::close_drawer()
{
    const bool had_focus = isAncestorOf(QApplication::focusWidget());
    hide();
    if (had_focus && opened_from_) opened_from_->setFocus(Qt::OtherFocusReason);
    emit toggled();
}

void Drawer::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) return close_drawer();
    QWidget::keyPressEvent(event);
}

void Drawer::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme_of(palette()).border);
    painter.drawLine(0, 0, 0, height());
}

void Drawer::retranslate()
{
    const auto show = [this](int tab, const QString& text) {
        QAbstractButton* button = tabs_->button(tab);
        if (button->text() != text) button->setText(text);
    };
    show(calculation_tab, tr("Calculation"));
    show(findings_tab, tr("Findings %1").arg(findings_->count()));
    const Theme& theme = theme_of(palette());
    close_->setIcon(symbol_icon(Symbol::close_cross, theme.muted, theme.card));
    close_->setToolTip(tr("Close (Esc)"));
    close_->setAccessibleName(tr("Close"));
}

namespace {

constexpr int drawer_width = 340;
constexpr int narrow_drawer_width = 258;
/// From this width, the drawer does not narrow the rail and the inputs.
constexpr int width_for_wide_drawer = 1600;
/// Below this width, an open drawer replaces the inputs.
constexpr int width_for_inputs_and_drawer = 1180;

} // namespace

WindowBody::WindowBody(const PageContext& context, QWidget* parent)
    : QWidget(parent),
      row_(new QHBoxLayout(this)),
      rail_(new PlaceRail(context.requests, this)),
      inputs_(new ChoicesColumn(context.document, context.words)),
      pages_(new PlaceView(context)),
      drawer_(new Drawer(context.document, context.words)),
      columns_(new QSplitter(Qt::Horizontal, this)),
      strip_(new InputStrip(*inputs_, this))
{
    inputs_->set_lead(lesson_inputs(context.document, context.words, [this] { inputs_->follow(); }));
    columns_->setChildrenCollapsible(false);
    columns_->setHandleWidth(4);
    for (QWidget* column :
         {static_cast<QWidget*>(inputs_), static_cast<QWidget*>(pages_), static_cast<QWidget*>(drawer_)})
        columns_->addWidget(column);
    columns_->setStretchFactor(1, 1);
    row_->setContentsMargins(0, 0, 0, 0);
    row_->setSpacing(0);
    fill(row_, {rail_, strip_, {columns_, 1}});
    connect(pages_, &PlaceView::page_changed, this, [this] {
        // Each place keeps the state of its drawer.
        rail_->show_place(pages_->front().place);
        drawer_->set_open(drawers_[static_cast<std::size_t>(pages_->front().place)]);
        place_inputs();
    });
    connect(pages_, &PlaceView::explanation_requested, drawer_, &Drawer::toggle);
    connect(drawer_, &Drawer::toggled, this, [this] {
        drawers_[static_cast<std::size_t>(pages_->front().place)] = !drawer_->isHidden();
        place_drawer();
    });
    connect(strip_, &InputStrip::folded, this, &WindowBody::place_inputs);
}

void WindowBody::show_alone(QWidget* widget)
{
    if (alone_ != nullptr) alone_->hide();
    alone_ = widget;
    columns_->setVisible(widget == nullptr);
    place_inputs();
    if (widget == nullptr) return rail_->show_place(pages_->front().place);
    row_->addWidget(widget, 1);
    widget->show();
    rail_->show_none();
}

void WindowBody::place_inputs()
{
    const bool wanted = shows_places() && pages_->front().has_inputs;
    const bool room = drawer_->isHidden() || width() >= width_for_inputs_and_drawer;
    if (room || !wanted) strip_->fold();
    if (!strip_->is_unfolded()) {
        if (inputs_->parentWidget() != columns_) columns_->insertWidget(0, inputs_);
        inputs_->setVisible(wanted && room);
    }
    strip_->setVisible(wanted && !room);
}

void WindowBody::place_drawer()
{
    place_inputs();
    const bool open = !drawer_->isHidden();
    const bool narrow = open && width() < width_for_wide_drawer;
    rail_->set_narrow(narrow);
    pages_->show_explained(open);
    if (strip_->is_unfolded()) return;
    const int inputs = inputs_->isHidden() ? 0
                       : narrow            ? inputs_->minimumSizeHint().width()
                                           : inputs_->sizeHint().width();
    const int beside = !open ? 0 : narrow ? narrow_drawer_width : drawer_width;
    columns_->setSizes({inputs, width() - rail_->width() - inputs - beside, beside});
}

void WindowBody::focus_input(const QString& path)
{
    if (strip_->isVisible()) strip_->unfold();
    inputs_->focus_field(path);
}

void WindowBody::cycle(QWidget& status, int direction)
{
    std::vector<QWidget*> regions{&status, rail_, strip_, inputs_, pages_, drawer_};
    if (alone_ != nullptr) regions.push_back(alone_);
    const auto count = static_cast<int>(regions.size());
    int at = direction > 0 ? -1 : 0;
    for (int i = 0; i < count; ++i)
        if (regions[static_cast<std::size_t>(i)]->isAncestorOf(QApplication::focusWidget()) ||
            regions[static_cast<std::size_t>(i)] == QApplication::focusWidget())
            at = i;
    for (int step = 1; step <= count; ++step) {
        QWidget* region = regions[static_cast<std::size_t>((at + direction * step + count * step) % count)];
        if (!region->isVisible()) continue;
        QList<QWidget*> candidates = region->findChildren<QWidget*>();
        candidates.prepend(region);
        for (QWidget* candidate : candidates) {
            if ((candidate->focusPolicy() & Qt::TabFocus) == 0 || !candidate->isVisible() || !candidate->isEnabled())
                continue;
            return candidate->setFocus(Qt::TabFocusReason);
        }
    }
}

void WindowBody::reset()
{
    drawers_ = {};
    drawer_->set_open(false);
    inputs_->reset();
}

void WindowBody::save_state(QSettings& settings) const
{
    settings.setValue(QStringLiteral("window/columns"), columns_->saveState());
    QStringList open;
    for (std::size_t place = 0; place < drawers_.size(); ++place)
        if (drawers_[place]) open << QString::number(place + 1);
    settings.setValue(QStringLiteral("window/drawers"), open);
    inputs_->save_state(settings);
}

void WindowBody::restore_state(const QSettings& settings)
{
    columns_->restoreState(settings.value(QStringLiteral("window/columns")).toByteArray());
    const QStringList open = settings.value(QStringLiteral("window/drawers")).toStringList();
    for (std::size_t place = 0; place < drawers_.size(); ++place)
        drawers_[place] = open.contains(QString::number(place + 1));
    drawer_->set_open(drawers_[static_cast<std::size_t>(pages_->front().place)]);
    inputs_->restore_state(settings);
}

void WindowBody::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place_inputs();
}

} // namespace rigwright

#include "window_body.moc"
