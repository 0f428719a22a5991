// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/term.h"
#include "core/hardware/catalog.h"
#include "core/quantities/value.h"
#include "core/scenario/fields.h"
#include "core/text/messages.h"

#include <cstdint>
#include <string>

namespace rigwright {

/// One node of an explanation tree as text. Unused lines are empty.
struct WorkingText {
    /// "Memory of one GPU"
    std::string name;
    std::string value;
    /// The formula with the inputs' names, and with their values; only one if both are equal.
    std::string formula;
    std::string substituted;
    /// "the sum of its 8 parts": replaces both if the inputs follow with their values, one per line.
    std::string list;
    std::string source;
    /// "assumption", if the number is an assumption.
    std::string remark;
};

WorkingText render(const Derivation& working, const Messages& messages);

/// The whole tree as indented lines, two spaces per level, each with a line break. What was worked out above is one line.
std::string render_tree(const Derivation& working, const Messages& messages);

/// A number with its unit for display, independent of the system's locale: three significant digits (four for work,
/// compute rates and pure numbers), whole numbers without a fraction, pure numbers without trailing zeros, commas
/// between thousands, a point before decimals.
///
/// Memory has binary prefixes ("18.2 GiB"); storage, rates and work have decimal ones ("3.84 TB", "1,008 GB/s",
/// "162.4 GFLOP"). Times range from nanoseconds to years ("230 ms", "12.3 s", "3 h 40 min", "2.1 days"). Counts are
/// exact. A non-finite number is a dash.
std::string text_of(Value value, Language language);

/// An amount of money, from 10,000 on in three digits: "CN¥242k", "¥24.2万"; below as `text_of`.
std::string short_money(Value amount, Language language);

/// The value of a setting: a number with its unit, amounts of money in `currency`; the name of a part; the words of a
/// choice. Empty for no value. Settings of a model's shape are pure numbers and words.
std::string field_text(std::string_view path, const FieldValue& value, std::string_view currency,
                       const Catalog& hardware, const Messages& messages);

/// All digits, with commas between thousands.
std::string grouped(std::int64_t number);

/// `digits` significant digits without unit; digits before the point are never rounded away.
std::string significant(double number, int digits);

/// The decimal exponent of a positive number after rounding to `digits` significant digits: 0 for 1 to 9.99...
int rounded_exponent(double number, int digits);

/// `number` rounded to `digits` significant digits.
double rounded_to(double number, int digits);

/// `number` with exactly `decimals` digits after the point; commas between thousands if the whole part reaches
/// `group_from`.
std::string fixed(double number, int decimals, double group_from = 1000.0);

/// Both ends of a range. A shared unit is written once, and omitted if the number of the range has it too: "33.7–145
/// ms", "2.90–3.16" below "2.99 GiB", "3 h 16 – 5 h 23 min".
std::string range_between(std::string low, std::string_view high, std::string_view number = {});

/// Prefixes of memory amounts: powers of 1024 (GiB), as memory is addressed, or of 1000 (GB).
enum class BytePrefixes { binary, decimal };

/// `text_of` with these prefixes for memory amounts.
std::string text_of(Value value, Language language, BytePrefixes prefixes);
/// `render` with these prefixes for memory amounts.
WorkingText render(const Derivation& working, const Messages& messages, BytePrefixes prefixes);

} // namespace rigwright
