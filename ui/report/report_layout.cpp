// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_layout.h"

#include "core/report/report_writers.h"
#include "ui/format/words.h"
#include "ui/report/report_pages.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPageSize>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace rigwright {

namespace {

/// Layout units per point: such pixel-sized fonts have device-independent advances.
constexpr double units = 8.0;
constexpr double mm = 72.0 / 25.4 * units;
constexpr double margin = 16.0 * mm;
constexpr double room_for_footer = 7.0 * mm;

constexpr double title_points = 17.0;
constexpr double heading_points = 12.0;
constexpr double answer_points = 10.5;
constexpr double body_points = 9.0;
constexpr double table_points = 8.0;
constexpr double smallest_table_points = 5.0;
constexpr double footer_points = 7.5;

constexpr double cell_padding = 3.0 * units;
constexpr double form_row_height = 11.0 * mm;
constexpr double widest_chart = 150.0 * mm;
/// The front shrinks if it would need a third page.
constexpr int front_pages = 2;
constexpr double smallest_front = 0.55;
constexpr double front_step = 0.05;
/// If possible, short words of a narrow column stay on one line.
constexpr double whole_column_em = 8.0;

/// The Chinese variant of a font has full-width quotation marks and dots; the Korean one has Latin ones.
QString paper_font_family(Language language)
{
    const std::vector<const char*> wanted =
        language == Language::english
            ? std::vector{"Noto Sans CJK KR", "Segoe UI", "Helvetica Neue", "Noto Sans"}
            : std::vector{"Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", "WenQuanYi Micro Hei"};
    for (const char* family : wanted)
        if (QFontDatabase::hasFamily(QLatin1String(family))) return QLatin1String(family);
    return QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
}

QFont paper_font(Language language, double points, bool bold = false)
{
    static const std::array families{paper_font_family(Language::english), paper_font_family(Language::chinese)};
    QFont font(families[static_cast<std::size_t>(language)]);
    font.setPixelSize(static_cast<int>(std::lround(points * units)));
    font.setBold(bold);
    font.setHintingPreference(QFont::PreferNoHinting);
    // Shaping replaces digits next to Latin letters by glyphs without a character mapping, which copying or searching
    // in the PDF would lose.
    font.setStyleStrategy(QFont::PreferNoShaping);
    return font;
}

struct Measured {
    std::shared_ptr<QTextLayout> layout;
    double height = 0.0;
    /// Widest line.
    double width = 0.0;
};

/// Breaks a word only if it is wider than its line, or never.
Measured measured(const QString& text, const QFont& font, double width, Qt::Alignment alignment = Qt::AlignLeft,
                  QTextOption::WrapMode wrap = QTextOption::WrapAtWordBoundaryOrAnywhere)
{
    Measured result{std::make_shared<QTextLayout>(kept_together(text), font), 0.0, 0.0};
    QTextOption option(alignment);
    option.setWrapMode(wrap);
    result.layout->setTextOption(option);
    result.layout->beginLayout();
    while (true) {
        QTextLine line = result.layout->createLine();
        if (!line.isValid()) break;
        line.setLineWidth(width);
        line.setPosition({0.0, result.height});
        result.height += line.height();
        result.width = std::max(result.width, line.naturalTextWidth());
    }
    result.layout->endLayout();
    return result;
}

/// A table in the largest type for its widest words.
class TableLayout {
public:
    TableLayout(const ReportTable& table, Language language, double width, double size)
        : table_(table),
          language_(language),
          width_(width),
          padding_(cell_padding * size)
    {
        double points = table_points * size;
        while (!fits(points) && points > smallest_table_points) points -= 0.25;
        share_out();
    }

    PagePiece heads() const
    {
        std::vector<QString> cells;
        for (const ReportColumn& column : table_.columns) cells.push_back(from_utf8(column.heading));
        PagePiece piece = row_of(cells, bold_, 0.0);
        piece.kind = PagePiece::Kind::column_heads;
        piece.keeps_with_next = true;
        return piece;
    }
    PagePiece row(std::size_t index) const
    {
        std::vector<QString> cells;
        for (const ReportCell& cell : table_.rows[index]) cells.push_back(from_utf8(cell.text));
        return row_of(cells, plain_, table_.is_form ? form_row_height : 0.0);
    }

private:
    bool fits(double points)
    {
        plain_ = paper_font(language_, points);
        bold_ = paper_font(language_, points, true);
        narrowest_.assign(table_.columns.size(), 0.0);
        natural_ = whole_ = narrowest_;
        const double em = points * units;
        for (std::size_t c = 0; c < table_.columns.size(); ++c) {
            take_in(c, from_utf8(table_.columns[c].heading), bold_);
            for (const auto& row : table_.rows) take_in(c, from_utf8(row[c].text), plain_);
            whole_[c] = std::max(narrowest_[c], std::min(natural_[c], whole_column_em * em));
        }
        return sum(narrowest_) <= width_;
    }

    void take_in(std::size_t column, const QString& text, const QFont& font)
    {
        constexpr double no_limit = 1e6;
        const double word = measured(text, font, 1.0, Qt::AlignLeft, QTextOption::WordWrap).width;
        const double line = measured(text, font, no_limit).width;
        // Measured line widths are subject to rounding.
        narrowest_[column] = std::max(narrowest_[column], word + 2.0 * padding_ + units);
        natural_[column] = std::max({natural_[column], narrowest_[column], line + 2.0 * padding_ + units});
    }

    static double sum(const std::vector<double>& all) { return std::accumulate(all.begin(), all.end(), 0.0); }

    /// Gives every column its minimum width, then the width of its texts on one line, and distributes the rest.
    void share_out()
    {
        widths_ = sum(whole_) <= width_ ? whole_ : narrowest_;
        const double rest = width_ - sum(widths_);
        double wanted = 0.0;
        for (std::size_t c = 0; c < widths_.size(); ++c) wanted += natural_[c] - widths_[c];
        const double part = wanted > rest ? std::max(0.0, rest) / wanted : 1.0;
        const double over = std::max(0.0, rest - wanted) / double(widths_.size());
        for (std::size_t c = 0; c < widths_.size(); ++c) widths_[c] += part * (natural_[c] - widths_[c]) + over;
    }

    PagePiece row_of(const std::vector<QString>& cells, const QFont& font, double least_height) const
    {
        PagePiece piece;
        piece.kind = PagePiece::Kind::row;
        piece.id = table_.id;
        piece.height = least_height;
        double x = 0.0;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const Measured cell = measured(cells[c], font, widths_[c] - 2.0 * padding_,
                                           table_.columns[c].numeric ? Qt::AlignRight : Qt::AlignLeft);
            piece.texts.push_back({{x + padding_, padding_ * 0.6}, cell.layout});
            piece.height = std::max(piece.height, cell.height + padding_ * 1.2);
            piece.text += (c > 0 ? QStringLiteral("\t") : QString()) + cells[c];
            x += widths_[c];
        }
        x = 0.0;
        for (const double width : widths_) {
            piece.frames.emplace_back(x, 0.0, width, piece.height);
            x += width;
        }
        return piece;
    }

    const ReportTable& table_;
    Language language_;
    double width_;
    double padding_;
    QFont plain_;
    QFont bold_;
    std::vector<double> narrowest_;
    /// Widths with short texts on one line.
    std::vector<double> whole_;
    std::vector<double> natural_;
    std::vector<double> widths_;
};

/// Splits the front or the appendix of a report into pieces, with type of `size` times the usual size.
class Flow {
public:
    Flow(const Report& report, bool appendix, double width, double size)
        : width_(width),
          size_(size),
          language_(report.language),
          section_("title"),
          appendix_(appendix)
    {
        if (!appendix) {
            add_line(PagePiece::Kind::title, report.title, font(title_points, true), 0.0);
            if (!report.subtitle.empty())
                add_line(PagePiece::Kind::paragraph, report.subtitle, font(body_points), units * 2.0);
        }
        for (const ReportSection& section : report.sections) {
            if (section.appendix != appendix) continue;
            section_ = section.id;
            add_line(PagePiece::Kind::heading, section.heading, font(heading_points, true), units * 11.0)
                .keeps_with_next = true;
            for (const ReportBlock& block : section.blocks) std::visit(*this, block);
        }
        if (!pieces_.empty()) pieces_.front().begins_page = true;
    }

    void operator()(const ReportParagraph& paragraph)
    {
        add_line(PagePiece::Kind::paragraph, paragraph.text,
                 paragraph.emphasised ? font(answer_points, true) : font(body_points), units * 4.0);
    }
    void operator()(const ReportList& list)
    {
        if (!pieces_.empty() && pieces_.back().kind == PagePiece::Kind::paragraph)
            pieces_.back().keeps_with_next = true;
        constexpr double indent = 10.0 * units;
        for (const std::string& item : list.items) {
            PagePiece& piece = add_line(PagePiece::Kind::paragraph, item, font(body_points), units * 2.0, indent);
            const Measured dot = measured(QStringLiteral("•"), font(body_points), indent);
            piece.texts.push_back({{2.0 * units, 0.0}, dot.layout});
        }
    }
    void operator()(const ReportTable& table)
    {
        add_caption(table.caption);
        add_table(table);
    }
    void operator()(const ReportChart& chart)
    {
        constexpr double pixels_per_unit = 3.0;
        add_caption(chart.caption);
        PagePiece piece;
        piece.kind = PagePiece::Kind::chart;
        piece.id = chart.id;
        piece.text = from_utf8(chart.caption);
        piece.space_above = units * 3.0;
        piece.picture = chart_image(chart, pixels_per_unit);
        const double width = std::min(width_, widest_chart);
        piece.height = width * chart_size.height() / chart_size.width();
        piece.picture_area = QRectF(0.0, 0.0, width, piece.height);
        push(std::move(piece));
        add_table(chart_table(chart));
    }

    std::vector<PagePiece> take() { return std::move(pieces_); }

private:
    QFont font(double points, bool bold = false) const { return paper_font(language_, points * size_, bold); }

    PagePiece& push(PagePiece piece)
    {
        piece.appendix = appendix_;
        return pieces_.emplace_back(std::move(piece));
    }

    PagePiece& add_line(PagePiece::Kind kind, const std::string& text, const QFont& font, double above,
                        double indent = 0.0)
    {
        PagePiece piece;
        piece.kind = kind;
        piece.id = section_;
        piece.text = from_utf8(text);
        piece.space_above = above * size_;
        const Measured shown = measured(piece.text, font, width_ - indent);
        piece.texts.push_back({{indent, 0.0}, shown.layout});
        piece.height = shown.height;
        return push(std::move(piece));
    }

    void add_caption(const std::string& caption)
    {
        if (!caption.empty())
            add_line(PagePiece::Kind::paragraph, caption, font(body_points, true), units * 6.0).keeps_with_next = true;
    }

    void add_table(const ReportTable& table)
    {
        const TableLayout layout(table, language_, width_, size_);
        const std::size_t heads = pieces_.size();
        push(layout.heads()).space_above = units * 4.0;
        pieces_.back().id = table.id;
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            PagePiece& row = push(layout.row(r));
            row.heads = heads;
            row.keeps_with_next = table.is_form && r + 1 < table.rows.size();
        }
    }

    double width_;
    double size_;
    Language language_;
    std::string section_;
    bool appendix_;
    std::vector<PagePiece> pieces_;
};

/// Positions of pieces, one below the other.
std::vector<PlacedPiece> placed_on(const QSizeF& sheet, const std::vector<PagePiece>& pieces)
{
    const double room = sheet.height() * units - 2.0 * margin - room_for_footer;
    const double width = sheet.width() * units - 2.0 * margin;
    std::vector<PlacedPiece> placed;
    double y = 0.0;
    int page = 0;
    const auto put = [&](std::size_t index) {
        const PagePiece& piece = pieces[index];
        if (y > 0.0) y += piece.space_above;
        // A piece taller than a page is scaled down.
        const double height = std::min(piece.height, room - y);
        placed.push_back({index, page, QRectF(margin / units, (margin + y) / units, width / units, height / units)});
        y += height;
    };
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        double together = pieces[i].space_above + pieces[i].height;
        for (std::size_t next = i; pieces[next].keeps_with_next && next + 1 < pieces.size(); ++next)
            together += pieces[next + 1].space_above + pieces[next + 1].height;
        const bool follows_heads = i > 0 && pieces[i - 1].kind == PagePiece::Kind::column_heads;
        const bool held = i > 0 && pieces[i - 1].keeps_with_next;
        const bool too_high = y + pieces[i].space_above + pieces[i].height > room;
        if (y > 0.0 && (pieces[i].begins_page || too_high || (!held && y + together > room))) {
            ++page;
            y = 0.0;
        }
        if (y == 0.0 && pieces[i].heads && !follows_heads) put(*pieces[i].heads);
        put(i);
    }
    return placed;
}

int pages_of(const std::vector<PlacedPiece>& placed) { return placed.empty() ? 0 : placed.back().page + 1; }

std::vector<PagePiece> front_of(const Report& report, const QSizeF& sheet, double width)
{
    for (double size = 1.0;; size -= front_step) {
        std::vector<PagePiece> pieces = Flow(report, false, width, size).take();
        if (size <= smallest_front || pages_of(placed_on(sheet, pieces)) <= front_pages) return pieces;
    }
}

void append(std::vector<PagePiece> more, std::vector<PagePiece>& pieces)
{
    const std::size_t before = pieces.size();
    for (PagePiece& piece : more) {
        if (piece.heads) *piece.heads += before;
        pieces.push_back(std::move(piece));
    }
}

} // namespace

ReportLayout::ReportLayout(const std::vector<Report>& reports, PaperOrientation orientation)
{
    sheet_ = QPageSize(QPageSize::A4).size(QPageSize::Point);
    if (orientation == PaperOrientation::across) sheet_.transpose();
    const double width = sheet_.width() * units - 2.0 * margin;
    for (const Report& report : reports) {
        append(front_of(report, sheet_, width), pieces_);
        append(Flow(report, true, width, 1.0).take(), pieces_);
    }
    placed_ = placed_on(sheet_, pieces_);
    page_count_ = pages_of(placed_);
    if (reports.empty()) return;
    footer_ = from_utf8(reports.front().title);
    footer_font_ = paper_font(reports.front().language, footer_points);
}

namespace {

void paint_piece(QPainter& painter, const PagePiece& piece)
{
    constexpr QColor line(0xB5, 0xBB, 0xC3);
    if (piece.kind == PagePiece::Kind::column_heads)
        for (const QRectF& frame : piece.frames) painter.fillRect(frame, QColor(0xEE, 0xF0, 0xF3));
    painter.setPen(QPen(line, 0.5 * units));
    painter.drawRects(piece.frames.data(), static_cast<int>(piece.frames.size()));
    if (!piece.picture.isNull()) painter.drawImage(piece.picture_area, piece.picture);
    painter.setPen(Qt::black);
    for (const PagePiece::Text& text : piece.texts) text.layout->draw(&painter, text.at);
}

} // namespace

void ReportLayout::paint(QPainter& painter, int page) const
{
    painter.save();
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    painter.scale(1.0 / units, 1.0 / units);
    for (const PlacedPiece& placed : placed_) {
        if (placed.page != page) continue;
        const PagePiece& piece = pieces_[placed.piece];
        painter.save();
        painter.translate(placed.area.topLeft() * units);
        const double smaller = piece.height > 0.0 ? placed.area.height() * units / piece.height : 1.0;
        painter.scale(smaller, smaller);
        paint_piece(painter, piece);
        painter.restore();
    }
    const QRectF foot(margin, sheet_.height() * units - margin - room_for_footer, sheet_.width() * units - 2.0 * margin,
                      room_for_footer);
    painter.setFont(footer_font_);
    painter.setPen(QColor(0x4C, 0x56, 0x63));
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignBottom,
                     QFontMetricsF(footer_font_).elidedText(footer_, Qt::ElideRight, foot.width() * 0.85));
    painter.drawText(foot, Qt::AlignRight | Qt::AlignBottom, QStringLiteral("%1 / %2").arg(page + 1).arg(page_count_));
    painter.restore();
}

QString ReportLayout::text() const
{
    QString all;
    for (const PagePiece& piece : pieces_) all += piece.text + QLatin1Char('\n');
    return all;
}

} // namespace rigwright
