// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/object_reader.h"

#include <span>
#include <string_view>

namespace rigwright {

/// One coefficient of a section of hardware_db/calibration.json and the member it fills.
template <typename Coefficients>
struct CoefficientRow {
    std::string_view key;
    double Coefficients::*member;
};
template <typename Coefficients>
CoefficientRow(std::string_view, double Coefficients::*) -> CoefficientRow<Coefficients>;

/// The value of {"value", "unit", "meaning", "fitted_on", "minimum", "maximum"} under `key`. A value outside its own
/// bounds is the issue `out-of-range`; every field is required.
std::optional<double> read_coefficient(ObjectReader& section, std::string_view key);

/// Fills `into` from the section's object, row by row. What is absent or wrong keeps the member's own value and leaves
/// an issue. The caller finishes the section.
template <typename Coefficients>
void read_coefficients(ObjectReader& section, std::span<const CoefficientRow<Coefficients>> rows, Coefficients& into)
{
    for (const CoefficientRow<Coefficients>& row : rows) {
        if (const std::optional<double> value = read_coefficient(section, row.key)) into.*row.member = *value;
    }
}

class ObjectReader;

/// Numbers that are neither measured nor fitted but agreed upon: section "conventions" of hardware_db/calibration.json,
/// which says for each what it means.
struct Conventions {
    /// Share of the best throughput from which on a larger batch is said to hardly help.
    double saturation_share = 0.0;
    /// Share of its output that a power supply should be loaded with at most: the rest is for the short peaks of GPUs.
    double supply_load_share = 0.0;
};

/// Reads the section "conventions" of an opened calibration file; what is wrong becomes an issue of `calibration`.
Conventions read_conventions(ObjectReader& calibration);

/// Conventions of the requirements page: section "requirements" of hardware_db/calibration.json.
struct RequirementCoefficients {
    /// Memory of one machine that its operating system and services take.
    double operating_system_gib = 0.0;
    /// Copies of the data set on the machine's drive: as delivered, and prepared for training.
    double dataset_copies = 0.0;
    /// Checkpoints of a run that stay on the drive.
    double checkpoints_kept = 0.0;
    /// Share of a month that several workloads may fill before jobs wait for each other.
    double most_utilisation = 0.0;
    /// Pixels that the smallest defect keeps at the input of the network.
    double defect_pixels_at_input = 0.0;
};
RequirementCoefficients read_requirement_coefficients(ObjectReader& calibration);

/// Constants of whole runs: section "run" of hardware_db/calibration.json.
struct RunCoefficients {
    /// GPU-hours between two unexpected interruptions of a training.
    double gpu_hours_per_failure = 0.0;
    /// From an interruption until training goes on from the last checkpoint.
    double restart_seconds = 0.0;
    /// Part of a production line's cycle that the computer may take.
    double takt_share = 0.0;
};
RunCoefficients read_run_coefficients(ObjectReader& calibration);

/// Constants of power and energy: section "energy" of hardware_db/calibration.json.
struct EnergyCoefficients {
    /// Share of board power that a GPU draws between kernels.
    double gpu_idle_share = 0.0;
    /// Of what lies between idle and board power, the share drawn while an operator is limited by arithmetic, by memory
    /// traffic or by starting kernels, and while the GPU communicates.
    double gpu_matrix_load = 0.0;
    double gpu_traffic_load = 0.0;
    double gpu_launch_load = 0.0;
    double gpu_communication_load = 0.0;
    /// Share of the processor's base power without load.
    double cpu_idle_share = 0.0;
    /// Share of the processor's highest power that it keeps up with all cores at work.
    double cpu_full_load = 0.0;
    /// Power beside each GPU for the processor where the build names none.
    double assumed_cpu_watts_per_gpu = 0.0;
    double memory_watts_per_gib = 0.0;
    double storage_watts = 0.0;
    /// Board, network and fans: fixed, and as a share of what they supply and cool.
    double board_watts = 0.0;
    double board_share = 0.0;
    double supply_efficiency = 0.0;
    double grid_kg_co2_per_kwh = 0.0;
};
EnergyCoefficients read_energy_coefficients(ObjectReader& calibration);

/// Constants of training on the processor alone: section "cpu" of hardware_db/calibration.json.
struct CpuCoefficients {
    /// Share of cores x clock x operations per cycle that large fp32 products reach.
    double product_efficiency = 0.0;
    /// Convolutions and grouped products against plain ones.
    double convolution_efficiency = 0.0;
    double grouped_efficiency = 0.0;
    /// Work of one core by which sharing a product out among the cores lengthens it.
    double half_rate_flops_per_core = 0.0;
    /// Share of boost clock that all cores together hold under vector load.
    double all_core_clock = 0.0;
    /// Rate of fp64 against fp32, and of 16-bit formats that the cores convert.
    double double_rate = 0.0;
    double half_precision_rate = 0.0;
    double bandwidth_efficiency = 0.0;
    /// Host time to start one operator, by framework.
    double dispatch_seconds_pytorch = 0.0;
    double dispatch_seconds_tensorflow = 0.0;
    double dispatch_seconds_scikit_learn = 0.0;
    /// Resident memory of a training process without a GPU's libraries.
    double process_mib = 0.0;
    /// Memory that the operating system and its services keep.
    double operating_system_gib = 0.0;
};
CpuCoefficients read_cpu_coefficients(ObjectReader& calibration);

/// How far readings and the model are trusted against each other: section "measured" of hardware_db/calibration.json,
/// which says for each what it means and where it comes from.
struct MeasuredCoefficients {
    /// Standard deviation of a process's overhead where no idle context was measured, and of that reading.
    double overhead_sd_mib = 0.0;
    double overhead_reading_sd_mib = 0.0;
    /// Standard deviations of readings of a peak, as shares of it, by who says it.
    double reading_sd_allocated = 0.0;
    double reading_sd_reserved = 0.0;
    double reading_sd_device = 0.0;
    /// What is left of the model's error in the part that grows with the batch when constant and slope are right.
    double scatter_memory = 0.0;
    /// Standard deviations of logarithms of times: host launches, communication, data loading.
    double host_sd = 0.0;
    double communication_sd = 0.0;
    double loading_sd = 0.0;
    /// Of a step's reading, and of the model's error between batches of one run.
    double reading_sd_step = 0.0;
    double scatter_time = 0.0;
    /// Correlation of the model's errors between two set-ups of one network.
    double carry_over_memory = 0.0;
    double carry_over_time = 0.0;
    /// Standard deviations beyond which a reading does not look like this scenario.
    double far_from_model = 0.0;
};

/// Reads the section "measured" of an opened calibration file; what is wrong becomes an issue of `calibration`.
MeasuredCoefficients read_measured_coefficients(ObjectReader& calibration);

/// How far measured memory lies from a prediction made without its source: 80 % between `low` and `high` times the
/// prediction, 98 % below `margin` times.
struct MemoryRange {
    const char* id = "";
    double low = 1.0;
    double high = 1.0;
    double margin = 1.0;
};

/// Fitted and stated constants of the memory model: section "memory" of hardware_db/calibration.json, which says for
/// each what it means and where it was fitted.
struct MemoryCoefficients {
    /// Reserved by the caching allocator over allocated by tensors.
    double reserve_factor = 0.0;
    /// Live bytes for each logit around the loss: 16-bit logits raised to fp32, the same compiled; fp32 throughout;
    /// fused or chunked loss.
    double loss_bytes_per_logit_16bit = 0.0;
    double loss_bytes_per_logit_compiled = 0.0;
    double loss_bytes_per_logit_fp32 = 0.0;
    double loss_bytes_per_logit_fused = 0.0;
    /// Live bytes around the losses of detectors: for a million pixels of the image, and for each predicted number.
    double loss_mib_per_megapixel_two_stage = 0.0;
    double loss_bytes_per_prediction_focal = 0.0;
    double loss_bytes_per_prediction_focal_fused = 0.0;
    double loss_bytes_per_prediction_anchor_shapes = 0.0;
    double loss_bytes_per_prediction_aligned = 0.0;
    /// Device memory of an empty process: lazily loaded kernels, and the share of each multiprocessor before that.
    double context_lazy_mib = 0.0;
    double context_eager_mib_per_multiprocessor = 0.0;
    /// First year whose frameworks load kernels lazily and free gradients instead of zeroing them.
    double lazy_since_year = 0.0;
    /// Buffers of the collective library for each GPU, by kind of link.
    double collective_mib_pcie = 0.0;
    double collective_mib_peer_link = 0.0;
    /// Convolution workspace under algorithm search in fp32: in sizes of the transformed tiles (3 x 3, stride 1), of
    /// the unfolded input (other kernels, grouped; strided), and of input and output (depthwise).
    double workspace_winograd = 0.0;
    double workspace_stride_one = 0.0;
    double workspace_strided = 0.0;
    double workspace_depthwise = 0.0;
    /// Bytes of an 8-bit moment with its block scales.
    double byte_moment_bytes = 0.0;
    /// The reserve with pipeline stages, which hold tensors of several micro-batches.
    double reserve_factor_pipeline = 0.0;
    /// Live bytes for each logit of a rank whose vocabulary is split (Megatron-LM).
    double loss_bytes_vocabulary_parallel = 0.0;
    /// Collective buffers of each further group of GPUs (tensor, pipeline, context, expert) over those of the first.
    double collective_further_share = 0.0;
    /// Share of the products' outputs that per-operator recomputation keeps.
    double kept_product_share = 0.0;
    /// Where measured memory lies, in sizes of the predicted: section "memory_range".
    MemoryRange range;
    MemoryRange detector_range;
};

/// The key under which the calibration file has a coefficient of section "memory".
std::string_view coefficient_key(double MemoryCoefficients::*coefficient);

/// Reads the sections "memory" and "memory_range" of an opened calibration file; what is wrong becomes an issue of
/// `calibration`.
MemoryCoefficients read_memory_coefficients(ObjectReader& calibration);

} // namespace rigwright
