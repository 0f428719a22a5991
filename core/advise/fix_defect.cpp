// SPDX-License-Identifier: Apache-2.0
#include "core/advise/defect_answers.h"
#include "core/advise/fix_table.h"
#include "core/estimate/defect_size.h"
#include "core/scenario/tiles.h"

namespace rigwright {

namespace {

Value pixels(std::int64_t side) { return value_of(Count(side)); }

std::optional<Fix> larger_input_of(const Evaluation& plan, const EngineData& data)
{
    const auto defect = defect_at_input(plan, data);
    if (!defect || defect->is_kept()) return std::nullopt;
    const PixelSides sides = input_that_keeps(*defect, plan, data);
    return Fix{{"input-size", {{"height", pixels(sides[0])}, {"width", pixels(sides[1])}}},
               {{"input.image_height", sides[0]}, {"input.image_width", sides[1]}}};
}

std::optional<Fix> tiles_of(const Evaluation& plan, const EngineData& data)
{
    const auto defect = defect_at_input(plan, data);
    if (!defect || defect->is_kept()) return std::nullopt;
    const auto tiling = tiles_that_keep(*defect);
    if (!tiling) return std::nullopt;
    Scenario tiled = plan.scenario;
    tiled.requirements.tiling = tiling;
    return Fix{{"tiles",
                {{"height", pixels(tiling->tile_height)},
                 {"width", pixels(tiling->tile_width)},
                 {"overlap", pixels(tiling->overlap)},
                 {"tiles", pixels(tile_grid(tiled).count())}}},
               {{"requirements.tiling.tile_height", tiling->tile_height},
                {"requirements.tiling.tile_width", tiling->tile_width},
                {"requirements.tiling.overlap", tiling->overlap}}};
}

Proposals proposed(std::optional<Fix> fix)
{
    Proposals proposals;
    if (fix) proposals.push_back(*std::move(fix));
    return proposals;
}

} // namespace

Proposals input_for_the_defect(const FaultyPlan& plan) { return proposed(larger_input_of(plan.evaluation, plan.data)); }

Proposals tiles_for_the_defect(const FaultyPlan& plan) { return proposed(tiles_of(plan.evaluation, plan.data)); }

std::vector<DefectAnswer> defect_answers(const Evaluation& plan, const EngineData& data)
{
    std::vector<DefectAnswer> answers;
    for (std::optional<Fix> fix : {larger_input_of(plan, data), tiles_of(plan, data)}) {
        if (!fix) continue;
        const auto scenario = changed(plan.scenario, fix->changes);
        if (!scenario) continue;
        answers.push_back({*std::move(fix), evaluate(*scenario, data, plan).estimate});
    }
    return answers;
}

} // namespace rigwright
