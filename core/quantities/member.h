// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace rigwright {

/// The member at the end of a chain of member pointers.
template <auto First, auto... Rest>
constexpr auto& member_of(auto& owner)
{
    if constexpr (sizeof...(Rest) == 0)
        return owner.*First;
    else
        return member_of<Rest...>(owner.*First);
}

/// The type of a member without its std::optional.
template <typename Member>
struct PlainMember {
    using Type = Member;
    static constexpr bool optional = false;
};
template <typename Plain>
struct PlainMember<std::optional<Plain>> {
    using Type = Plain;
    static constexpr bool optional = true;
};

} // namespace rigwright
