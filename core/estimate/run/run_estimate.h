// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/hardware/cpu.h"
#include "core/hardware/gpu.h"
#include "core/hardware/small_records.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"
#include "core/scenario/scenario.h"

#include <array>
#include <optional>
#include <string_view>

namespace rigwright {

struct ModelEstimate;
struct TimeEstimate;
struct TimeTerms;

/// What one checkpoint of the whole model holds, sharded or not.
struct CheckpointTerms {
    /// Numbers saved as weights (adapters alone where the base stays as it is), and what the optimizer knows of each
    /// trainable one.
    Count weights;
    Count trainable;
    double bytes_of_weight = 0.0;
    double bytes_of_master = 0.0;
    double bytes_of_moments = 0.0;
    Bytes total;
};
CheckpointTerms checkpoint_terms(const ModelEstimate& model, const Training& training);

/// What a whole run takes; its wall time is the sum over this list.
enum class RunPart { training, cold_cache, validation, checkpoints, failures };
template <>
inline constexpr std::array<std::string_view, 5> words<RunPart>{"training", "cold_cache", "validation", "checkpoints",
                                                                "failures"};
inline constexpr std::size_t run_part_count = 5;

/// A whole training as it really passes, and what it is summed from. What is not known is absent and not in the sum.
struct RunEstimate {
    Seconds step;
    /// What a step of the first epoch waits longer for files that are not in memory yet.
    Seconds cold_wait;
    /// A step without gradients and update.
    Seconds validation_step;
    /// Over all machines.
    CheckpointTerms checkpoint;
    /// Writing one checkpoint, each machine its share; absent where the drive's rate is not known.
    std::optional<BytesPerSecond> write_rate;
    std::optional<Seconds> write;
    double gpus = 1.0;
    double gpu_hours_per_failure = 0.0;
    /// Mean time between interruptions of the whole build.
    Seconds mtbf;
    Seconds restart;
    /// Work between two checkpoints; absent where neither it nor the writing is known.
    std::optional<Seconds> checkpoint_interval;
    /// Training, cold cache and validation: what is not lost.
    Seconds useful;
    std::array<Seconds, run_part_count> parts;
    Seconds wall;
    Seconds wall_low;
    Seconds wall_high;
    /// Share of the wall time that neither checkpoints nor failures take.
    double goodput = 1.0;

    Seconds& part(RunPart which) { return parts[static_cast<std::size_t>(which)]; }
    Seconds part(RunPart which) const { return parts[static_cast<std::size_t>(which)]; }
    /// False where interruptions come faster than the build restarts, so that the run has no end.
    bool ends() const;
};

struct RunInputs {
    const Scenario& scenario;
    const ModelEstimate& model;
    /// Of the corrected step, with the run's steps known.
    const TimeEstimate& time;
    const TimeTerms& terms;
    const Storage* storage = nullptr;
    const RunCoefficients& coefficients;
};

/// Daly (2006), equation 20: a run of U useful seconds, saved every t seconds in w seconds each, with failures every M
/// seconds on average and restarts of R seconds, takes M e^(R/M) (e^((t+w)/M) - 1) U / t.
RunEstimate run_estimate(const RunInputs& inputs);

/// The interval that loses least: sqrt(2 x write x mtbf) (Young 1974).
Seconds best_interval(Seconds write, Seconds mtbf);

/// A training run with its interruptions, or the batches of an inference in sequence. Nullopt where it is not known.
std::optional<Seconds> run_time(const TimeEstimate& time, RunMode mode);

/// Adds work in petaFLOP/s-days and the upload to `time`; they need no steps.
void add_run_figures(const Scenario& scenario, const ModelEstimate& model, TimeEstimate& time);

/// Tokens of all epochs, for models over tokens with a known amount of them.
std::optional<double> tokens_of_run(const Scenario& scenario, const TimeEstimate& time);
/// Samples of one epoch.
std::optional<double> samples_of_epoch(const Scenario& scenario, const TimeEstimate& time);

inline constexpr double flops_per_pf_day = 1e15 * 86400.0;

/// Power of one GPU: idle + (board power - idle) x load, the load being the shares of the step with what each draws.
struct GpuPowerTerms {
    Watts board;
    Watts idle;
    double matrix_share = 0.0;
    double traffic_share = 0.0;
    double launch_share = 0.0;
    double communication_share = 0.0;
    double load = 0.0;
    Watts power;
};

/// Power of the processors of one machine.
struct CpuPowerTerms {
    /// No processor is named: an assumed power for each GPU.
    bool assumed = false;
    double sockets = 1.0;
    Watts idle;
    Watts full;
    /// Share of the cores at work: preparing samples and starting kernels, or training.
    double load = 0.0;
    Watts power;
};

/// What draws power; the average power is the sum over this list.
enum class PowerPart { gpus, processors, memory, storage, board_and_fans, supply_loss, cooling };
template <>
inline constexpr std::array<std::string_view, 7> words<PowerPart>{"gpus",           "processors",  "memory", "storage",
                                                                  "board_and_fans", "supply_loss", "cooling"};
inline constexpr std::size_t power_part_count = 7;

/// Power and energy of the whole build over a run, and what they are summed from.
struct EnergyEstimate {
    double gpus_per_machine = 0.0;
    GpuPowerTerms gpu;
    CpuPowerTerms cpu;
    double memory_gib = 0.0;
    /// Of all machines, before their boards, fans and power supplies.
    Watts components;
    double pue = 1.0;
    double kg_co2_per_kwh = 0.0;
    std::array<Watts, power_part_count> parts;
    Watts average_power;
    /// Of the run; absent where its time is not known, and the figures below are then zero.
    std::optional<double> total_kwh;
    double total_low_kwh = 0.0;
    double total_high_kwh = 0.0;
    double co2_kg = 0.0;

    Watts& part(PowerPart which) { return parts[static_cast<std::size_t>(which)]; }
    Watts part(PowerPart which) const { return parts[static_cast<std::size_t>(which)]; }
};

struct EnergyInputs {
    const Scenario& scenario;
    const TimeEstimate& time;
    const TimeTerms& terms;
    /// One device; null for `gpu: none`.
    const Gpu* gpu = nullptr;
    const Cpu* cpu = nullptr;
    const EnergyCoefficients& coefficients;
};

/// Nullopt where the GPU's or the processor's power was not published.
std::optional<EnergyEstimate> energy_estimate(const EnergyInputs& inputs);

inline constexpr double joules_per_kwh = 3.6e6;

} // namespace rigwright
