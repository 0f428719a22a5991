// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/validation/case.h"

#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// A reading beside what the engine says.
struct Outcome {
    std::string id;
    std::string source;
    std::string kind_of_model;
    std::string gpu;
    Reading reading;
    /// Empty when it could not be computed; `errors` then says why.
    std::optional<double> predicted;
    std::vector<Finding> errors;

    /// `credited_error` of a prediction that is there.
    double error() const { return credited_error(reading, predicted.value_or(0.0)); }
};

/// Every reading of a case beside its prediction, in the order of the case.
std::vector<Outcome> outcomes_of(const Case& published, const EngineData& data);

/// What a time estimate says of a kind; nothing for kinds of other domains.
std::optional<double> time_figure(const TimeEstimate& time, ReadingKind kind);

/// What an evaluation says of a kind; nothing where the scenario gives no such figure. Bytes kept at a batch or format
/// other than the scenario's are not among them.
std::optional<double> predicted_figure(const Evaluation& evaluation, const EngineData& data, ReadingKind kind);

} // namespace rigwright
