// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/stage_parameters.h"

#include "core/estimate/stage_layers.h"

namespace rigwright {

namespace {

void add(const Parameter& parameter, double copies, StageParameters& stage)
{
    const double elements = parameter.elements.as_double() * copies;
    const bool expert = parameter.parts > 1;
    (expert ? stage.experts : stage.total) += elements;
    stage.tensors += copies;
    if (!parameter.trainable) return;
    (expert ? stage.trainable_experts : stage.trainable) += elements;
    stage.trainable_tensors += copies;
}

} // namespace

std::int64_t count_layers(const Network& network)
{
    std::int64_t layers = 0;
    for (const Block& block : network.blocks) layers += block.name.empty() ? 0 : block.repeat;
    return layers;
}

bool holds_outside(std::int64_t passed, std::int64_t layers, std::int64_t stage, std::int64_t stages)
{
    if (passed == 0) return stage == 0;
    if (passed == layers) return stage + 1 == stages;
    const LayerRange range = stage_layers(stage, stages, layers);
    return range.first < passed && passed <= range.last;
}

std::vector<StageParameters> stage_parameters(const Network& network, std::int64_t stages)
{
    std::vector<StageParameters> result(static_cast<std::size_t>(stages));
    const std::int64_t layers = count_layers(network);
    const bool evenly = stages == 1 || layers == 0;
    for (const Parameter& parameter : network.parameters) {
        const Block& block = network.blocks[static_cast<std::size_t>(parameter.block)];
        if (evenly) {
            const double share = static_cast<double>(block.repeat) / static_cast<double>(stages);
            for (StageParameters& stage : result) add(parameter, share, stage);
            continue;
        }
        std::int64_t passed = 0;
        for (int i = 0; i < parameter.block; ++i) {
            const Block& before = network.blocks[static_cast<std::size_t>(i)];
            passed += before.name.empty() ? 0 : before.repeat;
        }
        for (std::int64_t stage = 0; stage < stages; ++stage) {
            const LayerRange range = stage_layers(stage, stages, layers);
            const std::int64_t here = !block.name.empty() ? range.shared_with(passed, passed + block.repeat)
                                      : holds_outside(passed, layers, stage, stages) ? block.repeat
                                                                                     : 0;
            if (here > 0) add(parameter, static_cast<double>(here), result[static_cast<std::size_t>(stage)]);
        }
    }
    return result;
}

} // namespace rigwright
