// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/recommendation.h"

#include <vector>

namespace rigwright {

/// "2 × RTX 4090", "4 × 8 × H100 SXM": machines, GPUs of each, the card.
std::string build_name(const BuildChoice& build, const Catalog& hardware);
std::string build_name(const CardOption& option, const std::string& card);

/// Whether a candidate keeps budget, deadline and power limit.
bool keeps_limits(const CandidateFigures& figures, const Requirements& requirements);

/// The candidate of a front that each kind of pick proposes; empty for an empty front.
std::vector<std::size_t> proposed_in(const std::vector<Candidate>& front, const Requirements& requirements);

/// Drops what a person would not tell from a candidate that costs less: less than a time step faster and less than a
/// power step below it, and where memory counts no step more of it. What is proposed stays.
void keep_distinct(std::vector<Candidate>& front, const Requirements& requirements, bool memory_counts = false);

/// The candidates that are proposed from a front within all limits, each with its reasons. `found` is what the front
/// was taken from: its other candidates tell what binds, its cards how far a choice holds.
std::vector<Pick> picks_of(const std::vector<Candidate>& front, const Exploration& found,
                           const Requirements& requirements, const EngineData& data);

} // namespace rigwright
