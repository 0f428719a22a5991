// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace rigwright {

/// Whether a JSON number has an integral value, however it is written: 300000000000, 3e11, 300000000000.0.
inline bool is_whole(const nlohmann::json& value)
{
    if (value.is_number_integer()) return true;
    return value.is_number_float() && std::nearbyint(value.get<double>()) == value.get<double>();
}

/// The value of a JSON number that is whole; nullopt beyond 64 bits, and for one written with a point or an exponent
/// beyond the integers that a double tells apart.
inline std::optional<std::int64_t> whole_number(const nlohmann::json& value)
{
    constexpr double exact = 9007199254740992.0;
    if (!is_whole(value)) return std::nullopt;
    if (value.is_number_float()) {
        const double real = value.get<double>();
        return std::fabs(real) <= exact ? std::optional(static_cast<std::int64_t>(real)) : std::nullopt;
    }
    const bool too_large =
        value.is_number_unsigned() &&
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return too_large ? std::nullopt : std::optional(value.get<std::int64_t>());
}

} // namespace rigwright
