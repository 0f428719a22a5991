// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <array>
#include <cstdint>
#include <optional>

namespace rigwright {

/// Height and width, pixels.
using PixelSides = std::array<std::int64_t, 2>;

/// The smallest defect after resizing to the input of the network.
struct DefectAtInput {
    /// Extent in the stored image.
    std::int64_t defect = 1;
    /// Pixels that must remain at the input; a convention where the scenario does not set them.
    std::int64_t needed = 1;
    bool needed_is_convention = false;
    /// Part of the stored image that one sample shows (the whole image or a tile), and the input size that it is
    /// resized to.
    PixelSides extent{};
    PixelSides input{};
    /// The side that shrinks more: 0 the height, 1 the width.
    std::size_t narrow = 0;

    /// Pixels of the defect at the input: defect x input / extent of the side that shrinks more.
    Term kept(Trace& trace) const;
    double kept() const
    {
        Trace untraced(false);
        return kept(untraced).amount();
    }
    bool is_kept() const { return kept() >= static_cast<double>(needed); }
};

/// Empty where no smallest defect is given, the size of the stored images is unknown, or the model reads no images.
std::optional<DefectAtInput> defect_at_input(const Evaluation& evaluation, const EngineData& data);

/// Input that keeps the defect: extent x needed / defect, rounded up to the patch of the model where it has one.
PixelSides input_that_keeps(const DefectAtInput& defect, const Evaluation& evaluation, const EngineData& data);

/// Tiles that keep the defect at the present input: input x defect / needed, rounded down. They overlap by the extent
/// of the defect, so that one of them shows all of it. Empty if such tiles are no larger than their overlap.
std::optional<Tiling> tiles_that_keep(const DefectAtInput& defect);

/// Names these figures: "requirements.defect_kept", and if too little is kept also ".defect_input_height",
/// ".defect_tile_width" and the like.
void name_defect(const Evaluation& evaluation, const EngineData& data, Trace& trace);

} // namespace rigwright
