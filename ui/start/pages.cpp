// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/pages.h"

#include "ui/catalog_editor/catalogue_window.h"
#include "ui/chooser/chooser_window.h"
#include "ui/launch/launch_dialog.h"
#include "ui/learn/learn_window.h"
#include "ui/main_window.h"
#include "ui/measure/measured_window.h"
#include "ui/report/report_window.h"
#include "ui/requirements/card_window.h"
#include "ui/requirements/machine_dialog.h"

#include <array>

namespace rigwright {

namespace {

struct OtherWindow {
    const char* name;
    QWidget* (*show)(MainWindow& window);
};

constexpr std::array other_windows{
    OtherWindow{"models", [](MainWindow& window) -> QWidget* { return &window.show_chooser(); }},
    OtherWindow{"measured", [](MainWindow& window) -> QWidget* { return &window.show_measured(); }},
    OtherWindow{"cards", [](MainWindow& window) -> QWidget* { return &window.show_cards(); }},
    OtherWindow{"machine", [](MainWindow& window) -> QWidget* { return &window.show_machine(); }},
    OtherWindow{"hardware", [](MainWindow& window) -> QWidget* { return window.show_catalogue(); }},
    OtherWindow{"report", [](MainWindow& window) -> QWidget* { return &window.show_report(); }},
    OtherWindow{"launch", [](MainWindow& window) -> QWidget* { return &window.show_launch(); }},
    OtherWindow{"learn", [](MainWindow& window) -> QWidget* { return &window.show_learn(); }},
};

} // namespace

QStringList page_names(MainWindow& window)
{
    QStringList names;
    for (int i = 0; i < window.tabs().count(); ++i)
        if (window.tabs().isTabVisible(i)) names << window.tabs().widget(i)->objectName();
    for (const OtherWindow& other : other_windows) names << QString::fromLatin1(other.name);
    return names;
}

QWidget* show_page(MainWindow& window, const QString& name)
{
    for (int i = 0; i < window.tabs().count(); ++i) {
        if (window.tabs().widget(i)->objectName() != name || !window.tabs().isTabVisible(i)) continue;
        window.tabs().setCurrentIndex(i);
        return &window;
    }
    for (const OtherWindow& other : other_windows)
        if (name == QLatin1String(other.name)) return other.show(window);
    return nullptr;
}

} // namespace rigwright
