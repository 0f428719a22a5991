// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/window_fixture.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/plot_pane.h"

#include <memory>

namespace rigwright::test {

/// A plot of a document in a window of its own.
template <typename Plot>
struct Shown {
    Localization words{*find_data_directory()};
    Document document;
    std::unique_ptr<Plot> own;
    Plot& plot;

    template <typename... Arguments>
    explicit Shown(const Scenario& scenario, Arguments... arguments)
        : document(shared_engine_data(), scenario),
          own(std::make_unique<Plot>(arguments..., document, words, nullptr)),
          plot(*own)
    {
        show();
    }
    /// A plot of the list.
    Shown(const Scenario& scenario, const char* id)
        : document(shared_engine_data(), scenario),
          own(static_cast<Plot*>(plot_of(QLatin1String(id))->create(document, words, nullptr))),
          plot(*own)
    {
        show();
    }
    void show()
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

/// ResNet-50 on one card.
inline Scenario resnet() { return scenario_of("resnet50", 16, "rtx4090"); }

} // namespace rigwright::test
