// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/workspace.h"

#include <algorithm>

namespace rigwright {

namespace {

constexpr double bytes_per_number = 4.0;

/// Winograd's transform of a 3 x 3 kernel makes 6 x 6 numbers of every tile of 4 x 4, in the input and in the output
/// (Lavin and Gray 2016, section 4.2).
constexpr double numbers_per_position = 6.0 * 6.0 / (4.0 * 4.0);

struct Largest {
    double transformed = 0.0;
    double unfolded = 0.0;
    double grouped = 0.0;
    double strided = 0.0;
    double depthwise = 0.0;
};

double moved_bytes(const Network& network, const Operator& op)
{
    const Count moved = network.shape_of(op.inputs[0]).elements() + network.shape_of(op.output).elements();
    return moved.as_double() * bytes_per_number;
}

double unfolded_bytes(const Network& network, const Operator& op, const Convolution& c)
{
    const Shape& out = network.shape_of(op.output);
    const double positions = (out.elements() / Count(out[0])).as_double();
    return static_cast<double>(c.kernel_elements() * c.in_channels) * positions * bytes_per_number;
}

bool is_transformed(const Convolution& c) { return c.kernel == std::array<std::int64_t, 3>{1, 3, 3}; }

void raise(double& most, double other) { most = std::max(most, other); }

void measure(const Network& network, const Operator& op, const Convolution& c, Largest& largest)
{
    const bool strided = std::any_of(c.stride.begin(), c.stride.end(), [](std::int64_t stride) { return stride > 1; });
    if (c.groups > 1 && c.groups == c.in_channels)
        raise(largest.depthwise, moved_bytes(network, op));
    else if (c.groups > 1)
        raise(largest.grouped, unfolded_bytes(network, op, c));
    else if (strided)
        raise(largest.strided, unfolded_bytes(network, op, c));
    else if (is_transformed(c))
        raise(largest.transformed, moved_bytes(network, op) * numbers_per_position);
    else if (c.kernel_elements() > 1)
        raise(largest.unfolded, unfolded_bytes(network, op, c));
}

} // namespace

BatchBytes convolution_workspace(const Network& network, const MemoryCoefficients& coefficients)
{
    Largest largest;
    for (const Operator& op : network.operators) {
        if (const auto* c = std::get_if<Convolution>(&op.kind)) measure(network, op, *c, largest);
    }
    const double per_sample = coefficients.workspace_winograd * largest.transformed +
                              coefficients.workspace_stride_one * (largest.unfolded + largest.grouped) +
                              coefficients.workspace_strided * largest.strided +
                              coefficients.workspace_depthwise * largest.depthwise;
    return {{}, Bytes::rounded(per_sample)};
}

} // namespace rigwright
