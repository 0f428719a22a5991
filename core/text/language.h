// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace rigwright {

/// A language the program speaks.
enum class Language { english, chinese };
inline constexpr std::array all_languages{Language::english, Language::chinese};

/// The id of command line, settings and message files: "en", "zh_CN".
std::string_view id_of(Language language);
std::optional<Language> language_from_id(std::string_view id);

} // namespace rigwright
