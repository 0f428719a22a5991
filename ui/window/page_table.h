// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>
#include <QResizeEvent>
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
        resizeColumnsToContents();
        horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
        setFixedHeight(horizontalHeader()->sizeHint().height() + verticalHeader()->length() + 2);
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QTableView::resizeEvent(event);
        if (event->size().width() != event->oldSize().width() && model() != nullptr) drop_spare_columns();
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

} // namespace rigwright
