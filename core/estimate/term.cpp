// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/term.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace rigwright {

namespace {

/// A number written into a formula: "2", "0.5".
std::string written(double number)
{
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, std::chars_format::fixed);
    return {digits.data(), end.ptr};
}

} // namespace

int digits_of_difference(double a, double b)
{
    // The usual digits of "2.1 days" tell numbers apart that differ by a twentieth.
    constexpr double small = 1.0 / 20.0;
    constexpr double rounding = 1e-12;
    constexpr int most = 9;
    const double larger = std::max(std::abs(a), std::abs(b));
    const double difference = std::abs(a - b);
    if (difference <= rounding * larger || difference > small * larger) return 0;
    return std::min(most, static_cast<int>(std::log10(larger / difference)) + 1);
}

bool is_assumption(std::string_view coefficient)
{
    static constexpr auto assumptions = std::to_array<std::string_view>({
#include "core/estimate/coefficients/assumptions.inc"
    });
    return std::ranges::find(assumptions, coefficient) != assumptions.end();
}

Derivation Term::Node::working() const
{
    Derivation working = head;
    for (const Operand& operand : operands) {
        Derivation& input = working.inputs.emplace_back(operand.node->working());
        input.symbol = std::to_string(working.inputs.size() - 1);
        input.more_digits = operand.more_digits;
    }
    return working;
}

Term Term::of(std::shared_ptr<const Node> node, double amount)
{
    Term term(amount);
    term.expression_ = std::make_shared<const Expression>(Expression{"{0}", closed, {Operand{std::move(node), 0}}});
    return term;
}

Term Term::of(Node node, double amount) { return of(std::make_shared<const Node>(std::move(node)), amount); }

std::string Term::renumbered(const Expression& expression, std::vector<Operand>& all)
{
    if (all.empty()) {
        all = expression.operands;
        return expression.text;
    }
    std::vector<std::string> places;
    for (const Operand& operand : expression.operands) {
        auto found = std::ranges::find(all, operand.node, &Operand::node);
        if (found == all.end()) found = all.insert(all.end(), operand);
        found->more_digits = std::max(found->more_digits, operand.more_digits);
        places.push_back(std::to_string(found - all.begin()));
    }
    std::string result;
    const std::string& text = expression.text;
    for (std::size_t i = 0; i < text.size(); ++i) {
        result += text[i];
        if (text[i] != '{') continue;
        const std::size_t close = text.find('}', i);
        result += places[std::stoul(text.substr(i + 1, close - i - 1))];
        i = close - 1;
    }
    return result;
}

Term Term::joined(double amount, std::string_view sign, const Term& a, const Term& b, Strength strength,
                  bool is_inverse)
{
    auto whole = std::make_shared<Expression>();
    const auto add = [&](const Term& term, bool needs_stronger) {
        const bool known = term.expression_ != nullptr;
        const std::string text = known ? renumbered(*term.expression_, whole->operands) : written(term.amount_);
        const Strength own = known ? term.expression_->strength : closed;
        const bool bracket = needs_stronger ? own <= strength : own < strength;
        whole->text += bracket ? "(" + text + ")" : text;
    };
    add(a, false);
    whole->text += sign;
    add(b, is_inverse);
    whole->strength = strength;
    if (sign == minus)
        for (Operand& operand : whole->operands)
            operand.more_digits = std::max(operand.more_digits, digits_of_difference(a.amount_, b.amount_));
    Term term(amount);
    term.expression_ = std::move(whole);
    return term;
}

Term Term::called(double amount, std::string_view before, std::span<const Term* const> arguments,
                  std::string_view after, std::string_view between)
{
    Term term(amount);
    if (std::ranges::all_of(arguments, [](const Term* argument) { return argument->expression_ == nullptr; }))
        return term;
    auto whole = std::make_shared<Expression>();
    whole->text = before;
    for (const Term* argument : arguments) {
        if (argument != arguments.front()) whole->text += between;
        whole->text += argument->expression_ == nullptr ? written(argument->amount_)
                                                        : renumbered(*argument->expression_, whole->operands);
    }
    whole->text += after;
    term.expression_ = std::move(whole);
    return term;
}

Term max(const Term& a, const Term& b) { return Term::called(std::max(a.amount_, b.amount_), "max(", {&a, &b}, ")"); }

Term max(const Term& a, const Term& b, const Term& c)
{
    return Term::called(std::max({a.amount_, b.amount_, c.amount_}), "max(", {&a, &b, &c}, ")");
}

Term largest_of(std::span<const Term> all)
{
    std::vector<const Term*> terms;
    for (const Term& term : all) terms.push_back(&term);
    const auto smaller = [](const Term* a, const Term* b) { return a->amount_ < b->amount_; };
    return Term::called((*std::ranges::max_element(terms, smaller))->amount_, "max(", terms, ")");
}

Term min(const Term& a, const Term& b) { return Term::called(std::min(a.amount_, b.amount_), "min(", {&a, &b}, ")"); }

Term sqrt(const Term& a) { return Term::called(std::sqrt(a.amount_), "√(", {&a}, ")"); }

Term ln(const Term& a) { return Term::called(std::log(a.amount_), "ln(", {&a}, ")"); }

Term floor(const Term& a) { return Term::called(std::floor(a.amount_), "⌊", {&a}, "⌋"); }

Term square(const Term& a)
{
    const bool bracket = a.expression_ != nullptr && a.expression_->strength != Term::closed;
    return Term::called(a.amount_ * a.amount_, bracket ? "(" : "", {&a}, bracket ? ")²" : "²");
}

Term pow(const Term& base, const Term& exponent)
{
    return Term::called(std::pow(base.amount_, exponent.amount_), "(", {&base, &exponent}, ")", ")^(");
}

Term ceil(const Term& a) { return Term::called(std::ceil(a.amount_), "⌈", {&a}, "⌉"); }

Term exp(const Term& a) { return Term::called(std::exp(a.amount_), "e^(", {&a}, ")"); }

Term expm1(const Term& a) { return Term::called(std::expm1(a.amount_), "(e^(", {&a}, ") − 1)"); }

Derivation Term::working(std::string symbol) const
{
    Derivation working = expression_->operands.front().node->working();
    working.symbol = std::move(symbol);
    return working;
}

Term smooth_maximum(const Term& a, const Term& b)
{
    // In brackets, since a number has its unit: "(128 µs)⁴".
    return Term::called(smooth_maximum(a.amount_, b.amount_), "((", {&a, &b}, ")⁴)^¼", ")⁴ + (");
}

Term Term::beside(const Term& other) const
{
    if (expression_ == nullptr || other.expression_ == nullptr) return *this;
    auto whole = std::make_shared<Expression>(*expression_);
    renumbered(*other.expression_, whole->operands);
    Term term(amount_);
    term.expression_ = std::move(whole);
    return term;
}

Term Trace::kept_field(std::string_view path, double amount, const Measure& measure)
{
    return Term::of({from_field({}, std::string(path), measure.value(amount)), {}}, amount);
}

Term Trace::kept_coefficient(std::string_view key, double amount, const Measure& measure)
{
    return Term::of({rigwright::coefficient({}, std::string(key), measure.value(amount)), {}}, amount);
}

Term Trace::kept(std::string_view id, double amount, const Measure& measure, std::string_view source,
                 std::string_view origin)
{
    return Term::of({leaf({}, std::string(id), measure.value(amount), std::string(source), std::string(origin)), {}},
                    amount);
}

Term Trace::given(Derivation derivation, double amount)
{
    if (!keeps_) return amount;
    return Term::of({std::move(derivation), {}}, amount);
}

Term Trace::kept_before(std::string_view id, double amount, const Measure& measure)
{
    const auto before = named_.find(id);
    return before == named_.end() ? kept(id, amount, measure, {}, {}) : Term::of(before->second, amount);
}

Term Trace::kept_as(std::string_view id, std::string_view other_name, double amount)
{
    Term::Node node = *named_.find(id)->second;
    node.head.quantity = "quantity." + std::string(other_name);
    return keep(other_name, Term::of(std::move(node), amount));
}

Term Trace::kept_result(std::string_view id, const Term& term, const Measure& measure, std::string_view source)
{
    Derivation head;
    head.quantity = "quantity." + std::string(id);
    head.source = source;
    return keep(id, name(std::move(head), term, measure));
}

Term Trace::keep(std::string_view id, const Term& term)
{
    if (keeps_ && term.expression_ != nullptr)
        named_.insert_or_assign(std::string(id), term.expression_->operands.front().node);
    return term;
}

void Trace::add(std::string_view id, const Term& summand, const Value& sum)
{
    const auto before = named_.find(id);
    if (before == named_.end()) return;
    Term::Node node = *before->second;
    node.head.formula += " + {" + std::to_string(node.operands.size()) + "}";
    node.head.value = sum;
    node.operands.push_back(summand.expression_->operands.front());
    keep(id, Term::of(std::move(node), sum.number));
}

Term Trace::name(Derivation head, const Term& term, Measure measure) const
{
    if (!keeps_) return term;
    if (term.expression_ == nullptr) {
        head.value = measure.value(term.amount_);
        return Term::of({std::move(head), {}}, term.amount_);
    }
    const Term::Expression& whole = *term.expression_;
    // A leaf with the same name already gives the reason why there is nothing to compute.
    if (whole.operands.size() == 1 && whole.operands.front().node->head.quantity == head.quantity) return term;
    head.value = measure.value(term.amount_);
    head.formula = "=" + whole.text;
    return Term::of({std::move(head), whole.operands}, term.amount_);
}

std::optional<Derivation> Trace::find(std::string_view id) const
{
    const auto found = named_.find(id);
    return found == named_.end() ? std::nullopt : std::optional(found->second->working());
}

} // namespace rigwright
