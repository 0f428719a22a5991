// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/kernels.h"

namespace rigwright {

/// What the kernels of one step share where a processor runs them.
struct CpuRates {
    double cores = 0.0;
    /// fp32: cores x clock that all hold x operations per cycle; the same in the format that products run in.
    double peak = 0.0;
    double format_peak = 0.0;
    /// Share of it by kind of product.
    double product = 1.0;
    double convolution = 1.0;
    double grouped = 1.0;
    /// Work by which sharing a product out among the cores lengthens it.
    double sharing_flops = 0.0;
    double element_bytes = 4.0;
    /// Reached memory bandwidth, bytes/s.
    double bandwidth = 0.0;
    /// Start of one operator.
    double dispatch = 0.0;
};

} // namespace rigwright
