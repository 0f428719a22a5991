// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rigwright {

class ObjectReader;

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

} // namespace rigwright
