// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/value.h"

#include <optional>
#include <string_view>

namespace rigwright {

/// A unit that people type.
struct UnitWord {
    std::string_view word;
    Unit unit = Unit::count;
    /// Base units in one of it.
    double size = 1.0;
};

/// The unit of a word, in any case that leaves no doubt ("gb", but "mbps" may be bits or bytes); among those of one
/// kind only, if `only` says which.
const UnitWord* unit_word(std::string_view word, std::optional<Unit> only = std::nullopt);

/// A word that multiplies: "k", "million", "万".
struct Magnitude {
    std::string_view word;
    double factor = 1.0;

    /// "k" also begins units (kW), "万" never does.
    bool is_latin() const { return word.front() > 0 && word.front() < 0x7F; }
};

/// The longest one that the text begins with; null for none.
const Magnitude* magnitude_at(std::string_view text);

/// A kind of typed numbers: its message "typed.kind.<code>" and an example.
struct TypedKind {
    std::string_view code;
    std::string_view example;
};
TypedKind typed_kind(Unit unit);

} // namespace rigwright
