// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace rigwright::cli {

/// The territory in which the person lives, as the environment says: LC_ALL, else the first of LC_ADDRESS,
/// LC_MEASUREMENT, LC_MONETARY and LANG that names one. Empty where none does. Decides what a new scenario is plugged
/// into, and nothing else.
std::string territory_of_environment();

} // namespace rigwright::cli
