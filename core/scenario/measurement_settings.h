// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"

#include <string>

namespace rigwright {

/// The scenario that a measurement was taken under, at the measurement's micro-batch and without measurements: its own
/// settings where it has some, those of `present` otherwise.
Scenario measured_scenario(const Measurement& measurement, const Scenario& present);

/// Whether the two ask about the same network: model, shape and input. Everything else is a setting of its training.
bool is_same_network(const Scenario& a, const Scenario& b);

/// Whether the two train the same way, micro-batch and epochs aside; and whether they do so on the same machine.
bool is_same_training(const Scenario& a, const Scenario& b);
bool is_same_setup(const Scenario& a, const Scenario& b);

/// What decides a run, without what only plans it: model, input, data set, training at micro-batch 1, parallel, build.
Scenario run_settings(const Scenario& scenario);

/// Gives every measurement that stands for "as this scenario is" a copy of the scenario's settings. To be called before
/// the scenario is varied (another micro-batch aside): what was measured stays what it was.
void anchor_measurements(Scenario& scenario);

/// Sixteen hexadecimal digits that name the network of a scenario: equal for equal model, shape and input.
std::string network_fingerprint(const Scenario& scenario);

} // namespace rigwright
