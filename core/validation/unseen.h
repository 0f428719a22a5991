// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/engine_data.h"
#include "core/estimate/time/time_range.h"
#include "core/validation/case.h"
#include "core/validation/outcome.h"
#include "core/validation/refit.h"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rigwright {

/// Distance of a measured figure from its prediction, and the range that the program shows for it.
struct Residual {
    Domain domain = Domain::time;
    /// ln (measured / predicted); as times even if the source prints a speed.
    double error = 0.0;
    /// Bounds of the range in the same measure.
    double low = 0.0;
    double high = 0.0;
    /// Only for times.
    std::optional<RangeCauses> causes{};
    /// Only for memory: the record of section "memory_range" of its range.
    std::string_view memory_range{};

    bool covered() const { return error >= low && error <= high; }
};

/// A published run of a source that no coefficient was fitted on, and the program's results for it.
struct UnseenRun {
    std::string id;
    std::string source;
    std::string kind_of_model;
    /// "A", "B" or "C".
    std::string certainty;
    /// No width of a time is fitted on it.
    bool judges_time = false;
    /// No range of memory is fitted on it.
    bool judges_memory = false;
    std::vector<Residual> residuals;
    /// Empty if the source prints no figure of a run that was tried.
    std::optional<bool> ran;
    /// Empty without an estimate.
    std::optional<Verdict> verdict;
};

/// The computed cases that are marked as unseen. A figure without a prediction has no residual.
std::vector<UnseenRun> unseen_runs(std::span<const Case> cases, const EngineData& data);

/// The fitted cases, estimated by fits that left their source out: speeds, and readings of memory. Without ranges.
std::vector<UnseenRun> left_out_runs(std::span<const RefitRow> speeds, std::span<const Outcome> readings);

/// The relevant residuals, by source.
std::map<std::string, std::vector<Residual>> residuals_by_source(
    std::span<const UnseenRun> runs, const std::function<bool(const UnseenRun&, const Residual&)>& counts);

/// The residuals of one row. Errors are factors minus one. Shares "by source" have equal weight per source.
struct UnseenScore {
    std::size_t cases = 0;
    std::size_t sources = 0;
    double median_of_sources = 0.0;
    double mean = 0.0;
    double within_quarter = 0.0;
    double covered = 0.0;
    double covered_by_source = 0.0;
    /// 5th and 95th percentile of `covered_by_source` over bootstrap samples of the sources.
    double covered_least = 0.0;
    double covered_most = 0.0;
    /// Width of the range plus ten times the excess outside it, in logarithms: the score of an 80% interval (Winkler
    /// 1972), with equal weight per source; smaller is better.
    double interval_score = 0.0;
    /// Median of half the width of the range, in logarithms.
    double half_width = 0.0;
};

/// Score of one domain over the relevant runs.
UnseenScore score_unseen(std::span<const UnseenRun> runs, Domain domain,
                         const std::function<bool(const UnseenRun&)>& counts);

/// Classes with at least ten figures in a domain, most figures first.
std::vector<std::string> scored_classes(std::span<const UnseenRun> runs, Domain domain);

/// Plans that ran and those among them that the program rejects; plans that ran out of memory, those that it rejects
/// and those that it reports as fitting.
struct VerdictScore {
    std::size_t ran = 0;
    std::size_t ran_refused = 0;
    std::size_t failed = 0;
    std::size_t failed_refused = 0;
    std::size_t failed_fits = 0;
};
VerdictScore score_verdicts(std::span<const UnseenRun> runs);

} // namespace rigwright
