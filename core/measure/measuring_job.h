// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

#include <nlohmann/json_fwd.hpp>

namespace rigwright {

/// A network as measuring scripts read it: "tensors", "parameters", "operators", "blocks" and "outputs", with words for
/// the kinds of operators and plain numbers for everything else.
nlohmann::ordered_json network_job(const Network& network);

} // namespace rigwright
