// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rigwright {

/// One callable out of several, for std::visit over a variant: every alternative needs its case or it does not compile.
template <typename... Cases>
struct Match : Cases... {
    using Cases::operator()...;
};

template <typename... Cases>
Match(Cases...) -> Match<Cases...>;

} // namespace rigwright
