// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>
#include <optional>

namespace rigwright {

/// A unit that readings are typed in; `size` in bytes or seconds.
struct ReadingUnit {
    const char* symbol;
    double size;
};

inline constexpr std::array memory_units{ReadingUnit{"GiB", 1073741824.0}, ReadingUnit{"GB", 1e9},
                                         ReadingUnit{"MiB", 1048576.0}, ReadingUnit{"MB", 1e6}};
inline constexpr std::array step_units{ReadingUnit{"ms", 1e-3}, ReadingUnit{"s", 1.0}};

/// A typed reading in bytes or seconds; nothing for what is no number above zero or beyond what a scenario holds.
std::optional<double> reading_from_text(const QString& text, const ReadingUnit& unit, double largest);
/// An amount as it is edited in a unit.
QString reading_text(double amount, const ReadingUnit& unit);

} // namespace rigwright
