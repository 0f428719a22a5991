// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/time/kernels.h"
#include "tests/support/engine_case.h"

namespace rigwright::test {

/// Round numbers, so that expected values can be checked by hand.
inline TimeCoefficients round_coefficients()
{
    TimeCoefficients c = engine_data().time;
    c.tile_extent = 100;
    c.wave_loss = c.wave_loss_vector = 1.0;
    c.short_depth = 100;
    c.short_width = 50;
    c.split_depth = 1000;
    c.kernel_seconds = 1.0;
    c.small_tiles_tensor = c.small_tiles_vector = 0.0;
    c.attention_product = 0.25;
    c.expert_product = 0.2;
    c.fused_attention = 0.5;
    c.depthwise_weight_gradient = 3.0;
    return c;
}

/// A plain product (rows x depth) x (depth x columns).
inline Kernel product(double rows, double columns, double depth)
{
    Kernel kernel;
    kernel.kind = KernelKind::product;
    kernel.groups = 1.0;
    kernel.rows = rows;
    kernel.columns = columns;
    kernel.depth = depth;
    kernel.flops = 2.0 * rows * columns * depth;
    return kernel;
}

} // namespace rigwright::test
