// SPDX-License-Identifier: Apache-2.0
#include "core/validation/fit.h"

#include "core/estimate/coefficients.h"
#include "core/estimate/time/step_time.h"
#include "core/hardware/host_link.h"
#include "core/json/object_reader.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/scenario.h"
#include "core/validation/outcome.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <nlopt.h>
#include <optional>
#include <set>

namespace rigwright {

namespace {

/// Fits ignore bounds on the largest batch.
bool is_fitted(const Reading& reading, Domain domain)
{
    return row_of(reading.kind).domain == domain && reading.kind != ReadingKind::max_batch;
}

/// A case with its network already built, so that other coefficients only need the time of its step.
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
    Estimate estimate;
    if (network_ && gpu_) {
        const StepTimeInputs inputs{*network_, *analysis_,   training_flops_, scenario_,  family_,
                                    &*gpu_,    cpu_,         host_link_,      peer_link_, node_link_,
                                    storage_,  coefficients, nullptr,         nullptr,    network_ports_};
        const StepTime time = step_time(inputs);
        if (time.terms) estimate.time = time_estimate(*time.terms, inputs);
    }
    for (const Reading& reading : published_->readings) {
        if (!is_fitted(reading, Domain::time)) continue;
        figures.push_back(estimated_figure(estimate, reading.kind));
    }
    return figures;
}

/// Memory in a fit: runs the whole engine, and searches a coefficient by its value.
struct MemoryModel {
    using Prepared = const Case*;
    static constexpr Domain domain = Domain::memory;
    /// Errors far below this count quadratically, far above linearly.
    static constexpr double smoothness = 0.01;

    static const std::string& group_of(const Case& one) { return one.source; }
    static double point_of(double value) { return value; }
    static double value_of(double point) { return point; }
    /// Distance of a point from the prior, in deviations.
    static double distance(const FittedCoefficient& coefficient, double point)
    {
        return std::log(point / coefficient.prior) / coefficient.deviation;
    }
    static const Case& published(Prepared one) { return *one; }
    static Prepared prepared(const Case& one, const EngineData&) { return &one; }
    static std::vector<std::optional<double>> predicted(Prepared one, const EngineData& data)
    {
        const Evaluation evaluation = evaluate(one->scenario, data);
        std::vector<std::optional<double>> figures;
        for (const Reading& reading : one->readings)
            if (is_fitted(reading, domain)) figures.push_back(predicted_figure(evaluation, data, reading.kind));
        return figures;
    }
};

/// Time in a fit: networks are built once, and a coefficient is searched by its logarithm. A group is a source, a GPU
/// and a class.
struct TimeModel {
    using Prepared = PreparedCase;
    static constexpr Domain domain = Domain::time;
    static constexpr double smoothness = 0.08;

    static const std::string& group_of(const Case& one) { return one.group; }
    static double point_of(double value) { return std::log(std::max(value, 1e-30)); }
    static double value_of(double point) { return std::exp(point); }
    static double distance(const FittedCoefficient& coefficient, double point)
    {
        return (point - std::log(coefficient.prior)) / coefficient.deviation;
    }
    static const Case& published(const Prepared& one) { return one.published(); }
    static Prepared prepared(const Case& one, const EngineData& data) { return PreparedCase(one, data); }
    static std::vector<std::optional<double>> predicted(const Prepared& one, const EngineData& data)
    {
        return one.predicted(data.time);
    }
};

/// The objective of a fit: the mean deviation over groups, whose readings share one weight, plus the weighted squared
/// distance from the priors. Evaluated at a point: one number per coefficient of the section.
template <typename Model>
class Objective {
public:
    /// Counts every case, at the priors.
    Objective(const std::vector<const Case*>& cases, const FitPlan& plan, const EngineData& data)
        : section_(*plan.section(Model::domain)),
          prior_weight_(plan.prior_weight),
          calibration_(plan.calibration),
          data_(data)
    {
        for (const Case* one : cases) cases_.push_back({Model::prepared(*one, data), 0.0});
        const auto all = [](std::size_t) { return true; };
        weigh(all);
        for (const FittedCoefficient& coefficient : section_.coefficients)
            priors_.push_back(Model::point_of(coefficient.prior));
        losses_ = losses_at(priors_);
        for (std::size_t k = 0; k < priors_.size(); ++k) depends_.push_back(moved_by(k));
        count(all);
    }

    /// Counts only the cases at these indices, starting from the priors.
    void count(const std::function<bool(std::size_t)>& counts)
    {
        fit_ = {};
        weigh(counts);
        move_to(priors_);
        fit_.loss_at_priors = total();
        for (const std::vector<std::size_t>& moved : depends_)
            fit_.cases.push_back(static_cast<std::size_t>(
                std::ranges::count_if(moved, [this](std::size_t i) { return cases_[i].weight > 0.0; })));
    }

    static double point_of(double value) { return Model::point_of(value); }
    const std::vector<FittedCoefficient>& coefficients() const { return section_.coefficients; }
    const std::vector<double>& point() const { return point_; }
    bool depends_on(std::size_t k) const { return fit_.cases[k] > 0; }

    double total() const
    {
        double sum = 0.0;
        for (std::size_t k = 0; k < point_.size(); ++k) {
            const double distance = Model::distance(section_.coefficients[k], point_[k]);
            sum += distance * distance / 2.0;
        }
        sum *= prior_weight_;
        for (const double loss : losses_) sum += loss;
        return sum;
    }

    /// Moves to another point.
    double move_to(const std::vector<double>& point)
    {
        point_ = point;
        losses_ = losses_at(point_);
        return total();
    }

    /// Moves to another point if its total is smaller; evaluates only the coefficients that differ.
    bool improves(const std::vector<double>& point)
    {
        const std::vector<double> present = point_;
        const std::vector<double> losses = losses_;
        const double before = total();
        std::set<std::size_t> touched;
        for (std::size_t k = 0; k < point.size(); ++k)
            if (point[k] != present[k]) touched.insert(depends_[k].begin(), depends_[k].end());
        point_ = point;
        apply(point_);
        for (const std::size_t i : touched) losses_[i] = loss_of(i);
        if (total() < before) return true;
        point_ = present;
        losses_ = losses;
        apply(point_);
        return false;
    }

    /// The slope along one coefficient, by the difference over the affected cases; inwards at the upper bound.
    double slope(std::size_t k, double difference)
    {
        const FittedCoefficient& coefficient = section_.coefficients[k];
        std::vector<double> beside = point_;
        const bool at_end = point_[k] + difference > Model::point_of(coefficient.maximum);
        const double step = at_end ? -difference : difference;
        beside[k] += step;
        apply(beside);
        double change = 0.0;
        for (const std::size_t i : depends_[k]) change += loss_of(i) - losses_[i];
        return change / step + prior_weight_ * Model::distance(coefficient, point_[k]) / coefficient.deviation;
    }

    /// The result of the fit if it ends here.
    Fit fit(std::string failure = {})
    {
        fit_.loss = move_to(std::vector<double>(point_));
        for (const double point : point_) fit_.values.push_back(Model::value_of(point));
        fit_.failure = std::move(failure);
        return fit_;
    }

private:
    struct Weighted {
        typename Model::Prepared prepared;
        double weight = 0.0;
    };

    void weigh(const std::function<bool(std::size_t)>& counts)
    {
        std::map<std::string, double> rows;
        std::set<std::string> sources;
        for (std::size_t i = 0; i < cases_.size(); ++i) {
            const Case& one = Model::published(cases_[i].prepared);
            const auto readings =
                counts(i) ? std::ranges::count_if(
                                one.readings, [](const Reading& reading) { return is_fitted(reading, Model::domain); })
                          : 0;
            cases_[i].weight = static_cast<double>(readings);
            if (readings == 0) continue;
            rows[Model::group_of(one)] += static_cast<double>(readings);
            fit_.readings += static_cast<std::size_t>(readings);
            sources.insert(one.source);
        }
        for (Weighted& one : cases_)
            if (one.weight > 0.0)
                one.weight =
                    1.0 / (rows[Model::group_of(Model::published(one.prepared))] * static_cast<double>(rows.size()));
        fit_.sources.assign(sources.begin(), sources.end());
    }

    void apply(const std::vector<double>& point)
    {
        std::vector<double> values;
        for (std::size_t k = 0; k < point.size(); ++k) {
            const FittedCoefficient& coefficient = section_.coefficients[k];
            values.push_back(std::clamp(Model::value_of(point[k]), coefficient.minimum, coefficient.maximum));
        }
        apply_values(section_, values, calibration_, data_);
    }

    double loss_of(std::size_t i) const
    {
        if (cases_[i].weight == 0.0) return 0.0;
        const auto figures = Model::predicted(cases_[i].prepared, data_);
        double loss = 0.0;
        std::size_t next = 0;
        for (const Reading& reading : Model::published(cases_[i].prepared).readings) {
            if (!is_fitted(reading, Model::domain)) continue;
            const std::optional<double>& figure = figures[next++];
            loss +=
                figure && *figure > 0.0 ? smooth_size(log_distance(reading, *figure), Model::smoothness) : not_computed;
        }
        return loss * cases_[i].weight;
    }

    std::vector<double> losses_at(const std::vector<double>& point)
    {
        apply(point);
        std::vector<double> all;
        for (std::size_t i = 0; i < cases_.size(); ++i) all.push_back(loss_of(i));
        return all;
    }

    /// The cases whose loss differs at either bound of a coefficient.
    std::vector<std::size_t> moved_by(std::size_t k)
    {
        std::set<std::size_t> moved;
        for (const double end : {section_.coefficients[k].minimum, section_.coefficients[k].maximum}) {
            std::vector<double> at = priors_;
            at[k] = Model::point_of(end);
            apply(at);
            for (std::size_t i = 0; i < cases_.size(); ++i)
                if (!moved.contains(i) && loss_of(i) != losses_[i]) moved.insert(i);
        }
        return {moved.begin(), moved.end()};
    }

    const FitSection& section_;
    double prior_weight_ = 0.0;
    nlohmann::json calibration_;
    EngineData data_;
    std::vector<Weighted> cases_;
    std::vector<double> priors_;
    std::vector<double> point_;
    std::vector<double> losses_;
    std::vector<std::vector<std::size_t>> depends_;
    Fit fit_;
};

constexpr double difference_step = 1e-4;
constexpr double relative_tolerance = 1e-5;
constexpr int most_evaluations = 400;

double time_objective(unsigned count, const double* at, double* gradient, void* search)
{
    auto& objective = *static_cast<Objective<TimeModel>*>(search);
    const double total = objective.move_to(std::vector<double>(at, at + count));
    if (gradient != nullptr)
        for (std::size_t k = 0; k < count; ++k) gradient[k] = objective.slope(k, difference_step);
    return total;
}

/// Sequential quadratic programming of the NLopt library (SLSQP, Kraft 1994) within the bounds.
Fit fit_from(std::vector<double> point, Objective<TimeModel>& objective)
{
    const std::vector<double> priors = objective.point();
    const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> optimizer(
        nlopt_create(NLOPT_LD_SLSQP, static_cast<unsigned>(point.size())), &nlopt_destroy);
    std::vector<double> low;
    std::vector<double> high;
    for (const FittedCoefficient& coefficient : objective.coefficients()) {
        low.push_back(TimeModel::point_of(coefficient.minimum));
        high.push_back(TimeModel::point_of(coefficient.maximum));
    }
    nlopt_set_min_objective(optimizer.get(), time_objective, &objective);
    nlopt_set_lower_bounds(optimizer.get(), low.data());
    nlopt_set_upper_bounds(optimizer.get(), high.data());
    nlopt_set_ftol_rel(optimizer.get(), relative_tolerance);
    nlopt_set_maxeval(optimizer.get(), most_evaluations);
    double loss = 0.0;
    const nlopt_result result = nlopt_optimize(optimizer.get(), point.data(), &loss);
    // Rounding ends the search shortly before its tolerance; the best point so far is still available.
    const bool found = result >= 0 || result == NLOPT_ROUNDOFF_LIMITED;
    objective.move_to(found ? point : priors);
    return objective.fit(found ? std::string() : nlopt_result_to_string(result));
}

constexpr int most_rounds = 60;
constexpr double first_step = 0.5;
constexpr double last_step = 0.02;
constexpr double longer = 1.6;
constexpr double shorter = 0.4;

/// Multiplies one value; returns false if it cannot, or if the loss does not decrease.
bool try_step(Objective<MemoryModel>& objective, std::size_t k, double step)
{
    const FittedCoefficient& coefficient = objective.coefficients()[k];
    std::vector<double> point = objective.point();
    point[k] = std::clamp(point[k] * std::exp(step), coefficient.minimum, coefficient.maximum);
    return point != objective.point() && objective.improves(point);
}

/// One step of one coefficient: longer after success, reversed or shorter after failure. Returns false when its steps
/// have become negligible.
bool advance(Objective<MemoryModel>& objective, std::size_t k, double& step)
{
    if (!objective.depends_on(k) || std::abs(step) < last_step * objective.coefficients()[k].deviation) return false;
    if (try_step(objective, k, step))
        step *= longer;
    else if (try_step(objective, k, -step))
        step = -step;
    else
        step *= shorter;
    return true;
}

/// Repeats the total move of a round if that reduces the loss: follows valleys between the directions of single
/// coefficients.
void go_on_from(Objective<MemoryModel>& objective, const std::vector<double>& start)
{
    std::vector<double> point = objective.point();
    if (point == start) return;
    for (std::size_t k = 0; k < point.size(); ++k) {
        const FittedCoefficient& coefficient = objective.coefficients()[k];
        if (point[k] != start[k])
            point[k] = std::clamp(point[k] * point[k] / start[k], coefficient.minimum, coefficient.maximum);
    }
    objective.improves(point);
}

Fit fit_from(const std::vector<double>& point, Objective<MemoryModel>& objective)
{
    objective.move_to(point);
    std::vector<double> steps;
    for (const FittedCoefficient& coefficient : objective.coefficients())
        steps.push_back(first_step * coefficient.deviation);
    bool moving = true;
    for (int round = 0; round < most_rounds && moving; ++round) {
        moving = false;
        const std::vector<double> start = objective.point();
        for (std::size_t k = 0; k < start.size(); ++k) moving = advance(objective, k, steps[k]) || moving;
        go_on_from(objective, start);
    }
    return objective.fit();
}

} // namespace

double smooth_size(double distance, double smoothness)
{
    return std::sqrt(distance * distance + smoothness * smoothness) - smoothness;
}

Fit fit(const std::vector<const Case*>& cases, const FitPlan& plan, Domain domain, const EngineData& data)
{
    if (plan.section(domain) == nullptr) return {};
    const auto from_priors = [](auto objective) { return fit_from(objective.point(), objective); };
    return domain == Domain::time ? from_priors(Objective<TimeModel>(cases, plan, data))
                                  : from_priors(Objective<MemoryModel>(cases, plan, data));
}

std::map<std::string, Fit> fits_without_each(const std::vector<GroupedCase>& cases, const std::set<std::string>& groups,
                                             const FitPlan& plan, Domain domain, const EngineData& data)
{
    std::map<std::string, Fit> fits;
    if (plan.section(domain) == nullptr) return fits;
    std::vector<const Case*> all;
    for (const GroupedCase& one : cases) all.push_back(one.published);
    const auto fit_each = [&](auto objective, bool from_present) {
        std::vector<double> present;
        for (const FittedCoefficient& coefficient : objective.coefficients())
            present.push_back(decltype(objective)::point_of(coefficient.present));
        for (const std::string& group : groups) {
            objective.count([&](std::size_t i) { return cases[i].group != group; });
            fits[group] = fit_from(from_present ? present : objective.point(), objective);
        }
    };
    if (domain == Domain::time)
        fit_each(Objective<TimeModel>(all, plan, data), true);
    else
        fit_each(Objective<MemoryModel>(all, plan, data), false);
    return fits;
}

EngineData with_fit(const Fit& fit, const FitPlan& plan, Domain domain, const EngineData& data)
{
    EngineData fitted = data;
    nlohmann::json calibration = plan.calibration;
    if (const FitSection* section = plan.section(domain)) apply_values(*section, fit.values, calibration, fitted);
    return fitted;
}

} // namespace rigwright
