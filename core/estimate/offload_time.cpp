// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/offload_time.h"

#include "core/estimate/collectives.h"
#include "core/estimate/communication.h"

#include <algorithm>

namespace rigwright {

OffloadTerms offload_time(const Scenario& scenario, const OffloadWork& work, const TimeCoefficients& c)
{
    OffloadTerms terms;
    const Training& training = scenario.training;
    if (scenario.parallel.offload == Offload::none || training.mode == RunMode::infer || work.host_link == nullptr)
        return terms;
    terms.modelled = true;
    const double bytes = gathered_bytes_per_parameter(training);
    terms.link = work.host_link->per_direction * c.host_copy_efficiency;
    terms.down = terms.up = Bytes::rounded(work.owned * bytes);
    const bool known = work.cpu != nullptr && work.cpu->memory.bandwidth.has_value();
    const BytesPerSecond socket = known ? *work.cpu->memory.bandwidth : BytesPerSecond(c.assumed_host_bandwidth);
    terms.host_bandwidth = socket * (static_cast<double>(scenario.build.cpu_sockets) * c.host_bandwidth_efficiency);
    terms.host_bandwidth_assumed = !known;
    const auto cards = static_cast<double>(scenario.build.gpus_per_node);
    terms.host_traffic = Bytes::rounded(work.owned * work.state_bytes * cards);
    terms.traffic_time = terms.host_traffic / terms.host_bandwidth;
    terms.launch_time = work.launch_time;
    terms.update = std::max(terms.traffic_time, terms.launch_time);
    terms.exposed = exposed_part(terms.down / terms.link, work.backward, c.overlap_softness) + terms.up / terms.link;
    if (scenario.parallel.offload != Offload::parameters) return terms;
    // Once for each pass, one layer ahead of it.
    const double passes = 2.0;
    terms.weights = Bytes::rounded(passes * work.parameters * bytes);
    terms.exposed += exposed_part(terms.weights / terms.link, work.micro, c.overlap_softness) *
                     static_cast<double>(training.gradient_accumulation);
    return terms;
}

} // namespace rigwright
