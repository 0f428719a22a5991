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

/// A measurement and its prediction.
struct Outcome {
    std::string id;
    std::string source;
    std::string kind_of_model;
    std::string gpu;
    Reading reading;
    /// Empty if it could not be computed; `errors` then give the reason.
    std::optional<double> predicted;
    std::vector<Finding> errors;

    /// `credited_error` of an existing prediction.
    double error() const { return credited_error(reading, predicted.value_or(0.0)); }
};

/// Every measurement of a case with its prediction, in the order of the case.
std::vector<Outcome> outcomes_of(const Case& published, const EngineData& data);

/// The figure of an estimate for a kind that is one of its quantities; empty for other kinds.
std::optional<double> estimated_figure(const Estimate& estimate, ReadingKind kind);

/// The figure of an evaluation for a kind; empty if the scenario has no such figure. Excludes saved bytes at another
/// batch or format than the scenario's.
std::optional<double> predicted_figure(const Evaluation& evaluation, const EngineData& data, ReadingKind kind);

/// A prediction that is lower by more than this share is an underestimate.
inline constexpr double underestimate_limit = 0.03;

/// Errors of multiple predictions. `median`, `mean` and `p90` are over absolute errors; `bias` is the signed mean,
/// positive if the engine predicts too much; `under` is the share predicted more than 3% too low.
struct ErrorSummary {
    std::size_t count = 0;
    double median = 0.0;
    double mean = 0.0;
    double p90 = 0.0;
    double bias = 0.0;
    double under = 0.0;
};
ErrorSummary summary_of(std::span<const double> errors);

/// The `share` quantile of `values`, linear between neighbors; `values` must not be empty.
double quantile(std::vector<double> values, double share);

/// Grouping of a table.
enum class Grouping { kind, source, kind_of_model, everything, mean_of_sources };
template <>
inline constexpr std::array<std::string_view, 5> words<Grouping>{"kind", "source", "class", "all", "mean-of-sources"};

struct GroupRow {
    Grouping grouping = Grouping::everything;
    std::string name;
    ErrorSummary errors;
};

/// Largest batches compared with measured bounds.
struct BoundSummary {
    std::size_t inside = 0;
    std::size_t count = 0;
};

/// Range of measured / predicted: quantiles.
struct Interval {
    ReadingKind kind = ReadingKind::device;
    std::size_t count = 0;
    /// 80% of the measured figures are between `low` and `high` times the prediction; 98% are below `margin` times.
    double low = 0.0;
    double high = 0.0;
    double margin = 0.0;
};

/// The tables of one domain. `rows` are in the order: all, mean of sources, by kind, by source, by kind of model; names
/// in alphabetical order.
struct DomainSummary {
    Domain domain = Domain::memory;
    std::vector<GroupRow> rows;
    /// For structure: number of predictions that equal the measured figure exactly.
    std::size_t exact = 0;
    std::size_t count = 0;
    std::optional<BoundSummary> bounds;
    std::vector<Interval> intervals;
};

/// One summary per domain with a prediction. Excludes figures that could not be computed.
std::vector<DomainSummary> summarize(const std::vector<Outcome>& outcomes);

} // namespace rigwright
