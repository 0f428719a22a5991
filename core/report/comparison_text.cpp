// SPDX-License-Identifier: Apache-2.0
#include "core/report/comparison_text.h"

#include "core/json/characters.h"
#include "core/text/number_text.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

const std::string unknown = "–";
const std::string minus_sign = "−";

std::string signed_text(Value difference, const Messages& words)
{
    const std::string sign = difference.number < 0.0 ? minus_sign : "+";
    difference.number = std::fabs(difference.number);
    return sign + text_of(difference, words.language());
}

/// Ratios from ten on are written as factors rather than percentages.
constexpr double as_factor = 10.0;

/// Whole percents, or a factor.
std::string relative_text(double ratio, const Messages& words)
{
    if (ratio >= as_factor) return words.text("compare.times", {{"factor", significant(ratio, 2)}});
    const double percent = std::round((ratio - 1.0) * 100.0);
    const std::string sign = percent < 0.0 ? minus_sign : percent > 0.0 ? "+" : "±";
    return sign + significant(std::fabs(percent), 1) + "%";
}

/// Whether a sum of prices is a lower bound.
bool lacks_prices(const ComparedRow& row)
{
    return std::ranges::any_of(row.values, [](const std::optional<ComparedValue>& value) {
        return value && !value->hypothetical && value->is_lower_bound();
    });
}

} // namespace

std::string row_name(const ComparedRow& row, const Messages& words)
{
    const std::string own = "compare." + row.quantity;
    return words.text(words.has(own) ? own : "quantity." + row.quantity);
}

std::string verdict_text(const ComparedVerdict& verdict, const Messages& words)
{
    if (!verdict.verdict) return "–";
    std::string text = words.text("verdict." + std::string(key_of(*verdict.verdict)));
    if (verdict.blocking > 0)
        text = words.text("verdict-blocked", {{"verdict", text}, {"count", value_of(Count(verdict.blocking))}});
    if (!verdict.rough_memory && !verdict.rough_time) return text;
    const char* rough = !verdict.rough_memory ? "verdict-rough.time"
                        : verdict.rough_time  ? "verdict-rough.both"
                                              : "verdict-rough.memory";
    return words.text(rough, {{"verdict", text}});
}

std::string working_text(const Comparison& comparison, const std::vector<std::string>& names)
{
    std::vector<std::size_t> working;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (comparison.verdicts[i].works()) working.push_back(i);
    if (working.size() == names.size()) return {};
    return joined(working, [&](std::size_t build) { return names[build]; });
}

std::string compared_text(const std::optional<ComparedValue>& value, const Messages& words)
{
    if (!value) return unknown;
    return text_of(at_least(value->value, value->is_lower_bound()), words.language());
}

std::string range_text(const ComparedValue& value, const Messages& words)
{
    const auto end = [&](double number) {
        Value shown = value.value;
        shown.number = number;
        return text_of(shown, words.language());
    };
    return range_between(end(value.low), end(value.high));
}

std::string margin_text(double margin, const Messages& words)
{
    const double ratio = 1.0 + margin;
    if (ratio >= as_factor) return words.text("compare.times", {{"factor", significant(ratio, 2)}});
    return (margin < 0.0 ? minus_sign : "") + text_of({std::fabs(margin), Unit::share}, words.language());
}

std::string delta_text(const Delta& delta, const ComparedValue& baseline, const Messages& words)
{
    const double base = baseline.value.number;
    const bool counted = delta.difference.unit == Unit::count;
    if (delta.difference.number == 0.0) return "=";
    const std::string text = base > 0.0 && !counted ? relative_text((base + delta.difference.number) / base, words)
                                                    : signed_text(delta.difference, words);
    return delta.clear ? text : "~" + text;
}

std::string ranking_text(const ComparedRow& row, const std::vector<std::string>& names, const Messages& words)
{
    switch (row.ranking) {
    case Ranking::none: return {};
    case Ranking::best: return names[*row.best];
    case Ranking::no_clear_winner:
        if (lacks_prices(row)) return words.text("compare.ranking.prices-missing");
        if (!row.leaders.empty())
            return words.text("compare.ranking.one-of",
                              {{"names", joined(row.leaders, [&](std::size_t leader) { return names[leader]; })}});
        [[fallthrough]];
    case Ranking::equal:
    case Ranking::different_units:
    case Ranking::different_batches: return words.text(std::string("compare.ranking.") + key_of(row.ranking));
    }
    return {};
}

namespace {

MessageCode word_of(SampleKind kind) { return {std::string("samples.") + key_of(kind)}; }

/// Width, height and, for a volume, depth.
std::string extents(const ModelInput& input)
{
    if (!input.image_height || !input.image_width) return {};
    const std::string area = std::to_string(*input.image_width) + " × " + std::to_string(*input.image_height);
    return input.image_depth ? area + " × " + std::to_string(*input.image_depth) : area;
}

std::string tokens(const ModelInput& input, const Messages& messages)
{
    if (!input.sequence_length) return {};
    std::string count = grouped(*input.sequence_length);
    if (input.target_sequence_length) count += " + " + grouped(*input.target_sequence_length);
    return messages.text("samples.tokens", {{"count", count}});
}

} // namespace

std::string input_text(const ModelInput& input, const Messages& messages)
{
    const std::string image = extents(input);
    const std::string text = tokens(input, messages);
    return image.empty() || text.empty() ? image + text : image + ", " + text;
}

std::string reason_text(const ModelRow& row, const Messages& messages)
{
    if (row.data_holds && row.reads)
        return messages.text("samples.mismatch", {{"reads", word_of(*row.reads)}, {"holds", word_of(*row.data_holds)}});
    return row.errors.empty() ? std::string() : messages.text_of_finding(row.errors.front());
}

} // namespace rigwright
