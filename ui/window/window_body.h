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

/// The drawer on the right: a calculation or the findings. Opens on request and narrows the page; Esc closes it and
/// restores the focus.
class Drawer : public QWidget {
    Q_OBJECT

public:
    Drawer(Document& document, const Localization& words, QWidget* parent = nullptr);

    void show_working(const QString& quantity);
    void show_findings();
    /// Opens it as it was, or closes it.
    void toggle();
    void close_drawer();
    /// Does not change the focus.
    void set_open(bool open);

signals:
    void field_requested(const QString& path);
    /// Was opened or closed.
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

/// The rail of places, the inputs, the current page and the drawer side by side. The page keeps its share of the window
/// beside an open drawer; the rail and the inputs shrink first.
class WindowBody : public QWidget {
    Q_OBJECT

public:
    explicit WindowBody(const PageContext& context, QWidget* parent = nullptr);

    ChoicesColumn& inputs() { return *inputs_; }
    PlaceView& pages() { return *pages_; }
    Drawer& drawer() { return *drawer_; }

    /// Shows a widget instead of inputs, pages and drawer; null restores them.
    void show_alone(QWidget* widget);
    bool shows_places() const { return !columns_->isHidden(); }
    /// Shows the control of a field, even if the inputs are folded.
    void focus_input(const QString& path);
    /// Moves the focus to the next or previous region; `status` is one of them.
    void cycle(QWidget& status, int direction);
    /// Closes all drawers and resets the inputs.
    void reset();
    void save_state(QSettings& settings) const;
    void restore_state(const QSettings& settings);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Shows the inputs beside the page if it wants them and they fit.
    void place_inputs();
    void place_drawer();

    QHBoxLayout* row_;
    PlaceRail* rail_;
    ChoicesColumn* inputs_;
    PlaceView* pages_;
    Drawer* drawer_;
    QSplitter* columns_;
    /// Replaces the inputs if the drawer takes their room.
    InputStrip* strip_;
    QWidget* alone_ = nullptr;
    /// Places with an open drawer.
    std::array<bool, place_count> drawers_{};
};

} // namespace rigwright
