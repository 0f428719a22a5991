// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/quantities/value.h"
#include "core/scenario/fields.h"

#include <optional>
#include <span>
#include <string_view>

namespace rigwright {

/// Whether less or more of a quantity is better.
enum class PreferredDirection { less, more, none };

/// What decides whether a quantity is shown, and how.
enum class QuantityScope {
    always,
    /// Shown for training only; the file of an inference contains what the estimate contains.
    training,
    /// Compares with the usable memory: in a file only together with a verdict.
    judged,
    /// A sum of the purchase's prices: a lower bound where lines of the bill have none.
    priced,
};

/// The source of a quantity's 80% range; all empty: no range.
struct QuantityRange {
    /// The quantities that are its ends.
    std::string_view low{};
    std::string_view high{};
    /// Or the quantity whose relative range it shares, inverted where more is better.
    std::string_view like{};
};

/// One figure of an estimate: a number, a flag or a word. Files, comparisons, reports, sweeps, lessons, workings and
/// the window read the same rows.
struct EstimateQuantity {
    /// Its place in an estimate file ("time.step_seconds"). "quantity.<id>" is the message that names it.
    std::string_view id;
    /// Of the value of a number.
    Unit unit = Unit::ratio;
    /// The value as files write it; empty if the estimate lacks it or it is out of range.
    FieldValue (*read)(const Estimate&) = nullptr;
    QuantityScope scope = QuantityScope::always;
    PreferredDirection direction = PreferredDirection::none;
    QuantityRange range{};
    /// Value units per file unit: 3600 where the file counts hours.
    double file_unit = 1.0;
};

/// In the order of the estimate file.
std::span<const EstimateQuantity> estimate_quantities();
/// Null for an id that no row has.
const EstimateQuantity* quantity_of(std::string_view id);

/// The value in an estimate file.
FieldValue file_value(const EstimateQuantity& quantity, const Estimate& estimate);

/// The number in an estimate file, with its unit; also empty for flags and words.
std::optional<Value> number_of(const EstimateQuantity& quantity, const Estimate& estimate);
std::optional<Value> number_of(std::string_view id, const Estimate& estimate);

/// The number as shown to the user; empty for an unknown id or a missing figure.
std::optional<Value> quantity_value(const Evaluation& evaluation, std::string_view id);

/// Whether a sum of prices lacks some of them.
bool is_lower_bound(const EstimateQuantity& quantity, const Estimate& estimate);

/// The interval of a number; both ends are `value` where the quantity has none.
struct ValueRange {
    double low = 0.0;
    double high = 0.0;
};
ValueRange range_of(const EstimateQuantity& quantity, const Value& value, const Estimate& estimate);

} // namespace rigwright
