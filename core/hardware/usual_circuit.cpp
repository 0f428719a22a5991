// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/usual_circuit.h"

#include "core/quantities/ascii.h"

#include <algorithm>

namespace rigwright {

namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool is_usual_in(const Circuit& circuit, std::string_view territory)
{
    return std::find(circuit.regions.begin(), circuit.regions.end(), territory) != circuit.regions.end();
}

} // namespace

std::string territory_of_locale(std::string_view locale)
{
    locale = locale.substr(0, locale.find_first_of(".@"));
    constexpr std::size_t letters = 2;
    // The language comes first, a script of four letters may stand between.
    for (std::size_t at = locale.find_first_of("_-"); at != std::string_view::npos;) {
        const std::size_t next = locale.find_first_of("_-", at + 1);
        const std::string_view part = locale.substr(at + 1, next == std::string_view::npos ? next : next - at - 1);
        if (part.size() == letters && std::all_of(part.begin(), part.end(), is_letter))
            return {upper(part[0]), upper(part[1])};
        at = next;
    }
    return {};
}

const Circuit* usual_circuit(const OperatingCosts& costs, std::string_view territory)
{
    const Circuit* weakest = nullptr;
    for (const Circuit& circuit : costs.circuits)
        if (is_usual_in(circuit, territory) && (weakest == nullptr || circuit.continuous() < weakest->continuous()))
            weakest = &circuit;
    return weakest;
}

} // namespace rigwright
