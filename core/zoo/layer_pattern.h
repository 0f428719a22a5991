// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"

#include <string>

namespace rigwright {

/// Writes `count` layers from number `first` on whose kinds come round every `period`: one block of `period` layers,
/// repeated, then what is left one by one. `layer(x, number)` writes one and gives its output.
template <typename Layer>
TensorId layers_in_turn(NetworkBuilder& builder, const std::string& name, TensorId x, std::int64_t first,
                        std::int64_t count, std::int64_t period, Layer layer)
{
    const std::int64_t groups = count / period;
    if (groups > 0 && period == 1) {
        builder.begin_block(name + ".{}", groups, first);
        const TensorId y = layer(x, first);
        builder.end_block({{x, y}});
        return y;
    }
    if (groups > 0) {
        builder.begin_block(name + ".group{}", groups, first / period);
        TensorId y = x;
        for (std::int64_t place = 0; place < period; ++place) {
            builder.name_prefix("layer" + std::to_string(place) + ".");
            y = layer(y, first + place);
        }
        builder.name_prefix("");
        builder.end_block({{x, y}});
        x = y;
    }
    for (std::int64_t number = first + groups * period; number < first + count; ++number) {
        builder.begin_block(name + ".{}", 1, number);
        x = layer(x, number);
        builder.end_block();
    }
    return x;
}

} // namespace rigwright
