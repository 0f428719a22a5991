// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/working/nodes.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/layers/layer_table_model.h"

#include <QGridLayout>
#include <QLabel>
#include <QSet>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QTreeView>

#include <optional>
#include <vector>

namespace rigwright {

/// The model layer by layer: counts in both conventions, figures of textbooks and tools, and the table.
class LayerPane : public QWidget {
    Q_OBJECT

public:
    LayerPane(Document& document, const Localization& words, QWidget* parent = nullptr);

    QTreeView& view() const { return *view_; }
    LayerTableModel& model() const { return *model_; }
    QToolButton* by_block() const { return by_block_; }
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
    QToolButton* add_tool(QBoxLayout* row);
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
    void retranslate();

    Document& document_;
    const Localization& words_;
    LayerTableModel* model_;
    QTreeView* view_;
    QToolButton* by_block_ = nullptr;
    QToolButton* expand_ = nullptr;
    QToolButton* collapse_ = nullptr;
    QToolButton* order_ = nullptr;
    QToolButton* copy_ = nullptr;
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
