// SPDX-License-Identifier: Apache-2.0
#include "core/validation/range_fit.h"

#include "core/scenario/resolved_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace rigwright {

namespace {

/// Share of left-out runs that the factor covers, so that it covers nine of ten runs of a further source: coverage of
/// sources collected after the widths were fitted is three to four percentage points lower.
constexpr double left_out_share = 0.92;
/// Share of readings of the fitted sources inside the bounds of memory, so that nine of ten readings of a further
/// source are inside.
constexpr double held_readings = 0.94;
constexpr std::array members{&TimeRangeWidths::base, &TimeRangeWidths::new_kind, &TimeRangeWidths::host,
                             &TimeRangeWidths::communication};
/// The priors of the widths.
constexpr TimeRangeWidths priors{0.25, 0.25, 0.8, 0.4, 1.0, 0.0};

using Sources = std::map<std::string, std::vector<Residual>>;

/// Sum over sources, except `without`.
double loss_of(const Sources& sources, const TimeRangeWidths& widths, const std::string& without)
{
    constexpr double penalty = 10.0;
    constexpr double prior_weight = 0.02;
    double loss = 0.0;
    for (const auto& [name, residuals] : sources) {
        if (name == without) continue;
        double sum = 0.0;
        for (const Residual& one : residuals) {
            const double width = range_width(*one.causes, widths);
            sum += 2.0 * width + penalty * std::max(0.0, std::abs(one.error) - width);
        }
        loss += sum / static_cast<double>(residuals.size());
    }
    for (const auto member : members) {
        const double distance = std::log(widths.*member / priors.*member);
        loss += prior_weight * distance * distance;
    }
    return loss;
}

/// Fits one width at a time, with shrinking steps.
TimeRangeWidths fitted(const Sources& sources, const std::string& without)
{
    constexpr double first_step = 0.3;
    constexpr double last_step = 0.003;
    TimeRangeWidths best = priors;
    double least = loss_of(sources, best, without);
    for (double step = first_step; step > last_step; step /= 2.0) {
        for (bool moved = true; moved;) {
            moved = false;
            for (const auto member : members)
                for (const double factor : {std::exp(step), std::exp(-step)}) {
                    TimeRangeWidths other = best;
                    other.*member *= factor;
                    const double loss = loss_of(sources, other, without);
                    if (loss >= least) continue;
                    best = other;
                    least = loss;
                    moved = true;
                }
        }
    }
    return best;
}

struct Weighted {
    double value = 0.0;
    double weight = 0.0;
};

/// The smallest value that `share` of the weight does not exceed.
double weighted_quantile(std::vector<Weighted> values, double share)
{
    std::sort(values.begin(), values.end(), [](const Weighted& a, const Weighted& b) { return a.value < b.value; });
    double all = 0.0;
    for (const Weighted& one : values) all += one.weight;
    double sum = 0.0;
    for (const Weighted& one : values) {
        sum += one.weight;
        if (sum >= share * all) return one.value;
    }
    return values.empty() ? 0.0 : values.back().value;
}

double weight_in(const std::vector<Residual>& residuals) { return 1.0 / static_cast<double>(residuals.size()); }

/// Percentiles of the errors of all sources except `without`.
MemoryRangeFit percentiles(const Sources& sources, const std::string& without)
{
    MemoryRangeFit found;
    std::vector<Weighted> errors;
    for (const auto& [name, residuals] : sources) {
        if (name == without) continue;
        ++found.sources;
        for (const Residual& one : residuals) errors.push_back({one.error, weight_in(residuals)});
    }
    found.cases = errors.size();
    found.low = weighted_quantile(errors, (1.0 - held_readings) / 2.0);
    found.high = weighted_quantile(errors, (1.0 + held_readings) / 2.0);
    const double nearest = std::max(-found.low, found.high) / 2.0;
    found.low = std::min(found.low, -nearest);
    found.high = std::max(found.high, nearest);
    return found;
}

} // namespace

TimeRangeFit fit_time_range(std::span<const UnseenRun> runs, double order_of_magnitude)
{
    const Sources sources = residuals_by_source(runs, [](const UnseenRun& run, const Residual& residual) {
        return !run.judges_time && residual.causes && !residual.causes->order_of_magnitude;
    });
    std::vector<Weighted> ratios;
    for (const auto& [name, residuals] : sources) {
        const TimeRangeWidths widths = fitted(sources, name);
        for (const Residual& one : residuals)
            ratios.push_back({std::abs(one.error) / range_width(*one.causes, widths), weight_in(residuals)});
    }
    TimeRangeFit fit{fitted(sources, {}), ratios.size(), sources.size(), 0.0};
    fit.widths.factor = weighted_quantile(ratios, left_out_share);
    fit.widths.order_of_magnitude = order_of_magnitude;
    for (const Weighted& one : ratios)
        if (one.value <= fit.widths.factor) fit.covered += one.weight / static_cast<double>(sources.size());
    return fit;
}

MemoryRangeFit fit_memory_range(std::span<const UnseenRun> runs, std::string_view kind)
{
    const Sources sources = residuals_by_source(runs, [kind](const UnseenRun& run, const Residual& residual) {
        return !run.judges_memory && residual.domain == Domain::memory && residual.memory_range == kind;
    });
    MemoryRangeFit fit = percentiles(sources, {});
    for (const auto& [name, residuals] : sources) {
        const MemoryRangeFit others = percentiles(sources, name);
        for (const Residual& one : residuals)
            if (one.error >= others.low && one.error <= others.high)
                fit.covered += weight_in(residuals) / static_cast<double>(sources.size());
    }
    return fit;
}

std::set<std::string> measured_kinds(std::span<const Case> cases, const EngineData& data)
{
    std::set<std::string> kinds;
    for (const Case& one : cases) {
        const Gpu* gpu = data.hardware.gpu(one.scenario.build.gpu);
        if (one.unseen || !has_reading_of(one, Domain::time) || gpu == nullptr) continue;
        const std::string_view id = data.time.class_of(resolve_model(one.scenario, data.presets).line_id());
        const Training& training = one.scenario.training;
        if (id == "unmeasured") continue;
        kinds.insert(kind_on_generation(id, data.time.generation_of(*gpu), training));
        kinds.insert(kind_in_execution(id, training));
    }
    return kinds;
}

} // namespace rigwright
