// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <QFont>
#include <QImage>
#include <QPainter>
#include <QRectF>
#include <QString>
#include <QTextLayout>

#include <memory>
#include <optional>
#include <vector>

namespace rigwright {

/// A4 paper.
enum class PaperOrientation { upright, across };

/// A unit that never splits across pages: a line of the page flow, a paragraph, a table row, a chart.
struct PagePiece {
    enum class Kind { title, heading, paragraph, column_heads, row, chart };
    struct Text {
        QPointF at;
        std::shared_ptr<QTextLayout> layout;
    };

    Kind kind = Kind::paragraph;
    /// The section or table that contains it.
    std::string id;
    /// As in the report; cells are separated by tabs.
    QString text;
    bool appendix = false;

    // In layout units from the piece's upper left corner.
    double space_above = 0.0;
    double height = 0.0;
    std::vector<Text> texts{};
    std::vector<QRectF> frames{};
    QImage picture{};
    QRectF picture_area{};

    bool keeps_with_next = false;
    bool begins_page = false;
    /// For a row: its table's header, repeated on each page.
    std::optional<std::size_t> heads{};
};

/// A piece on its page; `area` in points from the sheet's upper left corner.
struct PlacedPiece {
    std::size_t piece = 0;
    int page = 0;
    QRectF area;
};

/// Reports on A4 sheets, identical in preview, PDF and print. Each report and its appendix start on a new page; the
/// front has at most two pages, if necessary in smaller type. Rows, charts and paragraphs do not split; headings stay
/// with the following text. Words and numbers with units never break: a table with too many columns gets smaller type.
class ReportLayout {
public:
    ReportLayout() = default;
    ReportLayout(const std::vector<Report>& reports, PaperOrientation orientation);

    int page_count() const { return page_count_; }
    /// In points.
    QSizeF sheet() const { return sheet_; }
    /// The whole sheet, in points.
    void paint(QPainter& painter, int page) const;

    const std::vector<PagePiece>& pieces() const { return pieces_; }
    const std::vector<PlacedPiece>& placed() const { return placed_; }
    /// The text of all pages, one line per piece.
    QString text() const;

private:
    QSizeF sheet_{};
    QString footer_;
    QFont footer_font_;
    std::vector<PagePiece> pieces_;
    std::vector<PlacedPiece> placed_;
    int page_count_ = 0;
};

} // namespace rigwright
