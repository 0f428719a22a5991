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

/// The mark of a goal; none without a limit.
std::optional<Symbol> symbol_of(LimitState state);
/// Color of its mark and gauge, and background of its verdict.
QColor colour_of(LimitState state, const Theme& theme);
QColor ground_of(LimitState state, const Theme& theme);

/// A painted text. `cut`: it does not fit whole; the cell's tooltip shows all of it.
struct PlacedText {
    QRect place;
    QString text;
    QFont font;
    QColor colour;
    bool cut = false;
};

/// One cell of the status line. Omits content that does not fit.
class StatusCell : public QAbstractButton {
    Q_OBJECT

public:
    /// A plain figure has no frame or background.
    enum class Kind { machine, verdict, figure, plain_figure, details };

    /// How much is shown: everything, no ranges and second facts, or no limit either. The tooltip has the rest.
    enum class Detail { bare, usual, full };

    /// A gauge's fill, as shares of the limit. Without `high`, an unknown amount may be added.
    struct Gauge {
        double low = 0.0;
        double value = 0.0;
        std::optional<double> high{};

        bool operator==(const Gauge&) const = default;
    };

    struct Content {
        /// The first line: label and range. For a machine the letter; for verdict and details nothing.
        QString label{};
        QString range{};
        /// The second line: number and limit, or a remark without a mark. For a machine its name, for a verdict the
        /// sentence.
        QString number{};
        QString limit{};
        /// Shows "no limit" even without room for second facts.
        bool keeps_limit = false;
        LimitState state = LimitState::no_limit;
        /// The number is of a plan that cannot run: regular weight, no success color.
        bool hypothetical = false;
        std::optional<Gauge> gauge{};

        bool operator==(const Content&) const = default;
    };

    StatusCell(Kind kind, QWidget* parent);

    const Content& content() const { return content_; }
    /// `spoken` is the full text for screen readers; with `hint`, the tooltip.
    void show_content(const Content& content, const QString& spoken, const QString& hint);
    void set_detail(Detail detail);
    /// The minimum width without cuts; user-defined names count up to a usual length.
    int wanted_width(Detail detail) const;
    /// Less than `wanted_width` only for a machine, whose name may be cut.
    int least_width() const;
    QSize sizeHint() const override;
    std::vector<PlacedText> placed_texts() const;
    /// Scale relative to the design: everything grows with the font.
    double scale() const;

protected:
    void focusInEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int measured_width(Detail detail) const;
    int scaled(double length) const;
    QFont font_of(int pixels, bool bold) const;
    QString first_line(Detail detail) const;
    QString second_part(Detail detail) const;
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
    /// Smaller if the sentence would be cut otherwise.
    QFont verdict_font_in(int width) const;
    void paint_gauge(QPainter& painter, const Theme& theme) const;
    void paint_arrow(QPainter& painter, const Theme& theme) const;

    Kind kind_;
    Content content_;
    /// Cached wanted widths by detail, for the current content and font.
    mutable std::array<std::optional<int>, 3> known_widths_{};
    Detail detail_ = Detail::full;
    /// False while the focus only came with the window.
    bool shows_focus_ = true;
};

} // namespace rigwright
