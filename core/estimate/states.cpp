// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/states.h"

#include <cmath>

namespace rigwright {

Bytes divided(Bytes amount, std::int64_t parts) { return Bytes(divide_rounding_up(amount.count(), Count(parts))); }

BatchBytes divided(const BatchBytes& amount, std::int64_t parts)
{
    return {divided(amount.fixed, parts), divided(amount.per_sample, parts)};
}

Bytes part_of(Bytes amount, Count part, Count whole)
{
    if (part == whole || whole == Count(0)) return amount;
    return Bytes::rounded(amount.as_double() * (part.as_double() / whole.as_double()));
}

Bytes moment_bytes(const Network& network, const OptimizerRow& optimizer, NumberFormat format, double byte_moment_bytes)
{
    Bytes total;
    for (const Parameter& parameter : network.parameters) {
        if (!parameter.trainable) continue;
        const Count copies = network.blocks[static_cast<std::size_t>(parameter.block)].repeat;
        Bytes one;
        switch (optimizer.storage) {
        case MomentStorage::full: one = bytes_of(parameter.elements, format); break;
        case MomentStorage::one_byte: one = Bytes::rounded(parameter.elements.as_double() * byte_moment_bytes); break;
        case MomentStorage::factored:
            one = Bytes::rounded(2.0 * std::sqrt(parameter.elements.as_double()) * 4.0);
            break;
        }
        total += one * copies * Count(optimizer.moments);
    }
    return total;
}

} // namespace rigwright
