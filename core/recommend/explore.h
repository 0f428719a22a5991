// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/card_search.h"

#include <vector>

namespace rigwright {

/// As `explore`, with the way that builds are come by given.
Exploration explore(const Scenario& scenario, const EngineData& data, const RecommendOptions& options, Outlay outlay);

/// As `explore`, with the fronts under rising reserves of memory put together where memory counts.
Exploration explore_levels(const Scenario& scenario, const EngineData& data, const RecommendOptions& options,
                           Outlay outlay);

/// Edits that lead from one scenario to the build and the plan of another.
ScenarioChanges changes_between(const Scenario& from, const Scenario& to);

/// What holds for a whole search: the task that every candidate keeps, with its global batch.
std::vector<Remark> search_remarks(const Scenario& asked, std::int64_t batch);

/// Puts together what was found for different cards, whoever searched them. `cards` holds each card once.
struct SearchedCards {
    std::vector<Candidate> fronts;
    RejectionCounts rejected;
    std::vector<CardOutcome> cards;
    std::int64_t candidates = 0;
    std::int64_t evaluated = 0;
    bool complete = true;
};
void add_searched(SearchedCards found, Exploration& exploration);

} // namespace rigwright
