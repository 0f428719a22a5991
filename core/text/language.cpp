// SPDX-License-Identifier: Apache-2.0
#include "core/text/language.h"

namespace rigwright {

std::string_view id_of(Language language)
{
    switch (language) {
    case Language::english: return "en";
    case Language::chinese: return "zh_CN";
    }
    return "";
}

std::optional<Language> language_from_id(std::string_view id)
{
    for (const Language language : all_languages)
        if (id_of(language) == id) return language;
    return std::nullopt;
}

} // namespace rigwright
