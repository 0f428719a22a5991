// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/quantities/words.h"
#include "core/validation/case.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rigwright {

/// A reading beside what the engine says.
struct Outcome {
    std::string id;
    std::string source;
    std::string kind_of_model;
    std::string gpu;
    Reading reading;
    /// Empty when it could not be computed; `errors` then says why.
    std::optional<double> predicted;
    std::vector<Finding> errors;

    /// `credited_error` of a prediction that is there.
    double error() const { return credited_error(reading, predicted.value_or(0.0)); }
};

/// Every reading of a case beside its prediction, in the order of the case.
std::vector<Outcome> outcomes_of(const Case& published, const EngineData& data);

/// What an estimate says of a kind that is a quantity of it; nothing of other kinds.
std::optional<double> estimated_figure(const Estimate& estimate, ReadingKind kind);

/// What an evaluation says of a kind; nothing where the scenario gives no such figure. Bytes kept at a batch or format
/// other than the scenario's are not among them.
std::optional<double> predicted_figure(const Evaluation& evaluation, const EngineData& data, ReadingKind kind);

/// A prediction that is this much too low counts as an underestimate.
inline constexpr double underestimate_limit = 0.03;

/// Errors of several predictions. `median`, `mean` and `p90` are of the sizes of the errors; `bias` is the mean with
/// signs, positive where the engine says too much; `under` is the share predicted more than 3 % too low.
struct ErrorSummary {
    std::size_t count = 0;
    double median = 0.0;
    double mean = 0.0;
    double p90 = 0.0;
    double bias = 0.0;
    double under = 0.0;
};
ErrorSummary summary_of(std::span<const double> errors);

/// The value below which the share `share` of `values` lies, linear between neighbours; `values` must not be empty.
double quantile(std::vector<double> values, double share);

/// What a table groups by.
enum class Grouping { kind, source, kind_of_model, everything, mean_of_sources };
template <>
inline constexpr std::array<std::string_view, 5> words<Grouping>{"kind", "source", "class", "all", "mean-of-sources"};

struct GroupRow {
    Grouping grouping = Grouping::everything;
    std::string name;
    ErrorSummary errors;
};

/// Largest batches against measured bounds.
struct BoundSummary {
    std::size_t inside = 0;
    std::size_t count = 0;
};

/// How far the measured figure may lie from the predicted one: quantiles of measured / predicted.
struct Interval {
    ReadingKind kind = ReadingKind::device;
    std::size_t count = 0;
    /// 80 % of the measured figures lie between `low` and `high` times the prediction; 98 % below `margin` times.
    double low = 0.0;
    double high = 0.0;
    double margin = 0.0;
};

/// The tables of one domain. `rows` are in the order: all, mean of sources, by kind, by source, by kind of model; names
/// in their alphabetical order.
struct DomainSummary {
    Domain domain = Domain::memory;
    std::vector<GroupRow> rows;
    /// Of structure: how many predictions equal the measured figure to the last unit.
    std::size_t exact = 0;
    std::size_t count = 0;
    std::optional<BoundSummary> bounds;
    std::vector<Interval> intervals;
};

/// One summary for each domain that has a prediction. What could not be computed is in none of them.
std::vector<DomainSummary> summarize(const std::vector<Outcome>& outcomes);

} // namespace rigwright
