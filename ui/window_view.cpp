// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_view.h"

#include "ui/plots/plot_pane.h"

#include <nlohmann/json.hpp>

namespace rigwright {

using nlohmann::json;

std::string view_of(const QTabWidget& tabs)
{
    json view = json::object();
    if (const QWidget* front = tabs.currentWidget()) view["tab"] = front->objectName().toStdString();
    json linear = json::array();
    for (const PlotPane* plot : tabs.findChildren<PlotPane*>())
        if (plot->is_linear()) linear.push_back(plot->objectName().toStdString());
    if (!linear.empty()) view["linear"] = std::move(linear);
    return view.dump();
}

void show_view(QTabWidget& tabs, const std::string& view)
{
    const json read = json::parse(view, nullptr, false);
    if (!read.is_object()) return;
    const auto listed = [&](const QString& name) {
        const auto found = read.find("linear");
        if (found == read.end() || !found->is_array()) return false;
        return std::find(found->begin(), found->end(), json(name.toStdString())) != found->end();
    };
    for (PlotPane* plot : tabs.findChildren<PlotPane*>()) {
        if (!plot->scale_button().isHidden()) plot->scale_button().setChecked(listed(plot->objectName()));
    }
    const auto tab = read.find("tab");
    if (tab == read.end() || !tab->is_string()) return;
    const QString name = QString::fromStdString(tab->get<std::string>());
    for (int i = 0; i < tabs.count(); ++i)
        if (tabs.widget(i)->objectName() == name && tabs.isTabVisible(i)) tabs.setCurrentIndex(i);
}

} // namespace rigwright
