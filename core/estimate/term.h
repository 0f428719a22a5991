// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/value.h"
#include "core/scenario/finding.h"

#include <cmath>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rigwright {

/// One number with its derivation: a node of the explanation tree. Texts are message codes, so that one tree serves
/// every language.
struct Derivation {
    /// "quantity.<id>" names it: "time.step_seconds", "memory.parts.weights", ...
    std::string quantity;
    /// Arguments of the name (a layer, a part's name).
    Arguments arguments;
    Value value;
    /// "formula.<id>", "=" and the formula that computed the number, or empty for a leaf. Its places "{name}" are the
    /// `symbol`s of the inputs: rendered once with the names of the inputs' quantities and once with their values. An
    /// input without a place is only listed below the formula.
    std::string formula;
    /// "source.<id>", or text that is data (a record's own source line); empty where the formula needs none.
    std::string source;
    /// Expert judgment rather than a measurement or a definition.
    bool assumption = false;
    /// The number is a lower bound: lines of the bill have no price.
    bool lower_bound = false;
    /// The scenario field or catalog record of a leaf ("training.micro_batch", "gpus/rtx4090").
    std::string origin;
    std::vector<Derivation> inputs;
    /// The place of this number in the parent's formula.
    std::string symbol;
    /// Digits to show beyond the usual ones, for a small difference (`digits_of_difference`).
    int more_digits = 0;
};

/// Digits beyond the usual three that both numbers need so that their difference has three itself; zero unless it is
/// small.
int digits_of_difference(double a, double b);

/// "time.step_seconds" of "quantity.time.step_seconds"; empty for a node that another kind of message names.
inline std::string_view quantity_id(const Derivation& node)
{
    constexpr std::string_view kind = "quantity.";
    return node.quantity.starts_with(kind) ? std::string_view(node.quantity).substr(kind.size()) : std::string_view();
}

// Leaves of derivations.

/// A number of the scenario; `field` is its path, whose name in the message table is "field.<path>".
inline Derivation from_field(std::string symbol, std::string field, Value value)
{
    Derivation node;
    node.quantity = "field." + field;
    node.value = value;
    node.origin = std::move(field);
    node.symbol = std::move(symbol);
    return node;
}

/// A number that no formula computed, with its source.
inline Derivation leaf(std::string symbol, std::string quantity, Value value, std::string source = {},
                       std::string origin = {})
{
    Derivation node;
    node.quantity = "quantity." + std::move(quantity);
    node.value = value;
    node.source = std::move(source);
    node.origin = std::move(origin);
    node.symbol = std::move(symbol);
    return node;
}

/// Whether the record of a coefficient says that it is expert judgment, not measured.
bool is_assumption(std::string_view coefficient);

/// A coefficient of hardware_db/calibration.json, whose record has the texts for its name and source.
inline Derivation coefficient(std::string symbol, const std::string& key, Value value)
{
    Derivation node =
        leaf(std::move(symbol), "coefficient." + key, value, "source.coefficient." + key, "calibration/" + key);
    node.assumption = is_assumption(key);
    return node;
}

/// Display of a term's amount: the unit, and its amount per unit of the formula.
struct Measure {
    // A unit alone is the usual measure.
    constexpr Measure(Unit shown_in, double of_one = 1.0) : unit(shown_in), scale(of_one) {} // NOLINT
    constexpr explicit Measure(CurrencyCode money) : unit(Unit::money), currency(money) {}

    Unit unit;
    double scale = 1.0;
    CurrencyCode currency{};

    Value value(double amount) const { return {amount * scale, unit, currency}; }
};

/// Hours in formulas, seconds in values.
inline constexpr Measure in_hours{Unit::seconds, seconds_per_hour};

/// (a⁴ + b⁴)^¼: the larger one, smoothed where they are similar.
inline double smooth_maximum(double a, double b)
{
    const double a2 = a * a;
    const double b2 = b * b;
    return std::sqrt(std::sqrt(a2 * a2 + b2 * b2));
}

/// A number of a formula. While a trace keeps derivations, it knows its formula and operands; otherwise an operation is
/// the arithmetic and the test of two pointers. The text of the formula is made from the operations, so it cannot
/// differ from the calculation.
class Term {
public:
    // Numbers of a formula are terms.
    Term(double amount = 0.0) : amount_(amount) {} // NOLINT

    double amount() const { return amount_; }
    bool has_working() const { return expression_ != nullptr; }

    friend Term operator+(const Term& a, const Term& b) { return join(a.amount_ + b.amount_, " + ", a, b, sum); }
    friend Term operator-(const Term& a, const Term& b) { return join(a.amount_ - b.amount_, minus, a, b, sum, true); }
    friend Term operator*(const Term& a, const Term& b) { return join(a.amount_ * b.amount_, " × ", a, b, product); }
    friend Term operator/(const Term& a, const Term& b)
    {
        return join(a.amount_ / b.amount_, " ÷ ", a, b, product, true);
    }
    friend Term max(const Term& a, const Term& b);
    friend Term max(const Term& a, const Term& b, const Term& c);
    /// `all` must not be empty.
    friend Term largest_of(std::span<const Term> all);
    friend Term min(const Term& a, const Term& b);
    friend Term sqrt(const Term& a);
    friend Term ln(const Term& a);
    friend Term ceil(const Term& a);
    friend Term floor(const Term& a);
    friend Term square(const Term& a);
    /// e to the power of the term, and the same minus one, precise near zero.
    friend Term exp(const Term& a);
    friend Term expm1(const Term& a);
    friend Term pow(const Term& base, const Term& exponent);
    friend Term smooth_maximum(const Term& a, const Term& b);

    /// The same number in a unit that is `size` times larger; formulas show units, not their conversion.
    Term in_units_of(double size) const { return rounded_as(amount_ / size); }
    /// The same formula with its amount rounded.
    Term rounded_as(double amount) const
    {
        Term term = *this;
        term.amount_ = amount;
        return term;
    }
    /// The derivation of a number that a trace gave or named, at a place of a formula. Precondition: has_working().
    Derivation working(std::string symbol = {}) const;
    /// Lists another number below the formula without using it.
    Term beside(const Term& other) const;

private:
    friend class Trace;
    struct Node;
    /// A number at a place of a formula.
    struct Operand {
        std::shared_ptr<const Node> node;
        int more_digits = 0;
    };
    /// A number with its formula and operands; derivations are built from these on request.
    struct Node {
        Derivation head;
        /// Operands of the places "{0}", "{1}", ... of the formula.
        std::vector<Operand> operands;

        Derivation working() const;
    };
    /// Precedence of the operation at the top of a formula.
    enum Strength { sum, product, closed };
    struct Expression {
        /// Operands are "{0}", "{1}", ...
        std::string text;
        Strength strength = closed;
        std::vector<Operand> operands;
    };

    static constexpr std::string_view minus = " − ";

    static Term of(std::shared_ptr<const Node> node, double amount);
    static Term of(Node node, double amount);
    /// `text` with its places renumbered to the operands in `all`; adds missing operands.
    static std::string renumbered(const Expression& expression, std::vector<Operand>& all);

    static Term join(double amount, std::string_view sign, const Term& a, const Term& b, Strength strength,
                     bool is_inverse = false)
    {
        if (a.expression_ == nullptr && b.expression_ == nullptr) return amount;
        return joined(amount, sign, a, b, strength, is_inverse);
    }
    static Term joined(double amount, std::string_view sign, const Term& a, const Term& b, Strength strength,
                       bool is_inverse);
    static Term called(double amount, std::string_view before, std::span<const Term* const> arguments,
                       std::string_view after, std::string_view between = "; ");
    static Term called(double amount, std::string_view before, std::initializer_list<const Term*> arguments,
                       std::string_view after, std::string_view between = "; ")
    {
        return called(amount, before, std::span(arguments.begin(), arguments.size()), after, between);
    }

    double amount_ = 0.0;
    std::shared_ptr<const Expression> expression_;
};

/// Gives stages of the estimate their operands and takes their results. Keeps the derivations of named results, or,
/// when it is off, nothing.
class Trace {
public:
    explicit Trace(bool keeps) : keeps_(keeps) {}

    bool keeps() const { return keeps_; }

    /// A number of the scenario; `path` names it.
    Term field(std::string_view path, double amount, const Measure& measure)
    {
        return keeps_ ? kept_field(path, amount, measure) : Term(amount);
    }
    /// A coefficient of hardware_db/calibration.json.
    Term coefficient(std::string_view key, double amount, const Measure& measure)
    {
        return keeps_ ? kept_coefficient(key, amount, measure) : Term(amount);
    }
    /// Another input of the stage: its id without "quantity.", and its source or scenario field.
    Term given(std::string_view id, double amount, const Measure& measure, std::string_view source = {},
               std::string_view origin = {})
    {
        return keeps_ ? kept(id, amount, measure, source, origin) : Term(amount);
    }
    /// A leaf with arguments in its name, or a derivation from another room.
    Term given(Derivation derivation, double amount);
    /// A quantity of an earlier stage: with its derivation if the trace has it.
    Term known(std::string_view id, double amount, const Measure& measure)
    {
        return keeps_ ? kept_before(id, amount, measure) : Term(amount);
    }
    /// A named quantity under another name, with its derivation. Precondition: the trace has it if it keeps
    /// derivations.
    Term same(std::string_view id, std::string_view other_name, double amount)
    {
        return keeps_ ? kept_as(id, other_name, amount) : Term(amount);
    }
    /// A result of the stage, used as an operand by later results.
    Term name(std::string_view id, const Term& term, const Measure& measure, std::string_view source = {})
    {
        return keeps_ ? kept_result(id, term, measure, source) : term;
    }
    /// A result whose name has arguments: `head` gives everything but value, formula and inputs.
    Term name(Derivation head, const Term& term, Measure measure) const;

    /// Keeps a derivation under its own name, and returns it.
    Term keep(std::string_view id, const Term& term);
    /// Adds a summand to a named sum, whose new value is `sum`.
    void add(std::string_view id, const Term& summand, const Value& sum);
    /// "gpus/rtx4090": the origin of a value from a catalog record.
    std::string record(std::string_view folder, std::string_view id) const
    {
        return keeps_ ? std::string(folder) + "/" + std::string(id) : std::string();
    }

    /// The derivation of a named quantity.
    std::optional<Derivation> find(std::string_view id) const;

private:
    // Variants for a trace that keeps derivations.
    Term kept_field(std::string_view path, double amount, const Measure& measure);
    Term kept_coefficient(std::string_view key, double amount, const Measure& measure);
    Term kept(std::string_view id, double amount, const Measure& measure, std::string_view source,
              std::string_view origin);
    Term kept_before(std::string_view id, double amount, const Measure& measure);
    Term kept_as(std::string_view id, std::string_view other_name, double amount);
    Term kept_result(std::string_view id, const Term& term, const Measure& measure, std::string_view source);

    bool keeps_;
    std::map<std::string, std::shared_ptr<const Term::Node>, std::less<>> named_;
};

/// The factor of a range's bound after measurements narrow the range to that share of its width.
inline Term narrowed(const Term& factor, double range_share, Trace& trace)
{
    if (range_share == 1.0) return factor;
    return pow(factor, trace.given("measured.range_share", range_share, Unit::ratio, "source.measured-by-you"));
}

/// Like `narrowed`, without a derivation.
inline double narrowed_factor(double factor, double range_share)
{
    return range_share == 1.0 ? factor : std::pow(factor, range_share);
}

} // namespace rigwright
