// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/roofline.h"

namespace rigwright {

namespace {

std::string layer_name(const Network& network, const OperatorFacts& facts)
{
    const std::string block = name_of_copy(network.blocks[facts.block], facts.first_copy);
    const std::string& name = network.operators[facts.op].name;
    return block.empty() ? name : block + "." + name;
}

/// FLOPs and bytes of one copy.
void add_work(const Evaluation& e, const TimeCoefficients& coefficients, const OperatorTime& time, Kernels& kernels,
              RooflinePoint& point)
{
    write_kernels(*e.network, e.analysis->facts[time.fact], e.time->share, kernels);
    for (const Kernel& kernel : kernels) {
        point.flops += kernel.flops;
        point.bytes += kernel_time(kernel, time.place, e.time->rates, coefficients).traffic * e.time->rates.bandwidth;
    }
}

} // namespace

Roofline roofline(const Evaluation& e, const TimeCoefficients& coefficients)
{
    Roofline found;
    if (!e.time) return found;
    found.peak = e.time->peak;
    found.bandwidth = BytesPerSecond(e.time->rates.bandwidth);
    // Copies of one operator stand for one point.
    std::vector<std::size_t> point_of(e.network->operators.size(), e.network->operators.size());
    Kernels kernels;
    Seconds drawn;
    Seconds all = e.time->loss_forward + e.time->loss_backward;
    double moved = all.base() * e.time->rates.bandwidth;
    for (const OperatorTime& time : e.time->operators) {
        const OperatorFacts& facts = e.analysis->facts[time.fact];
        const auto copies = static_cast<double>(facts.copies);
        RooflinePoint once;
        add_work(e, coefficients, time, kernels, once);
        moved += once.bytes * copies;
        const Seconds taken = (time.forward + time.backward) * copies;
        all += taken;
        if (!(once.flops > 0.0) || !(once.bytes > 0.0) || !(taken > Seconds())) continue;
        drawn += taken;
        std::size_t& place = point_of[facts.op];
        if (place == e.network->operators.size()) {
            place = found.points.size();
            found.points.push_back({layer_name(*e.network, facts), 0, 0.0, 0.0, Seconds(), time.bound});
        }
        RooflinePoint& point = found.points[place];
        point.copies += facts.copies;
        point.flops += once.flops * copies;
        point.bytes += once.bytes * copies;
        point.time += taken;
    }
    found.moved = Bytes::rounded(moved);
    if (all > Seconds()) found.share = drawn / all;
    return found;
}

} // namespace rigwright
