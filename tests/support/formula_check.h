// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/term.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright::test {

/// Evaluates the formula of a working with the values of its inputs.
class Calculator {
public:
    /// `practical`: in hours and kilowatts, as prices are given.
    Calculator(const Derivation& node, bool practical)
        : inputs_(node.inputs),
          text_(std::string_view(node.formula).substr(1)),
          practical_(practical)
    {}

    double result()
    {
        const double value = sum();
        if (!text_.empty()) qFatal("left of a formula: %s", std::string(text_).c_str());
        return value;
    }

private:
    bool take(std::string_view what)
    {
        if (!text_.starts_with(what)) return false;
        text_.remove_prefix(what.size());
        return true;
    }
    double sum()
    {
        double value = product();
        while (true) {
            if (take(" + "))
                value += product();
            else if (take(" − "))
                value -= product();
            else
                return value;
        }
    }
    double product()
    {
        double value = power();
        while (true) {
            if (take(" × "))
                value *= power();
            else if (take(" ÷ "))
                value /= power();
            else
                return value;
        }
    }
    /// Powers that a smooth maximum has, and narrowed ranges.
    double power()
    {
        double value = single();
        if (take("²")) value *= value;
        if (take("⁴")) value = std::pow(value, 4.0);
        if (take("^¼")) value = std::pow(value, 0.25);
        if (take("^(")) value = std::pow(value, bracket(sum()));
        return value;
    }
    double bracket(double value, const char* end = ")")
    {
        if (!take(end)) qFatal("no %s at %s", end, std::string(text_).c_str());
        return value;
    }
    double extreme(bool largest)
    {
        double value = sum();
        while (take("; ")) value = largest ? std::max(value, sum()) : std::min(value, sum());
        return bracket(value);
    }
    double single()
    {
        if (take("max(")) return extreme(true);
        if (take("min(")) return extreme(false);
        if (take("⌈")) return bracket(std::ceil(sum() - 1e-9), "⌉");
        if (take("⌊")) return bracket(std::floor(sum() + 1e-9), "⌋");
        if (take("ln(")) return std::log(bracket(sum()));
        if (take("√(")) return std::sqrt(bracket(sum()));
        if (take("e^(")) return std::exp(bracket(sum()));
        if (take("(")) return bracket(sum());
        if (take("{")) {
            const std::size_t close = text_.find('}');
            const std::string symbol(text_.substr(0, close));
            text_.remove_prefix(close + 1);
            const auto input = std::ranges::find(inputs_, symbol, &Derivation::symbol);
            if (input == inputs_.end()) qFatal("no input %s", symbol.c_str());
            const double number = input->value.number;
            if (practical_ && input->value.unit == Unit::seconds) return number / 3600.0;
            return practical_ && input->value.unit == Unit::watts ? number / 1000.0 : number;
        }
        std::size_t used = 0;
        const double number = std::stod(std::string(text_), &used);
        text_.remove_prefix(used);
        return number;
    }

    const std::vector<Derivation>& inputs_;
    std::string_view text_;
    bool practical_;
};

/// Units of the formulas over units of the values: hours, kilowatt-hours, kilowatts, petaflop/s-days, GiB, and none.
inline bool is_conversion(double factor)
{
    constexpr std::array sizes{1.0, 3600.0, 3.6e6, 1000.0, 8.64e19, 1073741824.0};
    return std::ranges::any_of(sizes, [factor](double size) {
        return std::abs(factor / size - 1.0) < 1e-6 || std::abs(factor * size - 1.0) < 1e-6;
    });
}

/// The number of formulas that were evaluated; those that give another number than the one beside them are listed.
inline int check_formulas(const Derivation& node, QStringList& problems)
{
    int checked = 0;
    if (node.formula.starts_with('=')) {
        ++checked;
        const double result = Calculator(node, false).result();
        const double shown = node.value.number;
        // Bytes are the sum of a few rounded amounts; the rest of an exponential is below a femtosecond.
        const double tolerance = node.value.unit == Unit::bytes     ? 1.0
                                 : node.value.unit == Unit::count   ? 0.5
                                 : node.value.unit == Unit::seconds ? std::max(1e-15, 1e-9 * shown)
                                                                    : 1e-9 * std::abs(shown);
        const bool equal = std::abs(result - shown) <= tolerance;
        // A difference of two times that are nearly equal keeps few digits.
        const bool rest = node.quantity == "quantity.time.run_parts.failures";
        if (!equal && !rest && !is_conversion(result / shown) &&
            !is_conversion(Calculator(node, true).result() / shown))
            problems << QStringLiteral("%1 = %2: %3 instead of %4")
                            .arg(QString::fromStdString(node.quantity), QString::fromStdString(node.formula))
                            .arg(result)
                            .arg(shown);
    }
    for (const Derivation& input : node.inputs) checked += check_formulas(input, problems);
    return checked;
}

} // namespace rigwright::test
