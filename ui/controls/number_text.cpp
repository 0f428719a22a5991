// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace rigwright {

namespace {

std::vector<double> within(double minimum, double maximum, const std::vector<double>& candidates)
{
    std::vector<double> steps{minimum};
    for (const double candidate : candidates) {
        if (candidate > minimum && candidate < maximum) steps.push_back(candidate);
    }
    if (maximum > minimum) steps.push_back(maximum);
    return steps;
}

/// Without the extra digits of products of decimal fractions (0.15000000000000002).
double as_decimal(double number)
{
    constexpr int digits = 12;
    return QString::number(number, 'g', digits).toDouble();
}

double distance(double a, double b)
{
    const bool positive = a > 0.0 && b > 0.0;
    return positive ? std::abs(std::log(a / b)) : std::abs(a - b);
}

} // namespace

QString exact_text(double number)
{
    std::array<char, 400> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::fixed);
    return result.ec == std::errc() ? QString::fromLatin1(buffer.data(), result.ptr - buffer.data()) : QString();
}

std::vector<double> powers_of_two(double minimum, double maximum)
{
    std::vector<double> candidates;
    double power = 1.0;
    while (power < maximum) {
        candidates.push_back(power);
        power *= 2.0;
    }
    return within(minimum, maximum, candidates);
}

std::vector<double> one_two_five(double minimum, double maximum)
{
    std::vector<double> candidates;
    double decade = minimum > 0.0 ? std::pow(10.0, std::floor(std::log10(minimum))) : 1.0;
    while (decade < maximum) {
        for (const double factor : {1.0, 2.0, 5.0}) candidates.push_back(as_decimal(decade * factor));
        decade *= 10.0;
    }
    return within(minimum, maximum, candidates);
}

std::vector<double> even_steps(double minimum, double maximum, double step)
{
    std::vector<double> candidates;
    for (int i = 1; minimum + step * i < maximum; ++i) candidates.push_back(as_decimal(minimum + step * i));
    return within(minimum, maximum, candidates);
}

int nearest_step(const std::vector<double>& steps, double number)
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        if (distance(steps[i], number) < distance(steps[best], number)) best = i;
    }
    return static_cast<int>(best);
}

} // namespace rigwright
