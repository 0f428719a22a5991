// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window_fixture.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/plot_pane.h"

#include <algorithm>
#include <memory>

namespace rigwright::test {

/// A plot of a document in its own window.
template <typename Plot>
struct Shown {
    Localization words{*find_data_directory()};
    Document document;
    std::unique_ptr<Plot> own;
    Plot& plot;

    /// A plot of the list.
    Shown(const Scenario& scenario, const char* id)
        : document(shared_engine_data(), scenario),
          own(static_cast<Plot*>(plot_of(QLatin1String(id))->create(document, words, nullptr))),
          plot(*own)
    {
        plot.resize(760, 480);
        plot.show();
        settle();
    }

    bool settle()
    {
        return QTest::qWaitFor([this] { return plot.is_drawn(); }, 30000);
    }

    int rows()
    {
        plot.show_table(true);
        const int count = plot.table_view().model()->rowCount();
        plot.show_table(false);
        return count;
    }
};

/// The place of the column with that title.
inline std::size_t column_of(const PlotTable& table, const QString& title)
{
    const auto found = std::ranges::find(table.columns, title, &PlotColumn::title);
    if (found == table.columns.end()) qFatal("no column %s", qPrintable(title));
    return static_cast<std::size_t>(found - table.columns.begin());
}

/// The exact numbers of a column of the table behind a plot.
inline std::vector<double> numbers(const PlotPane& plot, const QString& title)
{
    const PlotTable table = plot.table();
    std::vector<double> found;
    if (table.rows.empty()) return found;
    const std::size_t column = column_of(table, title);
    for (const std::vector<PlotCell>& row : table.rows) found.push_back(row[column].exact.toDouble());
    return found;
}

/// ResNet-50 on one card.
inline Scenario resnet() { return scenario_of("resnet50", 16, "rtx4090"); }

} // namespace rigwright::test
