// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/status.h"

#include <QAbstractButton>
#include <QColor>
#include <QFont>
#include <QRect>

#include <array>
#include <optional>
#include <vector>

namespace rigwright {

struct Theme;
enum class Symbol;

/// The mark of a goal; none where nothing limits it.
std::optional<Symbol> symbol_of(LimitState state);
/// The colour of its mark and gauge, and the ground of its verdict.
QColor colour_of(LimitState state, const Theme& theme);
QColor ground_of(LimitState state, const Theme& theme);

/// A text as it is painted. `cut`: a part of it is left out for want of room; the tool tip of the cell has it.
struct PlacedText {
    QRect place;
    QString text;
    QFont font;
    QColor colour;
    bool cut = false;
};

/// One cell of the status line. It paints what it is given, and leaves out what has no room.
class StatusCell : public QAbstractButton {
    Q_OBJECT

public:
    /// A plain figure has no frame and no ground of its own.
    enum class Kind { machine, verdict, figure, plain_figure, details };

    /// What fills a gauge, as shares of the limit. Without `high`, more may come, up to an unknown amount.
    struct Gauge {
        double low = 0.0;
        double value = 0.0;
        std::optional<double> high{};

        bool operator==(const Gauge&) const = default;
    };

    struct Content {
        /// The first line: label and range. Of a machine the letter, of a verdict and the details nothing.
        QString label{};
        QString range{};
        /// The second line: number and its limit, or a remark that needs no mark. Of a machine its name, of a verdict
        /// the sentence.
        QString number{};
        QString limit{};
        /// Keep the remark that no limit is set even without room for second facts.
        bool keeps_limit = false;
        LimitState state = LimitState::no_limit;
        /// The number is one of a plan that cannot run: regular weight, and no colour of success.
        bool hypothetical = false;
        std::optional<Gauge> gauge{};

        bool operator==(const Content&) const = default;
    };

    StatusCell(Kind kind, QWidget* parent);

    const Content& content() const { return content_; }
    /// `spoken` is all of it for screen readers, and with `hint` the tool tip.
    void show_content(const Content& content, const QString& spoken, const QString& hint);
    /// Ranges and second facts are shown, or left to the tool tip.
    void set_detailed(bool detailed);
    /// The least width in which nothing is cut; names of people's own count up to a usual length.
    int wanted_width(bool detailed) const;
    /// Below that of `wanted_width` only for a machine, whose name may be cut before anything else.
    int least_width(bool detailed) const;
    QSize sizeHint() const override;
    std::vector<PlacedText> placed_texts() const;
    /// How much larger than designed: with a larger font everything grows.
    double scale() const;

protected:
    void focusInEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int measured_width(bool detailed) const;
    int scaled(double length) const;
    QFont font_of(int pixels, bool bold) const;
    QString first_line(bool detailed) const;
    QString second_part(bool detailed) const { return detailed || content_.gauge ? content_.limit : QString(); }
    bool has_mark() const;
    QColor mark_colour(const Theme& theme) const;
    int side() const;
    QRect inner() const { return rect().adjusted(side(), 0, -side(), 0); }
    QRect mark_place() const;
    PlacedText placed(const QRect& place, const QString& text, const QFont& font, const QColor& colour) const;
    void place_figure(const Theme& theme, std::vector<PlacedText>& texts) const;
    void place_verdict(const Theme& theme, std::vector<PlacedText>& texts) const;
    void place_machine(const Theme& theme, std::vector<PlacedText>& texts) const;
    QRect letter_place() const;
    int verdict_width() const;
    /// Smaller where the sentence would be cut otherwise.
    QFont verdict_font_in(int width) const;
    void paint_gauge(QPainter& painter, const Theme& theme) const;
    void paint_arrow(QPainter& painter, const Theme& theme) const;

    Kind kind_;
    Content content_;
    /// The wanted widths without and with details, as long as content and font are the same.
    mutable std::array<std::optional<int>, 2> known_widths_{};
    bool detailed_ = true;
    /// False while the focus only came with the window.
    bool shows_focus_ = true;
};

} // namespace rigwright
