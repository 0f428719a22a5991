// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quantities/value.h"

#include <QString>

#include <cstdint>

namespace rigwright {

/// A number with its unit as the window shows it, by the rules of core/text in the interface's language ("9.61 GiB",
/// "1.2 小时"). Every number of the window is written here or by `axis_scale.h`.
QString quantity_text(const Value& value);
inline QString quantity_text(Bytes bytes) { return quantity_text(value_of(bytes)); }
inline QString quantity_text(Seconds time) { return quantity_text(value_of(time)); }
inline QString quantity_text(Count count) { return quantity_text(value_of(count)); }

/// For clipboards and files: no grouping, a point, no unit, reads back as the same number.
QString exact_number(double number);
QString exact_number(std::int64_t number);

} // namespace rigwright
