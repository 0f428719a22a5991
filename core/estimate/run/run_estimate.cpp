// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/run_estimate.h"

#include "core/estimate/recipes.h"
#include "core/estimate/time/step_time.h"
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

void add_useful(const RunInputs& in, RunEstimate& run)
{
    const auto steps = static_cast<double>(in.time.steps_per_epoch);
    const double validation_steps = steps * in.scenario.run.validation_share;
    const LoadingTerms& loading = in.terms.loading;
    run.step = in.time.step;
    run.cold_wait = loading.exposed_first_epoch - loading.exposed;
    if (validation_steps > 0.0) run.validation_step = validation_step(in);
    run.part(RunPart::training) = in.time.total;
    run.part(RunPart::cold_cache) = run.cold_wait * steps;
    run.part(RunPart::validation) =
        run.validation_step * (validation_steps * static_cast<double>(in.scenario.training.epochs));
    run.useful = run.part(RunPart::training) + run.part(RunPart::cold_cache) + run.part(RunPart::validation);
}

void add_checkpoints(const RunInputs& in, RunEstimate& run)
{
    const Run& asked = in.scenario.run;
    run.checkpoint = checkpoint_terms(in.model, in.scenario.training);
    const auto machines = static_cast<double>(in.scenario.build.nodes);
    if (in.storage != nullptr && in.storage->sequential_write) {
        run.write_rate = *in.storage->sequential_write * machines;
        run.write = Seconds(run.checkpoint.total.as_double() / run.write_rate->base());
    }
    run.gpus = static_cast<double>(gpu_count(in.scenario.build));
    run.gpu_hours_per_failure = asked.gpu_hours_per_failure.value_or(in.coefficients.gpu_hours_per_failure);
    run.restart = Seconds(asked.restart_seconds.value_or(in.coefficients.restart_seconds));
    run.mtbf = Seconds(run.gpu_hours_per_failure * seconds_per_hour / run.gpus);
    if (asked.checkpoint_interval_seconds)
        run.checkpoint_interval = Seconds(*asked.checkpoint_interval_seconds);
    else if (run.write && *run.write > Seconds())
        run.checkpoint_interval = best_interval(*run.write, run.mtbf);
    // The last checkpoint is the result itself.
    if (run.checkpoint_interval) run.checkpoint_interval = std::min(*run.checkpoint_interval, run.useful);
}

/// Time of a run with failures over the useful time: Daly's formula, or its limit for no interval at all.
double stretch(const RunEstimate& t)
{
    const double restarts = std::exp(t.restart / t.mtbf);
    if (!t.checkpoint_interval) return restarts;
    const Seconds segment = *t.checkpoint_interval + t.write.value_or(Seconds());
    return t.mtbf / *t.checkpoint_interval * restarts * std::expm1(segment / t.mtbf);
}

void add_losses(RunEstimate& run)
{
    if (run.checkpoint_interval && run.write)
        run.part(RunPart::checkpoints) = *run.write * (run.useful / *run.checkpoint_interval);
    const Seconds undisturbed = run.useful + run.part(RunPart::checkpoints);
    run.part(RunPart::failures) = std::max(Seconds(), run.useful * stretch(run) - undisturbed);
    for (const Seconds time : run.parts) run.wall += time;
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

bool RunEstimate::ends() const { return std::isfinite(wall.base()); }

RunEstimate run_estimate(const RunInputs& inputs)
{
    RunEstimate run;
    add_useful(inputs, run);
    add_checkpoints(inputs, run);
    add_losses(run);
    run.wall_low = run.wall * (inputs.time.total_low / inputs.time.total);
    run.wall_high = run.wall * (inputs.time.total_high / inputs.time.total);
    run.goodput = run.useful / run.wall;
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

void add_power_parts(const EnergyInputs& in, EnergyEstimate& energy)
{
    const EnergyCoefficients& c = in.coefficients;
    const auto machines = static_cast<double>(in.scenario.build.nodes);
    energy.part(PowerPart::gpus) = energy.gpu.power * (energy.gpus_per_machine * machines);
    energy.part(PowerPart::processors) = energy.cpu.power * machines;
    energy.part(PowerPart::memory) = Watts(energy.memory_gib * c.memory_watts_per_gib * machines);
    if (!in.scenario.build.storage.empty()) energy.part(PowerPart::storage) = Watts(c.storage_watts * machines);
    for (const PowerPart which : {PowerPart::gpus, PowerPart::processors, PowerPart::memory, PowerPart::storage})
        energy.components = energy.components + energy.part(which);
    energy.part(PowerPart::board_and_fans) = Watts(c.board_watts * machines) + energy.components * c.board_share;
    const Watts supplied = energy.components + energy.part(PowerPart::board_and_fans);
    energy.part(PowerPart::supply_loss) = supplied * (1.0 / c.supply_efficiency - 1.0);
    energy.part(PowerPart::cooling) = (supplied + energy.part(PowerPart::supply_loss)) * (energy.pue - 1.0);
    for (const Watts power : energy.parts) energy.average_power += power;
}

} // namespace

std::optional<Seconds> run_time(const TimeEstimate& time, RunMode mode)
{
    if (time.run) return time.run->wall;
    if (mode == RunMode::infer && time.knows_run()) return time.total;
    return std::nullopt;
}

std::optional<EnergyEstimate> energy_estimate(const EnergyInputs& in)
{
    EnergyEstimate energy;
    const BuildChoice& build = in.scenario.build;
    if (in.gpu != nullptr) {
        if (!in.gpu->power.board_power) return std::nullopt;
        energy.gpus_per_machine = static_cast<double>(build.gpus_per_node);
        energy.gpu = gpu_power(*in.gpu->power.board_power, in.terms, in.coefficients);
    }
    const std::optional<CpuPowerTerms> cpu = cpu_power(in);
    if (!cpu) return std::nullopt;
    energy.cpu = *cpu;
    energy.memory_gib = build.ram_gib.value_or(0.0);
    energy.pue = in.scenario.economics.pue;
    energy.kg_co2_per_kwh = in.scenario.economics.grid_kg_co2_per_kwh.value_or(in.coefficients.grid_kg_co2_per_kwh);
    add_power_parts(in, energy);
    const auto run = run_time(in.time, in.scenario.training.mode);
    if (!run) return energy;
    energy.total_kwh = energy.average_power.base() * run->base() / joules_per_kwh;
    energy.total_low_kwh = *energy.total_kwh * (in.time.total_low / in.time.total);
    energy.total_high_kwh = *energy.total_kwh * (in.time.total_high / in.time.total);
    energy.co2_kg = *energy.total_kwh * energy.kg_co2_per_kwh;
    return energy;
}

} // namespace rigwright
