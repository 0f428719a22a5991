// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace rigwright {

/// Names of an enumeration in files, in the order of its enumerators. They are also the last part of the message codes
/// that name a choice for users ("precision.fp16-amp"). Each is a zero-terminated literal.
template <typename Enum>
inline constexpr std::array<std::string_view, 0> words{};

/// An enumeration with names in files.
template <typename Enum>
concept Spelled = words<Enum>
.size() > 0;

template <Spelled Enum>
constexpr std::string_view word_of(Enum value)
{
    return words<Enum>[static_cast<std::size_t>(value)];
}

/// The name of an enumerator as a C string.
template <Spelled Enum>
constexpr const char* key_of(Enum value)
{
    return word_of(value).data();
}

template <Spelled Enum>
constexpr std::optional<Enum> from_word(std::string_view word)
{
    const auto found = std::ranges::find(words<Enum>, word);
    if (found == words<Enum>.end()) return std::nullopt;
    return static_cast<Enum>(found - words<Enum>.begin());
}

} // namespace rigwright
