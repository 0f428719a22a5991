// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/operating_costs.h"

#include <string>
#include <string_view>

namespace rigwright {

/// The territory that a locale names ("CN" of "zh_CN.UTF-8", of "zh-Hans-CN"); empty where it names none ("C", "de").
std::string territory_of_locale(std::string_view locale);

/// The circuit of an ordinary socket in a territory: the weakest that is usual there. Null where none is known.
const Circuit* usual_circuit(const OperatingCosts& costs, std::string_view territory);

} // namespace rigwright
