// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/find_widget.h"
#include "ui/main_window.h"
#include "ui/window/place_view.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QTabBar>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>
#include <QWindow>

#include <array>
#include <optional>

namespace rigwright::test {

/// Uses the window like a person: by mouse with keys for texts only, or by keys alone. Events enter as from the system,
/// so that widgets that are covered, hidden or unreachable by keys fail the test.
class Hands {
public:
    enum class Use { mouse, keys };

    Hands(MainWindow& window, Use use) : window_(window), use_(use) {}

    /// A key goes to a popup if one is open, otherwise to the focused widget.
    static void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(receiver(), key, modifiers);
        QApplication::processEvents();
    }

    static void write(const QString& text)
    {
        for (const QChar c : text) QTest::keyClick(receiver(), c.toLatin1());
    }

    /// Scrolls it into view, or focuses it.
    void look_at(QWidget& widget) const { use_ == Use::mouse ? scroll_to(widget) : reach(widget); }

    /// A button or a link.
    void push(QWidget& widget) const
    {
        if (use_ == Use::mouse) return click(widget);
        reach(widget);
        press(Qt::Key_Space);
    }

    void type(QWidget& editor, const QString& text) const
    {
        use_ == Use::mouse ? click(editor) : reach(editor);
        press(Qt::Key_A, Qt::ControlModifier);
        write(text);
        press(Qt::Key_Return);
    }

    void choose(QComboBox& box, const QString& text) const
    {
        if (use_ == Use::mouse) {
            click(box);
            QTRY_VERIFY(box.view()->isVisible());
            const QModelIndex entry = box.model()->index(box.findText(text), box.modelColumn());
            QTest::qWait(2 * QApplication::doubleClickInterval());
            click(*box.view()->viewport(), box.view()->visualRect(entry).center());
        } else {
            reach(box);
            for (int i = 0; i < box.count() && box.currentText() != text; ++i) press(Qt::Key_Down);
        }
        QCOMPARE(box.currentText(), text);
    }

    /// A command of the menus.
    void command(const char* id) const
    {
        const QAction* action = child<QAction>(window_, id);
        QAction* title = nullptr;
        for (QAction* each : window_.menuBar()->actions())
            if (each->menu()->actions().contains(action)) title = each;
        QVERIFY2(title != nullptr && action->isEnabled(), id);
        if (use_ == Use::mouse) {
            click(*window_.menuBar(), window_.menuBar()->actionGeometry(title).center());
            click(*title->menu(), title->menu()->actionGeometry(const_cast<QAction*>(action)).center());
        } else {
            press(letter_of(*title), Qt::AltModifier);
            QVERIFY2(title->menu()->isVisible(), id);
            press(letter_of(*action));
        }
    }

    /// A page by its place and its tab.
    void open(const QString& id) const
    {
        const Page& page = *page_of(id);
        const auto& places = *child<PlaceView>(window_);
        if (use_ == Use::mouse) {
            static constexpr std::array buttons{"task", "machines", "explore", "decide", "learn"};
            click(*child<QAbstractButton>(*child<QWidget>(window_, "rail"),
                                          buttons[static_cast<std::size_t>(page.place)]));
            auto& tabs = *child<QTabBar>(window_, "page_tabs");
            for (int i = 0; i < tabs.count(); ++i)
                if (tabs.tabText(i) == page.name()) click(tabs, tabs.tabRect(i).center());
        } else {
            press(static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(page.place)), Qt::ControlModifier);
            for (int i = 0; i < 10 && places.front().id != page.id; ++i) press(Qt::Key_Tab, Qt::ControlModifier);
        }
        QCOMPARE(places.front().id, page.id);
    }

    /// Answers the file dialog that the next action opens.
    void will_name_file(const QString& path) const
    {
        auto* waiting = new QTimer(&window_);
        QObject::connect(waiting, &QTimer::timeout, &window_, [this, waiting, path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr) return;
            waiting->stop();
            waiting->deleteLater();
            give_window_back();
            if (use_ == Use::mouse) click(*child<QLineEdit>(*dialog, "fileNameEdit"));
            press(Qt::Key_A, Qt::ControlModifier);
            write(path);
            if (use_ == Use::keys) return press(Qt::Key_Return);
            const auto accept =
                dialog->acceptMode() == QFileDialog::AcceptSave ? QDialogButtonBox::Save : QDialogButtonBox::Open;
            const QPointer<QPushButton> button = child<QDialogButtonBox>(*dialog)->button(accept);
            // The first click may only close the list of names.
            for (int i = 0; i < 3 && button && button->isVisible(); ++i) click(*button);
        });
        waiting->start(std::chrono::milliseconds(5));
    }

    /// A click on a visible widget; pages are scrolled to it first.
    static void click(QWidget& widget, std::optional<QPoint> place = {})
    {
        scroll_to(widget);
        const QPoint at = place.value_or(widget.visibleRegion().boundingRect().center());
        QWidget& window = *widget.window();
        const QPoint in_window = widget.mapTo(&window, at);
        const QWidget* hit = window.childAt(in_window);
        QVERIFY2(widget.isEnabled() && widget.visibleRegion().contains(at) &&
                     (hit == &widget || widget.isAncestorOf(hit) || &window == &widget),
                 qPrintable(described(widget)));
        QTest::mouseMove(window.windowHandle(), in_window);
        QTest::mouseClick(window.windowHandle(), Qt::LeftButton, {}, in_window);
        QApplication::processEvents();
    }

    /// F6 to its region and Tab to it until it has the focus and is visible.
    void reach(QWidget& widget) const
    {
        const auto has_focus = [&widget] {
            const QWidget* focused = QApplication::focusWidget();
            return focused == &widget || (focused != nullptr && focused == widget.focusProxy());
        };
        if (widget.window() == &window_)
            for (int i = 0; i < 6 && !is_region_of(widget, QApplication::focusWidget()); ++i) press(Qt::Key_F6);
        for (int i = 0; i < 80 && !has_focus(); ++i) press(Qt::Key_Tab);
        QVERIFY2(has_focus() && !widget.visibleRegion().isEmpty(), qPrintable(described(widget)));
    }

private:
    static QWindow* receiver()
    {
        if (QWidget* popup = QApplication::activePopupWidget()) return popup->windowHandle();
        give_window_back();
        return QApplication::activeWindow()->windowHandle();
    }

    /// The offscreen platform has no active window after a menu; other platforms restore it.
    static void give_window_back()
    {
        if (QApplication::activePopupWidget() != nullptr || QApplication::activeWindow() != nullptr) return;
        QWidget* last = QApplication::activeModalWidget();
        for (QWidget* each : QApplication::topLevelWidgets())
            if (last == nullptr && each->isVisible() && qobject_cast<MainWindow*>(each)) last = each;
        if (last == nullptr) qFatal("no window is open");
        last->activateWindow();
        if (!QTest::qWaitForWindowActive(last)) qFatal("no window is active");
    }

    static Qt::Key letter_of(const QAction& action)
    {
        const qsizetype mark = action.text().indexOf(QLatin1Char('&'));
        return static_cast<Qt::Key>(action.text().at(mark + 1).toUpper().unicode());
    }

    static QString described(const QWidget& widget)
    {
        const auto* focused = QApplication::focusWidget();
        return QStringLiteral("%1 '%2' '%3'; the focus is in %4")
            .arg(QLatin1String(widget.metaObject()->className()), widget.objectName(), widget.accessibleName(),
                 focused == nullptr ? QString() : QLatin1String(focused->metaObject()->className()));
    }

    bool is_region_of(const QWidget& widget, const QWidget* focused) const
    {
        for (const char* name : {"status_line", "rail", "choices", "pages", "drawer", "start"})
            for (const QWidget* region : window_.findChildren<QWidget*>(QLatin1String(name)))
                if (region->isAncestorOf(&widget) && region->isVisible()) return region->isAncestorOf(focused);
        return true;
    }

    /// Turns the wheel over the page that holds it.
    static void scroll_to(QWidget& widget)
    {
        for (QWidget* parent = widget.parentWidget(); parent != nullptr; parent = parent->parentWidget()) {
            auto* area = qobject_cast<QScrollArea*>(parent);
            if (area == nullptr) continue;
            QWidget& view = *area->viewport();
            const auto middle = [&] { return widget.mapTo(&view, widget.rect().center()).y(); };
            for (int i = 0; i < 100 && (middle() < 12 || middle() > view.height() - 12); ++i) {
                const QPointF place = view.rect().center();
                QWheelEvent event(place, view.mapToGlobal(place), {}, {0, middle() < 12 ? 120 : -120}, {}, {},
                                  Qt::NoScrollPhase, false);
                QApplication::sendEvent(&view, &event);
            }
        }
        QApplication::processEvents();
    }

    MainWindow& window_;
    Use use_;
};

} // namespace rigwright::test
