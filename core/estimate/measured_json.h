// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"

#include <nlohmann/json_fwd.hpp>

namespace rigwright {

/// The object "measured" of an estimate file: what the measurements moved, and each of them beside its prediction.
nlohmann::ordered_json measured_json(const Estimate& estimate);

} // namespace rigwright
