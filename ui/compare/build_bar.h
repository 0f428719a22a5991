// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/pinned_prices.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QLineEdit>
#include <QObject>
#include <QTabBar>
#include <QToolButton>
#include <QWidget>

class QMenu;

namespace rigwright {

/// Precedes the name of a build that has a task of its own.
inline const QString exception_badge = QStringLiteral("≠ ");

/// Commands on the builds of a project, each as one undo step, used by the bar above the results, the menu and the
/// comparison.
class BuildActions : public QObject {
    Q_OBJECT

public:
    BuildActions(Document& document, const Localization& words, QObject* parent = nullptr);

    /// Adds a build like the current one, with the project's task, after it.
    void add();
    void duplicate();
    void remove();
    void rename(const QString& name);
    void move(std::size_t from, std::size_t to);
    /// Moves the current build one position to the left (-1) or right (1).
    void move_current(int places);
    void toggle_pin();
    /// Makes the current build's task its own, to be edited apart from the project's.
    void use_own_task();
    /// Replaces the current build's own task by the project's.
    void use_project_task();
    void set_baseline(std::size_t build);
    /// Updates the prices of the pinned builds; one undo step for all.
    void price_anew();

    bool can_remove() const { return document_.project().builds.size() > 1; }
    bool is_pinned() const { return document_.project().current_build().is_pinned(); }
    bool is_exception() const { return document_.project().current_build().exception; }
    /// Whether another build has the project's task, so that the current one can do without it.
    bool can_use_own_task() const;
    /// Database prices that changed since the pinned builds were pinned.
    std::vector<PriceChange> changed_prices() const;
    /// The displayed name of a build, one line.
    QString name_of(std::size_t build) const;
    /// The name for a build without one.
    std::string next_name() const;

signals:
    /// The command failed, with the reason.
    void refused(const QString& message);
    /// A build was removed; Undo restores it.
    void removed(const QString& name);

private:
    Pin pin_now(const Scenario& scenario) const;
    void edit(const std::optional<Project>& next, const QString& description, const QString& why_not);

    Document& document_;
    const Localization& words_;
};

/// The tabs: each drag of a tab, of any length, is one undo step.
class BuildTabs : public QTabBar {
    Q_OBJECT

public:
    explicit BuildTabs(Document& document, QWidget* parent = nullptr);

signals:
    void rename_requested();
    void menu_requested(const QPoint& place);
    void remove_requested();
    void move_requested(int places);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    QSize minimumTabSizeHint(int index) const override;
    QSize tabSizeHint(int index) const override;

private:
    Document& document_;
    int gesture_ = 0;
};

/// The builds of the project above the results: the current one and the pinned ones. Builds are selected, moved,
/// renamed, copied and deleted by mouse and keyboard.
class BuildBar : public QWidget {
    Q_OBJECT

public:
    BuildBar(Document& document, BuildActions& actions, QWidget* parent = nullptr);

    void rename();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void show_builds();
    void fill_menu(QMenu& menu);
    void end_rename(bool keep);
    void retranslate();

    Document& document_;
    BuildActions& actions_;
    BuildTabs* tabs_;
    QToolButton* add_;
    QToolButton* pin_;
    QToolButton* more_;
    /// The field for editing a name; null if none is edited.
    QLineEdit* name_ = nullptr;
    /// Set while the tabs are updated from the document, to ignore their signals.
    bool showing_ = false;
};

} // namespace rigwright
