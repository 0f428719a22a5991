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

/// One number of a plot: as it is shown, and as it is copied into a spreadsheet.
struct PlotCell {
    QString shown;
    QString exact;
};

struct PlotColumn {
    QString title;
    /// Unit of the exact numbers ("bytes", "s"); empty for counts and words.
    QString exact_unit;
};

/// The numbers that a plot draws.
struct PlotTable {
    std::vector<PlotColumn> columns;
    std::vector<std::vector<PlotCell>> rows;
};

/// Tab-separated with exact numbers, and HTML as shown; both with a header line.
std::unique_ptr<QMimeData> clipboard_data(const PlotTable& table);

/// What every plot has besides its drawing: the sentence that says what is to be seen, the same numbers as a table,
/// copying, saving, and following language and theme. A plot says how to compose a canvas; the pane decides when.
class PlotPane : public QWidget {
    Q_OBJECT

public:
    PlotPane(const Localization& words, QWidget* parent);

    PlotCanvas& canvas() const { return *canvas_; }
    QTableView& table_view() const { return *table_view_; }
    QString caption() const { return caption_->text(); }
    /// What is painted is what the document says now.
    virtual bool is_drawn() const { return !refresh_waiting_ && !replot_waiting_; }

    /// The page names the parts of a stack beside the plot: its legend leaves them out.
    void leave_parts_unnamed() { names_parts_ = false; }
    /// Its contents, in the window's current language.
    void set_title(TextMaker title) { title_ = std::move(title); }
    /// Only a title line over the picture: the tools are elsewhere, and the sentence is a tool tip.
    void set_compact();

    void show_table(bool shown);
    /// Axes in proportion instead of logarithmic ones, for plots that offer both.
    bool is_linear() const { return scale_button_->isChecked(); }
    QToolButton& scale_button() const { return *scale_button_; }
    void copy_table() const;
    virtual PlotTable table() const = 0;
    void copy_image() const;
    void ask_and_save();
    /// The picture on white, in the format of the file's ending. Empty, or why it could not be written.
    QString save_image(const QString& path) const;

protected:
    QString title() const { return title_(); }
    /// What it is a plot of, for pictures that leave the window: the plan's name, or empty.
    virtual QString subject() const { return {}; }
    /// One or two sentences: what the picture says, for those who see it and those who do not.
    virtual QString caption_text() const = 0;
    virtual void compose(PlotCanvas& canvas) const = 0;
    /// A picture that leaves the page always names them.
    bool names_parts(const PlotCanvas& canvas) const { return names_parts_ || &canvas != canvas_; }
    /// The title line of a compact plot: a name, and what its numbers are.
    virtual std::pair<QString, QString> heading() const { return {title(), QString()}; }
    /// To be called by the constructor of a plot that can be drawn on linear axes too.
    void offer_linear_scale() { scale_button_->show(); }
    /// What was composed belongs to another composition now.
    virtual void composed() {}

    const Localization& words() const { return words_; }
    /// Composes anew once, before the next paint; a hidden plot waits until it is shown.
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

/// Size of pictures in logical pixels; PNG has twice as many in each direction.
inline constexpr QSize export_size{960, 600};

} // namespace rigwright
