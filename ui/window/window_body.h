// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/place_view.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPointer>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QWidget>

#include <array>

class QSettings;

namespace rigwright {

class ChoicesColumn;
class FindingsPanel;
class InputStrip;
class PlaceRail;
class WorkingPanel;

/// The drawer on the right: the calculation of a number, or the findings. It opens when asked and pushes the page; Esc
/// closes it and returns the focus to where it came from.
class Drawer : public QWidget {
    Q_OBJECT

public:
    Drawer(Document& document, const Localization& words, QWidget* parent = nullptr);

    void show_working(const QString& quantity);
    void show_findings();
    /// Opens it as it was, or closes it.
    void toggle();
    void close_drawer();
    /// Without a change of the focus.
    void set_open(bool open);

signals:
    void field_requested(const QString& path);
    /// It was opened or closed.
    void toggled();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void open(int tab);
    void retranslate();

    WorkingPanel* working_;
    FindingsPanel* findings_;
    QButtonGroup* tabs_;
    QStackedWidget* stack_;
    QToolButton* close_;
    QPointer<QWidget> opened_from_;
};

/// The rail of places, the inputs, the page in front and the drawer, side by side. An open drawer leaves the page its
/// share of the window; the rail and the inputs give way first.
class WindowBody : public QWidget {
    Q_OBJECT

public:
    explicit WindowBody(const PageContext& context, QWidget* parent = nullptr);

    ChoicesColumn& inputs() { return *inputs_; }
    PlaceView& pages() { return *pages_; }
    Drawer& drawer() { return *drawer_; }

    /// A widget in place of the inputs, the pages and the drawer; null: those again.
    void show_alone(QWidget* widget);
    bool shows_places() const { return !columns_->isHidden(); }
    /// Brings the control of a field into sight, where the inputs are folded too.
    void focus_input(const QString& path);
    /// The keyboard goes to the next region, or the previous one; the status line is one of them.
    void cycle(QWidget& status, int direction);
    /// Every drawer is closed, and the inputs show what they show at first.
    void reset();
    void save_state(QSettings& settings) const;
    void restore_state(const QSettings& settings);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Shows the inputs beside the page where it wants them and there is room.
    void place_inputs();
    void place_drawer();

    QHBoxLayout* row_;
    PlaceRail* rail_;
    ChoicesColumn* inputs_;
    PlaceView* pages_;
    Drawer* drawer_;
    QSplitter* columns_;
    /// In place of the inputs where the drawer takes their room.
    InputStrip* strip_;
    QWidget* alone_ = nullptr;
    /// Places with an open drawer.
    std::array<bool, place_count> drawers_{};
};

} // namespace rigwright
