// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/plot_pane.h"

#include "ui/document/project_file.h"
#include "ui/format/table_model.h"
#include "ui/theme/theme.h"

#include <QAccessibleWidget>
#include <QBuffer>
#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMessageBox>
#include <QPageSize>
#include <QPdfWriter>
#include <QStringList>
#include <QSvgGenerator>
#include <QTimer>
#include <QVBoxLayout>

namespace rigwright {

namespace {

QString with_unit(const PlotColumn& column)
{
    return column.exact_unit.isEmpty() ? column.title : QStringLiteral("%1 (%2)").arg(column.title, column.exact_unit);
}

} // namespace

std::unique_ptr<QMimeData> clipboard_data(const PlotTable& table)
{
    QStringList titles;
    std::vector<QStringList> shown(1);
    for (const PlotColumn& column : table.columns) {
        titles << with_unit(column);
        shown.front() << column.title;
    }
    QString lines = titles.join(QLatin1Char('\t')) + QLatin1Char('\n');
    for (const std::vector<PlotCell>& row : table.rows) {
        QStringList cells;
        shown.emplace_back();
        for (const PlotCell& cell : row) {
            cells << cell.exact;
            shown.back() << cell.shown;
        }
        lines += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return copied_rows(lines, shown);
}

namespace {

enum class ImageFormat { png, svg, pdf };

void draw_vectors(PlotCanvas& canvas, QPaintDevice* device)
{
    QCPPainter painter(device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.fillRect(QRect(QPoint(0, 0), export_size), canvas.theme().base);
    canvas.toPainter(&painter, export_size.width(), export_size.height());
}

void write_svg(PlotCanvas& canvas, QBuffer* buffer, const QString& title)
{
    QSvgGenerator generator;
    generator.setOutputDevice(buffer);
    generator.setResolution(canvas.logicalDpiX());
    generator.setSize(export_size);
    generator.setViewBox(QRect(QPoint(0, 0), export_size));
    generator.setTitle(title);
    draw_vectors(canvas, &generator);
}

void write_pdf(PlotCanvas& canvas, QBuffer* buffer, const QString& title)
{
    // At screen resolution, one unit is one logical pixel, so that fonts keep their relative size.
    const int dots_per_inch = canvas.logicalDpiX();
    constexpr double points_per_inch = 72.0;
    QPdfWriter writer(buffer);
    writer.setTitle(title);
    writer.setResolution(dots_per_inch);
    writer.setPageSize(QPageSize(QSizeF(export_size) * points_per_inch / dots_per_inch, QPageSize::Point, QString(),
                                 QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    draw_vectors(canvas, &writer);
}

/// By file extension, ignoring case.
std::optional<ImageFormat> image_format_of(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("png")) return ImageFormat::png;
    if (suffix == QLatin1String("svg")) return ImageFormat::svg;
    if (suffix == QLatin1String("pdf")) return ImageFormat::pdf;
    return std::nullopt;
}

/// Adds a title above a composed canvas, for exported images.
void add_title(PlotCanvas& canvas, const QString& title)
{
    canvas.plotLayout()->insertRow(0);
    auto* element = new QCPTextElement(&canvas, title, bold_of(canvas.font()));
    element->setTextColor(canvas.theme().text);
    element->setMargins(QMargins(12, 10, 12, 0));
    canvas.plotLayout()->addElement(0, 0, element);
}

QPixmap picture(PlotCanvas& canvas)
{
    constexpr double pixels_per_unit = 2.0;
    return canvas.toPixmap(export_size.width(), export_size.height(), pixels_per_unit);
}

/// The composed canvas as file content; SVG and PDF contain lines and text, not a bitmap.
QByteArray file_content(PlotCanvas& canvas, ImageFormat format, const QString& title)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    switch (format) {
    case ImageFormat::png: picture(canvas).save(&buffer, "PNG"); break;
    case ImageFormat::svg: write_svg(canvas, &buffer, title); break;
    case ImageFormat::pdf: write_pdf(canvas, &buffer, title); break;
    }
    return buffer.data();
}

/// Exposes the canvas as a chart to assistive technology; otherwise it is an unnamed area.
QAccessibleInterface* chart_interface(const QString&, QObject* object)
{
    auto* canvas = qobject_cast<PlotCanvas*>(object);
    return canvas == nullptr ? nullptr : new QAccessibleWidget(canvas, QAccessible::Chart);
}

void install_chart_interface()
{
    QAccessible::removeFactory(chart_interface);
    QAccessible::installFactory(chart_interface);
}

} // namespace

/// The table as an item model for the table view.
class PlotTableModel : public TableModel {
    Q_OBJECT

public:
    explicit PlotTableModel(QObject* parent) : TableModel(parent) {}

    void set_table(PlotTable table)
    {
        beginResetModel();
        table_ = std::move(table);
        std::vector<TableColumn> columns;
        for (std::size_t at = 0; at < table_.columns.size(); ++at)
            columns.push_back({[this, at] { return table_.columns[at].title; },
                               [this, at](int row) { return table_.rows[static_cast<std::size_t>(row)][at].shown; },
                               true});
        set_columns(std::move(columns));
        endResetModel();
    }

private:
    int row_count() const override { return static_cast<int>(table_.rows.size()); }
    /// Numbers are short and need no tooltip.
    QVariant special(int, int, int role) const override { return role == Qt::ToolTipRole ? QString() : QVariant(); }

    PlotTable table_;
};

PlotPane::PlotPane(const Localization& words, QWidget* parent)
    : QWidget(parent),
      words_(words),
      canvas_(new PlotCanvas),
      table_view_(new QTableView),
      table_model_(new PlotTableModel(this)),
      stack_(new QStackedWidget),
      caption_(wrapped_label(nullptr)),
      tools_(new QWidget)
{
    install_chart_interface();
    table_view_->setModel(table_model_);
    table_view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_view_->setAlternatingRowColors(true);
    table_view_->verticalHeader()->hide();
    table_view_->setTabKeyNavigation(false);
    stack_->addWidget(canvas_);
    stack_->addWidget(table_view_);
    caption_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    // Room for two lines, so that a longer sentence does not move the plot.
    caption_->setMinimumHeight(2 * caption_->fontMetrics().lineSpacing() + 2);
    build_tools();
    column_in(this, {0, 0, 0, 0}, 4, {{stack_, 1}, caption_, tools_});
    canvas_->set_theme(theme_of(palette()));
    connect(canvas_, &PlotCanvas::resized, this, &PlotPane::refresh);
    connect(canvas_, &QCustomPlot::afterReplot, this, [this] { replot_waiting_ = false; });
    connect(canvas_, &PlotCanvas::zoom_changed, reset_button_, &QWidget::setEnabled);
}

void PlotPane::set_compact()
{
    canvas_->set_compact();
    caption_->hide();
    tools_->hide();
    heading_ = plain_label(this);
    detail_ = plain_label(this);
    heading_->setFont(bold_of(heading_->font()));
    detail_->setForegroundRole(QPalette::PlaceholderText);
    detail_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    static_cast<QVBoxLayout*>(layout())->insertLayout(0, row_of({heading_, {detail_, 1}}, 6));
}

void PlotPane::build_tools()
{
    auto* row = row_in(tools_, {0, 0, 0, 0}, 2);
    const auto add = [this, row](const TextMaker& text, const TextMaker& hint) {
        QToolButton* tool = text_tool(tools_, text, hint);
        row->addWidget(tool);
        return tool;
    };
    table_button_ = add([] { return tr("Table"); }, [] { return tr("The same numbers as a table"); });
    table_button_->setCheckable(true);
    connect(table_button_, &QToolButton::toggled, this, &PlotPane::show_table);
    connect(
        add([] { return tr("Copy table"); }, [] { return tr("Copy the numbers to the clipboard, for a spreadsheet"); }),
        &QToolButton::clicked, this, &PlotPane::copy_table);
    connect(add([] { return tr("Copy picture"); },
                [] { return tr("Copy the chart to the clipboard with a white background"); }),
            &QToolButton::clicked, this, &PlotPane::copy_image);
    connect(add([] { return tr("Save picture…"); },
                [] { return tr("Save the chart as PNG, SVG or PDF with a white background"); }),
            &QToolButton::clicked, this, &PlotPane::ask_and_save);
    reset_button_ = add([] { return tr("Reset view"); },
                        [] { return tr("Show the whole chart (Ctrl+wheel zooms, dragging moves)"); });
    reset_button_->setEnabled(false);
    connect(reset_button_, &QToolButton::clicked, canvas_, &PlotCanvas::reset_view);
    scale_button_ = add([] { return tr("Linear axes"); }, [] { return tr("Linear instead of logarithmic scale"); });
    scale_button_->setCheckable(true);
    scale_button_->hide();
    connect(scale_button_, &QToolButton::toggled, this, [this] {
        canvas_->reset_view();
        refresh();
    });
    row->addStretch(1);
}

void PlotPane::refresh()
{
    if (refresh_waiting_) return;
    refresh_waiting_ = true;
    if (isVisible()) QTimer::singleShot(0, this, &PlotPane::refresh_now);
}

void PlotPane::refresh_now()
{
    if (!refresh_waiting_) return;
    refresh_waiting_ = false;
    canvas_->begin();
    compose(*canvas_);
    composed();
    canvas_->setAccessibleName(title());
    table_view_->setAccessibleName(title());
    caption_->setText(caption_text());
    canvas_->setAccessibleDescription(caption_->text());
    if (heading_ != nullptr) {
        const auto [name, detail] = heading();
        heading_->setText(name);
        detail_->setText(detail);
        for (QLabel* label : {heading_, detail_}) label->setToolTip(tool_tip(caption_->text()));
    }
    table_model_->set_table(table());
    fit_columns();
    replot_waiting_ = true;
    canvas_->replot_soon();
}

void PlotPane::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::LanguageChange: return refresh();
    case QEvent::PaletteChange:
    case QEvent::StyleChange:
    case QEvent::FontChange: canvas_->set_theme(theme_of(palette())); return refresh();
    default: return;
    }
}

void PlotPane::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh_now();
}

void PlotPane::show_table(bool shown)
{
    table_button_->setChecked(shown);
    stack_->setCurrentWidget(shown ? static_cast<QWidget*>(table_view_) : canvas_);
    fit_columns();
}

void PlotPane::fit_columns()
{
    // This lays out every cell; skip it for a hidden table during drags.
    if (stack_->currentWidget() == table_view_) table_view_->resizeColumnsToContents();
}

void PlotPane::copy_table() const { QGuiApplication::clipboard()->setMimeData(clipboard_data(table()).release()); }

std::unique_ptr<PlotCanvas> PlotPane::on_white() const
{
    auto copy = std::make_unique<PlotCanvas>();
    copy->setFont(font());
    copy->setViewport(QRect(QPoint(0, 0), export_size));
    copy->set_theme(light_theme());
    copy->begin();
    compose(*copy);
    add_title(*copy, title_of_picture());
    return copy;
}

QString PlotPane::title_of_picture() const
{
    return subject().isEmpty() ? title() : QStringLiteral("%1 — %2").arg(title(), subject());
}

void PlotPane::copy_image() const { QGuiApplication::clipboard()->setPixmap(picture(*on_white())); }

QString PlotPane::save_image(const QString& path) const
{
    const std::optional<ImageFormat> format = image_format_of(path);
    if (!format) return tr("The file name has to end in .png, .svg or .pdf.");
    return write_whole_file(path, file_content(*on_white(), *format, title_of_picture()));
}

void PlotPane::ask_and_save()
{
    QString chosen = QStringLiteral("PNG (*.png)");
    QString path = QFileDialog::getSaveFileName(this, tr("Save picture"), objectName() + QStringLiteral(".png"),
                                                QStringLiteral("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"), &chosen);
    if (path.isEmpty()) return;
    if (!image_format_of(path)) path += QLatin1Char('.') + chosen.left(3).toLower();
    const QString problem = save_image(path);
    if (problem.isEmpty()) return;
    QMessageBox message(QMessageBox::Warning, tr("Save picture"), QString(), QMessageBox::Close, this);
    message.setTextFormat(Qt::PlainText);
    message.setText(tr("The picture could not be written to %1: %2").arg(path, problem));
    message.exec();
}

} // namespace rigwright

#include "plot_pane.moc"
