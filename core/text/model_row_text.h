// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/model_comparison.h"
#include "core/text/messages.h"

#include <string>

namespace rigwright {

/// The input of a compared model: "224 × 224", "1024 tokens", or both.
std::string input_text(const ModelInput& input, const Messages& messages);

/// Why a row has no memory and times: what the model reads and the data set holds, or the first thing that keeps the
/// scenario from being computed. Empty where nothing does.
std::string reason_text(const ModelRow& row, const Messages& messages);

} // namespace rigwright
