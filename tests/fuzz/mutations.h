// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rigwright::test {

/// A JSON text with one wrong member.
struct Mutant {
    /// "null at /training/epochs"
    std::string name;
    std::string text;
    /// Whether every reader must refuse it: it isn't JSON, has a duplicate key or an invalid number.
    bool broken = false;
};

/// Every value inside `whole`, groups and elements of lists too, one after the other × {missing, null, other types,
/// negative, zero, fractions, beyond 32, 53, 63 and 64 bits, 1e308, beyond a double, NaN as word and as text, empty and
/// huge texts, control and direction characters, key twice, unknown key}.
std::vector<Mutant> mutants_of(const nlohmann::json& whole);
/// The same for the value at `pointer`, present or not.
std::vector<Mutant> mutants_at(const nlohmann::json& whole, const nlohmann::json::json_pointer& pointer);
/// The pointers that `mutants_of` walks.
std::vector<nlohmann::json::json_pointer> places_in(const nlohmann::json& whole);
/// `whole` with a value replaced by JSON or other text.
std::string with_text(const nlohmann::json& whole, const nlohmann::json::json_pointer& pointer,
                      const std::string& text);

} // namespace rigwright::test
