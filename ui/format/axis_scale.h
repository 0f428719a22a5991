// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace rigwright {

/// The unit of an axis.
struct AxisUnit {
    double size = 1.0;
    QString symbol;
};

/// Binary prefix for a memory axis that ends at `bytes`: the end lies between 1 and 1024 of it.
AxisUnit memory_axis_unit(double bytes);

/// Even steps from 0 to `end`, at most `most`: powers of two, as usual for memory; below one 0.5, 0.2, 0.1, ...
std::vector<double> even_ticks(double end, int most);
/// With as many decimals as the step needs.
QString even_tick_text(double tick, double step);

/// Powers of two from `lower` to `upper`; every second, fourth, ... if there are more than `most`.
std::vector<double> doubling_ticks(double lower, double upper, int most);
/// The plain number, with digits grouped from 10,000.
QString plain_tick_text(double tick);

/// Round times (1 s, 5 min, 2 h, 10 d) from `lower` to `upper` seconds for a logarithmic axis, as dense as `most`
/// allows.
std::vector<double> duration_ticks(double lower, double upper, int most);
/// "30 s", "5 min", "2 h" in the interface's language.
QString duration_tick_text(double seconds);

} // namespace rigwright
