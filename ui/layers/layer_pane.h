// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QAbstractItemModel>
#include <QGridLayout>
#include <QLabel>
#include <QSet>
#include <QString>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>

#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// One line of the layer table: a block with its operators, or an operator.
struct LayerLine {
    QString name;
    /// The operator's kind ("convolution"); empty for a block.
    std::string kind;
    QString shape;
    /// Number of identical copies in this line.
    std::int64_t copies = 1;
    /// For all copies together; bytes are for the whole micro-batch.
    Count parameters;
    Count macs;
    Bytes kept;
    /// Position in execution order among its siblings.
    int order = 0;
    std::vector<LayerLine> operators;

    double flops() const { return 2.0 * macs.as_double(); }
};

/// The network of an evaluation: blocks with their operators, or (`by_block` false) all operators in one list.
/// Identical copies form one line, so a deep network is no longer than a shallow one.
std::vector<LayerLine> layer_lines(const Evaluation& evaluation, bool by_block);

/// Sums over lines of the top level.
LayerLine total_of(const std::vector<LayerLine>& lines);

/// The layer table for a view: blocks and their operators, sortable by any column and by execution order.
class LayerTableModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column {
        name_column,
        operator_column,
        shape_column,
        parameters_column,
        macs_column,
        flops_column,
        kept_column,
        column_count
    };
    /// Share of the whole network, 0 to 1, in the columns that show one.
    static constexpr int share_role = Qt::UserRole;

    explicit LayerTableModel(const Localization& words, QObject* parent = nullptr);

    /// Shows other lines in the last sort order. True if rows and names are unchanged, so that only numbers changed and
    /// the view keeps its expanded and selected rows.
    bool show_lines(std::vector<LayerLine> lines);
    const std::vector<LayerLine>& lines() const { return lines_; }
    void retranslate();
    /// Every operator with exact numbers, for a spreadsheet.
    QString tab_separated() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// A negative column sorts by execution.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    const LayerLine* line_at(const QModelIndex& index) const;
    QString text(const LayerLine& line, int column) const;
    QString copies_text(const LayerLine& line) const { return words_.text(value_of(Count(line.copies))); }
    QString tool_tip(const LayerLine& line) const;
    double share(const LayerLine& line, int column) const;

    const Localization& words_;
    std::vector<LayerLine> lines_;
    LayerLine total_;
    int sort_column_ = -1;
    Qt::SortOrder sort_order_ = Qt::AscendingOrder;
};

/// The model layer by layer: counts in both conventions, figures of textbooks and tools, and the table.
class LayerPane : public QWidget {
    Q_OBJECT

public:
    LayerPane(Document& document, const Localization& words, QWidget* parent = nullptr);

    void copy_table() const;

signals:
    void working_requested(const QString& quantity);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Figure {
        const char* caption_text;
        QLabel* caption;
        QuantityLabel* value;
        QLabel* note;
    };

    void build_figures(QGridLayout* grid);
    void build_table();
    void build_tools(QBoxLayout* row);
    void follow();
    void show_lines();
    void size_columns();
    void show_figures();
    void show_figure(std::size_t index, const QString& text, const QString& note);
    static void set_present(const Figure& figure, bool present);
    void show_closed_forms();
    void show_optional_figure(std::size_t index, const std::optional<Derivation>& working, const QString& note);
    void note_open(const QModelIndex& index, bool open);
    void reopen();

    Document& document_;
    const Localization& words_;
    LayerTableModel* model_;
    QTreeView* view_;
    QToolButton* by_block_ = nullptr;
    QLabel* count_ = nullptr;
    std::vector<Figure> figures_;
    /// Names of the expanded blocks, kept while rows change.
    QSet<QString> open_;
    bool reopening_ = false;
    bool stale_ = true;
};

/// Draws a cell's share of the total as a bar under its number.
class ShareDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    ShareDelegate(int share_role, QObject* parent) : QStyledItemDelegate(parent), share_role_(share_role) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int share_role_;
};

} // namespace rigwright
