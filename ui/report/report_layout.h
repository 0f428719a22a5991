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

/// What is never split over two pages: a line of the page's flow, a whole paragraph, a row of a table, a chart.
struct PagePiece {
    enum class Kind { title, heading, paragraph, column_heads, row, chart };
    struct Text {
        QPointF at;
        std::shared_ptr<QTextLayout> layout;
    };

    Kind kind = Kind::paragraph;
    /// The section or the table that it belongs to.
    std::string id;
    /// As the report has it; cells are separated by tabs.
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
    /// Of a row: its table's heads, repeated on each page.
    std::optional<std::size_t> heads{};
};

/// A piece on its page; `area` in points from the sheet's upper left corner.
struct PlacedPiece {
    std::size_t piece = 0;
    int page = 0;
    QRectF area;
};

/// Reports on sheets of A4 paper: preview, PDF and printer show these pages and no others. Each report begins on a new
/// page, and so does its appendix; the front has two pages, if necessary in smaller type. Rows, charts and paragraphs
/// stay whole; headings stay with what follows. Words and numbers with their units are never broken: where a table has
/// too many columns for them, its type gets smaller.
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
    /// Everything on the pages, a line for each piece.
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
