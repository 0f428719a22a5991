// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QWidget>

namespace rigwright {

/// Contains one widget and requests a new layout only if that widget's requested size has changed. Qt layouts propagate
/// every text change up to the window, even if the text needs the same size; during a drag that costs more than the
/// numbers. Shown and hidden with its widget.
class RelayoutGuard : public QWidget {
public:
    enum class Follows {
        /// Requested width and height.
        size,
        /// The height for the current width: for wrapping content of any width. Never requests its preferred width,
        /// because Qt lays out such a text several times to find it.
        height
    };

    RelayoutGuard(QWidget* content, Follows follows, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return content_->hasHeightForWidth(); }
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
    bool wraps() const { return follows_ == Follows::height && content_->hasHeightForWidth(); }

    QWidget* content_;
    Follows follows_;
    Wish known_;
    /// Cached until the content changes.
    mutable int asked_width_ = -1;
    mutable int answered_height_ = 0;
};

/// Keeps the keyboard focus inside a pane while it is rebuilt: if the focused widget is removed, another one of the
/// pane gets the focus instead of the next one in the window.
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
