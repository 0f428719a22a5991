// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <functional>
#include <vector>

namespace rigwright {

/// Ticks where `ui/format` puts them, with the text it gives them; their number is bounded whatever the range.
class FormatTicker : public QCPAxisTicker {
public:
    using Ticks = std::function<std::vector<double>(double lower, double upper)>;
    /// Gets a tick and the distance between ticks (0 where it varies).
    using Text = std::function<QString(double tick, double step)>;

    FormatTicker(Ticks ticks, Text text);

    void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision, QVector<double>& ticks,
                  QVector<double>* sub_ticks, QVector<QString>* labels) override;

private:
    Ticks ticks_;
    Text text_;
};

QSharedPointer<QCPAxisTicker> even_ticker(int most);
/// Steps of 1, 2 or 5 times a power of ten; as plain numbers without `text`.
QSharedPointer<QCPAxisTicker> decimal_ticker(int most, FormatTicker::Text text = {});
/// For a logarithmic axis: powers of ten, and 2 and 5 or 3 between them where few are in sight. Labels are
/// `tick / unit`.
QSharedPointer<QCPAxisTicker> decade_ticker(double unit = 1.0);
QSharedPointer<QCPAxisTicker> doubling_ticker(int most);
QSharedPointer<QCPAxisTicker> duration_ticker(int most);

} // namespace rigwright
