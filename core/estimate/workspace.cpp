// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/workspace.h"

#include <algorithm>

namespace rigwright {

namespace {

struct Largest {
    double stride_one = 0.0;
    double grouped = 0.0;
    double strided = 0.0;
    double depthwise = 0.0;
};

double unfolded_bytes(const Network& network, const Operator& op, const Convolution& c)
{
    const Shape& out = network.shape_of(op.output);
    const double positions = (out.elements() / Count(out[0])).as_double();
    return static_cast<double>(c.kernel_elements() * c.in_channels) * positions * 4.0;
}

void measure(const Network& network, const Operator& op, const Convolution& c, Largest& largest)
{
    if (c.groups > 1 && c.groups == c.in_channels) {
        const double moved =
            (network.shape_of(op.inputs[0]).elements() + network.shape_of(op.output).elements()).as_double() * 4.0;
        largest.depthwise = std::max(largest.depthwise, moved);
        return;
    }
    if (c.groups > 1) {
        largest.grouped = std::max(largest.grouped, unfolded_bytes(network, op, c));
        return;
    }
    const bool strided = std::any_of(c.stride.begin(), c.stride.end(), [](std::int64_t stride) { return stride > 1; });
    double& slot = strided ? largest.strided : largest.stride_one;
    if (strided || c.kernel_elements() > 1) slot = std::max(slot, unfolded_bytes(network, op, c));
}

} // namespace

BatchBytes convolution_workspace(const Network& network, const MemoryCoefficients& coefficients)
{
    Largest largest;
    for (const Operator& op : network.operators) {
        if (const auto* c = std::get_if<Convolution>(&op.kind)) measure(network, op, *c, largest);
    }
    const double per_sample = coefficients.workspace_stride_one * (largest.stride_one + largest.grouped) +
                              coefficients.workspace_strided * largest.strided +
                              coefficients.workspace_depthwise * largest.depthwise;
    return {{}, Bytes::rounded(per_sample)};
}

} // namespace rigwright
