// SPDX-License-Identifier: Apache-2.0
#include "core/json/version.h"

namespace rigwright {

std::string_view version() { return RIGWRIGHT_VERSION; }

} // namespace rigwright
