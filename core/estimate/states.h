// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/recipes.h"

namespace rigwright {

/// The numbers that an optimizer remembers once for each of its moments, unsharded.
struct MomentNumbers {
    /// In the format of full moments; in one byte with a block scale; in fp32 whatever the recipe (what 8-bit
    /// optimizers leave wide, sums of rows and columns).
    Count full;
    Count narrow;
    Count wide;

    bool operator==(const MomentNumbers&) const = default;
};
MomentNumbers moment_numbers(const Network& network, const OptimizerRow& optimizer, Count trainable);

/// Bytes of all moments. `format` is that of full ones, `byte_moment_bytes` the size of an 8-bit one with its scales.
Bytes moment_bytes(const MomentNumbers& numbers, const OptimizerRow& optimizer, NumberFormat format,
                   double byte_moment_bytes);

/// Elements of the largest trainable array.
Count largest_trainable_array(const Network& network);

/// The matrices of a network that are stored quantised: their numbers and their rows.
struct QuantizedNumbers {
    Count elements;
    Count rows;
};
QuantizedNumbers quantized_numbers(const Network& network);
Bytes quantized_bytes(const QuantizedNumbers& numbers, const BaseStorage& storage);

/// The part of an amount for `whole` parameters that falls to `part` of them; exact where the amount is a multiple.
Bytes part_of(Bytes amount, Count part, Count whole);

/// An equal share, rounded up to whole bytes.
Bytes divided(Bytes amount, std::int64_t parts);
BatchBytes divided(const BatchBytes& amount, std::int64_t parts);

} // namespace rigwright
