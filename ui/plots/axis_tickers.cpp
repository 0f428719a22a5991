// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/axis_tickers.h"

#include "ui/format/axis_scale.h"

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
