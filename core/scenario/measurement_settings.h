// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"

#include <string>

namespace rigwright {

/// The scenario of a measurement, at the measurement's micro-batch and without measurements: with its own settings if
/// it has any, otherwise with those of `present`.
Scenario measured_scenario(const Measurement& measurement, const Scenario& present);

/// Whether both have the same network: model, shape and input. Everything else is a training setting.
bool is_same_network(const Scenario& a, const Scenario& b);

/// Whether both train the same way, ignoring micro-batch and epochs; and whether they do so on the same machine.
bool is_same_training(const Scenario& a, const Scenario& b);
bool is_same_setup(const Scenario& a, const Scenario& b);

/// The settings that decide a run, without planning data: model, input, dataset, training at micro-batch 1, parallel,
/// build.
Scenario run_settings(const Scenario& scenario);

/// Gives every measurement without settings a copy of the scenario's settings. Call it before a change to the scenario
/// (other than the micro-batch), so that measurements keep their settings.
void anchor_measurements(Scenario& scenario);

/// Sixteen hexadecimal digits that identify the network of a scenario: equal for equal model, shape and input.
std::string network_fingerprint(const Scenario& scenario);

} // namespace rigwright
