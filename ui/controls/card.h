// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/layout.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QWidget>

#include <optional>

class QHelpEvent;
class QScrollArea;

namespace rigwright {

/// A panel set off from the window's background.
class Card : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A button that can be narrower than its text, which then wraps.
class WrappingButton : public QPushButton {
    Q_OBJECT

public:
    explicit WrappingButton(QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList lines(int width) const;
};

/// Muted text next to a number: a caption or a remark. Plain text, slightly smaller than the rest.
inline QLabel* small_label(QWidget* parent)
{
    constexpr double scale = 0.92;
    QLabel* label = plain_label(parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    label->setFont(font);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// A line of text, elided if it does not fit.
class ElidedLine : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLine(QWidget* parent) : QLabel(parent) { setTextFormat(Qt::PlainText); }

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// Gives a widget and its children the background of a role in the theme, and follows changes of the theme.
void set_ground(QWidget& widget, QColor Theme::*role);

/// An error message in the color of errors; hidden if empty.
class TroubleLabel : public QLabel {
    Q_OBJECT

public:
    explicit TroubleLabel(QWidget* parent);
    void show_text(const QString& text);
    /// Cleared when an edit in `view` is undone.
    void forget_with_edits_of(const QAbstractItemView& view);
};

/// A text in the error color beside the error symbol. Both are in their own row, the parent of the text, initially
/// hidden.
QLabel* error_line(QWidget* parent, int sign_side, const QMargins& margins, int spacing);

/// A bold title, `scale` times the text size.
inline QLabel* heading(double scale, QWidget* parent)
{
    QLabel* label = plain_label(parent);
    QFont font = bold_of(label->font());
    font.setPointSizeF(font.pointSizeF() * scale);
    label->setFont(font);
    return label;
}

/// The answer of a page as a sentence above its details.
inline QLabel* answer_sentence(QWidget* parent)
{
    constexpr double scale = 1.4;
    QLabel* label = heading(scale, parent);
    label->setObjectName(QStringLiteral("sentence"));
    label->setWordWrap(true);
    return label;
}

/// A flat button: one segment of a choice, a link, or a field that opens an input. In a field, text after a tab is
/// right-aligned.
class PlainButton : public QAbstractButton {
    Q_OBJECT

public:
    enum class Look { segment, link, field };

    PlainButton(Look look, QWidget* parent);

    void show_text(const QString& text);
    QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Look look_;
};

/// Alternating rows without a header; Tab leaves the table. With a mode, it selects whole rows.
void set_look(QTableView& table, std::optional<QAbstractItemView::SelectionMode> rows = {});

/// A vertically scrolling page without frame or Tab stop.
void make_page(QScrollArea& area, Qt::ScrollBarPolicy across = Qt::ScrollBarAlwaysOff);

/// Shows the full text of an elided one and a hint as a tooltip.
void show_whole_text(QHelpEvent& event, QWidget& widget, const QString& text, const QString& hint);

/// A line indented like the labels of rows.
inline QHBoxLayout* indented_line(QWidget* content, int indent)
{
    return row_in(nullptr, {indent, 0, 0, 0}, -1, {content, Stretch{}});
}

/// A share of a whole as a bar, which may start left of the bar and have a mark across it.
class ShareBar : public QWidget {
    Q_OBJECT

public:
    ShareBar(const QSize& size, QWidget* parent) : QWidget(parent), size_(size) { setFixedHeight(size.height()); }

    /// Shares of the bar's width; `end` below `begin` subtracts.
    void show_share(double begin, double end, const QColor Theme::*ink = &Theme::accent);
    void set_mark(double share) { mark_ = share; }
    double end() const { return end_; }
    QSize sizeHint() const override { return size_; }
    QSize minimumSizeHint() const override { return size_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QSize size_;
    double begin_ = 0.0;
    double end_ = 0.0;
    double mark_ = -1.0;
    const QColor Theme::*ink_ = &Theme::accent;
};

} // namespace rigwright
