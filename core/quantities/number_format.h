// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/words.h"

#include <string_view>

namespace rigwright {

/// Storage or multiplication format of a number. `tf32` is stored as fp32 and differs only in the matrix unit used.
enum class NumberFormat { fp64, fp32, tf32, fp16, bf16, fp8, fp4, int8, nf4 };
/// The name that scenario files and the window use ("fp32", "bf16", ...).
template <>
inline constexpr std::array<std::string_view, 9> words<NumberFormat>{"fp64", "fp32", "tf32", "fp16", "bf16",
                                                                     "fp8",  "fp4",  "int8", "nf4"};

/// Storage size in bits of one element. nf4 is 4 bits without its block scales (Dettmers et al. 2023, QLoRA, section 3).
constexpr int storage_bits(NumberFormat format)
{
    switch (format) {
    case NumberFormat::fp64: return 64;
    case NumberFormat::fp32: return 32;
    case NumberFormat::tf32: return 32;
    case NumberFormat::fp16: return 16;
    case NumberFormat::bf16: return 16;
    case NumberFormat::fp8: return 8;
    case NumberFormat::fp4: return 4;
    case NumberFormat::int8: return 8;
    case NumberFormat::nf4: return 4;
    }
    return 0;
}
/// Bytes of one stored number; half a byte for 4-bit formats.
constexpr double storage_bytes(NumberFormat format) { return storage_bits(format) / 8.0; }

} // namespace rigwright
