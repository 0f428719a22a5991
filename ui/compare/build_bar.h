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

/// What can be done with the builds of a project, each as one undo step. The bar above the results, the menu and the
/// comparison all do it here.
class BuildActions : public QObject {
    Q_OBJECT

public:
    BuildActions(Document& document, const Localization& words, QObject* parent = nullptr);

    /// Another build for the same question, behind the current one.
    void add();
    void duplicate();
    void remove();
    void rename(const QString& name);
    void move(std::size_t from, std::size_t to);
    /// The current build one place to the left (-1) or right (1).
    void move_current(int places);
    void toggle_pin();
    void set_baseline(std::size_t build);
    /// The pinned builds at the prices of today; one undo step for all.
    void price_anew();

    bool can_remove() const { return document_.project().builds.size() > 1; }
    bool is_pinned() const { return document_.project().current_build().is_pinned(); }
    /// Prices that the database names differently than when the pinned builds were pinned.
    std::vector<PriceChange> changed_prices() const;
    /// The name of a build as the window shows it, one line.
    QString name_of(std::size_t build) const;
    /// The name of a build that comes without one.
    std::string next_name() const;

signals:
    /// It could not be done, and why.
    void refused(const QString& message);
    /// A build went; Undo brings it back.
    void removed(const QString& name);

private:
    Pin pin_now(const Scenario& scenario) const;
    void edit(const std::optional<Project>& next, const QString& description, const QString& why_not);

    Document& document_;
    const Localization& words_;
};

/// The tabs themselves: a drag of one, however far, is one undo step.
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

/// The builds of the project above the results: which one is worked on, which ones are pinned; by mouse and by keys
/// they are chosen, moved, renamed, copied and deleted.
class BuildBar : public QWidget {
    Q_OBJECT

public:
    BuildBar(Document& document, BuildActions& actions, QWidget* parent = nullptr);

    BuildTabs* tabs() const { return tabs_; }
    QToolButton* add_button() const { return add_; }
    QToolButton* pin_button() const { return pin_; }
    QToolButton* menu_button() const { return more_; }
    /// The field in which a name is typed; null while none is.
    QLineEdit* name_field() const { return name_; }
    void rename();

protected:
    void changeEvent(QEvent* event) override;
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
    QLineEdit* name_ = nullptr;
    /// While the tabs are set from the document they ask for nothing.
    bool showing_ = false;
};

} // namespace rigwright
