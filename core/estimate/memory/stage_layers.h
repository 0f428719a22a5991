// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace rigwright {

/// Layers [first, last) of a network.
struct LayerRange {
    std::int64_t first = 0;
    std::int64_t last = 0;

    /// How many of [from, to) are in it.
    std::int64_t shared_with(std::int64_t from, std::int64_t to) const
    {
        return std::max<std::int64_t>(0, std::min(last, to) - std::max(first, from));
    }
};

/// The layers of one stage of a pipeline, in order. Where they do not divide, stages between the first and the last get
/// one more, then the first: those two hold embedding and output beside (as in BLOOM: 70 layers on 12 stages of which
/// the outer two have five).
inline LayerRange stage_layers(std::int64_t stage, std::int64_t stages, std::int64_t layers)
{
    const std::int64_t share = layers / stages;
    const std::int64_t more = layers % stages;
    const bool first_too = more == stages - 1;
    const std::int64_t between = std::min(more, std::max<std::int64_t>(0, stages - 2));
    const std::int64_t before =
        stage * share + std::clamp<std::int64_t>(stage - 1, 0, between) + (first_too && more > 0 && stage > 0 ? 1 : 0);
    const bool one_more = stage == 0 ? first_too && more > 0 : stage <= between;
    return {before, before + share + (one_more ? 1 : 0)};
}

} // namespace rigwright
