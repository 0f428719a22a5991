// SPDX-License-Identifier: Apache-2.0
#include "core/validation/time_fit.h"

#include "core/estimate/time_coefficients.h"
#include "core/json/object_reader.h"
#include "core/validation/prepared_case.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlopt.h>
#include <set>

namespace rigwright {

namespace {

/// Errors far below this weigh as their square, far above as their size.
constexpr double time_smoothness = 0.08;
constexpr double difference_step = 1e-4;
constexpr double relative_tolerance = 1e-5;
constexpr int most_evaluations = 400;

/// One case with the weight that each of its readings has.
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

    /// The cases whose loss is another one at either end of a coefficient's bounds.
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

    /// The slope along one coefficient, by the difference over cases that it moves; inwards at the upper bound.
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

    /// What the optimizer calls its failure; empty where it found the best point.
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
        // Rounding ends the search a little before its tolerance; the best point so far is there all the same.
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

} // namespace

Fit fit_time(const std::vector<const Case*>& cases, const FitPlan& plan, const EngineData& data)
{
    if (plan.section(Domain::time) == nullptr) return {};
    return TimeSearch(cases, plan, data).run();
}

} // namespace rigwright
