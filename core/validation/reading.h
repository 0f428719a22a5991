// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/value.h"
#include "core/quantities/words.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace rigwright {

/// Groups of figures that are compared together; errors of different domains are never pooled.
enum class Domain { memory, time, structure };
/// "memory", "time", "structure".
template <>
inline constexpr std::array<std::string_view, 3> words<Domain>{"memory", "time", "structure"};

/// Kind of a measured figure. Memory is that of the GPU with the highest peak; times are of one optimizer step.
enum class ReadingKind {
    /// The framework's own peak, its caching allocator's peak, the driver's figure.
    allocated,
    reserved,
    device,
    /// Largest batch that ran and smallest that ran out of memory.
    max_batch,
    /// Memory parts given by a formula: activations; weights, gradients, master weights and optimizer state.
    activations,
    states,
    step_time,
    forward_time,
    backward_time,
    /// Samples per second over all GPUs.
    throughput,
    /// Tokens per second over all GPUs.
    token_rate,
    /// All epochs.
    run_time,
    parameters,
    trainable_parameters,
    forward_macs,
    convolution_macs,
    linear_macs,
    attention_macs,
    commonly_quoted_macs,
    /// Bytes saved for backward at batch 1, at batch 8, at batch 1 under 16-bit autocast.
    kept_bytes,
    kept_bytes_batch8,
    kept_bytes_autocast,
    layer_output_bytes
};

/// One row per kind.
struct ReadingKindRow {
    ReadingKind kind = ReadingKind::allocated;
    Domain domain = Domain::memory;
    /// Name in memory cases and in outputs.
    std::string_view key;
    /// The key under "measured" or "expected" in time and structure cases; empty for memory.
    std::string_view case_key;
    Unit unit = Unit::bytes;
    /// Quantity of the estimate; empty if the figure is computed only for the reading.
    std::string_view quantity{};
};
std::span<const ReadingKindRow> reading_kinds();
const ReadingKindRow& row_of(ReadingKind kind);

/// One published figure.
struct Reading {
    ReadingKind kind = ReadingKind::allocated;
    /// In bytes, seconds, samples per second or a count. For `max_batch` the batch that ran.
    double measured = 0.0;
    /// Half of the last printed digit.
    double rounding = 0.0;
    /// The source counts MiB and prints thousands of them: division by 1,000 or by 1,024 is unknown.
    bool unit_ambiguous = false;
    /// For `max_batch`: the smallest batch that ran out of memory.
    std::int64_t out_of_memory_batch = 0;
};

/// predicted / measured - 1; zero inside the printed rounding. If the unit is ambiguous, the nearer interpretation
/// counts. For `max_batch` zero if the prediction is in [ran, ran out of memory), else relative to the nearer end.
double credited_error(const Reading& reading, double predicted);

/// ln(predicted / nearest figure within the printed rounding): zero inside the rounding and continuous at its ends.
double log_distance(const Reading& reading, double predicted);

} // namespace rigwright
