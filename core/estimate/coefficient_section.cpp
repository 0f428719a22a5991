// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/coefficient_section.h"

namespace rigwright {

std::optional<double> read_coefficient(ObjectReader& section, std::string_view key)
{
    std::optional<ObjectReader> record = section.required_object(key);
    if (!record) return std::nullopt;
    const NumberRange any{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max(), false};
    const std::optional<double> minimum = record->required_number("minimum", any);
    const std::optional<double> maximum = record->required_number("maximum", any);
    NumberRange bounds = any;
    if (minimum && maximum) bounds = {*minimum, *maximum, false};
    const std::optional<double> value = record->required_number("value", bounds);
    for (const std::string_view text : {"unit", "meaning", "fitted_on"}) record->required_text(text);
    record->finish();
    return value;
}

} // namespace rigwright
