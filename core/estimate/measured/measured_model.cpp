// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/measured/measured_model.h"

#include "core/estimate/memory/memory_terms.h"
#include "core/scenario/measurement_settings.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

double fourth_power(double x) { return x * x * x * x; }

double fourth_root(double x) { return std::sqrt(std::sqrt(x)); }

PeakModel peak_model(Bytes total, Bytes at_zero) { return {total.as_double(), at_zero.as_double()}; }

double range_of(double low, double high) { return low > 0.0 && high > low ? std::log(high / low) : 0.0; }

std::size_t place_of(TimeCause cause) { return static_cast<std::size_t>(cause); }

MeasuredModel model_of(const Evaluation& evaluation)
{
    MeasuredModel model;
    if (!evaluation.estimate) return model;
    const Estimate& estimate = *evaluation.estimate;
    if (estimate.memory && estimate.time)
        model.memory = memory_model(*estimate.memory, evaluation.memory, evaluation.scenario.training.micro_batch);
    if (evaluation.memory.usable) model.capacity = evaluation.memory.usable->nominal;
    if (estimate.time) {
        model.step = step_model(*estimate.time);
        model.mfu = estimate.time->mfu;
        model.modelled_step = estimate.time->step.base();
        model.work = work_of(evaluation);
    }
    return model;
}

} // namespace

double work_of(const Evaluation& evaluation)
{
    return evaluation.estimate->model.forward_macs_per_sample.as_double() *
           static_cast<double>(evaluation.scenario.training.micro_batch);
}

std::array<double, memory_cause_count> MemoryModel::row(PeakKind kind) const
{
    const double overhead = kind == PeakKind::device ? 1.0 : 0.0;
    return {overhead, of(PeakKind::allocated).at_zero, of(kind).growth()};
}

MemoryModel memory_model(const MemoryEstimate& memory, const MemoryTerms& terms, Count micro_batch)
{
    MemoryModel model;
    model.kinds = {peak_model(terms.allocated(micro_batch), terms.allocated(0)),
                   peak_model(terms.reserved(micro_batch), terms.reserved(0)),
                   peak_model(memory.total, terms.device(0))};
    model.range = terms.range.width();
    return model;
}

Term StepModel::seconds(const Factors& logarithms, Trace& trace) const
{
    const auto factor = [&](TimeCause cause) {
        return trace.given(trace.keeps() ? std::string("measured.factor.") + key_of(cause) : std::string(),
                           std::exp(logarithms[place_of(cause)]), Unit::ratio, "source.measured-by-you");
    };
    const auto time = [&trace](const char* id, double amount) { return trace.given(id, amount, Unit::seconds); };
    const Term device = factor(TimeCause::device);
    Term step = smooth_maximum(device * time("measured.passes", passes),
                               factor(TimeCause::host) * time("measured.launches", launches));
    if (optimizer > 0.0) step = step + device * time("time.parts.optimizer", optimizer);
    return step + factor(TimeCause::communication) * time("measured.exchange", communication) +
           factor(TimeCause::loading) * time("time.parts.exposed_data_loading", loading);
}

double StepModel::seconds(const Factors& logarithms) const
{
    Trace untraced(false);
    return seconds(logarithms, untraced).amount();
}

StepModel::Factors StepModel::shares(const Factors& logarithms) const
{
    const double device = std::exp(logarithms[place_of(TimeCause::device)]);
    const double gpu = fourth_power(device * passes);
    const double host = fourth_power(std::exp(logarithms[place_of(TimeCause::host)]) * launches);
    const double cube = std::pow(gpu + host, 0.75);
    const double step = seconds(logarithms);
    if (!(step > 0.0) || !(cube > 0.0)) return {};
    return {(gpu / cube + device * optimizer) / step, host / cube / step,
            std::exp(logarithms[place_of(TimeCause::communication)]) * communication / step,
            std::exp(logarithms[place_of(TimeCause::loading)]) * loading / step};
}

StepModel step_model(const TimeEstimate& time)
{
    StepModel model;
    const auto part = [&time](TimePart which) { return time.part(which).base(); };
    model.passes = part(TimePart::forward) + part(TimePart::backward) + part(TimePart::recompute);
    const double overlapped = model.passes + part(TimePart::host_overhead);
    model.launches = fourth_root(std::max(0.0, fourth_power(overlapped) - fourth_power(model.passes)));
    model.optimizer = part(TimePart::optimizer);
    model.communication = part(TimePart::exposed_communication) + part(TimePart::pipeline_bubble);
    model.loading = part(TimePart::exposed_data_loading);
    model.range = range_of(time.low.base(), time.high.base());
    return model;
}

std::vector<MeasuredModel> models_of_measurements(const Scenario& scenario, const EngineData& data)
{
    std::vector<MeasuredModel> models;
    models.reserve(scenario.measurements.size());
    for (const Measurement& measurement : scenario.measurements) {
        Scenario measured = measured_scenario(measurement, scenario);
        // Readings of one batch under one setup share their model.
        const auto alike = std::ranges::find(models, measured, &MeasuredModel::settings);
        if (alike != models.end()) {
            models.push_back(*alike);
            continue;
        }
        MeasuredModel model = model_of(evaluate(measured, data));
        model.same_network =
            measured.model.preset == scenario.model.preset && measured.model.family == scenario.model.family &&
            measured.model.head == scenario.model.head && measured.model.embedded == scenario.model.embedded;
        model.same_training = is_same_training(measured, scenario);
        model.same_setup = is_same_setup(measured, scenario);
        model.settings = std::move(measured);
        models.push_back(std::move(model));
    }
    return models;
}

std::optional<std::int64_t> MeasuredLine::largest_within(Bytes available) const
{
    if (!(slope > 0.0)) return std::nullopt;
    const double batch = std::floor((available.as_double() - intercept) / slope);
    if (!(batch >= 1.0)) return 0;
    return static_cast<std::int64_t>(std::min(batch, static_cast<double>(largest_sensible_micro_batch)));
}

std::optional<MeasuredLine> line_through(const std::vector<Measurement>& measurements, PeakKind kind)
{
    double count = 0.0;
    double batches = 0.0;
    double peaks = 0.0;
    const auto belongs = [kind](const Measurement& m) { return m.peak_bytes && m.peak_kind() == kind; };
    for (const Measurement& measurement : measurements) {
        if (!belongs(measurement)) continue;
        count += 1.0;
        batches += static_cast<double>(measurement.micro_batch);
        peaks += static_cast<double>(*measurement.peak_bytes);
    }
    if (count < 2.0) return std::nullopt;
    double spread = 0.0;
    double product = 0.0;
    for (const Measurement& measurement : measurements) {
        if (!belongs(measurement)) continue;
        const double batch = static_cast<double>(measurement.micro_batch) - batches / count;
        spread += batch * batch;
        product += batch * (static_cast<double>(*measurement.peak_bytes) - peaks / count);
    }
    if (!(spread > 0.0)) return std::nullopt;
    const double slope = product / spread;
    return MeasuredLine{peaks / count - slope * batches / count, slope};
}

} // namespace rigwright
