// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/measured_findings.h"

#include "core/estimate/measured_learning.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/measurement_settings.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

// Winograd's F(2x2, 3x3) needs 16 multiplications where the definition has 36 (Lavin and Gray 2016), so that model
// FLOPs may exceed what the units multiply by this factor.
constexpr double fewest_multiplications = 36.0 / 16.0;

Value count_text(std::int64_t number) { return value_of(Count(number)); }

Value bytes(std::int64_t number) { return value_of(Bytes::of(number)); }

/// Judges each measurement by itself, then each pair.
class Judge {
public:
    Judge(const Scenario& scenario, const std::vector<MeasuredModel>& models, const MeasuredCoefficients& c)
        : scenario_(scenario),
          models_(models),
          c_(c)
    {}

    JudgedMeasurements judge()
    {
        const std::size_t size = scenario_.measurements.size();
        result_.memory.assign(size, false);
        result_.time.assign(size, false);
        for (std::size_t i = 0; i < size; ++i) judge_alone(i);
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = i + 1; j < size; ++j) judge_pair(i, j);
        return std::move(result_);
    }

private:
    const Measurement& at(std::size_t i) const { return scenario_.measurements[i]; }

    void add(const char* code, std::size_t i, Arguments arguments = {})
    {
        result_.findings.push_back(measurement_finding(code, i, std::move(arguments)));
    }

    void judge_alone(std::size_t i)
    {
        const MeasuredModel& model = models_[i];
        if (!model.same_network) return add("measurement-of-another-model", i);
        if (!model.memory && !model.step) return add("measurement-not-predicted", i);
        const bool has_peak = at(i).peak_bytes && model.memory;
        // A peak that these settings cannot have is that of another run, and so is the step beside it.
        if (has_peak && !peak_is_possible(i)) return;
        result_.memory[i] = has_peak;
        result_.time[i] = at(i).step_seconds && model.step && model.modelled_step > 0.0 && step_is_possible(i);
    }

    bool peak_is_possible(std::size_t i)
    {
        const std::int64_t peak = *at(i).peak_bytes;
        const std::optional<Bytes> capacity = models_[i].capacity;
        const std::optional<std::int64_t> context = scenario_.build.context_bytes;
        if (capacity && Bytes::of(peak) > *capacity) {
            add("measurement-beyond-card", i, {{"found", bytes(peak)}, {"capacity", value_of(*capacity)}});
            return false;
        }
        if (context && at(i).peak_kind() == PeakKind::device && peak <= *context) {
            add("measurement-below-context", i, {{"found", bytes(peak)}, {"context", bytes(*context)}});
            return false;
        }
        return true;
    }

    bool step_is_possible(std::size_t i)
    {
        const MeasuredModel& model = models_[i];
        const double utilisation = model.mfu * model.modelled_step / *at(i).step_seconds;
        if (utilisation <= fewest_multiplications) return true;
        const double shortest = *at(i).step_seconds * utilisation / fewest_multiplications;
        add("measurement-faster-than-peak", i,
            {{"found", Value{*at(i).step_seconds, Unit::seconds}}, {"shortest", Value{shortest, Unit::seconds}}});
        return false;
    }

    void judge_pair(std::size_t i, std::size_t j)
    {
        const Scenario& first = models_[i].settings;
        const Scenario& second = models_[j].settings;
        if (!is_same_network(first, second) || !is_same_setup(first, second)) return;
        if (result_.memory[i] && result_.memory[j]) judge_peaks(i, j);
        if (result_.time[i] && result_.time[j]) judge_steps(i, j);
    }

    /// Apart by more than two readings of one truth would be.
    bool clearly_more(double a, double b, double deviation) const
    {
        return a - b > c_.far_from_model * std::sqrt(2.0) * deviation;
    }

    void judge_peaks(std::size_t i, std::size_t j)
    {
        const auto a = static_cast<double>(*at(i).peak_bytes);
        const auto b = static_cast<double>(*at(j).peak_bytes);
        const PeakKind wider = std::max(at(i).peak_kind(), at(j).peak_kind());
        const double deviation = reading_deviation(wider, std::max(a, b), c_);
        const bool i_first = at(i).micro_batch < at(j).micro_batch;
        const bool same_batch = at(i).micro_batch == at(j).micro_batch;
        if (at(i).peak_kind() == at(j).peak_kind()) {
            const bool falls = i_first ? clearly_more(a, b, deviation) : clearly_more(b, a, deviation);
            const bool differs = same_batch && clearly_more(std::max(a, b), std::min(a, b), deviation);
            if (falls || differs) contradict("measurement-contradiction", i, j, result_.memory);
        } else if (same_batch) {
            // allocated <= reserved <= device.
            const bool i_narrower = at(i).peak_kind() < at(j).peak_kind();
            if (clearly_more(i_narrower ? a : b, i_narrower ? b : a, deviation))
                contradict("measurement-kinds-contradict", i, j, result_.memory);
        }
    }

    void judge_steps(std::size_t i, std::size_t j)
    {
        const double a = *at(i).step_seconds;
        const double b = *at(j).step_seconds;
        const double deviation = c_.reading_sd_step * std::max(a, b);
        const bool same_batch = at(i).micro_batch == at(j).micro_batch;
        const bool falls =
            at(i).micro_batch < at(j).micro_batch ? clearly_more(a, b, deviation) : clearly_more(b, a, deviation);
        const bool differs = same_batch && clearly_more(std::max(a, b), std::min(a, b), deviation);
        if (falls || differs) contradict("measurement-steps-contradict", i, j, result_.time);
    }

    /// Which of the two is wrong nobody can tell, so neither is used.
    void contradict(const char* code, std::size_t i, std::size_t j, std::vector<bool>& used)
    {
        add(code, j,
            {{"first", count_text(static_cast<std::int64_t>(i) + 1)},
             {"second", count_text(static_cast<std::int64_t>(j) + 1)},
             {"first_batch", count_text(at(i).micro_batch)},
             {"second_batch", count_text(at(j).micro_batch)}});
        used[i] = false;
        used[j] = false;
    }

    const Scenario& scenario_;
    const std::vector<MeasuredModel>& models_;
    const MeasuredCoefficients& c_;
    JudgedMeasurements result_;
};

} // namespace

Finding measurement_finding(std::string code, std::size_t index, Arguments arguments)
{
    arguments.emplace_back("number", count_text(static_cast<std::int64_t>(index) + 1));
    return {Finding::Severity::unchecked, std::move(code), element_field("measurements", index), std::move(arguments)};
}

JudgedMeasurements judge_measurements(const Scenario& scenario, const std::vector<MeasuredModel>& models,
                                      const MeasuredCoefficients& coefficients)
{
    return Judge(scenario, models, coefficients).judge();
}

} // namespace rigwright
