// SPDX-License-Identifier: Apache-2.0
#include "core/validation/fit.h"

#include "core/estimate/time/step_time.h"
#include "core/estimate/time/time_coefficients.h"
#include "core/hardware/host_link.h"
#include "core/json/object_reader.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/scenario.h"
#include "core/validation/outcome.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlopt.h>
#include <optional>
#include <set>

namespace rigwright {

namespace {

/// A case with its network already built, so that other coefficients only require its step time to be recomputed.
class PreparedCase {
public:
    PreparedCase(const Case& published, const EngineData& data);

    /// The engine's prediction of each time measurement, in order; nothing if it has no such figure.
    std::vector<std::optional<double>> predicted(const TimeCoefficients& coefficients) const;
    const Case& published() const { return *published_; }

private:
    const Case* published_;
    Scenario scenario_;
    std::shared_ptr<const Network> network_;
    std::shared_ptr<const Analysis> analysis_;
    Flops training_flops_;
    std::string family_;
    std::optional<Gpu> gpu_;
    const Cpu* cpu_ = nullptr;
    const Link* host_link_ = nullptr;
    const Link* peer_link_ = nullptr;
    const Link* node_link_ = nullptr;
    std::int64_t network_ports_ = 1;
    const Storage* storage_ = nullptr;
};

PreparedCase::PreparedCase(const Case& published, const EngineData& data) : published_(&published)
{
    Evaluation evaluation = evaluate(published.scenario, data);
    scenario_ = std::move(evaluation.scenario);
    if (!evaluation.time) return;
    network_ = std::move(evaluation.network);
    analysis_ = std::move(evaluation.analysis);
    training_flops_ = evaluation.estimate->model.training_flops_per_sample;
    family_ = resolve_model(scenario_, data.presets).family_id();
    const Catalog& hardware = data.hardware;
    if (const Gpu* board = hardware.gpu(scenario_.build.gpu)) gpu_ = single_device(*board);
    cpu_ = hardware.cpu(scenario_.build.cpu);
    if (gpu_) host_link_ = host_link(*gpu_, scenario_.build, hardware);
    if (gpu_) peer_link_ = peer_link(*gpu_, hardware);
    node_link_ = hardware.link(scenario_.build.node_link);
    network_ports_ = network_ports(scenario_.build, hardware);
    storage_ = hardware.storage(scenario_.build.storage);
}

std::vector<std::optional<double>> PreparedCase::predicted(const TimeCoefficients& coefficients) const
{
    std::vector<std::optional<double>> figures;
    std::optional<TimeEstimate> estimate;
    if (network_ && gpu_) {
        const StepTimeInputs inputs{*network_, *analysis_,   training_flops_, scenario_,  family_,
                                    &*gpu_,    cpu_,         host_link_,      peer_link_, node_link_,
                                    storage_,  coefficients, nullptr,         nullptr,    network_ports_};
        const StepTime time = step_time(inputs);
        if (time.terms) estimate = time_estimate(*time.terms, inputs);
    }
    for (const Reading& reading : published_->readings) {
        if (row_of(reading.kind).domain != Domain::time) continue;
        figures.push_back(estimate ? time_figure(*estimate, reading.kind) : std::nullopt);
    }
    return figures;
}

/// Errors far below this count quadratically, far above linearly.
constexpr double time_smoothness = 0.08;
constexpr double difference_step = 1e-4;
constexpr double relative_tolerance = 1e-5;
constexpr int most_evaluations = 400;

/// One case with the weight of each measurement.
struct Weighted {
    PreparedCase prepared;
    double weight = 0.0;
};

class TimeSearch {
public:
    TimeSearch(const std::vector<const Case*>& cases, const FitPlan& plan, const EngineData& data)
        : section_(*plan.section(Domain::time)),
          prior_weight_(plan.prior_weight),
          calibration_(plan.calibration)
    {
        weigh(cases, data);
        for (const FittedCoefficient& coefficient : section_.coefficients)
            start_.push_back(std::log(coefficient.prior));
        present_ = losses(start_);
        for (std::size_t k = 0; k < start_.size(); ++k) depends_.push_back(moved_by(k));
    }

    Fit run()
    {
        Fit fit;
        fit.loss_at_priors = total(present_, start_);
        std::vector<double> values = start_;
        fit.failure = search(values);
        if (!fit.failure.empty()) values = start_;
        fit.loss = total(losses(values), values);
        for (const double value : values) fit.values.push_back(std::exp(value));
        for (const auto& moved : depends_) fit.cases.push_back(moved.size());
        fit.readings = readings_;
        fit.sources.assign(sources_.begin(), sources_.end());
        return fit;
    }

private:
    void weigh(const std::vector<const Case*>& cases, const EngineData& data)
    {
        std::map<std::string, double> rows;
        for (const Case* one : cases) {
            const auto count = std::count_if(one->readings.begin(), one->readings.end(), [](const Reading& reading) {
                return row_of(reading.kind).domain == Domain::time;
            });
            if (count == 0) continue;
            rows[one->group] += static_cast<double>(count);
            readings_ += static_cast<std::size_t>(count);
            sources_.insert(one->source);
            cases_.push_back({PreparedCase(*one, data), 0.0});
        }
        for (Weighted& one : cases_)
            one.weight = 1.0 / (rows[one.prepared.published().group] * static_cast<double>(rows.size()));
    }

    TimeCoefficients coefficients_at(const std::vector<double>& logarithms)
    {
        nlohmann::json& records = calibration_[std::string(key_of(Domain::time))];
        for (std::size_t i = 0; i < logarithms.size(); ++i)
            records[section_.coefficients[i].name]["value"] = value_at(i, logarithms[i]);
        std::vector<JsonIssue> issues;
        ObjectReader reader(calibration_, "$", issues);
        return read_time_coefficients(reader);
    }

    double value_at(std::size_t i, double logarithm) const
    {
        return std::clamp(std::exp(logarithm), section_.coefficients[i].minimum, section_.coefficients[i].maximum);
    }

    static double loss_of(const Weighted& one, const TimeCoefficients& coefficients)
    {
        const auto figures = one.prepared.predicted(coefficients);
        double loss = 0.0;
        std::size_t next = 0;
        for (const Reading& reading : one.prepared.published().readings) {
            if (row_of(reading.kind).domain != Domain::time) continue;
            const std::optional<double>& figure = figures[next++];
            loss +=
                figure && *figure > 0.0 ? smooth_size(log_distance(reading, *figure), time_smoothness) : not_computed;
        }
        return loss * one.weight;
    }

    std::vector<double> losses(const std::vector<double>& logarithms)
    {
        const TimeCoefficients coefficients = coefficients_at(logarithms);
        std::vector<double> all;
        for (const Weighted& one : cases_) all.push_back(loss_of(one, coefficients));
        return all;
    }

    /// The cases whose loss differs at either bound of a coefficient.
    std::vector<std::size_t> moved_by(std::size_t k)
    {
        std::set<std::size_t> moved;
        for (const double end : {section_.coefficients[k].minimum, section_.coefficients[k].maximum}) {
            std::vector<double> at = start_;
            at[k] = std::log(std::max(end, 1e-30));
            const TimeCoefficients coefficients = coefficients_at(at);
            for (std::size_t i = 0; i < cases_.size(); ++i)
                if (!moved.contains(i) && loss_of(cases_[i], coefficients) != present_[i]) moved.insert(i);
        }
        return {moved.begin(), moved.end()};
    }

    double prior_distance(std::size_t k, double logarithm) const
    {
        return (logarithm - start_[k]) / section_.coefficients[k].deviation;
    }

    double total(const std::vector<double>& losses, const std::vector<double>& logarithms) const
    {
        double sum = 0.0;
        for (const double loss : losses) sum += loss;
        for (std::size_t k = 0; k < logarithms.size(); ++k)
            sum += prior_weight_ * prior_distance(k, logarithms[k]) * prior_distance(k, logarithms[k]) / 2.0;
        return sum;
    }

    /// The derivative by one coefficient, as a difference over the cases it affects; inwards at the upper bound.
    double slope(std::size_t k, const std::vector<double>& logarithms)
    {
        std::vector<double> beside = logarithms;
        const bool at_end = logarithms[k] + difference_step > std::log(section_.coefficients[k].maximum);
        const double step = at_end ? -difference_step : difference_step;
        beside[k] += step;
        const TimeCoefficients coefficients = coefficients_at(beside);
        double change = 0.0;
        for (const std::size_t i : depends_[k]) change += loss_of(cases_[i], coefficients) - present_[i];
        return change / step + prior_weight_ * prior_distance(k, logarithms[k]) / section_.coefficients[k].deviation;
    }

    double evaluate_at(const std::vector<double>& logarithms, double* gradient)
    {
        present_ = losses(logarithms);
        if (gradient != nullptr)
            for (std::size_t k = 0; k < logarithms.size(); ++k) gradient[k] = slope(k, logarithms);
        return total(present_, logarithms);
    }

    static double objective(unsigned count, const double* at, double* gradient, void* search)
    {
        return static_cast<TimeSearch*>(search)->evaluate_at(std::vector<double>(at, at + count), gradient);
    }

    /// The optimizer's error; empty if it found the optimum.
    std::string search(std::vector<double>& logarithms)
    {
        const auto count = static_cast<unsigned>(logarithms.size());
        const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> optimizer(nlopt_create(NLOPT_LD_SLSQP, count),
                                                                               &nlopt_destroy);
        std::vector<double> low;
        std::vector<double> high;
        for (const FittedCoefficient& coefficient : section_.coefficients) {
            low.push_back(std::log(std::max(coefficient.minimum, 1e-30)));
            high.push_back(std::log(coefficient.maximum));
        }
        nlopt_set_min_objective(optimizer.get(), objective, this);
        nlopt_set_lower_bounds(optimizer.get(), low.data());
        nlopt_set_upper_bounds(optimizer.get(), high.data());
        nlopt_set_ftol_rel(optimizer.get(), relative_tolerance);
        nlopt_set_maxeval(optimizer.get(), most_evaluations);
        double loss = 0.0;
        const nlopt_result result = nlopt_optimize(optimizer.get(), logarithms.data(), &loss);
        // Rounding stops the search slightly before its tolerance; the best point so far is still valid.
        if (result >= 0 || result == NLOPT_ROUNDOFF_LIMITED) return {};
        return nlopt_result_to_string(result);
    }

    const FitSection& section_;
    double prior_weight_ = 0.0;
    nlohmann::json calibration_;
    std::vector<Weighted> cases_;
    std::size_t readings_ = 0;
    std::set<std::string> sources_;
    std::vector<double> start_;
    std::vector<double> present_;
    std::vector<std::vector<std::size_t>> depends_;
};

/// Moves the time coefficients from their priors to where the mean |ln(predicted / measured)| over groups is smallest
/// (smooth at zero), plus the weighted squared distance from the priors. A group is a source, a GPU and a class; its
/// cases share one weight. The search is sequential quadratic programming of the NLopt library (SLSQP, Kraft 1994)
/// within the bounds, over logarithms; networks are built once.
Fit fit_time(const std::vector<const Case*>& cases, const FitPlan& plan, const EngineData& data)
{
    if (plan.section(Domain::time) == nullptr) return {};
    return TimeSearch(cases, plan, data).run();
}

/// Errors far below this count quadratically, far above linearly.
constexpr double smoothness = 0.01;
constexpr int most_rounds = 60;
constexpr double first_step = 0.5;
constexpr double last_step = 0.02;
constexpr double longer = 1.6;
constexpr double shorter = 0.4;

bool is_fitted(const Reading& reading, Domain domain)
{
    return row_of(reading.kind).domain == domain && reading.kind != ReadingKind::max_batch;
}

/// One case with the weight of each measurement.
struct WeightedCase {
    const Case* published = nullptr;
    double weight = 0.0;
};

/// The search for one section's values.
class Search {
public:
    Search(const std::vector<const Case*>& cases, const FitPlan& plan, Domain domain, const EngineData& data)
        : section_(*plan.section(domain)),
          prior_weight_(plan.prior_weight),
          calibration_(plan.calibration),
          data_(data)
    {
        weigh(cases, domain);
        for (const FittedCoefficient& coefficient : section_.coefficients) values_.push_back(coefficient.prior);
        apply(values_);
        for (const WeightedCase& one : cases_) losses_.push_back(loss_of(one));
        for (std::size_t k = 0; k < values_.size(); ++k) depends_.push_back(moved_by(k));
    }

    Fit run()
    {
        Fit fit;
        fit.loss_at_priors = total();
        std::vector<double> steps;
        for (const FittedCoefficient& coefficient : section_.coefficients)
            steps.push_back(first_step * coefficient.deviation);
        bool moving = true;
        for (int round = 0; round < most_rounds && moving; ++round) {
            moving = false;
            const std::vector<double> start = values_;
            for (std::size_t k = 0; k < values_.size(); ++k) moving = advance(k, steps[k]) || moving;
            go_on_from(start);
        }
        std::transform(cases_.begin(), cases_.end(), losses_.begin(),
                       [this](const WeightedCase& one) { return loss_of(one); });
        fit.values = values_;
        for (const auto& moved : depends_) fit.cases.push_back(moved.size());
        fit.loss = total();
        fit.readings = readings_;
        fit.sources = sources_;
        return fit;
    }

private:
    void weigh(const std::vector<const Case*>& cases, Domain domain)
    {
        std::map<std::string, double> rows;
        for (const Case* one : cases) {
            const auto count = std::count_if(one->readings.begin(), one->readings.end(),
                                             [domain](const Reading& reading) { return is_fitted(reading, domain); });
            if (count == 0) continue;
            rows[one->source] += static_cast<double>(count);
            readings_ += static_cast<std::size_t>(count);
            cases_.push_back({one, 0.0});
        }
        for (WeightedCase& one : cases_)
            one.weight = 1.0 / (rows[one.published->source] * static_cast<double>(rows.size()));
        for (const auto& [source, unused] : rows) sources_.push_back(source);
        domain_ = domain;
    }

    void apply(const std::vector<double>& values) { apply_values(section_, values, calibration_, data_); }

    double loss_of(const WeightedCase& one) const
    {
        const Evaluation evaluation = evaluate(one.published->scenario, data_);
        double loss = 0.0;
        for (const Reading& reading : one.published->readings) {
            if (!is_fitted(reading, domain_)) continue;
            const auto predicted = predicted_figure(evaluation, data_, reading.kind);
            loss += predicted ? smooth_size(log_distance(reading, *predicted), smoothness) : not_computed;
        }
        return loss * one.weight;
    }

    /// The cases whose loss differs at either bound of a coefficient.
    std::vector<std::size_t> moved_by(std::size_t k)
    {
        std::vector<std::size_t> moved;
        const FittedCoefficient& coefficient = section_.coefficients[k];
        std::vector<bool> differs(cases_.size(), false);
        for (const double end : {coefficient.minimum, coefficient.maximum}) {
            std::vector<double> values = values_;
            values[k] = end;
            apply(values);
            for (std::size_t i = 0; i < cases_.size(); ++i)
                if (!differs[i] && loss_of(cases_[i]) != losses_[i]) differs[i] = true;
        }
        for (std::size_t i = 0; i < cases_.size(); ++i)
            if (differs[i]) moved.push_back(i);
        apply(values_);
        return moved;
    }

    double penalty() const
    {
        double sum = 0.0;
        for (std::size_t k = 0; k < values_.size(); ++k) {
            const FittedCoefficient& coefficient = section_.coefficients[k];
            const double distance = std::log(values_[k] / coefficient.prior) / coefficient.deviation;
            sum += distance * distance / 2.0;
        }
        return prior_weight_ * sum;
    }

    double total() const
    {
        double sum = penalty();
        for (const double loss : losses_) sum += loss;
        return sum;
    }

    /// One step of one coefficient: longer after success, reversed or shorter after failure. False once its steps are
    /// negligible.
    bool advance(std::size_t k, double& step)
    {
        if (depends_[k].empty() || std::abs(step) < last_step * section_.coefficients[k].deviation) return false;
        if (try_step(k, step)) {
            step *= longer;
        } else if (try_step(k, -step)) {
            step = -step;
        } else {
            step *= shorter;
        }
        return true;
    }

    /// Repeats the move of a whole round if that reduces the loss: follows valleys between the coefficient axes.
    void go_on_from(const std::vector<double>& start)
    {
        if (values_ == start) return;
        const std::vector<double> present = values_;
        const std::vector<double> losses = losses_;
        const double before = total();
        std::vector<bool> touched(cases_.size(), false);
        for (std::size_t k = 0; k < values_.size(); ++k) {
            if (present[k] == start[k]) continue;
            const FittedCoefficient& coefficient = section_.coefficients[k];
            values_[k] = std::clamp(present[k] * present[k] / start[k], coefficient.minimum, coefficient.maximum);
            for (const std::size_t i : depends_[k]) touched[i] = true;
        }
        apply(values_);
        for (std::size_t i = 0; i < cases_.size(); ++i)
            if (touched[i]) losses_[i] = loss_of(cases_[i]);
        if (total() < before) return;
        values_ = present;
        losses_ = losses;
        apply(values_);
    }

    /// Keeps the step if it reduces the loss.
    bool try_step(std::size_t k, double step)
    {
        const FittedCoefficient& coefficient = section_.coefficients[k];
        const double present = values_[k];
        const double next = std::clamp(present * std::exp(step), coefficient.minimum, coefficient.maximum);
        if (next == present) return false;
        const double before = total();
        const std::vector<double> losses = losses_;
        values_[k] = next;
        apply(values_);
        for (const std::size_t i : depends_[k]) losses_[i] = loss_of(cases_[i]);
        if (total() < before) return true;
        values_[k] = present;
        losses_ = losses;
        apply(values_);
        return false;
    }

    const FitSection& section_;
    double prior_weight_ = 0.0;
    nlohmann::json calibration_;
    EngineData data_;
    Domain domain_ = Domain::memory;
    std::vector<WeightedCase> cases_;
    std::size_t readings_ = 0;
    std::vector<std::string> sources_;
    std::vector<double> values_;
    std::vector<double> losses_;
    std::vector<std::vector<std::size_t>> depends_;
};

} // namespace

double smooth_size(double distance, double smoothness)
{
    return std::sqrt(distance * distance + smoothness * smoothness) - smoothness;
}

Fit fit(const std::vector<const Case*>& cases, const FitPlan& plan, Domain domain, const EngineData& data)
{
    if (plan.section(domain) == nullptr) return {};
    if (domain == Domain::time) return fit_time(cases, plan, data);
    return Search(cases, plan, domain, data).run();
}

EngineData with_fit(const Fit& fit, const FitPlan& plan, Domain domain, const EngineData& data)
{
    EngineData fitted = data;
    nlohmann::json calibration = plan.calibration;
    if (const FitSection* section = plan.section(domain)) apply_values(*section, fit.values, calibration, fitted);
    return fitted;
}

} // namespace rigwright
