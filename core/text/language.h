// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/words.h"

#include <array>
#include <optional>
#include <string_view>

namespace rigwright {

/// A language the program speaks.
enum class Language { english, chinese };
/// The id of command line, settings and message files: "en", "zh_CN".
template <>
inline constexpr std::array<std::string_view, 2> words<Language>{"en", "zh_CN"};
inline constexpr std::array all_languages{Language::english, Language::chinese};

} // namespace rigwright
