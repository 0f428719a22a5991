// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/kernels.h"

namespace rigwright::test {

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
