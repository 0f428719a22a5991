// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/field_form.h"

namespace rigwright {

/// The row of a field in the inputs, or of a number of the model's shape; nothing for other paths.
std::optional<FormRow> input_row(const std::string& path, const Document& document, const Localization& words);

/// Plan properties that determine which settings apply.
struct PlanTraits {
    bool trains = true;
    bool many_gpus = false;
    bool many_machines = false;
    bool attention = false;
    bool experts = false;
    /// Layers that pipeline stages can divide.
    bool layers = false;
    bool linear = false;
    bool convolutions = false;
    bool images = true;
    bool sequences = false;
    /// One-stage detectors whose focal loss may run in one kernel.
    bool focal_loss = false;
};

PlanTraits traits_of(const Document& document);
/// Whether to offer a control for the field: it applies to the plan, or differs from its default.
bool is_input_offered(std::string_view path, const PlanTraits& traits, const Document& document);

} // namespace rigwright
