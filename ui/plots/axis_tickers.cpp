// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/axis_tickers.h"

#include "ui/format/axis_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

FormatTicker::FormatTicker(Ticks ticks, Text text) : ticks_(std::move(ticks)), text_(std::move(text)) {}

void FormatTicker::generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks,
                            QVector<double>* sub_ticks, QVector<QString>* labels)
{
    const std::vector<double> found = ticks_(range.lower, range.upper);
    ticks = QVector<double>(found.begin(), found.end());
    if (sub_ticks != nullptr) sub_ticks->clear();
    if (labels == nullptr) return;
    labels->clear();
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 0.0;
    for (const double tick : ticks) labels->append(text_(tick, step));
}

QSharedPointer<QCPAxisTicker> even_ticker(int most)
{
    const auto inside = [most](double lower, double upper) {
        std::vector<double> ticks = even_ticks(upper, most);
        // Zoomed in, the steps are those of the part in sight.
        if (lower > 0.0) {
            const std::vector<double> finer = even_ticks(upper - lower, most);
            const double step = finer.size() > 1 ? finer[1] - finer[0] : upper;
            ticks.clear();
            for (double tick = std::ceil(lower / step) * step; tick <= upper && static_cast<int>(ticks.size()) <= most;
                 tick += step)
                ticks.push_back(tick);
        }
        return ticks;
    };
    return QSharedPointer<QCPAxisTicker>(new FormatTicker(inside, even_tick_text));
}

QSharedPointer<QCPAxisTicker> decimal_ticker(int most, FormatTicker::Text text)
{
    const auto inside = [most](double lower, double upper) {
        const double rough = (upper - lower) / std::max(1, most);
        const double power = std::pow(10.0, std::floor(std::log10(rough)));
        double step = power;
        for (const double factor : {2.0, 5.0, 10.0}) {
            if (step < rough) step = factor * power;
        }
        std::vector<double> ticks;
        // Whole steps, so that none is off by what additions round away.
        const double first = std::ceil(lower / step - 1e-9);
        for (int i = 0; i <= most + 1 && (first + i) * step <= upper * (1.0 + 1e-12); ++i)
            ticks.push_back((first + i) * step);
        return ticks;
    };
    if (!text) text = [](double tick, double) { return plain_tick_text(tick); };
    return QSharedPointer<QCPAxisTicker>(new FormatTicker(inside, std::move(text)));
}

QSharedPointer<QCPAxisTicker> decade_ticker(double unit)
{
    const auto inside = [](double lower, double upper) {
        // As many as stand beside each other with five or six digits.
        constexpr double few_decades = 1.5;
        constexpr double some_decades = 2.5;
        const double decades = std::log10(upper / lower);
        const std::array<double, 3> factors = decades < few_decades    ? std::array{1.0, 2.0, 5.0}
                                              : decades < some_decades ? std::array{1.0, 1.0, 3.0}
                                                                       : std::array{1.0, 1.0, 1.0};
        std::vector<double> ticks;
        for (int power = static_cast<int>(std::floor(std::log10(lower))); power <= std::log10(upper); ++power) {
            for (const double factor : factors) {
                const double tick = factor * std::pow(10.0, power);
                if (tick >= lower && tick <= upper && (ticks.empty() || tick > ticks.back())) ticks.push_back(tick);
            }
        }
        return ticks;
    };
    return QSharedPointer<QCPAxisTicker>(
        new FormatTicker(inside, [unit](double tick, double) { return plain_tick_text(tick / unit); }));
}

QSharedPointer<QCPAxisTicker> doubling_ticker(int most)
{
    const auto inside = [most](double lower, double upper) { return doubling_ticks(lower, upper, most); };
    return QSharedPointer<QCPAxisTicker>(
        new FormatTicker(inside, [](double tick, double) { return count_tick_text(tick); }));
}

QSharedPointer<QCPAxisTicker> duration_ticker(int most)
{
    const auto inside = [most](double lower, double upper) { return duration_ticks(lower, upper, most); };
    return QSharedPointer<QCPAxisTicker>(
        new FormatTicker(inside, [](double tick, double) { return duration_tick_text(tick); }));
}

} // namespace rigwright
