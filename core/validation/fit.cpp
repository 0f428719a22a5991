// SPDX-License-Identifier: Apache-2.0
#include "core/validation/fit.h"

#include "core/validation/time_fit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace rigwright {

namespace {

/// Errors far below this weigh as their square, far above as their size.
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

/// One case with the weight that each of its readings has.
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

    /// The cases whose loss is another one at either end of a coefficient's bounds.
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

    /// One step of one coefficient: longer after success, the other way or shorter after failure. False when its steps
    /// have become too short to matter.
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

    /// Goes the way of a whole round once more when that makes the loss smaller: along valleys that lie between the
    /// directions of single coefficients.
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

    /// Keeps the step when it makes the loss smaller.
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
