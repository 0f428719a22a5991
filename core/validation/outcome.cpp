// SPDX-License-Identifier: Apache-2.0
#include "core/validation/outcome.h"

#include "core/estimate/quantities.h"
#include "core/network/operator_counts.h"
#include "core/scenario/json_findings.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

namespace rigwright {

namespace {

/// The scenario of a saved-bytes measurement, which may differ from the case's own.
Scenario scenario_for(const Scenario& scenario, ReadingKind kind)
{
    constexpr std::int64_t several = 8;
    Scenario changed = scenario;
    changed.training.micro_batch = kind == ReadingKind::kept_bytes_batch8 ? several : 1;
    if (kind == ReadingKind::kept_bytes_autocast) changed.training.precision = Precision::bf16_amp;
    return changed;
}

bool has_own_scenario(ReadingKind kind)
{
    return kind == ReadingKind::kept_bytes || kind == ReadingKind::kept_bytes_batch8 ||
           kind == ReadingKind::kept_bytes_autocast;
}

std::optional<Count> mac_figure(const Evaluation& evaluation, const EngineData& data, ReadingKind kind)
{
    const Network network = evaluation_network(evaluation.scenario, data);
    const MacSplit macs = forward_macs(network);
    if (kind == ReadingKind::forward_macs) return macs.total();
    if (kind == ReadingKind::convolution_macs) return macs.convolution;
    if (kind == ReadingKind::linear_macs) return macs.linear;
    if (kind == ReadingKind::attention_macs) return macs.attention;
    if (kind == ReadingKind::commonly_quoted_macs) return thop_macs(network);
    return std::nullopt;
}

/// Weights, gradients, master weights and optimizer state, as far as they exist at the peak.
std::optional<Count> states_at_peak(const std::optional<MemoryEstimate>& memory)
{
    if (!memory) return std::nullopt;
    using enum MemoryPart;
    return (memory->part(weights) + memory->part(gradients) + memory->part(master_weights) +
            memory->part(optimizer_state))
        .count();
}

/// Figures that are not quantities of the estimate.
std::optional<Count> counted_figure(const Evaluation& evaluation, const EngineData& data, ReadingKind kind)
{
    if (kind == ReadingKind::states) return states_at_peak(evaluation.estimate->memory);
    if (kind == ReadingKind::layer_output_bytes) return layer_output_bytes(*evaluation.network).count();
    if (has_own_scenario(kind)) return evaluation.analysis->kept.at(evaluation.scenario.training.micro_batch).count();
    return mac_figure(evaluation, data, kind);
}

Outcome outcome_of(const Case& published, const Reading& reading, const Evaluation& evaluation, const EngineData& data)
{
    Outcome outcome{published.id,
                    published.source,
                    published.kind_of_model,
                    published.scenario.build.gpu,
                    reading,
                    std::nullopt,
                    {}};
    outcome.predicted = predicted_figure(evaluation, data, reading.kind);
    if (outcome.predicted) return outcome;
    outcome.errors = evaluation.errors;
    for (Finding& error : outcome.errors) error.field = error.field.empty() ? "scenario" : "scenario." + error.field;
    if (outcome.errors.empty())
        outcome.errors.push_back(input_error(
            "figure-not-estimated", "", {{"kind", MessageCode{"reading." + std::string(row_of(reading.kind).key)}}}));
    return outcome;
}

} // namespace

std::optional<double> estimated_figure(const Estimate& estimate, ReadingKind kind)
{
    const std::optional<Value> value = number_of(row_of(kind).quantity, estimate);
    return value ? std::optional(value->number) : std::nullopt;
}

std::optional<double> predicted_figure(const Evaluation& evaluation, const EngineData& data, ReadingKind kind)
{
    if (!evaluation.estimate) return std::nullopt;
    if (!row_of(kind).quantity.empty()) return estimated_figure(*evaluation.estimate, kind);
    const std::optional<Count> count = counted_figure(evaluation, data, kind);
    if (!count || count->is_out_of_range()) return std::nullopt;
    return count->as_double();
}

std::vector<Outcome> outcomes_of(const Case& published, const EngineData& data)
{
    std::vector<Outcome> outcomes;
    std::optional<Evaluation> evaluation;
    for (const Reading& reading : published.readings) {
        if (has_own_scenario(reading.kind)) {
            const Evaluation own = evaluate(scenario_for(published.scenario, reading.kind), data);
            outcomes.push_back(outcome_of(published, reading, own, data));
            continue;
        }
        if (!evaluation) evaluation = evaluate(published.scenario, data);
        outcomes.push_back(outcome_of(published, reading, *evaluation, data));
    }
    return outcomes;
}

namespace {

using ErrorGroups = std::map<std::string, std::vector<double>>;
using NameOf = std::function<std::string(const Outcome&)>;

ErrorGroups grouped(const std::vector<const Outcome*>& outcomes, const NameOf& name_of)
{
    ErrorGroups groups;
    for (const Outcome* outcome : outcomes) groups[name_of(*outcome)].push_back(outcome->error());
    return groups;
}

void add_rows(std::vector<GroupRow>& rows, Grouping grouping, const ErrorGroups& groups)
{
    for (const auto& [name, errors] : groups) rows.push_back({grouping, name, summary_of(errors)});
}

/// Equal weight per source, regardless of its number of rows.
ErrorSummary mean_over(const ErrorGroups& groups)
{
    ErrorSummary mean;
    for (const auto& [name, errors] : groups) {
        const ErrorSummary one = summary_of(errors);
        mean.median += one.median;
        mean.mean += one.mean;
        mean.p90 += one.p90;
        mean.bias += one.bias;
        mean.under += one.under;
    }
    const double count = static_cast<double>(groups.size());
    for (double* figure : {&mean.median, &mean.mean, &mean.p90, &mean.bias, &mean.under}) *figure /= count;
    mean.count = groups.size();
    return mean;
}

std::vector<Interval> intervals_of(const std::vector<const Outcome*>& outcomes)
{
    std::map<ReadingKind, std::vector<double>> ratios;
    for (const Outcome* outcome : outcomes) {
        if (*outcome->predicted > 0.0) ratios[outcome->reading.kind].push_back(1.0 / (1.0 + outcome->error()));
    }
    std::vector<Interval> intervals;
    intervals.reserve(ratios.size());
    for (const auto& [kind, values] : ratios)
        intervals.push_back(
            {kind, values.size(), quantile(values, 0.1), quantile(values, 0.9), quantile(values, 0.98)});
    return intervals;
}

DomainSummary domain_summary(Domain domain, const std::vector<const Outcome*>& outcomes)
{
    DomainSummary summary;
    summary.domain = domain;
    std::vector<const Outcome*> amounts;
    BoundSummary bounds;
    for (const Outcome* outcome : outcomes) {
        if (outcome->reading.kind != ReadingKind::max_batch) {
            amounts.push_back(outcome);
            continue;
        }
        ++bounds.count;
        if (outcome->error() == 0.0) ++bounds.inside;
    }
    if (bounds.count > 0) summary.bounds = bounds;
    if (amounts.empty()) return summary;
    summary.count = amounts.size();
    summary.exact = static_cast<std::size_t>(std::count_if(amounts.begin(), amounts.end(), [](const Outcome* outcome) {
        return *outcome->predicted == outcome->reading.measured;
    }));
    const ErrorGroups sources = grouped(amounts, [](const Outcome& outcome) { return outcome.source; });
    add_rows(summary.rows, Grouping::everything, grouped(amounts, [](const Outcome&) { return std::string(); }));
    summary.rows.push_back({Grouping::mean_of_sources, "", mean_over(sources)});
    add_rows(summary.rows, Grouping::kind,
             grouped(amounts, [](const Outcome& outcome) { return std::string(row_of(outcome.reading.kind).key); }));
    add_rows(summary.rows, Grouping::source, sources);
    add_rows(summary.rows, Grouping::kind_of_model,
             grouped(amounts, [](const Outcome& outcome) { return outcome.kind_of_model; }));
    summary.intervals = intervals_of(amounts);
    return summary;
}

} // namespace

double quantile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (place - static_cast<double>(below));
}

ErrorSummary summary_of(std::span<const double> errors)
{
    ErrorSummary summary;
    summary.count = errors.size();
    if (errors.empty()) return summary;
    std::vector<double> sizes(errors.size());
    std::transform(errors.begin(), errors.end(), sizes.begin(), [](double error) { return std::abs(error); });
    const double count = static_cast<double>(errors.size());
    summary.median = quantile(sizes, 0.5);
    summary.p90 = quantile(sizes, 0.9);
    summary.mean = std::accumulate(sizes.begin(), sizes.end(), 0.0) / count;
    summary.bias = std::accumulate(errors.begin(), errors.end(), 0.0) / count;
    const auto too_low =
        std::count_if(errors.begin(), errors.end(), [](double error) { return error < -underestimate_limit; });
    summary.under = static_cast<double>(too_low) / count;
    return summary;
}

std::vector<DomainSummary> summarize(const std::vector<Outcome>& outcomes)
{
    std::map<Domain, std::vector<const Outcome*>> domains;
    for (const Outcome& outcome : outcomes)
        if (outcome.predicted) domains[row_of(outcome.reading.kind).domain].push_back(&outcome);
    std::vector<DomainSummary> summaries;
    summaries.reserve(domains.size());
    for (const auto& [domain, members] : domains) summaries.push_back(domain_summary(domain, members));
    return summaries;
}

} // namespace rigwright
