// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/value.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace rigwright {

/// A number typed by the user, in the unit of its field; or the reason why it is not understood.
struct TypedNumber {
    std::optional<double> number;
    /// Without a number: the message "typed.<code>".
    std::string_view code{};
    /// The whole text, as typed.
    std::string found;
    /// The part that does not fit: a unit, a currency.
    std::string part;
    /// The correct form, if clear.
    std::string right;
    /// The quantity of the part, and that of the field.
    Unit is = Unit::count;
    Unit wanted = Unit::count;
};

/// Reads a number and its unit: "20,000", "2万", "1.5 TB", "1 d 4 h", "60%", "¥30,000", "256 * 1024".
///
/// `unit` is the unit of the field ("h", "GiB", "%", "CNY", "px"; empty for a plain number): a number without a unit is
/// in it, and it decides which other units fit. Digits may be grouped in threes by commas, apostrophes or spaces. The
/// decimal mark is a point; a comma that does not separate three digits is refused, not guessed. Where a field is in
/// GiB or MiB, GB and TB are binary too, as on memory modules; elsewhere they are decimal.
TypedNumber read_number(std::string_view text, std::string_view unit = {}, char decimal = '.');

/// Both numbers of "1280×960", "1280x960" or "1280*960"; empty for other text.
std::optional<std::array<double, 2>> read_number_pair(std::string_view text);

/// A number without sign or exponent; digits may be grouped in threes, always by the same character. `decimal` is '.'
/// or ','; the other one may group.
std::optional<double> number_of_digits(std::string_view text, char decimal);

/// Text in plain characters: full-width Latin ones in their usual forms, white space collapsed and trimmed.
std::string plain_cell(std::string_view text);

/// The ISO 4217 code of a word or sign ("CNY", "元", "¥", "$"); empty for anything else. "¥" is the renminbi, "$" the
/// US dollar.
std::string currency_from(std::string_view text);

/// A unit as typed by users.
struct UnitWord {
    std::string_view word;
    Unit unit = Unit::count;
    /// Size in base units.
    double size = 1.0;
};

/// The unit of a word, in any unambiguous case ("gb", but "mbps" may be bits or bytes); only of the kind `only`, if
/// given.
std::optional<UnitWord> unit_word(std::string_view word, std::optional<Unit> only = std::nullopt);

/// A word that multiplies: "k", "million", "万".
struct Magnitude {
    std::string_view word;
    double factor = 1.0;

    /// "k" also begins units (kW), "万" never does.
    bool is_latin() const { return word.front() > 0 && word.front() < 0x7F; }
};

/// The longest one at the beginning of the text; null for none.
const Magnitude* magnitude_at(std::string_view text);

/// A kind of typed numbers: its message "typed.kind.<code>" and an example.
struct TypedKind {
    std::string_view code;
    std::string_view example;
};
TypedKind typed_kind(Unit unit);

} // namespace rigwright
