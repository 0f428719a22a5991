// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QWidget>

namespace rigwright {

/// Holds one widget and asks for another layout only where the room that this widget wishes for has changed. A layout
/// of Qt asks its surroundings again up to the window whenever a text inside changes, whether or not the new text needs
/// other room; during a drag that costs more than the numbers. Shown and hidden with its widget.
class RelayoutGuard : public QWidget {
public:
    enum class Follows {
        /// Width and height of the wish.
        size,
        /// The height that the present width needs: for what wraps, and takes whatever width it is given. How wide it
        /// would like to be is never asked: Qt lays such a text out several times to find that.
        height
    };

    RelayoutGuard(QWidget* content, Follows follows, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override;
    int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Wish {
        QSize hint;
        QSize minimum;
        int height = 0;
        bool operator==(const Wish&) const = default;
    };

    Wish wish() const;
    bool wraps() const;

    QWidget* content_;
    Follows follows_;
    Wish known_;
    /// The last answer, until the content changes.
    mutable int asked_width_ = -1;
    mutable int answered_height_ = 0;
};

/// Keeps the keyboard inside a pane while it is filled again: where the widget that has it goes, another one of the
/// pane takes it, not whatever comes next in the window.
class FocusKeeper {
public:
    FocusKeeper(QWidget& pane, QWidget& stand_in)
        : pane_(pane),
          stand_in_(stand_in),
          had_focus_(pane.isAncestorOf(QApplication::focusWidget()))
    {}
    ~FocusKeeper()
    {
        if (had_focus_ && !pane_.isAncestorOf(QApplication::focusWidget())) stand_in_.setFocus(Qt::OtherFocusReason);
    }
    FocusKeeper(const FocusKeeper&) = delete;
    FocusKeeper& operator=(const FocusKeeper&) = delete;

private:
    QWidget& pane_;
    QWidget& stand_in_;
    bool had_focus_;
};

} // namespace rigwright
