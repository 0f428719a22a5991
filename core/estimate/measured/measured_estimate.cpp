// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/measured/measured_estimate.h"

#include "core/estimate/coefficients.h"
#include "core/estimate/measured/measured_learning.h"
#include "core/estimate/measured/measured_model.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/measurement_settings.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace rigwright {

namespace {

/// Measurements that may correct memory and time, and the reasons against the others.
struct JudgedMeasurements {
    std::vector<bool> memory;
    std::vector<bool> time;
    std::vector<Finding> findings;
};

/// A finding about measurement `index`: its field in the scenario file is "measurements[<index>]".
Finding measurement_finding(std::string code, std::size_t index, Arguments arguments = {});

// Winograd's F(2x2, 3x3) needs 16 multiplications where the definition has 36 (Lavin and Gray 2016), so model FLOPs may
// exceed the FLOPs of the units by this factor.
constexpr double fewest_multiplications = 36.0 / 16.0;

Value bytes(std::int64_t number) { return value_of(Bytes::of(number)); }

/// Judges each measurement alone, then each pair.
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
        // A peak that is impossible under these settings is from another run, and so is its step.
        if (has_peak && !peak_is_possible(i)) return;
        result_.memory[i] = has_peak;
        result_.time[i] = at(i).step_seconds && model.step && model.modelled_step > 0.0 && step_is_possible(i);
    }

    bool peak_is_possible(std::size_t i)
    {
        const std::int64_t peak = *at(i).peak_bytes;
        const std::optional<Bytes> capacity = models_[i].capacity;
        const Training& training = models_[i].settings.training;
        const std::optional<std::int64_t> context = scenario_.build.context_bytes;
        if (capacity && Bytes::of(peak) > *capacity) {
            add("measurement-beyond-card", i, {{"found", bytes(peak)}, {"capacity", value_of(*capacity)}});
            return false;
        }
        // TensorFlow reserves nearly all memory at startup, whatever the model needs.
        if (capacity && runs_on_tensorflow(training) && at(i).peak_kind() != PeakKind::allocated &&
            *capacity < Bytes::of(peak) + Bytes::mib(c_.reservation_rest_mib)) {
            add("measurement-may-be-reservation", i, {{"found", bytes(peak)}, {"capacity", value_of(*capacity)}});
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

    /// Whether two values differ by more than two readings of one true value would.
    bool clearly_more(double a, double b, double deviation) const
    {
        return a - b > c_.contradiction * std::sqrt(2.0) * deviation;
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

    /// Either of the two may be wrong, so neither is used.
    void contradict(const char* code, std::size_t i, std::size_t j, std::vector<bool>& used)
    {
        add(code, j,
            {{"first", whole_value(static_cast<std::int64_t>(i) + 1)},
             {"second", whole_value(static_cast<std::int64_t>(j) + 1)},
             {"first_batch", whole_value(at(i).micro_batch)},
             {"second_batch", whole_value(at(j).micro_batch)}});
        used[i] = false;
        used[j] = false;
    }

    const Scenario& scenario_;
    const std::vector<MeasuredModel>& models_;
    const MeasuredCoefficients& c_;
    JudgedMeasurements result_;
};

Finding measurement_finding(std::string code, std::size_t index, Arguments arguments)
{
    arguments.emplace_back("number", whole_value(static_cast<std::int64_t>(index) + 1));
    return {Finding::Severity::unchecked, std::move(code), json_element_path("measurements", index),
            std::move(arguments)};
}

/// Rejects measurements that cannot be true (more memory than the card has, a peak below the idle context, more work
/// than its units can do) and those that contradict another (a larger batch with clearly less memory or a shorter step,
/// more allocated than reserved or than the driver shows). `models` has one entry per measurement.
JudgedMeasurements judge_measurements(const Scenario& scenario, const std::vector<MeasuredModel>& models,
                                      const MeasuredCoefficients& coefficients)
{
    return Judge(scenario, models, coefficients).judge();
}

/// Nearest whole byte, also for negative values.
Bytes rounded(double bytes) { return Bytes::of(std::llround(bytes)); }

bool is_countable(double bytes) { return std::isfinite(bytes) && std::abs(bytes) < 4e18; }

MemoryModel model_at(const MemoryTerms& terms, Count micro_batch)
{
    MemoryModel model;
    model.kinds = {PeakModel{terms.allocated(micro_batch).as_double(), terms.allocated(0).as_double()},
                   PeakModel{terms.reserved(micro_batch).as_double(), terms.reserved(0).as_double()},
                   PeakModel{terms.device(micro_batch).as_double(), terms.device(0).as_double()}};
    return model;
}

/// One measurement and its prediction before and after the correction.
Term reading(const char* id, const Evaluation& e, std::size_t index, const std::array<Value, 3>& values, Trace& trace)
{
    Derivation node = leaf({}, id, values[0], "source.measured-by-you", json_element_path("measurements", index));
    node.arguments = {{"number", whole_value(static_cast<std::int64_t>(index) + 1)},
                      {"batch", whole_value(e.scenario.measurements[index].micro_batch)}};
    node.inputs = {leaf({}, "measured.predicted", values[1]), leaf({}, "measured.corrected", values[2])};
    return trace.given(std::move(node), values[0].number);
}

/// Adds the correction to the sums and ranges of memory. `memory` has those of the model.
void add_to_memory(const Evaluation& e, const MeasuredCorrection& measured, MemoryEstimate& memory, Trace& trace)
{
    constexpr std::string_view id = "memory.parts.measured_correction";
    const Count batch = e.scenario.training.micro_batch;
    const MemoryModel model = memory_model(memory, e.memory, batch);
    const auto add = [&](PeakKind kind, std::string_view sum_id, Bytes& sum) {
        Term correction = correction_of(*measured.memory, model, kind, trace);
        const Bytes added = rounded(correction.amount());
        sum += added;
        if (!trace.keeps()) return added;
        for (const MeasuredPoint& point : measured.points)
            if (point.corrects_memory && point.corrected_peak)
                correction =
                    correction.beside(reading("measured.peak", e, point.index,
                                              {bytes(*e.scenario.measurements[point.index].peak_bytes),
                                               value_of(*point.predicted_peak), value_of(*point.corrected_peak)},
                                              trace));
        trace.add(sum_id, trace.name(id, correction.rounded_as(added.as_double()), Unit::bytes), value_of(sum));
        return added;
    };
    add(PeakKind::allocated, "memory.peak_allocated_bytes", memory.peak_allocated);
    add(PeakKind::reserved, "memory.peak_reserved_bytes", memory.peak_reserved);
    memory.measured_correction = add(PeakKind::device, "memory.total_bytes", memory.total);
    add_bounds(e.memory, trace.known("memory.total_bytes", memory.total.as_double(), Unit::bytes),
               trace.given("workspace", e.memory.kept_workspace(batch).as_double(), Unit::bytes, "source.workspace"),
               measured.memory_range_share, memory, trace);
}

/// Change of the step by the fitted factors.
Term change_of(const TimeLearned& learned, const StepModel& model, Trace& trace)
{
    return trace.name("measured.corrected_step", model.seconds(logarithms_of(learned), trace), Unit::seconds) -
           trace.given("measured.model_step", model.seconds({}), Unit::seconds);
}

/// Applies the correction to one evaluation.
class Correction {
public:
    Correction(Evaluation& evaluation, const EngineData& data)
        : evaluation_(evaluation),
          estimate_(*evaluation.estimate),
          data_(data),
          models_(models_of_measurements(evaluation.scenario, data)),
          judged_(judge_measurements(evaluation.scenario, models_, data.measured))
    {}

    void apply()
    {
        result_.points.resize(models_.size());
        for (std::size_t i = 0; i < models_.size(); ++i) result_.points[i].index = i;
        correct_memory();
        correct_time();
        tell_points();
        for (Finding& finding : judged_.findings) estimate_.findings.push_back(std::move(finding));
        estimate_.measured = std::move(result_);
    }

private:
    const Measurement& at(std::size_t i) const { return evaluation_.scenario.measurements[i]; }

    std::vector<UsableReading> readings(const std::vector<bool>& usable) const
    {
        std::vector<UsableReading> list;
        for (std::size_t i = 0; i < models_.size(); ++i)
            if (usable[i]) list.push_back({at(i), models_[i]});
        return list;
    }

    void refuse(std::vector<bool>& usable)
    {
        const auto first = std::ranges::find(usable, true);
        judged_.findings.push_back(
            measurement_finding("measurement-correction-refused", static_cast<std::size_t>(first - usable.begin())));
        usable.assign(usable.size(), false);
    }

    /// Rejects a correction that makes memory shrink with the batch or vanish.
    static bool is_sound(const MemoryLearned& learned, const MemoryModel& model)
    {
        const double total = model.of(PeakKind::device).total + correction_of(learned, model, PeakKind::device);
        const double allocated =
            model.of(PeakKind::allocated).total + correction_of(learned, model, PeakKind::allocated);
        return learned.amount(MemoryCause::per_sample) > -1.0 && allocated > 0.0 && total > 0.0 && is_countable(total);
    }

    void correct_memory()
    {
        if (!estimate_.memory) return;
        const MemoryEstimate& memory = *estimate_.memory;
        const MemoryModel model = memory_model(memory, evaluation_.memory, evaluation_.scenario.training.micro_batch);
        const std::vector<UsableReading> usable = readings(judged_.memory);
        if (usable.empty()) return;
        MemoryLearned learned =
            learn_memory(usable, model.range, evaluation_.scenario.build.context_bytes.has_value(), data_.measured);
        if (!is_sound(learned, model)) return refuse(judged_.memory);
        result_.model_total = memory.total;
        result_.model_max_micro_batch = memory.max_micro_batch;
        result_.memory_range_share =
            deviations(learned, model, PeakKind::device, data_.measured.scatter_memory).share();
        result_.memory = learned;
        put_memory();
    }

    void put_memory()
    {
        Trace untraced(false);
        MemoryEstimate& memory = *estimate_.memory;
        add_to_memory(evaluation_, result_, memory, untraced);
        if (!evaluation_.memory.usable || !estimate_.verdict) return;
        estimate_.verdict = verdict_of(memory);
        put(largest_that_fits(), memory);
    }

    LargestMicroBatch largest_that_fits() const
    {
        const auto largest = [this](const std::vector<MemoryTerms>& stages) {
            return largest_micro_batch(stages, [this](const MemoryTerms& terms, Count batch) {
                return need_at(*result_.memory, terms, batch, data_);
            });
        };
        const LargestMicroBatch here = largest(evaluation_.memory_stages);
        if (evaluation_.scenario.training.micro_batch != 1) return here;
        // A batch of one may be a special case: derives the others from a batch of two.
        Scenario two = evaluation_.scenario;
        two.measurements.clear();
        two.training.micro_batch = 2;
        return of_one_or_more(here, largest(evaluate(two, data_).memory_stages));
    }

public:
    /// Each batch has its own range: measurements say less about a batch that is far from theirs.
    static MemoryNeed need_at(const MemoryLearned& learned, const MemoryTerms& terms, Count micro_batch,
                              const EngineData& data)
    {
        const MemoryModel model = model_at(terms, micro_batch);
        const double bytes = model.of(PeakKind::device).total + correction_of(learned, model, PeakKind::device);
        if (!is_countable(bytes)) return {Bytes(Count::out_of_range())};
        return {rounded(bytes) - terms.kept_workspace(micro_batch),
                deviations(learned, model, PeakKind::device, data.measured.scatter_memory).share()};
    }

private:
    void correct_time()
    {
        if (!estimate_.time) return;
        TimeEstimate& time = *estimate_.time;
        const std::vector<UsableReading> usable = readings(judged_.time);
        if (usable.empty()) return;
        const StepModel model = step_model(time);
        const double work = work_of(evaluation_);
        TimeLearned learned = learn_time(usable, model.range, work, data_.measured);
        const StepModel::Factors logarithms = logarithms_of(learned);
        Trace untraced(false);
        const double change = change_of(learned, model, untraced).amount();
        if (!std::isfinite(change) || time.step.base() + change <= 0.0) return refuse(judged_.time);
        result_.model_step = time.step;
        result_.time_range_share = deviations(learned, model, own_deviation(usable, work, data_.measured)).share();
        tell_causes(model, logarithms);
        result_.time = learned;
        put_time(Seconds(change));
        rename_bottleneck(model, logarithms);
    }

    /// Records the change by each cause while the others stay as modelled.
    void tell_causes(const StepModel& model, const StepModel::Factors& logarithms)
    {
        for (std::size_t i = 0; i < time_cause_count; ++i) {
            StepModel::Factors alone{};
            alone[i] = logarithms[i];
            result_.time_changes[i] = model.seconds(alone) - model.seconds({});
        }
        const auto& changes = result_.time_changes;
        const auto largest =
            std::ranges::max_element(changes, [](double a, double b) { return std::abs(a) < std::abs(b); });
        result_.time_cause = static_cast<TimeCause>(largest - changes.begin());
    }

    void put_time(Seconds change)
    {
        TimeEstimate& time = *estimate_.time;
        time.measured_correction = change;
        // The total is the sum of the parts in their order, then the correction, to the last bit.
        time.step = Seconds();
        for (const Seconds part : time.parts) time.step += part;
        time.step += change;
    }

    /// A different cause may have the largest share of the corrected step.
    void rename_bottleneck(const StepModel& model, const StepModel::Factors& logarithms)
    {
        const auto largest = [](const StepModel::Factors& shares) {
            return static_cast<TimeCause>(std::ranges::max_element(shares) - shares.begin());
        };
        const TimeCause cause = largest(model.shares(logarithms));
        if (cause == largest(model.shares({}))) return;
        Bottleneck& bottleneck = estimate_.time->bottleneck;
        switch (cause) {
        case TimeCause::device: bottleneck = bottleneck_on_gpu(evaluation_.time->gpu); break;
        case TimeCause::host: bottleneck = Bottleneck::host; break;
        case TimeCause::communication: bottleneck = Bottleneck::communication; break;
        case TimeCause::loading: bottleneck = Bottleneck::data_loading; break;
        }
    }

    static Bottleneck bottleneck_on_gpu(const PassTimes& gpu)
    {
        const Seconds matrix = gpu.bound_by(Bound::matrix);
        const Seconds traffic = gpu.bound_by(Bound::traffic);
        const Seconds launch = gpu.bound_by(Bound::launch);
        if (matrix >= traffic && matrix >= launch) return Bottleneck::matrix;
        return traffic >= launch ? Bottleneck::memory_bandwidth : Bottleneck::launch;
    }

    void tell_points()
    {
        for (MeasuredPoint& point : result_.points) {
            point.corrects_memory = judged_.memory[point.index];
            point.corrects_time = judged_.time[point.index];
            tell_peak(point);
            tell_step(point);
        }
    }

    /// Outside the 80% range of model and measurement together.
    static bool is_far(double distance, double model, double reading)
    {
        return std::abs(distance) > interval_in_deviations / 2.0 * std::hypot(model, reading);
    }

    void tell_peak(MeasuredPoint& point)
    {
        const Measurement& measurement = at(point.index);
        const MeasuredModel& model = models_[point.index];
        if (!measurement.peak_bytes || !model.memory) return;
        const PeakKind kind = measurement.peak_kind();
        const double predicted = model.memory->of(kind).total;
        point.predicted_peak = rounded(predicted);
        if (!result_.memory) return;
        point.corrected_peak = rounded(predicted + correction_of(*result_.memory, *model.memory, kind));
        if (!point.corrects_memory) return;
        const Deviations apart = deviations(*result_.memory, *model.memory, kind, data_.measured.scatter_memory);
        const double reading = reading_deviation(kind, predicted, data_.measured);
        const auto measured = static_cast<double>(*measurement.peak_bytes);
        if (is_far(measured - predicted, apart.before, reading))
            judged_.findings.push_back(measurement_finding(
                "measurement-far-from-model", point.index,
                {{"found", value_of(rounded(measured))}, {"predicted", value_of(rounded(predicted))}}));
    }

    void tell_step(MeasuredPoint& point)
    {
        const Measurement& measurement = at(point.index);
        const MeasuredModel& model = models_[point.index];
        if (!measurement.step_seconds || !model.step) return;
        const double predicted = model.modelled_step;
        point.predicted_step = Seconds(predicted);
        if (!result_.time) return;
        const double factor = model.step->seconds(logarithms_of(*result_.time)) / model.step->seconds({});
        point.corrected_step = Seconds(predicted * factor);
        if (!point.corrects_time) return;
        const Deviations apart = deviations(*result_.time, *model.step, 0.0);
        const double seen = std::log(*measurement.step_seconds / predicted);
        if (is_far(seen, apart.before, data_.measured.reading_sd_step))
            judged_.findings.push_back(measurement_finding("measurement-step-far-from-model", point.index,
                                                           {{"found", Value{*measurement.step_seconds, Unit::seconds}},
                                                            {"predicted", Value{predicted, Unit::seconds}}}));
    }

    Evaluation& evaluation_;
    Estimate& estimate_;
    const EngineData& data_;
    std::vector<MeasuredModel> models_;
    JudgedMeasurements judged_;
    MeasuredCorrection result_;
};

} // namespace

void apply_measurements(Evaluation& evaluation, const EngineData& data) { Correction(evaluation, data).apply(); }

void name_memory_correction(const Evaluation& e, MemoryEstimate& modelled, Trace& trace)
{
    if (e.estimate->measured && e.estimate->measured->memory) add_to_memory(e, *e.estimate->measured, modelled, trace);
}

void name_step_correction(const Evaluation& e, Trace& trace)
{
    const TimeEstimate& time = *e.estimate->time;
    if (!time.measured_correction) return;
    const MeasuredCorrection& measured = *e.estimate->measured;
    const auto nearest = static_cast<std::size_t>(measured.time_cause);
    Term change = change_of(*measured.time, step_model(time), trace)
                      .beside(trace.given(std::string("measured.nearest.") + key_of(measured.time_cause),
                                          measured.time_changes[nearest], Unit::seconds));
    for (const MeasuredPoint& point : measured.points)
        if (point.corrects_time && point.corrected_step)
            change = change.beside(reading("measured.step", e, point.index,
                                           {value_of(Seconds(*e.scenario.measurements[point.index].step_seconds)),
                                            value_of(*point.predicted_step), value_of(*point.corrected_step)},
                                           trace));
    trace.add("time.step_seconds", trace.name("time.parts.measured_correction", change, Unit::seconds),
              value_of(time.step));
}

MemoryNeed corrected_need(const Evaluation& evaluation, Count micro_batch, const EngineData& data)
{
    const std::optional<MeasuredCorrection>& measured = evaluation.estimate->measured;
    if (!measured || !measured->memory) return {evaluation.memory.needed(micro_batch)};
    return Correction::need_at(*measured->memory, evaluation.memory, micro_batch, data);
}

} // namespace rigwright
