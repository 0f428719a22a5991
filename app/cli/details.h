// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"
#include "core/network/layer_table.h"
#include "core/text/messages.h"

#include <nlohmann/json_fwd.hpp>

namespace rigwright::cli {

/// One row of the layer table.
nlohmann::ordered_json layer_json(const LayerRow& row);
/// The whole table of an evaluation that has an estimate.
nlohmann::ordered_json layers_json(const Evaluation& evaluation);

/// Memory over one step, moment by moment.
nlohmann::ordered_json timeline_json(const Evaluation& evaluation);

/// A working with its words and all its inputs.
nlohmann::ordered_json working_json(const Derivation& working, const Messages& messages);
/// The working of every quantity that the estimate has, by its id.
nlohmann::ordered_json workings_json(const Evaluation& evaluation, const EngineData& data, const Messages& messages);

/// The scenario with everything filled in that its preset or family states: hyperparameters and input.
Scenario with_model_filled_in(const Scenario& scenario, const EngineData& data);

} // namespace rigwright::cli
