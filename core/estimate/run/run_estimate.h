// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/term.h"
#include "core/hardware/small_records.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"
#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rigwright {

struct ModelEstimate;
struct TimeEstimate;
struct TimeTerms;

/// Bytes of one checkpoint of the whole model, sharded or not: the weights (only adapters if the base is frozen), and
/// the optimizer state of each trainable one.
Term checkpoint_bytes(const ModelEstimate& model, const Training& training, Trace& trace);

/// Parts of the wall-clock time of a whole run, which is the sum over this list.
enum class RunPart { training, cold_cache, validation, checkpoints, failures };
template <>
inline constexpr std::array<std::string_view, 5> words<RunPart>{"training", "cold_cache", "validation", "checkpoints",
                                                                "failures"};
inline constexpr std::size_t run_part_count = 5;

/// A whole training run with its interruptions. Unknown parts are absent and not in the sum.
struct RunEstimate {
    /// Bytes over all machines.
    Bytes checkpoint;
    /// Writing one checkpoint, each machine its share; absent if the drive's rate is unknown.
    std::optional<Seconds> write;
    /// Mean time between interruptions of the whole build.
    Seconds mtbf;
    Seconds restart;
    /// Work between two checkpoints; absent if neither it nor the write time is known.
    std::optional<Seconds> checkpoint_interval;
    /// Training, cold cache and validation: time that is not lost.
    Seconds useful;
    std::array<Seconds, run_part_count> parts;
    Seconds wall;
    Seconds wall_low;
    Seconds wall_high;
    /// Share of the wall-clock time without checkpoints and failures.
    double goodput = 1.0;

    Seconds& part(RunPart which) { return parts[static_cast<std::size_t>(which)]; }
    Seconds part(RunPart which) const { return parts[static_cast<std::size_t>(which)]; }
    /// False if interruptions come faster than the build restarts, so that the run never ends.
    bool ends() const;
};

struct RunInputs {
    const Scenario& scenario;
    const ModelEstimate& model;
    /// Estimate of the corrected step, with a known number of steps in the run.
    const TimeEstimate& time;
    const TimeTerms& terms;
    const Storage* storage = nullptr;
    const RunCoefficients& coefficients;
};

/// Daly (2006), equation 20: a run of U useful seconds, saved every t seconds in w seconds each, with failures every M
/// seconds on average and restarts of R seconds, takes M e^(R/M) (e^((t+w)/M) - 1) U / t. The interval that loses least
/// is sqrt(2 x write x mtbf) (Young 1974).
RunEstimate run_estimate(const RunInputs& inputs, Trace& trace);

/// An end of the range of a duration proportional to the steps, which moves with their total time.
Term end_of_range(std::string_view id, const Term& amount, Measure measure, const TimeEstimate& time, bool high,
                  Trace& trace);

/// A training run with its interruptions, or the batches of an inference in sequence. Empty if unknown.
std::optional<Seconds> run_time(const TimeEstimate& time, RunMode mode);

/// Adds FLOPs in petaFLOP/s-days and the upload to `time`; they do not depend on steps.
void add_run_figures(const Scenario& scenario, const ModelEstimate& model, TimeEstimate& time, Trace& trace);

/// Tokens of all epochs, for models over tokens with a known number of tokens.
std::optional<double> tokens_of_run(const Scenario& scenario, const TimeEstimate& time);
/// Samples of one epoch.
std::optional<double> samples_of_epoch(const Scenario& scenario, const TimeEstimate& time);

inline constexpr double flops_per_pf_day = 1e15 * 86400.0;

struct TimeEstimate;
struct TimeTerms;

/// Inference against the takt of a production line: time of one inspected part, from its file to its verdict.
struct TaktEstimate {
    std::int64_t tiles_high = 1;
    std::int64_t tiles_wide = 1;
    std::int64_t tiles_per_part = 1;
    std::int64_t batches_per_part = 1;
    /// Batches that one GPU computes in sequence.
    std::int64_t rounds = 1;
    /// Reading the part's file; decoding it on one thread; cutting and resizing its tiles on all threads.
    Seconds read;
    Seconds decode;
    Seconds prepare;
    double threads = 1.0;
    /// One batch: copied to the GPU, computed.
    Seconds copy;
    Seconds compute;
    bool copy_overlaps = false;
    /// One batch of tiles alone, copied and computed.
    Seconds batch_latency;
    /// One part from its file to its verdict.
    Seconds part_latency;
    /// Time between two parts when one is prepared while the previous one is computed, and the resulting rate.
    Seconds between_parts;
    double parts_per_second = 0.0;
    Seconds takt;
    /// The share of the takt available to the computer.
    Seconds limit;
    bool met = true;
};

struct TaktResult {
    std::optional<TaktEstimate> takt;
    std::vector<Finding> findings;
};

/// For scenarios with `requirements.takt_seconds`; empty without one.
TaktResult takt_estimate(const Scenario& scenario, const TimeEstimate& time, const TimeTerms& terms,
                         const RunCoefficients& coefficients, Trace& trace);

} // namespace rigwright
