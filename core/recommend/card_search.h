// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/figures.h"
#include "core/recommend/hosts.h"
#include "core/recommend/plans.h"
#include "core/recommend/processors.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace rigwright {

/// What every card of a search shares.
struct SearchTask {
    /// The training, without limits on cost, time and power: those are for the front.
    Scenario scenario;
    TaskShape shape;
    Outlay outlay = Outlay::purchase;
    bool of_run = true;
    std::vector<Precision> precisions;
    /// The catalogue of the search and, beside it, the fastest processor and drive that there could be
    /// (`fastest_host`): what is slower with them is slower with any.
    const EngineData* data = nullptr;
    Host fastest_host;
    /// In that catalogue too: the best processor of each class.
    ProcessorClasses processors;
    const HostSpace* hosts = nullptr;
    /// One evaluation for each number format and for micro-batches of one and of several, to take networks over from.
    std::map<std::pair<Precision, bool>, Evaluation> networks;
};

/// Counts of candidates by the reason that they are out for.
struct RejectionCounts {
    struct Key {
        std::string code;
        bool is_finding = false;
        auto operator<=>(const Key&) const = default; // NOLINT(modernize-use-nullptr)
    };
    std::map<Key, std::int64_t> by_reason;

    void add(const std::string& code, std::int64_t count, bool is_finding = false);
    void add(const RejectionCounts& other);
};

/// All that was found for one card.
struct CardFindings {
    std::vector<Candidate> front;
    RejectionCounts rejected;
    CardOutcome outcome;
    std::int64_t candidates = 0;
    std::int64_t evaluated = 0;
};

/// Searches every number of one card. What is found depends on the task and the card alone, not on other cards, so that
/// cards can be shared out in any way. `build_done` is called after each of the card's builds (`gpu_builds`).
CardFindings search_card(const SearchTask& task, const Gpu& gpu, const RecommendOptions& options,
                         const std::function<void()>& build_done = {});

} // namespace rigwright
