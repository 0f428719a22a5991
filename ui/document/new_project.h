// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/catalog.h"
#include "core/project/project.h"

#include <string>

namespace rigwright {

/// The territory of the system's locale ("CN", ISO 3166); empty where it names none.
std::string territory_of_system();

/// A new project, whose builds are plugged into an ordinary socket of the territory where they do not say otherwise.
Project plugged_in(Project project, const Catalog& hardware, const std::string& territory);

} // namespace rigwright
