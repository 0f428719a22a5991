// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/time_coefficients.h"
#include "core/hardware/cpu.h"
#include "core/hardware/link.h"
#include "core/quantities/bytes.h"
#include "core/scenario/scenario.h"

namespace rigwright {

/// What keeping state in host memory costs in one step on one GPU (Ren et al. 2021, ZeRO-Offload; Rajbhandari et al.
/// 2021, ZeRO-Infinity).
struct OffloadTerms {
    bool modelled = false;
    /// Gradients to the host, updated weights back; weights for the passes of one micro-batch.
    Bytes down;
    Bytes up;
    Bytes weights;
    /// Reached rate of the card's PCIe link, one way.
    BytesPerSecond link;
    /// What the update moves in the memory of one machine, and how fast that goes.
    Bytes host_traffic;
    BytesPerSecond host_bandwidth;
    bool host_bandwidth_assumed = false;
    Seconds traffic_time;
    /// Starting the update of every tensor: the same loop as on the device.
    Seconds launch_time;
    /// The longer of the two.
    Seconds update;
    /// Transfers that neither the backward pass nor the passes hide.
    Seconds exposed;
};

struct OffloadWork {
    /// Trainable parameters whose state this GPU owns, and all that it computes with.
    double owned = 0.0;
    double parameters = 0.0;
    /// Bytes that the update moves for each owned parameter.
    double state_bytes = 0.0;
    /// What an update on the device takes to start.
    Seconds launch_time;
    Seconds micro;
    Seconds backward;
    const Cpu* cpu = nullptr;
    const Link* host_link = nullptr;
};

/// Empty terms where nothing is offloaded or the link is unknown.
OffloadTerms offload_time(const Scenario& scenario, const OffloadWork& work, const TimeCoefficients& coefficients);

} // namespace rigwright
