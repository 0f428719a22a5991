// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format/axis_scale.h"

#include "core/text/number_text.h"
#include "ui/format/words.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

constexpr double minute = 60.0;
constexpr double hour = 3600.0;
constexpr double day = 86400.0;

struct NamedDuration {
    double seconds;
    /// 0: first choice; higher ones only if there is room.
    int density;
};
constexpr int densest = 4;

std::vector<NamedDuration> named_durations()
{
    std::vector<NamedDuration> all;
    const auto add = [&](double unit, std::initializer_list<NamedDuration> multiples) {
        for (const auto& [factor, density] : multiples) all.push_back({unit * factor, density});
    };
    const auto add_decade = [&](double unit) { add(unit, {{1, 0}, {2, 2}, {3, 3}, {5, 1}, {7, 4}}); };
    const auto add_to_sixty = [&](double unit) { add(unit, {{10, 0}, {15, 4}, {20, 2}, {30, 1}, {45, 4}}); };
    for (const double unit : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0}) add_decade(unit);
    add_to_sixty(1.0);
    add_decade(minute);
    add_to_sixty(minute);
    add(hour, {{1, 0}, {2, 2}, {3, 3}, {4, 4}, {6, 1}, {8, 4}, {12, 2}, {18, 4}});
    for (const double unit : {1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}) add_decade(unit * day);
    return all;
}

double even_step(double at_least)
{
    if (at_least > 0.5) return std::exp2(std::ceil(std::log2(at_least) - 1e-9));
    const double decade = std::pow(10.0, std::floor(std::log10(at_least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * decade >= at_least * (1.0 - 1e-9)) return factor * decade;
    }
    return 10.0 * decade;
}

} // namespace

AxisUnit memory_axis_unit(double bytes)
{
    static constexpr std::array names{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    std::size_t prefix = 0;
    double size = 1.0;
    while (prefix + 1 < names.size() && bytes >= size * 1024.0) {
        size *= 1024.0;
        ++prefix;
    }
    return {size, QString::fromLatin1(names[prefix])};
}

std::vector<double> even_ticks(double end, int most)
{
    std::vector<double> ticks;
    if (!std::isfinite(end) || end <= 0.0 || most < 1) return ticks;
    const double step = even_step(end / most);
    for (int i = 0; i <= most && i * step <= end * (1.0 + 1e-9); ++i) ticks.push_back(i * step);
    return ticks;
}

QString even_tick_text(double tick, double step)
{
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
    return QLocale::c().toString(tick, 'f', decimals);
}

std::vector<double> doubling_ticks(double lower, double upper, int most)
{
    std::vector<double> ticks;
    if (!(lower > 0.0) || !(upper >= lower) || !std::isfinite(upper) || most < 1) return ticks;
    const int first = static_cast<int>(std::ceil(std::log2(lower) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log2(upper) + 1e-9));
    int stride = 1;
    while ((last - first) / stride + 1 > most) stride *= 2;
    for (int exponent = first; exponent <= last; exponent += stride) ticks.push_back(std::exp2(exponent));
    return ticks;
}

QString plain_tick_text(double tick)
{
    constexpr int digits = 10;
    constexpr double group_from = 1e3;
    constexpr double longest = 1e9;
    const bool grouped = std::fabs(tick) >= group_from && std::fabs(tick) <= longest;
    return grouped ? from_utf8(fixed(tick, 0, group_from)) : QString::number(tick, 'g', digits);
}

std::vector<double> duration_ticks(double lower, double upper, int most)
{
    static const std::vector<NamedDuration> named = named_durations();
    std::vector<double> ticks;
    for (int density = 0; density <= densest; ++density) {
        std::vector<double> denser;
        for (const NamedDuration& duration : named) {
            const bool inside = duration.seconds >= lower * (1.0 - 1e-9) && duration.seconds <= upper * (1.0 + 1e-9);
            if (inside && duration.density <= density) denser.push_back(duration.seconds);
        }
        if (density > 0 && static_cast<int>(denser.size()) > most) break;
        ticks = std::move(denser);
    }
    while (most > 0 && ticks.size() > static_cast<std::size_t>(most)) {
        std::vector<double> sparser;
        for (std::size_t i = 0; i < ticks.size(); i += 2) sparser.push_back(ticks[i]);
        ticks = std::move(sparser);
    }
    return ticks;
}

QString duration_tick_text(double seconds)
{
    const auto words = [](const char* pattern, double amount) {
        return QCoreApplication::translate("AxisTicks", pattern).arg(plain_tick_text(amount));
    };
    const double almost = seconds * (1.0 + 1e-9);
    if (almost >= day) return words(QT_TRANSLATE_NOOP("AxisTicks", "%1 d"), seconds / day);
    if (almost >= hour) return words(QT_TRANSLATE_NOOP("AxisTicks", "%1 h"), seconds / hour);
    if (almost >= minute) return words(QT_TRANSLATE_NOOP("AxisTicks", "%1 min"), seconds / minute);
    if (almost >= 1.0) return words(QT_TRANSLATE_NOOP("AxisTicks", "%1 s"), seconds);
    if (almost >= 1e-3) return words(QT_TRANSLATE_NOOP("AxisTicks", "%1 ms"), seconds * 1e3);
    return words(QT_TRANSLATE_NOOP("AxisTicks", "%1 µs"), seconds * 1e6);
}

} // namespace rigwright
