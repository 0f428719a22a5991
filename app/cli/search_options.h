// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/invocation.h"
#include "core/recommend/recommendation.h"

#include <optional>

namespace rigwright::cli {

/// "--shard 2/8": the second of eight parts; the whole where the option is not given.
struct ShardOption {
    Shard shard;
    std::optional<UsageError> error;
};
ShardOption shard_option(const Invocation& invocation);

/// Options of a search: --shard, --threads, --precisions.
struct SearchOptions {
    RecommendOptions options;
    std::optional<UsageError> error;
};
SearchOptions search_options(const Invocation& invocation);

} // namespace rigwright::cli
