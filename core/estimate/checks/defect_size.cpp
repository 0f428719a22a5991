// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/checks/defect_size.h"

#include "core/network/operator_counts.h"
#include "core/scenario/resolved_model.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Height and width of the first image that the network reads.
std::optional<PixelSides> image_input(const Network& network)
{
    const std::vector<bool> written = written_tensors(network);
    for (std::size_t id = 0; id < network.tensors.size(); ++id) {
        const Tensor& tensor = network.tensors[id];
        if (written[id] || tensor.storage != static_cast<TensorId>(id) || !tensor.per_sample) continue;
        if (tensor.content == Content::index || tensor.shape.rank() != 3) continue;
        return PixelSides{tensor.shape[1], tensor.shape[2]};
    }
    return std::nullopt;
}

Term whole_field(const char* path, std::int64_t pixels, Trace& trace)
{
    return trace.field(path, static_cast<double>(pixels), Unit::count);
}

Term stored_extent(const DefectAtInput& defect, Trace& trace)
{
    return whole_field("requirements.smallest_defect_pixels", defect.defect, trace);
}

Term needed_extent(const DefectAtInput& defect, Trace& trace)
{
    return defect.needed_is_convention
               ? trace.coefficient("defect_pixels_at_input", static_cast<double>(defect.needed), Unit::count)
               : whole_field("requirements.smallest_defect_pixels_at_input", defect.needed, trace);
}

Term input_side(const DefectAtInput& defect, std::size_t side, Trace& trace)
{
    return whole_field(side == 0 ? "input.image_height" : "input.image_width", defect.input[side], trace);
}

Term shown_side(const DefectAtInput& defect, std::size_t side, Trace& trace)
{
    return trace.given(side == 0 ? "shown_height" : "shown_width", static_cast<double>(defect.extent[side]),
                       Unit::count, "source.image-or-tile",
                       side == 0 ? "dataset.source_height" : "dataset.source_width");
}

} // namespace

Term DefectAtInput::kept(Trace& trace) const
{
    return trace.name("requirements.defect_kept",
                      stored_extent(*this, trace) * input_side(*this, narrow, trace) / shown_side(*this, narrow, trace),
                      Unit::ratio);
}

std::optional<DefectAtInput> defect_at_input(const Evaluation& evaluation, const EngineData& data)
{
    const Scenario& scenario = evaluation.scenario;
    const Requirements& need = scenario.requirements;
    const Dataset& dataset = scenario.dataset;
    if (!need.smallest_defect_pixels || !dataset.source_height || !dataset.source_width || !evaluation.network)
        return std::nullopt;
    const std::optional<PixelSides> input = image_input(*evaluation.network);
    if (!input) return std::nullopt;
    DefectAtInput result;
    result.defect = *need.smallest_defect_pixels;
    result.needed_is_convention = !need.smallest_defect_pixels_at_input;
    result.needed = need.smallest_defect_pixels_at_input.value_or(
        static_cast<std::int64_t>(std::ceil(data.requirements.defect_pixels_at_input)));
    result.extent = {*dataset.source_height, *dataset.source_width};
    if (need.tiling) {
        result.extent[0] = std::min(result.extent[0], need.tiling->tile_height);
        result.extent[1] = std::min(result.extent[1], need.tiling->tile_width);
    }
    result.input = *input;
    result.narrow = result.input[0] * result.extent[1] <= result.input[1] * result.extent[0] ? 0 : 1;
    return result;
}

namespace {

/// A multiple of the step of sides that the network reads.
std::int64_t input_that_keeps(const DefectAtInput& defect, std::size_t side, std::int64_t step, Trace& trace)
{
    Term input = ceil(shown_side(defect, side, trace) * needed_extent(defect, trace) / stored_extent(defect, trace));
    if (step > 1) {
        const Term size = trace.given("side_step", static_cast<double>(step), Unit::count, "source.side-step");
        input = ceil(input / size) * size;
    }
    trace.name(side == 0 ? "requirements.defect_input_height" : "requirements.defect_input_width", input, Unit::count);
    return static_cast<std::int64_t>(input.amount());
}

std::int64_t tile_that_keeps(const DefectAtInput& defect, std::size_t side, Trace& trace)
{
    const Term tile =
        floor(input_side(defect, side, trace) * stored_extent(defect, trace) / needed_extent(defect, trace));
    trace.name(side == 0 ? "requirements.defect_tile_height" : "requirements.defect_tile_width", tile, Unit::count);
    return static_cast<std::int64_t>(tile.amount());
}

} // namespace

PixelSides input_that_keeps(const DefectAtInput& defect, const Evaluation& evaluation, const EngineData& data)
{
    Trace untraced(false);
    const std::int64_t step = side_step(resolve_model(evaluation.scenario, data.presets));
    return {input_that_keeps(defect, 0, step, untraced), input_that_keeps(defect, 1, step, untraced)};
}

std::optional<Tiling> tiles_that_keep(const DefectAtInput& defect)
{
    Trace untraced(false);
    const Tiling tiling{tile_that_keeps(defect, 0, untraced), tile_that_keeps(defect, 1, untraced), defect.defect};
    if (std::min(tiling.tile_height, tiling.tile_width) <= tiling.overlap) return std::nullopt;
    return tiling;
}

void name_defect(const Evaluation& evaluation, const EngineData& data, Trace& trace)
{
    const auto defect = defect_at_input(evaluation, data);
    if (!defect) return;
    defect->kept(trace);
    if (defect->is_kept()) return;
    const std::int64_t step = side_step(resolve_model(evaluation.scenario, data.presets));
    const bool tiles = tiles_that_keep(*defect).has_value();
    for (const std::size_t side : {0U, 1U}) {
        input_that_keeps(*defect, side, step, trace);
        if (tiles) tile_that_keeps(*defect, side, trace);
    }
}

} // namespace rigwright
