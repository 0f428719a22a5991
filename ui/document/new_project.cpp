// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/new_project.h"

#include "core/hardware/usual_circuit.h"

#include <QLocale>

namespace rigwright {

std::string territory_of_system()
{
    const QLocale locale = QLocale::system();
    // "C" has no territory, though Qt names one for every language.
    return locale.language() == QLocale::C ? std::string() : territory_of_locale(locale.name().toStdString());
}

Project plugged_in(Project project, const Catalog& hardware, const std::string& territory)
{
    const Circuit* circuit = usual_circuit(hardware.operating_costs, territory);
    if (circuit == nullptr) return project;
    for (Build& build : project.builds)
        if (build.scenario.build.circuit.empty()) build.scenario.build.circuit = circuit->id;
    return project;
}

} // namespace rigwright
