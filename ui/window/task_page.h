// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/status.h"
#include "ui/format/table_model.h"
#include "ui/layers/layer_pane.h"
#include "ui/window/page.h"

#include <QHeaderView>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>
#include <utility>
#include <vector>

namespace rigwright {

/// A table within a page: without frame, as high as its rows, so that the page scrolls.
class PageTable : public QTableView {
public:
    explicit PageTable(QWidget* parent) : QTableView(parent)
    {
        constexpr int row_height = 28;
        setFrameShape(QFrame::NoFrame);
        setShowGrid(false);
        setEditTriggers(NoEditTriggers);
        setSelectionMode(SingleSelection);
        setTabKeyNavigation(false);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        verticalHeader()->hide();
        verticalHeader()->setDefaultSectionSize(row_height);
        horizontalHeader()->setHighlightSections(false);
        // Columns fit all rows, those too that are not in sight before the height is set.
        horizontalHeader()->setResizeContentsPrecision(-1);
    }

    /// Columns that go, in this order, where there is no room for all.
    void set_spare_columns(std::vector<int> columns) { spare_ = std::move(columns); }

    /// Fits columns and height to what the model holds now.
    void fit()
    {
        drop_spare_columns();
        horizontalHeader()->setSectionResizeMode(0, QHeaderView::Interactive);
        resizeColumnsToContents();
        // Where there is no room for all columns the table scrolls; names are not squeezed.
        const bool scrolls = horizontalHeader()->length() > viewport()->width();
        horizontalHeader()->setSectionResizeMode(0, scrolls ? QHeaderView::Interactive : QHeaderView::Stretch);
        setFixedHeight(horizontalHeader()->sizeHint().height() + verticalHeader()->length() + 2 +
                       (scrolls ? horizontalScrollBar()->sizeHint().height() : 0));
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QTableView::resizeEvent(event);
        const bool filled = model() != nullptr && model()->columnCount() > 0;
        if (filled && event->size().width() != event->oldSize().width()) fit();
    }

private:
    void drop_spare_columns()
    {
        for (const int column : spare_) {
            setColumnHidden(column, false);
            // While it was hidden nothing was fitted to it.
            resizeColumnToContents(column);
        }
        int needed = 0;
        for (int column = 0; column < model()->columnCount(); ++column) needed += width_of(column);
        for (const int column : spare_) {
            if (needed <= viewport()->width()) return;
            needed -= width_of(column);
            setColumnHidden(column, true);
        }
    }

    int width_of(int column) const
    {
        return std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column)) + 1;
    }

    std::vector<int> spare_;
};

/// The blocks of the network that keep most memory for the backward pass, in the order of execution.
class BlockModel : public TableModel {
    Q_OBJECT

public:
    BlockModel(Document& document, const Localization& words, QObject* parent);

    void follow();

private:
    int row_count() const override { return static_cast<int>(lines_.size()); }

    Document& document_;
    const Localization& words_;
    std::vector<LayerLine> lines_;
};

/// The table of blocks, with the way to all layers.
QWidget* block_table(const PageContext& context, QWidget* parent);
/// What the task asks of a machine: steps, speed for the deadline, storage, CPU and memory, beside what the machine in
/// front has.
QWidget* consequences(const PageContext& context, QWidget* parent);
/// Says that the machine in front has a task of its own; hidden otherwise.
QWidget* own_task_note(const PageContext& context, QWidget* parent);

/// The goals of the task, a row each and one for all of them, against the worst case of every machine.
class GoalsModel : public TableModel {
    Q_OBJECT

public:
    GoalsModel(Document& document, const Localization& words, QObject* parent);

    /// Reads the answers of all machines.
    void follow();
    /// The calculation behind a cell; empty where there is none.
    QString quantity_at(const QModelIndex& index) const;
    /// The machine of a column; of the column of names the first.
    static std::size_t machine_of(int column) { return column > 0 ? static_cast<std::size_t>(column) - 1 : 0; }

private:
    int row_count() const override { return static_cast<int>(goals_.size()) + 1; }
    QVariant special(int row, int column, int role) const override;
    QString name_of(int row) const;
    QString worst_case(int row, std::size_t machine) const;
    QString spoken(int row, std::size_t machine) const;
    /// Null in the last row, and where the machine is not asked.
    const GoalStatus* status_at(int row, std::size_t machine) const;

    Document& document_;
    const Localization& words_;
    /// Those that any machine is asked.
    std::vector<Goal> goals_;
    std::vector<PlanStatus> machines_;
};

/// What is to be trained, on what data and within which limits: the inputs of the task, and how each machine does
/// against its goals.
QWidget* task_page(const PageContext& context, QWidget* parent);

} // namespace rigwright
