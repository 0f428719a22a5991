// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/build_actions.h"

#include <QLineEdit>
#include <QTabBar>
#include <QToolButton>
#include <QWidget>

class QMenu;

namespace rigwright {

/// The tabs themselves: a drag of one, however far, is one undo step.
class BuildTabs : public QTabBar {
    Q_OBJECT

public:
    explicit BuildTabs(Document& document, QWidget* parent = nullptr);

signals:
    void rename_asked();
    void menu_asked(const QPoint& place);
    void remove_asked();
    void move_asked(int places);

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
