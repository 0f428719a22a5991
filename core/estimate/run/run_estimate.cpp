// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/run_estimate.h"

#include "core/scenario/tiles.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr double bits_per_byte = 8.0;
constexpr double bits_per_megabit = 1e6;
/// Forward and two products of backward, two operations a multiply-add (Kaplan et al. 2020, section 2.1).
constexpr double operations_per_parameter_and_token = 6.0;

double bytes_of(NumberFormat format) { return storage_bits(format) / 8.0; }

double moment_bytes(const OptimizerRow& optimizer, NumberFormat stored)
{
    switch (optimizer.storage) {
    case MomentStorage::full: return optimizer.moments * bytes_of(stored);
    case MomentStorage::one_byte: return optimizer.moments;
    // Sums of rows and columns: a thousandth of the parameters, left out.
    case MomentStorage::factored: return 0.0;
    }
    return 0.0;
}

/// Forward passes of one step, or the loader where that takes longer.
Seconds validation_step(const RunInputs& in)
{
    const TimeTerms& t = in.terms;
    const Seconds gpu = t.gpu.total();
    if (gpu <= Seconds()) return {};
    const double forward = t.gpu.forward / gpu;
    const double corrected = in.time.step / t.step;
    const Seconds passes = t.micro * (static_cast<double>(t.accumulation) * forward * corrected);
    return std::max(passes, t.loading.needed);
}

void add_useful(const RunInputs& in, RunTerms& terms)
{
    terms.epochs = static_cast<double>(in.scenario.training.epochs);
    terms.steps = static_cast<double>(in.time.steps_per_epoch);
    terms.step = in.time.step;
    const LoadingTerms& loading = in.terms.loading;
    terms.cold_wait = loading.exposed_first_epoch - loading.exposed;
    terms.validation_steps = terms.steps * in.scenario.run.validation_share;
    if (terms.validation_steps > 0.0) terms.validation_step = validation_step(in);
    terms.part(RunPart::training) = in.time.total;
    terms.part(RunPart::cold_cache) = terms.cold_wait * terms.steps;
    terms.part(RunPart::validation) = terms.validation_step * (terms.validation_steps * terms.epochs);
    terms.useful = terms.part(RunPart::training) + terms.part(RunPart::cold_cache) + terms.part(RunPart::validation);
}

void add_checkpoints(const RunInputs& in, RunTerms& terms)
{
    const Run& run = in.scenario.run;
    terms.checkpoint = checkpoint_terms(in.model, in.scenario.training);
    const auto machines = static_cast<double>(in.scenario.build.nodes);
    if (in.storage != nullptr && in.storage->sequential_write) {
        terms.write_rate = *in.storage->sequential_write * machines;
        terms.write = Seconds(terms.checkpoint.total.as_double() / terms.write_rate->base());
    }
    terms.gpus = static_cast<double>(gpu_count(in.scenario.build));
    terms.gpu_hours_per_failure = run.gpu_hours_per_failure.value_or(in.coefficients.gpu_hours_per_failure);
    terms.restart = Seconds(run.restart_seconds.value_or(in.coefficients.restart_seconds));
    terms.mtbf = Seconds(terms.gpu_hours_per_failure * seconds_per_hour / terms.gpus);
    if (run.checkpoint_interval_seconds)
        terms.interval = Seconds(*run.checkpoint_interval_seconds);
    else if (terms.write && *terms.write > Seconds())
        terms.interval = best_interval(*terms.write, terms.mtbf);
    // The last checkpoint is the result itself.
    if (terms.interval) terms.interval = std::min(*terms.interval, terms.useful);
}

/// Time of a run with failures over the useful time: Daly's formula, or its limit for no interval at all.
double stretch(const RunTerms& t)
{
    const double restarts = std::exp(t.restart / t.mtbf);
    if (!t.interval) return restarts;
    const Seconds segment = *t.interval + t.write.value_or(Seconds());
    return t.mtbf / *t.interval * restarts * std::expm1(segment / t.mtbf);
}

void add_losses(RunTerms& terms)
{
    if (terms.interval && terms.write)
        terms.part(RunPart::checkpoints) = *terms.write * (terms.useful / *terms.interval);
    const Seconds undisturbed = terms.useful + terms.part(RunPart::checkpoints);
    terms.part(RunPart::failures) = std::max(Seconds(), terms.useful * stretch(terms) - undisturbed);
    for (const Seconds time : terms.parts) terms.wall += time;
    terms.ends = std::isfinite(terms.wall.base());
}

} // namespace

Seconds best_interval(Seconds write, Seconds mtbf) { return Seconds(std::sqrt(2.0 * write.base() * mtbf.base())); }

CheckpointTerms checkpoint_terms(const ModelEstimate& model, const Training& training)
{
    const PrecisionRecipe recipe = recipe_of(training);
    CheckpointTerms terms;
    terms.weights = training.lora ? model.trainable_parameters : model.parameters;
    terms.trainable = model.trainable_parameters;
    terms.bytes_of_weight = bytes_of(recipe.weights) * (training.ema ? 2.0 : 1.0);
    terms.bytes_of_master = recipe.master ? bytes_of(*recipe.master) : 0.0;
    terms.bytes_of_moments = moment_bytes(optimizer_row(training.optimizer), recipe.master.value_or(recipe.weights));
    terms.total = Bytes::rounded(terms.weights.as_double() * terms.bytes_of_weight +
                                 terms.trainable.as_double() * (terms.bytes_of_master + terms.bytes_of_moments));
    return terms;
}

RunTerms run_terms(const RunInputs& inputs)
{
    RunTerms terms;
    add_useful(inputs, terms);
    add_checkpoints(inputs, terms);
    add_losses(terms);
    return terms;
}

RunEstimate run_estimate(const RunTerms& terms, const TimeEstimate& time)
{
    RunEstimate run;
    run.parts = terms.parts;
    run.wall = terms.wall;
    run.wall_low = run.wall * (time.total_low / time.total);
    run.wall_high = run.wall * (time.total_high / time.total);
    run.goodput = terms.useful / terms.wall;
    run.mtbf = terms.mtbf;
    run.checkpoint = terms.checkpoint.total;
    run.checkpoint_interval = terms.interval;
    return run;
}

std::optional<double> samples_of_epoch(const Scenario& scenario, const TimeEstimate& time)
{
    if (const auto samples = samples_with_tiles(scenario)) return static_cast<double>(*samples);
    if (!scenario.dataset.tokens || !time.tokens_per_second) return std::nullopt;
    const double tokens = *time.tokens_per_second / time.samples_per_second;
    return static_cast<double>(*scenario.dataset.tokens) / tokens;
}

std::optional<double> tokens_of_run(const Scenario& scenario, const TimeEstimate& time)
{
    if (!time.tokens_per_second) return std::nullopt;
    const auto epochs = static_cast<double>(scenario.training.epochs);
    if (!scenario.dataset.samples && scenario.dataset.tokens)
        return static_cast<double>(*scenario.dataset.tokens) * epochs;
    const auto samples = samples_of_epoch(scenario, time);
    if (!samples) return std::nullopt;
    return *samples * (*time.tokens_per_second / time.samples_per_second) * epochs;
}

void add_run_figures(const Scenario& scenario, const ModelEstimate& model, TimeEstimate& time)
{
    const Dataset dataset = dataset_as_read(scenario);
    if (scenario.run.upload_mbit_per_second && dataset.samples && dataset.encoded_bytes_per_sample) {
        const double bytes =
            static_cast<double>(*dataset.samples) * static_cast<double>(*dataset.encoded_bytes_per_sample);
        time.upload = Seconds(bytes * bits_per_byte / (*scenario.run.upload_mbit_per_second * bits_per_megabit));
    }
    if (scenario.training.mode != RunMode::train) return;
    const auto samples = samples_of_epoch(scenario, time);
    if (!samples) return;
    const double epochs = static_cast<double>(scenario.training.epochs);
    time.pf_days = model.training_flops_per_sample.base() * *samples * epochs / flops_per_pf_day;
    if (const auto tokens = tokens_of_run(scenario, time))
        time.six_n_d_pf_days =
            operations_per_parameter_and_token * model.active_parameters.as_double() * *tokens / flops_per_pf_day;
}

namespace {

GpuPowerTerms gpu_power(Watts board, const TimeTerms& t, const EnergyCoefficients& c)
{
    const double count = static_cast<double>(t.accumulation);
    const auto in_parts = [&t](TimePart which) { return t.part(which) / t.step; };
    const auto on_gpu = [&](Bound bound) { return t.gpu.bound_by(bound) * count / t.step; };
    GpuPowerTerms gpu;
    gpu.board = board;
    gpu.idle = board * c.gpu_idle_share;
    gpu.matrix_share = on_gpu(Bound::matrix);
    gpu.traffic_share = on_gpu(Bound::traffic) + in_parts(TimePart::optimizer);
    gpu.launch_share = on_gpu(Bound::launch);
    gpu.communication_share = in_parts(TimePart::exposed_communication);
    gpu.load = gpu.matrix_share * c.gpu_matrix_load + gpu.traffic_share * c.gpu_traffic_load +
               gpu.launch_share * c.gpu_launch_load + gpu.communication_share * c.gpu_communication_load;
    gpu.power = gpu.idle + (gpu.board - gpu.idle) * gpu.load;
    return gpu;
}

/// Cores that prepare samples, and one that starts the kernels of each GPU.
double host_load(const EnergyInputs& in, double cores)
{
    if (in.gpu == nullptr) return 1.0;
    const LoadingTerms& loading = in.terms.loading;
    const Seconds work = loading.decode ? *loading.decode + loading.augment : Seconds();
    const double preparing = loading.samples * work.base() / (cores * in.terms.step.base());
    return std::min(1.0, preparing + static_cast<double>(in.scenario.build.gpus_per_node) / cores);
}

std::optional<CpuPowerTerms> cpu_power(const EnergyInputs& in)
{
    const EnergyCoefficients& c = in.coefficients;
    const BuildChoice& build = in.scenario.build;
    CpuPowerTerms cpu;
    if (in.cpu == nullptr) {
        cpu.assumed = true;
        cpu.power = Watts(c.assumed_cpu_watts_per_gpu * static_cast<double>(build.gpus_per_node));
        return cpu;
    }
    if (!in.cpu->power.base_power) return std::nullopt;
    cpu.sockets = static_cast<double>(build.cpu_sockets);
    const Watts base = *in.cpu->power.base_power;
    cpu.idle = base * c.cpu_idle_share;
    cpu.full = in.cpu->power.turbo_power.value_or(base) * c.cpu_full_load;
    cpu.load = host_load(in, static_cast<double>(in.cpu->compute.cores) * cpu.sockets);
    cpu.power = (cpu.idle + (cpu.full - cpu.idle) * cpu.load) * cpu.sockets;
    return cpu;
}

void add_power_parts(const EnergyInputs& in, EnergyTerms& terms)
{
    const EnergyCoefficients& c = in.coefficients;
    const double machines = terms.machines;
    terms.part(PowerPart::gpus) = terms.gpu.power * (terms.gpus_per_machine * machines);
    terms.part(PowerPart::processors) = terms.cpu.power * machines;
    terms.part(PowerPart::memory) = Watts(terms.memory_gib * c.memory_watts_per_gib * machines);
    if (!in.scenario.build.storage.empty()) terms.part(PowerPart::storage) = Watts(c.storage_watts * machines);
    for (const PowerPart which : {PowerPart::gpus, PowerPart::processors, PowerPart::memory, PowerPart::storage})
        terms.components = terms.components + terms.part(which);
    terms.part(PowerPart::board_and_fans) = Watts(c.board_watts * machines) + terms.components * c.board_share;
    const Watts supplied = terms.components + terms.part(PowerPart::board_and_fans);
    terms.part(PowerPart::supply_loss) = supplied * (1.0 / c.supply_efficiency - 1.0);
    terms.part(PowerPart::cooling) = (supplied + terms.part(PowerPart::supply_loss)) * (terms.pue - 1.0);
    for (const Watts power : terms.parts) terms.average += power;
}

std::optional<Seconds> run_time(const TimeEstimate& time, RunMode mode)
{
    if (time.run) return time.run->wall;
    if (mode == RunMode::infer && time.knows_run()) return time.total;
    return std::nullopt;
}

} // namespace

std::optional<EnergyTerms> energy_terms(const EnergyInputs& in)
{
    EnergyTerms terms;
    const BuildChoice& build = in.scenario.build;
    if (in.gpu != nullptr) {
        if (!in.gpu->power.board_power) return std::nullopt;
        terms.gpus_per_machine = static_cast<double>(build.gpus_per_node);
        terms.gpu = gpu_power(*in.gpu->power.board_power, in.terms, in.coefficients);
    }
    const std::optional<CpuPowerTerms> cpu = cpu_power(in);
    if (!cpu) return std::nullopt;
    terms.cpu = *cpu;
    terms.machines = static_cast<double>(build.nodes);
    terms.memory_gib = build.ram_gib.value_or(0.0);
    terms.pue = in.scenario.economics.pue;
    terms.kg_co2_per_kwh = in.scenario.economics.grid_kg_co2_per_kwh.value_or(in.coefficients.grid_kg_co2_per_kwh);
    add_power_parts(in, terms);
    terms.run = run_time(in.time, in.scenario.training.mode);
    return terms;
}

EnergyEstimate energy_estimate(const EnergyTerms& terms, const TimeEstimate& time)
{
    EnergyEstimate energy;
    energy.parts = terms.parts;
    energy.average_power = terms.average;
    if (!terms.run) return energy;
    energy.total_kwh = terms.average.base() * terms.run->base() / joules_per_kwh;
    energy.total_low_kwh = *energy.total_kwh * (time.total_low / time.total);
    energy.total_high_kwh = *energy.total_kwh * (time.total_high / time.total);
    energy.co2_kg = *energy.total_kwh * terms.kg_co2_per_kwh;
    return energy;
}

} // namespace rigwright
