// SPDX-License-Identifier: Apache-2.0
#include "core/validation/reading.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

using Kind = ReadingKind;

constexpr std::array reading_rows{
    ReadingKindRow{Kind::allocated, Domain::memory, "allocated", "", Unit::bytes, "memory.peak_allocated_bytes"},
    ReadingKindRow{Kind::reserved, Domain::memory, "reserved", "", Unit::bytes, "memory.peak_reserved_bytes"},
    ReadingKindRow{Kind::device, Domain::memory, "device", "", Unit::bytes, "memory.total_bytes"},
    ReadingKindRow{Kind::max_batch, Domain::memory, "max-batch", "", Unit::count,
                   "memory.max_micro_batch_without_margin"},
    ReadingKindRow{Kind::activations, Domain::memory, "activations", "", Unit::bytes, "memory.parts.activations"},
    ReadingKindRow{Kind::states, Domain::memory, "parameters+optimizer", "", Unit::bytes},
    ReadingKindRow{Kind::step_time, Domain::time, "step-time", "step_seconds", Unit::seconds, "time.step_seconds"},
    ReadingKindRow{Kind::forward_time, Domain::time, "forward-time", "forward_seconds", Unit::seconds,
                   "time.forward_seconds"},
    ReadingKindRow{Kind::backward_time, Domain::time, "backward-time", "backward_seconds", Unit::seconds,
                   "time.backward_seconds"},
    ReadingKindRow{Kind::throughput, Domain::time, "throughput", "samples_per_second", Unit::samples_per_second,
                   "time.samples_per_second"},
    ReadingKindRow{Kind::token_rate, Domain::time, "token-rate", "tokens_per_second", Unit::tokens_per_second,
                   "time.tokens_per_second"},
    ReadingKindRow{Kind::run_time, Domain::time, "run-time", "run_seconds", Unit::seconds, "time.total_seconds"},
    ReadingKindRow{Kind::parameters, Domain::structure, "parameters", "parameters", Unit::count, "model.parameters"},
    ReadingKindRow{Kind::trainable_parameters, Domain::structure, "trainable-parameters", "trainable_parameters",
                   Unit::count, "model.trainable_parameters"},
    ReadingKindRow{Kind::forward_macs, Domain::structure, "forward-macs", "forward_macs_per_sample", Unit::macs},
    ReadingKindRow{Kind::convolution_macs, Domain::structure, "convolution-macs", "macs_convolution", Unit::macs},
    ReadingKindRow{Kind::linear_macs, Domain::structure, "linear-macs", "macs_linear", Unit::macs},
    ReadingKindRow{Kind::attention_macs, Domain::structure, "attention-macs", "macs_attention_matmul", Unit::macs},
    ReadingKindRow{Kind::commonly_quoted_macs, Domain::structure, "popular-macs", "thop_macs", Unit::macs},
    ReadingKindRow{Kind::kept_bytes, Domain::structure, "kept-bytes", "saved_activation_bytes_batch1", Unit::bytes},
    ReadingKindRow{Kind::kept_bytes_batch8, Domain::structure, "kept-bytes-batch8", "saved_activation_bytes_batch8",
                   Unit::bytes},
    ReadingKindRow{Kind::kept_bytes_autocast, Domain::structure, "kept-bytes-autocast",
                   "saved_activation_bytes_bf16_autocast_batch1", Unit::bytes},
    ReadingKindRow{Kind::layer_output_bytes, Domain::structure, "layer-output-bytes", "leaf_output_bytes_batch1",
                   Unit::bytes},
};

/// A number of MiB divided by 1,024 instead of by 1,000; logs of detection toolboxes are ambiguous.
constexpr double other_reading_of_unit = 1000.0 / 1024.0;

/// One interpretation of the printed figure.
struct Print {
    double value = 0.0;
    double rounding = 0.0;

    double low() const { return value - rounding; }
    double high() const { return value + rounding; }
};

/// A positive prediction with a measured zero counts as 100%.
double ratio_error(double predicted, double measured)
{
    if (predicted == measured) return 0.0;
    return measured > 0.0 ? predicted / measured - 1.0 : 1.0;
}

double error_in(const Print& print, double predicted)
{
    const bool inside = predicted >= print.low() && predicted <= print.high();
    return inside ? 0.0 : ratio_error(predicted, print.value);
}

double distance_in(const Print& print, double predicted)
{
    constexpr double beyond_any_print = -10.0;
    if (predicted <= 0.0) return beyond_any_print;
    if (predicted < print.low()) return std::log(predicted / print.low());
    return predicted > print.high() ? std::log(predicted / print.high()) : 0.0;
}

double nearer(double a, double b) { return std::abs(b) < std::abs(a) ? b : a; }

double bound_error(const Reading& reading, double predicted)
{
    const double highest = static_cast<double>(reading.out_of_memory_batch - 1);
    if (predicted < reading.measured) return predicted / reading.measured - 1.0;
    if (predicted <= highest) return 0.0;
    return predicted / std::max(highest, 1.0) - 1.0;
}

template <typename Measure>
double over_prints(const Reading& reading, Measure measure)
{
    const double first = measure(Print{reading.measured, reading.rounding});
    if (!reading.unit_ambiguous) return first;
    return nearer(first,
                  measure(Print{reading.measured * other_reading_of_unit, reading.rounding * other_reading_of_unit}));
}

} // namespace

std::span<const ReadingKindRow> reading_kinds() { return reading_rows; }

const ReadingKindRow& row_of(ReadingKind kind)
{
    return *std::find_if(reading_rows.begin(), reading_rows.end(),
                         [kind](const ReadingKindRow& row) { return row.kind == kind; });
}

double credited_error(const Reading& reading, double predicted)
{
    if (reading.kind == Kind::max_batch) return bound_error(reading, predicted);
    return over_prints(reading, [predicted](const Print& print) { return error_in(print, predicted); });
}

double log_distance(const Reading& reading, double predicted)
{
    return over_prints(reading, [predicted](const Print& print) { return distance_in(print, predicted); });
}

} // namespace rigwright
