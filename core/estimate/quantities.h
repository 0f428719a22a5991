// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/quantities/value.h"
#include "core/scenario/fields.h"

#include <optional>
#include <span>
#include <string_view>

namespace rigwright {

/// Which way of a quantity is the good one.
enum class PreferredDirection { less, more, none };

/// What decides whether a quantity is shown, and how.
enum class QuantityScope {
    always,
    /// An inference does not have it; its file holds what the estimate happens to hold.
    training,
    /// Compares with the usable memory. A file says it beside a verdict only.
    judged,
    /// A sum of the purchase's prices: a lower bound where lines of the bill have none.
    priced,
};

/// Where a quantity's 80 % interval is from; no range where all is empty.
struct QuantityRange {
    /// The quantities that are its ends.
    std::string_view low{};
    std::string_view high{};
    /// Or the quantity whose relative range it has; what is better when it grows has it upside down.
    std::string_view like{};
};

/// One thing that an estimate says: a number, a flag or a word. Files, comparisons, reports, sweeps, lessons, workings
/// and the window read the same rows.
struct EstimateQuantity {
    /// Its place in an estimate file ("time.step_seconds"). "quantity.<id>" is the message that names it.
    std::string_view id;
    /// Of the value of a number.
    Unit unit = Unit::ratio;
    /// As files write it; empty where the estimate does not have it or it has left the range of its type.
    FieldValue (*read)(const Estimate&) = nullptr;
    QuantityScope scope = QuantityScope::always;
    PreferredDirection direction = PreferredDirection::none;
    QuantityRange range{};
    /// Units of the value in one of the file's: 3600 where a file counts hours.
    double file_unit = 1.0;
};

/// In the order of the estimate file.
std::span<const EstimateQuantity> estimate_quantities();
/// Null for an id that no row has.
const EstimateQuantity* quantity_of(std::string_view id);

/// What a file says of the estimate.
FieldValue told(const EstimateQuantity& quantity, const Estimate& estimate);

/// The number that a file says, with its unit; empty for flags and words too.
std::optional<Value> number_of(const EstimateQuantity& quantity, const Estimate& estimate);
std::optional<Value> number_of(std::string_view id, const Estimate& estimate);

/// The number that a person is shown of an evaluation; empty for an unknown id and where it does not have it.
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
