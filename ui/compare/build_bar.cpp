// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/build_bar.h"

#include "core/hardware/dates.h"
#include "core/json/strict_json.h"
#include "core/scenario/task.h"
#include "ui/format/on_change.h"
#include "ui/format/tool_tip.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QMenu>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int widest_tab = 220;
constexpr int narrowest_tab = 60;
/// Up to 200 bytes are accepted; a Chinese character takes three of them.
constexpr int longest_name = 60;

} // namespace

BuildTabs::BuildTabs(Document& document, QWidget* parent) : QTabBar(parent), document_(document)
{
    setObjectName(QStringLiteral("builds"));
    setMovable(true);
    setExpanding(false);
    setDrawBase(false);
    setElideMode(Qt::ElideMiddle);
    setUsesScrollButtons(true);
    setFocusPolicy(Qt::StrongFocus);
}

void BuildTabs::mousePressEvent(QMouseEvent* event)
{
    QTabBar::mousePressEvent(event);
    if (event->button() == Qt::LeftButton) gesture_ = document_.begin_gesture();
}

void BuildTabs::mouseReleaseEvent(QMouseEvent* event)
{
    QTabBar::mouseReleaseEvent(event);
    document_.end_gesture(gesture_);
}

void BuildTabs::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && tabAt(event->position().toPoint()) >= 0) emit rename_requested();
}

void BuildTabs::contextMenuEvent(QContextMenuEvent* event)
{
    if (const int tab = tabAt(event->pos()); tab >= 0) setCurrentIndex(tab);
    emit menu_requested(event->globalPos());
}

void BuildTabs::keyPressEvent(QKeyEvent* event)
{
    const bool moves = event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier);
    if (event->key() == Qt::Key_F2) return emit rename_requested();
    if (event->key() == Qt::Key_Delete) return emit remove_requested();
    if (moves && event->key() == Qt::Key_Left) return emit move_requested(-1);
    if (moves && event->key() == Qt::Key_Right) return emit move_requested(1);
    QTabBar::keyPressEvent(event);
}

void BuildTabs::wheelEvent(QWheelEvent* event)
{
    // Turning the wheel over the tabs must not change the current build.
    event->ignore();
}

QSize BuildTabs::minimumTabSizeHint(int index) const
{
    return {narrowest_tab, QTabBar::minimumTabSizeHint(index).height()};
}

QSize BuildTabs::tabSizeHint(int index) const
{
    const QSize wanted = QTabBar::tabSizeHint(index);
    return {std::min(wanted.width(), widest_tab), wanted.height()};
}

BuildBar::BuildBar(Document& document, BuildActions& actions, QWidget* parent)
    : QWidget(parent),
      document_(document),
      actions_(actions),
      tabs_(new BuildTabs(document, this)),
      add_(new QToolButton(this)),
      pin_(new QToolButton(this)),
      more_(new QToolButton(this))
{
    setObjectName(QStringLiteral("build_bar"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    row->addWidget(tabs_, 1);
    pin_->setObjectName(QStringLiteral("pin"));
    pin_->setCheckable(true);
    for (QToolButton* button : {add_, pin_, more_}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
    }
    add_->setText(QStringLiteral("+"));
    more_->setText(QStringLiteral("⋯"));
    connect(add_, &QToolButton::clicked, &actions_, &BuildActions::add);
    connect(pin_, &QToolButton::clicked, &actions_, &BuildActions::toggle_pin);
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("build_menu"));
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fill_menu(*menu); });
    connect(more_, &QToolButton::clicked, this,
            [this, menu] { menu->popup(more_->mapToGlobal(QPoint(0, more_->height()))); });
    connect(tabs_, &BuildTabs::menu_requested, this, [menu](const QPoint& place) { menu->popup(place); });
    connect(tabs_, &BuildTabs::rename_requested, this, &BuildBar::rename);
    connect(tabs_, &BuildTabs::remove_requested, &actions_, &BuildActions::remove);
    connect(tabs_, &BuildTabs::move_requested, &actions_, &BuildActions::move_current);
    connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) {
        if (!showing_ && tab >= 0) document_.select_build(static_cast<std::size_t>(tab));
    });
    connect(tabs_, &QTabBar::tabMoved, this, [this](int from, int to) {
        if (!showing_) actions_.move(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
    });
    connect(&document_, &Document::builds_changed, this, &BuildBar::follow);
    retranslate();
    on_change(this, QEvent::LanguageChange, [this] { retranslate(); });
}

void BuildBar::follow()
{
    end_rename(false);
    show_builds();
}

void BuildBar::show_builds()
{
    showing_ = true;
    const Project& project = document_.project();
    const auto count = static_cast<int>(project.builds.size());
    while (tabs_->count() > count) tabs_->removeTab(tabs_->count() - 1);
    while (tabs_->count() < count) tabs_->addTab(QString());
    for (int tab = 0; tab < count; ++tab) {
        const auto build = static_cast<std::size_t>(tab);
        const QString name = actions_.name_of(build);
        const bool pinned = project.builds[build].is_pinned();
        const bool exception = project.builds[build].exception;
        QString text = (exception ? exception_badge : QString()) + (pinned ? QStringLiteral("◆ ") : QString()) + name;
        text.replace(QLatin1Char('&'), QLatin1String("&&"));
        if (tabs_->tabText(tab) != text) tabs_->setTabText(tab, text);
        const QString tip =
            pinned ? tr("%1, pinned on %2").arg(name, from_utf8(project.builds[build].pin->date)) : name;
        const QString spoken = pinned ? tr("%1, pinned").arg(name) : name;
        tabs_->setTabToolTip(tab, tool_tip(exception ? tr("%1, with a task of its own").arg(tip) : tip));
        tabs_->setAccessibleTabName(tab, exception ? tr("%1, with a task of its own").arg(spoken) : spoken);
    }
    tabs_->setCurrentIndex(static_cast<int>(project.current));
    pin_->setChecked(actions_.is_pinned());
    pin_->setText(actions_.is_pinned() ? tr("◆ Pinned") : tr("◇ Pin"));
    pin_->setAccessibleName(tr("Pin this build for the comparison"));
    showing_ = false;
}

void BuildBar::fill_menu(QMenu& menu)
{
    menu.clear();
    const auto add = [&](const QString& text, auto action, bool enabled = true) {
        QAction* item = menu.addAction(text);
        item->setEnabled(enabled);
        connect(item, &QAction::triggered, this, action);
    };
    const Project& project = document_.project();
    add(actions_.is_pinned() ? tr("Unpin") : tr("Pin for the comparison"), [this] { actions_.toggle_pin(); });
    add(tr("Rename…"), [this] { rename(); });
    add(tr("Duplicate"), [this] { actions_.duplicate(); });
    add(
        tr("Move left"), [this] { actions_.move_current(-1); }, project.current > 0);
    add(
        tr("Move right"), [this] { actions_.move_current(1); }, project.current + 1 < project.builds.size());
    add(
        tr("Use as baseline"), [this] { actions_.set_baseline(document_.project().current); }, actions_.is_pinned());
    menu.addSeparator();
    if (actions_.is_exception())
        add(tr("Use the project's task"), [this] { actions_.use_project_task(); });
    else
        add(
            tr("Use a different task for this machine"), [this] { actions_.use_own_task(); },
            actions_.can_use_own_task());
    menu.addSeparator();
    add(
        tr("Delete"), [this] { actions_.remove(); }, actions_.can_remove());
}

void BuildBar::rename()
{
    end_rename(false);
    const int tab = tabs_->currentIndex();
    name_ = new QLineEdit(from_utf8(document_.scenario().name), tabs_);
    name_->setObjectName(QStringLiteral("build_name"));
    name_->setAccessibleName(tr("Name of the build"));
    name_->setMaxLength(longest_name);
    QRect place = tabs_->tabRect(tab);
    place.setWidth(std::max(place.width(), 120));
    name_->setGeometry(place);
    name_->installEventFilter(this);
    name_->show();
    name_->selectAll();
    name_->setFocus(Qt::OtherFocusReason);
    connect(name_, &QLineEdit::editingFinished, this, [this] { end_rename(true); });
}

void BuildBar::end_rename(bool keep)
{
    if (!name_) return;
    QLineEdit* field = std::exchange(name_, nullptr);
    const QString name = field->text();
    field->disconnect(this);
    field->hide();
    field->deleteLater();
    if (keep) actions_.rename(name);
    tabs_->setFocus(Qt::OtherFocusReason);
}

bool BuildBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == name_ && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        end_rename(false);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void BuildBar::retranslate()
{
    tabs_->setAccessibleName(tr("Builds"));
    add_->setToolTip(tr("Add a build for the same question"));
    add_->setAccessibleName(tr("Add build"));
    pin_->setToolTip(tr("Keep this build in the comparison, with the prices of today"));
    more_->setToolTip(tr("Rename, duplicate, move, delete"));
    more_->setAccessibleName(tr("More for this build"));
    show_builds();
}

BuildActions::BuildActions(Document& document, const Localization& words, QObject* parent)
    : QObject(parent),
      document_(document),
      words_(words)
{}

QString BuildActions::name_of(std::size_t build) const
{
    QString name = from_utf8(document_.project().builds[build].name());
    for (QChar& c : name)
        if (!c.isPrint() && !c.isSurrogate()) c = QLatin1Char(' ');
    return name.isEmpty() ? tr("Build %1").arg(build + 1) : name;
}

void BuildActions::edit(const std::optional<Project>& next, const QString& description, const QString& why_not)
{
    if (next)
        document_.edit_project(*next, description);
    else
        emit refused(why_not);
}

void BuildActions::add()
{
    const Project& project = document_.project();
    Scenario scenario = holding_batch(with_task(project.current_build().scenario, task_holder(project)));
    scenario.name = next_name();
    edit(with_build_added(project, project.current, std::move(scenario)), tr("Add build"),
         tr("A project holds at most %1 builds.").arg(most_builds));
}

std::string BuildActions::next_name() const
{
    const Project& project = document_.project();
    return free_name(project, tr("Build %1").arg(project.builds.size() + 1).toStdString());
}

void BuildActions::duplicate()
{
    const Project& project = document_.project();
    std::optional<Project> next = with_build_duplicated(project, project.current);
    if (next && project.current_build().name().empty()) next->builds[next->current].scenario.name = next_name();
    edit(next, tr("Duplicate build"), tr("A project holds at most %1 builds.").arg(most_builds));
}

void BuildActions::remove()
{
    const QString name = name_of(document_.project().current);
    const std::optional<Project> next = without_build(document_.project(), document_.project().current);
    edit(next, tr("Delete build"), tr("The last build of a project cannot be deleted."));
    if (next) emit removed(name);
}

void BuildActions::rename(const QString& name)
{
    const std::string text = name.trimmed().toStdString();
    // As a field of its scenario, so that a network in the editor is kept.
    document_.set_field(QStringLiteral("name"), text.empty() ? FieldValue() : FieldValue(text));
}

void BuildActions::move(std::size_t from, std::size_t to)
{
    if (from == to || to >= document_.project().builds.size()) return;
    document_.edit_project(with_build_moved(document_.project(), from, to), tr("Move build"));
}

void BuildActions::move_current(int places)
{
    const auto from = static_cast<std::ptrdiff_t>(document_.project().current);
    if (from + places >= 0) move(static_cast<std::size_t>(from), static_cast<std::size_t>(from + places));
}

Pin BuildActions::pin_now(const Scenario& scenario) const
{
    return pin_of(scenario, document_.data()->hardware, today());
}

void BuildActions::toggle_pin()
{
    const Project& project = document_.project();
    if (is_pinned()) return document_.edit_project(without_pin(project, project.current), tr("Unpin build"));
    edit(with_pin(project, project.current, pin_now(project.current_build().scenario)), tr("Pin build"),
         tr("At most %1 builds can be compared: unpin one first.").arg(most_pinned));
}

bool BuildActions::can_use_own_task() const
{
    const Project& project = document_.project();
    return !is_exception() && with_exception(project, project.current);
}

void BuildActions::use_own_task()
{
    const Project& project = document_.project();
    edit(with_exception(project, project.current), tr("Use a different task"),
         tr("No other machine has the project's task. Add a machine first."));
}

void BuildActions::use_project_task()
{
    const Project& project = document_.project();
    document_.edit_project(without_exception(project, project.current), tr("Use the project's task"));
}

void BuildActions::set_baseline(std::size_t build)
{
    document_.edit_project(with_baseline(document_.project(), build), tr("Choose the baseline"));
}

std::vector<PriceChange> BuildActions::changed_prices() const
{
    std::vector<PriceChange> changes;
    for (const Build& build : document_.project().builds)
        for (PriceChange& change : price_changes(build, document_.data()->hardware))
            changes.push_back(std::move(change));
    return changes;
}

void BuildActions::price_anew()
{
    Project next = document_.project();
    for (Build& build : next.builds) {
        if (!build.pin) continue;
        UnknownMembers unknown = std::move(build.pin->unknown);
        build.pin = pin_now(build.scenario);
        build.pin->unknown = std::move(unknown);
    }
    document_.edit_project(next, tr("Price pinned builds anew"));
}

} // namespace rigwright
