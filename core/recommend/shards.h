// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/recommendation.h"

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// More parts than any cluster starts for one question.
inline constexpr std::int64_t most_shards = 100'000;

/// What one part of a search found, a JSON object a line: a first line with the part's number and counts, a line for
/// each card and one for each candidate of its front.
std::string shard_lines(const Exploration& found, const Shard& shard);

/// The exploration that the parts make together: the one that a single program finds. Candidates are computed anew, so
/// that no figure is taken on trust.
struct MergedShards {
    std::optional<Exploration> exploration;
    /// Lines that are none, parts that do not make a whole.
    std::vector<Finding> errors;
};

/// `texts` are the lines of all parts in any order, in any number of pieces.
MergedShards merge_shards(const std::vector<std::string_view>& texts, const Scenario& scenario, const EngineData& data);

} // namespace rigwright
