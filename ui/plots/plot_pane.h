// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/layout.h"
#include "ui/format/words.h"
#include "ui/plots/plot_canvas.h"

#include <QLabel>
#include <QMimeData>
#include <QStackedWidget>
#include <QString>
#include <QTableView>
#include <QToolButton>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rigwright {

class PlotTableModel;

/// A number of a plot: as displayed, and exact for spreadsheets.
struct PlotCell {
    QString shown;
    QString exact;
};

struct PlotColumn {
    QString title;
    /// Unit of the exact numbers ("bytes", "s"); empty for counts and texts.
    QString exact_unit;
};

/// The numbers of a plot.
struct PlotTable {
    std::vector<PlotColumn> columns;
    std::vector<std::vector<PlotCell>> rows;
};

/// Tab-separated with exact numbers, and HTML as shown; both with a header line.
std::unique_ptr<QMimeData> clipboard_data(const PlotTable& table);

/// Common parts of all plots: a sentence on the content, the numbers as a table, copying, saving, and changes of
/// language and theme. A plot defines how to compose a canvas; the pane decides when.
class PlotPane : public QWidget {
    Q_OBJECT

public:
    PlotPane(const Localization& words, QWidget* parent);

    PlotCanvas& canvas() const { return *canvas_; }
    QTableView& table_view() const { return *table_view_; }
    QString caption() const { return caption_->text(); }
    /// The painted plot shows the current document.
    virtual bool is_drawn() const { return !refresh_waiting_ && !replot_waiting_; }

    /// The page names the parts of a stack beside the plot: omits them from the legend.
    void leave_parts_unnamed() { names_parts_ = false; }
    /// Its contents, in the window's current language.
    void set_title(TextMaker title) { title_ = std::move(title); }
    /// Shows only a title line above the plot: tools are elsewhere, and the sentence is a tooltip.
    void set_compact();

    void show_table(bool shown);
    /// Linear instead of logarithmic axes, for plots that offer both.
    bool is_linear() const { return scale_button_->isChecked(); }
    QToolButton& scale_button() const { return *scale_button_; }
    void copy_table() const;
    virtual PlotTable table() const = 0;
    void copy_image() const;
    void ask_and_save();
    /// Saves the plot on white, in the format of the file extension. Returns the error, or nothing.
    QString save_image(const QString& path) const;

protected:
    QString title() const { return title_(); }
    /// The subject in exported images: the plan's name, or empty.
    virtual QString subject() const { return {}; }
    /// The plot's content in one or two sentences, also for screen readers.
    virtual QString caption_text() const = 0;
    virtual void compose(PlotCanvas& canvas) const = 0;
    /// Exported images always name the parts.
    bool names_parts(const PlotCanvas& canvas) const { return names_parts_ || &canvas != canvas_; }
    /// The title line of a compact plot: a name, and what the numbers are.
    virtual std::pair<QString, QString> heading() const { return {title(), QString()}; }
    /// Call it in the constructor of a plot that supports linear axes.
    void offer_linear_scale() { scale_button_->show(); }
    /// Called after each composition.
    virtual void composed() {}

    const Localization& words() const { return words_; }
    /// Composes once before the next paint; a hidden plot waits until it is shown.
    void refresh();

    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build_tools();
    void refresh_now();
    void fit_columns();
    std::unique_ptr<PlotCanvas> on_white() const;
    QString title_of_picture() const;

    const Localization& words_;
    TextMaker title_;
    PlotCanvas* canvas_;
    QTableView* table_view_;
    PlotTableModel* table_model_;
    /// The title line of a compact plot; null in others.
    QLabel* heading_ = nullptr;
    QLabel* detail_ = nullptr;
    QStackedWidget* stack_;
    QLabel* caption_;
    QWidget* tools_;
    QToolButton* table_button_ = nullptr;
    QToolButton* reset_button_ = nullptr;
    QToolButton* scale_button_ = nullptr;
    bool names_parts_ = true;
    bool refresh_waiting_ = false;
    bool replot_waiting_ = false;
};

/// Size of images in logical pixels; PNG has twice as many in each direction.
inline constexpr QSize export_size{960, 600};

} // namespace rigwright
