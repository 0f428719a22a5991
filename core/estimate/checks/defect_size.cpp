// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/checks/defect_size.h"

#include "core/network/operator_counts.h"
#include "core/scenario/resolved_model.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

std::int64_t ratio_up(std::int64_t a, std::int64_t b, std::int64_t by) { return (a * b + by - 1) / by; }

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

std::int64_t patch_of(const Evaluation& evaluation, const EngineData& data)
{
    const ResolvedModel model = resolve_model(evaluation.scenario, data.presets);
    if (model.family == nullptr) return 1;
    const auto& all = model.family->hyperparameters;
    const auto patch = std::find_if(all.begin(), all.end(), [](const Hyperparameter& h) { return h.key == "patch"; });
    if (patch == all.end()) return 1;
    const auto given = model.shape.find("patch");
    const FieldValue* value = given != model.shape.end() ? &given->second
                              : patch->standard          ? &*patch->standard
                                                         : nullptr;
    const auto* whole = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
    return whole == nullptr ? 1 : std::max<std::int64_t>(*whole, 1);
}

} // namespace

double DefectAtInput::kept() const
{
    return static_cast<double>(defect) * static_cast<double>(input[narrow]) / static_cast<double>(extent[narrow]);
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

PixelSides input_that_keeps(const DefectAtInput& defect, const Evaluation& evaluation, const EngineData& data)
{
    const std::int64_t patch = patch_of(evaluation, data);
    PixelSides sides{};
    for (std::size_t i = 0; i < sides.size(); ++i)
        sides[i] = ratio_up(ratio_up(defect.extent[i], defect.needed, defect.defect), 1, patch) * patch;
    return sides;
}

std::optional<Tiling> tiles_that_keep(const DefectAtInput& defect)
{
    const Tiling tiling{defect.input[0] * defect.defect / defect.needed,
                        defect.input[1] * defect.defect / defect.needed, defect.defect};
    if (std::min(tiling.tile_height, tiling.tile_width) <= tiling.overlap) return std::nullopt;
    return tiling;
}

} // namespace rigwright
