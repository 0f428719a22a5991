// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/card_search.h"


namespace rigwright {

/// As `explore`, with the way that builds are come by given.
Exploration explore(const Scenario& scenario, const EngineData& data, const RecommendOptions& options, Outlay outlay);

} // namespace rigwright
