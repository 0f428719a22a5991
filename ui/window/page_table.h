// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>
#include <QTableView>

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
    }

    /// Fits columns and height to what the model holds now.
    void fit()
    {
        resizeColumnsToContents();
        horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
        setFixedHeight(horizontalHeader()->sizeHint().height() + verticalHeader()->length() + 2);
    }
};

} // namespace rigwright
