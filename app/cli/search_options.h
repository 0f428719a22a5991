// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/invocation.h"
#include "core/recommend/recommendation.h"

#include <optional>

namespace rigwright::cli {

/// Options of a search: --threads, --precisions, --memory.
struct SearchOptions {
    RecommendOptions options;
    std::optional<UsageError> error;
};
SearchOptions search_options(const Invocation& invocation);

} // namespace rigwright::cli
