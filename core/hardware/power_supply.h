// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/provenance.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"

namespace rigwright {

/// Classes of the 80 PLUS programme, in rising order.
enum class EfficiencyClass { bronze, silver, gold, platinum, titanium };
template <>
inline constexpr std::array<std::string_view, 5> words<EfficiencyClass>{"bronze", "silver", "gold", "platinum",
                                                                        "titanium"};

/// A power supply for one machine, or a class of them.
struct PowerSupply {
    std::string id;
    std::string name;
    bool generic = false;
    /// Continuous output on the label.
    Watts output;
    EfficiencyClass efficiency_class = EfficiencyClass::gold;
    std::string form_factor;
    Provenance provenance;
    std::vector<Price> prices;
    std::vector<std::string> notes;
};

} // namespace rigwright
