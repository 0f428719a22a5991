// SPDX-License-Identifier: Apache-2.0
#include "core/validation/unseen.h"

#include "core/scenario/resolved_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace rigwright {

namespace {

bool is_speed(ReadingKind kind) { return kind == ReadingKind::throughput || kind == ReadingKind::token_rate; }

std::optional<Residual> residual_of(const Reading& reading, const Evaluation& evaluation, const EngineData& data)
{
    const Domain domain = row_of(reading.kind).domain;
    const std::optional<double> predicted = predicted_figure(evaluation, data, reading.kind);
    if (!predicted || !(*predicted > 0.0) || domain == Domain::structure) return std::nullopt;
    if (domain == Domain::time) {
        const TimeEstimate& time = *evaluation.estimate->time;
        const double slower = std::log(reading.measured / *predicted);
        const Scenario& scenario = evaluation.scenario;
        const ResolvedModel model = resolve_model(scenario, data.presets);
        return Residual{domain, is_speed(reading.kind) ? -slower : slower, std::log(time.low / time.step),
                        std::log(time.high / time.step),
                        range_causes(*evaluation.time, scenario, model.line_id(), data.hardware.gpu(scenario.build.gpu),
                                     data.time)};
    }
    const MemoryRange& range = evaluation.memory.range;
    return Residual{
        domain, -log_distance(reading, *predicted), std::log(range.low), std::log(range.high), std::nullopt, range.id};
}

double mean_of(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

template <typename Measure>
std::vector<double> each(const std::vector<Residual>& residuals, Measure measure)
{
    std::vector<double> values(residuals.size());
    std::transform(residuals.begin(), residuals.end(), values.begin(), measure);
    return values;
}

double size_of(const Residual& residual) { return std::expm1(std::abs(residual.error)); }
double covered(const Residual& residual) { return residual.covered() ? 1.0 : 0.0; }
double half_width(const Residual& residual) { return (residual.high - residual.low) / 2.0; }

double interval_score(const Residual& residual)
{
    constexpr double penalty = 10.0;
    const double outside = std::max({0.0, residual.low - residual.error, residual.error - residual.high});
    return residual.high - residual.low + penalty * outside;
}

/// The same numbers on every machine: the generator is standardized, and so is its use here.
void draw_again(const std::vector<double>& shares, UnseenScore& score)
{
    constexpr std::size_t draws = 2000;
    constexpr double low = 0.05;
    std::mt19937 random(1);
    std::vector<double> means(draws);
    for (double& mean : means) {
        for (std::size_t i = 0; i < shares.size(); ++i) mean += shares[random() % shares.size()];
        mean /= static_cast<double>(shares.size());
    }
    score.covered_least = quantile(means, low);
    score.covered_most = quantile(means, 1.0 - low);
}

} // namespace

std::vector<UnseenRun> unseen_runs(std::span<const Case> cases, const EngineData& data)
{
    std::vector<UnseenRun> runs;
    for (const Case& one : cases) {
        if (!one.unseen) continue;
        const Evaluation evaluation = evaluate(one.scenario, data);
        UnseenRun run{one.id, one.source, one.kind_of_model, one.certainty, one.judges_time, one.judges_memory,
                      {},     one.ran,    std::nullopt};
        for (const Reading& reading : one.readings) {
            if (const auto residual = residual_of(reading, evaluation, data)) run.residuals.push_back(*residual);
            if (!run.ran) run.ran = true;
        }
        if (evaluation.estimate) run.verdict = evaluation.estimate->verdict;
        runs.push_back(std::move(run));
    }
    return runs;
}

std::vector<UnseenRun> left_out_runs(std::span<const RefitRow> speeds, std::span<const Outcome> readings)
{
    std::vector<UnseenRun> runs;
    const auto add = [&runs](const std::string& id, const std::string& source, const std::string& kind,
                             const Residual& residual) {
        runs.push_back({id, source, kind, {}, false, false, {residual}, std::nullopt, std::nullopt});
    };
    for (const RefitRow& row : speeds)
        add({}, row.source, row.kind_of_model, {Domain::time, -row.error(Unseen::source)});
    for (const Outcome& one : readings) {
        const Domain domain = row_of(one.reading.kind).domain;
        if (one.predicted && domain == Domain::memory && one.reading.kind != ReadingKind::max_batch)
            add(one.id, one.source, one.kind_of_model, {domain, -log_distance(one.reading, *one.predicted)});
    }
    return runs;
}

std::map<std::string, std::vector<Residual>> residuals_by_source(
    std::span<const UnseenRun> runs, const std::function<bool(const UnseenRun&, const Residual&)>& counts)
{
    std::map<std::string, std::vector<Residual>> sources;
    for (const UnseenRun& run : runs)
        for (const Residual& residual : run.residuals)
            if (counts(run, residual)) sources[run.source].push_back(residual);
    return sources;
}

UnseenScore score_unseen(std::span<const UnseenRun> runs, Domain domain,
                         const std::function<bool(const UnseenRun&)>& counts)
{
    constexpr double quarter = 0.25;
    const auto groups = residuals_by_source(
        runs, [&](const UnseenRun& run, const Residual& one) { return one.domain == domain && counts(run); });
    UnseenScore score;
    if (groups.empty()) return score;
    score.sources = groups.size();
    std::vector<double> medians;
    std::vector<double> shares;
    std::vector<double> scores;
    std::vector<Residual> all;
    for (const auto& [source, residuals] : groups) {
        medians.push_back(quantile(each(residuals, size_of), 0.5));
        shares.push_back(mean_of(each(residuals, covered)));
        scores.push_back(mean_of(each(residuals, interval_score)));
        all.insert(all.end(), residuals.begin(), residuals.end());
    }
    score.cases = all.size();
    score.median_of_sources = quantile(medians, 0.5);
    score.mean = mean_of(each(all, size_of));
    score.within_quarter = mean_of(each(all, [](const Residual& one) { return size_of(one) <= quarter ? 1.0 : 0.0; }));
    score.covered = mean_of(each(all, covered));
    score.covered_by_source = mean_of(shares);
    score.interval_score = mean_of(scores);
    score.half_width = quantile(each(all, half_width), 0.5);
    draw_again(shares, score);
    return score;
}

std::vector<std::string> scored_classes(std::span<const UnseenRun> runs, Domain domain)
{
    constexpr std::size_t fewest = 10;
    std::map<std::string, std::size_t> counts;
    for (const UnseenRun& run : runs)
        counts[run.kind_of_model] +=
            static_cast<std::size_t>(std::count_if(run.residuals.begin(), run.residuals.end(),
                                                   [domain](const Residual& one) { return one.domain == domain; }));
    std::vector<std::string> classes;
    for (const auto& [name, count] : counts)
        if (count >= fewest) classes.push_back(name);
    std::stable_sort(classes.begin(), classes.end(),
                     [&counts](const auto& a, const auto& b) { return counts.at(a) > counts.at(b); });
    return classes;
}

VerdictScore score_verdicts(std::span<const UnseenRun> runs)
{
    VerdictScore score;
    for (const UnseenRun& run : runs) {
        if (!run.ran) continue;
        ++(*run.ran ? score.ran : score.failed);
        if (run.verdict == Verdict::does_not_fit) ++(*run.ran ? score.ran_refused : score.failed_refused);
        if (run.verdict == Verdict::fits && !*run.ran) ++score.failed_fits;
    }
    return score;
}

} // namespace rigwright
