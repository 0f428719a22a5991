// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/engine_data.h"
#include "core/scenario/field_table.h"
#include "core/scenario/finding.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

// Accesses every field by its path: the scalar fields of the field list, the adapters of a fine-tuning and the tiles of
// an image (on or off as "training.lora", then "training.lora.rank"), the hyperparameters of the chosen model's family
// under "model.shape.", and the options of a hand-made network's layers ("model.shape.layers[3].kernel").

/// Legal values of a field of the list or of the adapters; empty for any other path.
std::optional<FieldRule> rule_at(std::string_view path);

/// Paths of all whole numbers, those of the shape of any model included, but not the options of single layers.
std::vector<std::string> whole_number_paths();

/// The hyperparameter key of "model.shape.d_model"; empty for any other path.
std::string_view hyperparameter_key(std::string_view path);
/// The family of the scenario's model, through its preset where it names one; null when there is none.
const Family* family_of_model(const Scenario& scenario, const EngineData& data);

/// The value set in the scenario itself; absent (monostate) if it leaves the field to the default.
FieldValue field_value(const Scenario& scenario, std::string_view path);
/// The effective value: the scenario's own, else the preset's, else the family's or the field's default. Absent if that
/// is derived from other fields.
FieldValue effective_value(const Scenario& scenario, const EngineData& data, std::string_view path);
/// The value of the field if the scenario did not set it.
FieldValue default_value(const Scenario& scenario, const EngineData& data, std::string_view path);

/// Sets one field; returns false and leaves the scenario unchanged when the path is unknown or the value is not legal.
/// An absent value resets a field to its default.
bool set_field(Scenario& scenario, const EngineData& data, std::string_view path, const FieldValue& value);
/// The scenario with one field set; empty if the value is refused.
std::optional<Scenario> with_field(const Scenario& scenario, const EngineData& data, std::string_view path,
                                   const FieldValue& value);
/// The reasons why `with_field` refuses a value.
std::vector<Finding> why_refused(const Scenario& scenario, const EngineData& data, std::string_view path,
                                 const FieldValue& value);

} // namespace rigwright
