// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/number_text.h"

#include <QRegularExpression>

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

/// Converts digits, signs and marks of Chinese input to ASCII.
QString in_ascii(QString text)
{
    constexpr char16_t first_full_width = u'\uff01';
    constexpr char16_t last_full_width = u'\uff5e';
    for (QChar& c : text) {
        if (c >= QChar(first_full_width) && c <= QChar(last_full_width))
            c = QChar(char16_t(c.unicode() - first_full_width + u'!'));
    }
    return text;
}

/// Digits in groups of three: at least two groups with the same separator.
std::optional<double> grouped_number(const QString& text, const QLocale& locale)
{
    static const QRegularExpression form(
        QStringLiteral("^([+-]?[1-9][0-9]{0,2})([,.'\\x{2019} \\x{a0}\\x{2009}\\x{202f}])"
                       "([0-9]{3}(?:\\2[0-9]{3})*)(?:([.,])([0-9]+))?$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch()) return std::nullopt;
    const QString separator = match.captured(2);
    const QString decimal = match.captured(4);
    const bool comma_is_decimal = locale.decimalPoint() == QLatin1String(",");
    const bool several = match.captured(3).contains(separator);
    if (separator == decimal || (decimal == QLatin1String(",") && !comma_is_decimal)) return std::nullopt;
    if (separator == QLatin1String(".") && !comma_is_decimal) return std::nullopt;
    if (separator == QLatin1String(",") && comma_is_decimal && !several) return std::nullopt;
    QString digits = match.captured(1) + match.captured(3);
    digits.remove(separator);
    if (!decimal.isEmpty()) digits += QLatin1Char('.') + match.captured(5);
    return QLocale::c().toDouble(digits);
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

std::optional<double> number_from_text(const QString& text, const QLocale& locale)
{
    const QString trimmed = in_ascii(text.trimmed());
    for (QLocale reader : {QLocale::c(), locale}) {
        reader.setNumberOptions(QLocale::RejectGroupSeparator);
        bool understood = false;
        const double number = reader.toDouble(trimmed, &understood);
        if (understood && std::isfinite(number)) return number;
    }
    return grouped_number(trimmed, locale);
}

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
