// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/recommendation.h"

#include <vector>

namespace rigwright {

/// "2 × RTX 4090", "4 × 8 × H100 SXM": machines, GPUs per machine, card.
std::string build_name(const BuildChoice& build, const Catalog& hardware);
/// Processors or the complete machine, memory (in words of the caller), bridges and network.
std::vector<std::string> host_parts(const BuildChoice& build, const Catalog& hardware, const std::string& memory);
/// Whether another option of the card has the same name, so that only the host tells them apart.
bool shares_name(const CardOption& option, const CardOutcome& card);

/// Whether a candidate meets budget, deadline and power limit.
bool keeps_limits(const CandidateFigures& figures, const Requirements& requirements);

/// What one office machine takes: the maximum number of GPUs of a proposal, unless the task limits the number, or the
/// user's own build has more, or fewer do not do.
inline constexpr std::int64_t usual_gpus = 4;
/// The maximum number of GPUs of a proposal for a task.
std::int64_t most_proposed_gpus(const Scenario& asked);

/// The candidate of a front that each kind of pick proposes; empty for an empty front.
std::vector<std::size_t> proposed_in(const std::vector<Candidate>& front, const Requirements& requirements,
                                     std::int64_t most_gpus = usual_gpus);

/// Drops candidates that are practically equal to a cheaper one that lacks no more prices: less than one time step
/// faster, less than one power step lower, and, if memory counts, no memory level better. Proposed candidates stay.
void keep_distinct(std::vector<Candidate>& front, const Requirements& requirements, bool memory_counts = false,
                   std::int64_t most_gpus = usual_gpus);

/// The proposed candidates of a front within all limits, each with its reasons. `found` is the unfiltered result: its
/// other candidates show the binding limit, its cards how long a choice remains valid.
std::vector<Pick> picks_of(const std::vector<Candidate>& front, const Exploration& found,
                           const Requirements& requirements, const EngineData& data);

} // namespace rigwright
