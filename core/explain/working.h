// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/value.h"
#include "core/scenario/finding.h"

#include <string>
#include <vector>

namespace rigwright {

/// One number with how it came about: a node of the explanation tree. Words are message codes, so that one tree serves
/// every language.
struct Working {
    /// "quantity.<id>" names it: "time.step_seconds", "memory.parts.weights", ...
    std::string quantity;
    /// What the name inserts (a layer, a part's name).
    Arguments arguments;
    Value value;
    /// "formula.<id>" or empty for a leaf. Its places "{name}" are the `symbol`s of the inputs: rendered once with the
    /// names of the inputs' quantities and once with their values. An input without a place stands below the formula
    /// only.
    std::string formula;
    /// "source.<id>", or text that is data (a record's own source line); empty where the formula needs none.
    std::string source;
    /// A judgement rather than a measurement or a definition.
    bool assumption = false;
    /// The scenario field or catalogue record a leaf stands for ("training.micro_batch", "gpus/rtx4090").
    std::string origin;
    std::vector<Working> inputs;
    /// The place in the parent's formula that this number fills.
    std::string symbol;
};

} // namespace rigwright
