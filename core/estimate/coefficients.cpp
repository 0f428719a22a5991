// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/coefficients.h"

#include <array>

namespace rigwright {

std::optional<double> read_coefficient(ObjectReader& section, std::string_view key)
{
    std::optional<ObjectReader> record = section.required_object(key);
    if (!record) return std::nullopt;
    const NumberRange any{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max(), false};
    const std::optional<double> minimum = record->required_number("minimum", any);
    const std::optional<double> maximum = record->required_number("maximum", any);
    NumberRange bounds = any;
    if (minimum && maximum) bounds = {*minimum, *maximum, false};
    const std::optional<double> value = record->required_number("value", bounds);
    for (const std::string_view text : {"unit", "meaning", "fitted_on"}) record->required_text(text);
    record->finish();
    return value;
}

namespace {

constexpr std::array convention_rows{
    CoefficientRow<Conventions>{"saturation_share", &Conventions::saturation_share},
    CoefficientRow<Conventions>{"supply_load_share", &Conventions::supply_load_share},
};

} // namespace

Conventions read_conventions(ObjectReader& calibration)
{
    Conventions conventions;
    if (std::optional<ObjectReader> section = calibration.required_object("conventions")) {
        read_coefficients<Conventions>(*section, convention_rows, conventions);
        section->finish();
    }
    return conventions;
}

namespace {

constexpr std::array requirement_coefficients{
    CoefficientRow{"operating_system_gib", &RequirementCoefficients::operating_system_gib},
    CoefficientRow{"dataset_copies", &RequirementCoefficients::dataset_copies},
    CoefficientRow{"checkpoints_kept", &RequirementCoefficients::checkpoints_kept},
    CoefficientRow{"most_utilisation", &RequirementCoefficients::most_utilisation},
    CoefficientRow{"defect_pixels_at_input", &RequirementCoefficients::defect_pixels_at_input},
};

} // namespace

RequirementCoefficients read_requirement_coefficients(ObjectReader& calibration)
{
    RequirementCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("requirements")) {
        read_coefficients<RequirementCoefficients>(*section, requirement_coefficients, coefficients);
        section->finish();
    }
    return coefficients;
}

namespace {

using R = RunCoefficients;
using E = EnergyCoefficients;

constexpr std::array run_rows{
    CoefficientRow<R>{"gpu_hours_per_failure", &R::gpu_hours_per_failure},
    CoefficientRow<R>{"restart_seconds", &R::restart_seconds},
    CoefficientRow<R>{"takt_share", &R::takt_share},
};

constexpr std::array energy_rows{
    CoefficientRow<E>{"gpu_idle_share", &E::gpu_idle_share},
    CoefficientRow<E>{"gpu_matrix_load", &E::gpu_matrix_load},
    CoefficientRow<E>{"gpu_traffic_load", &E::gpu_traffic_load},
    CoefficientRow<E>{"gpu_launch_load", &E::gpu_launch_load},
    CoefficientRow<E>{"gpu_communication_load", &E::gpu_communication_load},
    CoefficientRow<E>{"cpu_idle_share", &E::cpu_idle_share},
    CoefficientRow<E>{"cpu_full_load", &E::cpu_full_load},
    CoefficientRow<E>{"assumed_cpu_watts_per_gpu", &E::assumed_cpu_watts_per_gpu},
    CoefficientRow<E>{"memory_watts_per_gib", &E::memory_watts_per_gib},
    CoefficientRow<E>{"storage_watts", &E::storage_watts},
    CoefficientRow<E>{"board_watts", &E::board_watts},
    CoefficientRow<E>{"board_share", &E::board_share},
    CoefficientRow<E>{"supply_efficiency", &E::supply_efficiency},
    CoefficientRow<E>{"grid_kg_co2_per_kwh", &E::grid_kg_co2_per_kwh},
};

} // namespace

RunCoefficients read_run_coefficients(ObjectReader& calibration)
{
    RunCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("run")) {
        read_coefficients<R>(*section, run_rows, coefficients);
        section->finish();
    }
    return coefficients;
}

EnergyCoefficients read_energy_coefficients(ObjectReader& calibration)
{
    EnergyCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("energy")) {
        read_coefficients<E>(*section, energy_rows, coefficients);
        section->finish();
    }
    return coefficients;
}

namespace {

constexpr std::array cpu_coefficients{
    CoefficientRow{"product_efficiency", &CpuCoefficients::product_efficiency},
    CoefficientRow{"convolution_efficiency", &CpuCoefficients::convolution_efficiency},
    CoefficientRow{"grouped_efficiency", &CpuCoefficients::grouped_efficiency},
    CoefficientRow{"half_rate_flops_per_core", &CpuCoefficients::half_rate_flops_per_core},
    CoefficientRow{"all_core_clock", &CpuCoefficients::all_core_clock},
    CoefficientRow{"double_rate", &CpuCoefficients::double_rate},
    CoefficientRow{"half_precision_rate", &CpuCoefficients::half_precision_rate},
    CoefficientRow{"bandwidth_efficiency", &CpuCoefficients::bandwidth_efficiency},
    CoefficientRow{"dispatch_seconds_pytorch", &CpuCoefficients::dispatch_seconds_pytorch},
    CoefficientRow{"dispatch_seconds_tensorflow", &CpuCoefficients::dispatch_seconds_tensorflow},
    CoefficientRow{"dispatch_seconds_scikit_learn", &CpuCoefficients::dispatch_seconds_scikit_learn},
    CoefficientRow{"process_mib", &CpuCoefficients::process_mib},
    CoefficientRow{"operating_system_gib", &CpuCoefficients::operating_system_gib},
};

} // namespace

CpuCoefficients read_cpu_coefficients(ObjectReader& calibration)
{
    CpuCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("cpu")) {
        read_coefficients<CpuCoefficients>(*section, cpu_coefficients, coefficients);
        section->finish();
    }
    return coefficients;
}

namespace {

constexpr std::array measured_coefficients{
    CoefficientRow{"overhead_sd_mib", &MeasuredCoefficients::overhead_sd_mib},
    CoefficientRow{"overhead_reading_sd_mib", &MeasuredCoefficients::overhead_reading_sd_mib},
    CoefficientRow{"reading_sd_allocated", &MeasuredCoefficients::reading_sd_allocated},
    CoefficientRow{"reading_sd_reserved", &MeasuredCoefficients::reading_sd_reserved},
    CoefficientRow{"reading_sd_device", &MeasuredCoefficients::reading_sd_device},
    CoefficientRow{"scatter_memory", &MeasuredCoefficients::scatter_memory},
    CoefficientRow{"host_sd", &MeasuredCoefficients::host_sd},
    CoefficientRow{"communication_sd", &MeasuredCoefficients::communication_sd},
    CoefficientRow{"loading_sd", &MeasuredCoefficients::loading_sd},
    CoefficientRow{"reading_sd_step", &MeasuredCoefficients::reading_sd_step},
    CoefficientRow{"scatter_time", &MeasuredCoefficients::scatter_time},
    CoefficientRow{"carry_over_memory", &MeasuredCoefficients::carry_over_memory},
    CoefficientRow{"carry_over_time", &MeasuredCoefficients::carry_over_time},
    CoefficientRow{"far_from_model", &MeasuredCoefficients::far_from_model},
};

} // namespace

MeasuredCoefficients read_measured_coefficients(ObjectReader& calibration)
{
    MeasuredCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("measured")) {
        read_coefficients<MeasuredCoefficients>(*section, measured_coefficients, coefficients);
        section->finish();
    }
    return coefficients;
}

namespace {

constexpr std::array memory_coefficients{
    CoefficientRow{"reserve_factor", &MemoryCoefficients::reserve_factor},
    CoefficientRow{"loss_bytes_per_logit_16bit", &MemoryCoefficients::loss_bytes_per_logit_16bit},
    CoefficientRow{"loss_bytes_per_logit_compiled", &MemoryCoefficients::loss_bytes_per_logit_compiled},
    CoefficientRow{"loss_bytes_per_logit_fp32", &MemoryCoefficients::loss_bytes_per_logit_fp32},
    CoefficientRow{"loss_bytes_per_logit_fused", &MemoryCoefficients::loss_bytes_per_logit_fused},
    CoefficientRow{"loss_mib_per_megapixel_two_stage", &MemoryCoefficients::loss_mib_per_megapixel_two_stage},
    CoefficientRow{"loss_bytes_per_prediction_focal", &MemoryCoefficients::loss_bytes_per_prediction_focal},
    CoefficientRow{"loss_bytes_per_prediction_focal_fused", &MemoryCoefficients::loss_bytes_per_prediction_focal_fused},
    CoefficientRow{"loss_bytes_per_prediction_anchor_shapes",
                   &MemoryCoefficients::loss_bytes_per_prediction_anchor_shapes},
    CoefficientRow{"loss_bytes_per_prediction_aligned", &MemoryCoefficients::loss_bytes_per_prediction_aligned},
    CoefficientRow{"context_lazy_mib", &MemoryCoefficients::context_lazy_mib},
    CoefficientRow{"context_eager_mib_per_multiprocessor", &MemoryCoefficients::context_eager_mib_per_multiprocessor},
    CoefficientRow{"lazy_since_year", &MemoryCoefficients::lazy_since_year},
    CoefficientRow{"collective_mib_pcie", &MemoryCoefficients::collective_mib_pcie},
    CoefficientRow{"collective_mib_peer_link", &MemoryCoefficients::collective_mib_peer_link},
    CoefficientRow{"workspace_winograd", &MemoryCoefficients::workspace_winograd},
    CoefficientRow{"workspace_stride_one", &MemoryCoefficients::workspace_stride_one},
    CoefficientRow{"workspace_strided", &MemoryCoefficients::workspace_strided},
    CoefficientRow{"workspace_depthwise", &MemoryCoefficients::workspace_depthwise},
    CoefficientRow{"byte_moment_bytes", &MemoryCoefficients::byte_moment_bytes},
    CoefficientRow{"reserve_factor_pipeline", &MemoryCoefficients::reserve_factor_pipeline},
    CoefficientRow{"loss_bytes_vocabulary_parallel", &MemoryCoefficients::loss_bytes_vocabulary_parallel},
    CoefficientRow{"collective_further_share", &MemoryCoefficients::collective_further_share},
    CoefficientRow{"kept_product_share", &MemoryCoefficients::kept_product_share},
};

MemoryRange read_range(ObjectReader& ranges, const char* id)
{
    MemoryRange range{id};
    std::optional<ObjectReader> entry = ranges.required_object(id);
    if (!entry) return range;
    range.low = entry->required_number("low", {0.0, 1.0, true}).value_or(range.low);
    range.high = entry->required_number("high", {1.0, 100.0, false}).value_or(range.high);
    range.margin = entry->required_number("margin", {range.high, 100.0, false}).value_or(range.high);
    entry->required_text("fitted_on");
    entry->finish();
    return range;
}

} // namespace

std::string_view coefficient_key(double MemoryCoefficients::*coefficient)
{
    for (const auto& row : memory_coefficients)
        if (row.member == coefficient) return row.key;
    return {};
}

MemoryCoefficients read_memory_coefficients(ObjectReader& calibration)
{
    MemoryCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("memory")) {
        read_coefficients<MemoryCoefficients>(*section, memory_coefficients, coefficients);
        section->finish();
    }
    if (std::optional<ObjectReader> ranges = calibration.required_object("memory_range")) {
        coefficients.range = read_range(*ranges, "readings");
        coefficients.detector_range = read_range(*ranges, "detectors");
        ranges->finish();
    }
    return coefficients;
}

} // namespace rigwright
