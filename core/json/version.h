// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rigwright {

/// The program's release, "major.minor.patch", as the top CMakeLists.txt states it.
std::string_view version();

} // namespace rigwright
