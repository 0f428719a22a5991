// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace rigwright {

/// Offset of the first byte that is not part of a well-formed UTF-8 sequence (RFC 3629: no overlong forms, no
/// surrogates, nothing above U+10FFFF); empty for sound text.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

} // namespace rigwright
