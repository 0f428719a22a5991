// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/card_search.h"

namespace rigwright {

/// Like `explore`, with a given kind of acquisition.
Exploration explore(const Scenario& scenario, const EngineData& data, const RecommendOptions& options, Outlay outlay);

} // namespace rigwright
