// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace rigwright {

// For clipboards and files: no grouping, a point, no unit, reads back as the same number.
inline QString exact_number(double number) { return QString::number(number, 'g', 15); }
inline QString exact_number(std::int64_t number) { return QString::number(number); }

} // namespace rigwright
