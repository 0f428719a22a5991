// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/step_time.h"
#include "core/validation/outcome.h"

#include <memory>
#include <optional>

namespace rigwright {

/// A case whose network is built, so that only the time of its step is computed anew for other coefficients.
class PreparedCase {
public:
    PreparedCase(const Case& published, const EngineData& data);

    /// What the engine says of each time reading of the case, in their order; nothing where it gives no such figure.
    std::vector<std::optional<double>> predicted(const TimeCoefficients& coefficients) const;
    const Case& published() const { return *published_; }

private:
    const Case* published_;
    Scenario scenario_;
    std::shared_ptr<const Network> network_;
    std::shared_ptr<const Analysis> analysis_;
    Flops training_flops_;
    std::string family_;
    std::optional<Gpu> gpu_;
    const Cpu* cpu_ = nullptr;
    const Link* host_link_ = nullptr;
    const Link* peer_link_ = nullptr;
    const Link* node_link_ = nullptr;
    std::int64_t network_ports_ = 1;
    const Storage* storage_ = nullptr;
};

} // namespace rigwright
