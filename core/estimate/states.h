// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/recipes.h"

namespace rigwright {

/// What an optimizer remembers of all trainable parameters, unsharded. `format` is that of full moments;
/// `byte_moment_bytes` the size of an 8-bit moment with its scales.
Bytes moment_bytes(const Network& network, const OptimizerRow& optimizer, NumberFormat format,
                   double byte_moment_bytes);

/// The part of an amount for `whole` parameters that falls to `part` of them; exact where the amount is a multiple.
Bytes part_of(Bytes amount, Count part, Count whole);

/// An equal share, rounded up to whole bytes.
Bytes divided(Bytes amount, std::int64_t parts);
BatchBytes divided(const BatchBytes& amount, std::int64_t parts);

} // namespace rigwright
