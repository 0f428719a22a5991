// SPDX-License-Identifier: Apache-2.0
#include "core/quantities/number_format.h"

#include <array>

namespace rigwright {

namespace {
constexpr std::array all_formats{NumberFormat::fp64, NumberFormat::fp32, NumberFormat::tf32,
                                 NumberFormat::fp16, NumberFormat::bf16, NumberFormat::fp8,
                                 NumberFormat::fp4,  NumberFormat::int8, NumberFormat::nf4};
}

std::string_view id_of(NumberFormat format)
{
    switch (format) {
    case NumberFormat::fp64: return "fp64";
    case NumberFormat::fp32: return "fp32";
    case NumberFormat::tf32: return "tf32";
    case NumberFormat::fp16: return "fp16";
    case NumberFormat::bf16: return "bf16";
    case NumberFormat::fp8: return "fp8";
    case NumberFormat::fp4: return "fp4";
    case NumberFormat::int8: return "int8";
    case NumberFormat::nf4: return "nf4";
    }
    return "";
}

std::optional<NumberFormat> number_format_from_id(std::string_view id)
{
    for (const NumberFormat format : all_formats) {
        if (id_of(format) == id) return format;
    }
    return std::nullopt;
}

} // namespace rigwright
