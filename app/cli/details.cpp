// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/details.h"

#include "core/estimate/memory/memory_timeline.h"
#include "core/estimate/working/explain.h"
#include "core/scenario/resolved_model.h"
#include "core/text/working_text.h"
#include "core/zoo/build.h"

#include <nlohmann/json.hpp>

namespace rigwright::cli {

using nlohmann::ordered_json;

ordered_json layer_json(const LayerRow& row)
{
    ordered_json object;
    object["name"] = row.name;
    object["operator"] = row.kind;
    ordered_json shape = ordered_json::array();
    for (int axis = 0; axis < row.output.rank(); ++axis) shape.push_back(row.output[axis]);
    object["output"] = std::move(shape);
    object["parameters"] = row.parameters.value();
    object["macs"] = row.macs.value();
    object["flops"] = row.flops().base();
    object["saved_bytes"] = row.kept.value();
    return object;
}

ordered_json layers_json(const Evaluation& evaluation)
{
    const LayerTable table(*evaluation.network, *evaluation.analysis, evaluation.scenario.training.micro_batch);
    ordered_json rows = ordered_json::array();
    for (std::int64_t i = 0; i < table.size(); ++i) rows.push_back(layer_json(table.row(i)));
    return rows;
}

ordered_json timeline_json(const Evaluation& evaluation)
{
    ordered_json moments = ordered_json::array();
    for (const TimelineMoment& moment : memory_timeline(evaluation)) {
        ordered_json object;
        object["phase"] = key_of(moment.phase);
        if (!moment.layer.empty()) object["layer"] = moment.layer;
        object["allocated_bytes"] = moment.allocated.value();
        for (std::size_t i = 0; i < memory_part_count; ++i) {
            const auto part = static_cast<MemoryPart>(i);
            if (part != MemoryPart::framework_overhead) object["parts"][key_of(part)] = moment.part(part).value();
        }
        moments.push_back(std::move(object));
    }
    return moments;
}

ordered_json working_json(const Derivation& working, const Messages& messages)
{
    const WorkingText text = render(working, messages);
    ordered_json object;
    object["quantity"] = working.quantity;
    object["name"] = text.name;
    object["value"] = working.value.number;
    object["text"] = text.value;
    if (!text.formula.empty()) object["formula"] = text.formula;
    if (!text.substituted.empty()) object["substituted"] = text.substituted;
    if (!text.source.empty()) object["source"] = text.source;
    if (!working.origin.empty()) object["origin"] = working.origin;
    if (working.assumption) object["assumption"] = true;
    for (const Derivation& input : working.inputs) object["inputs"].push_back(working_json(input, messages));
    return object;
}

ordered_json workings_json(const Evaluation& evaluation, const EngineData& data, const Messages& messages)
{
    ordered_json workings = ordered_json::object();
    for (const std::string_view id : explained_quantities()) {
        if (const auto working = explain(evaluation, data, id))
            workings[std::string(id)] = working_json(*working, messages);
    }
    return workings;
}

Scenario with_model_filled_in(const Scenario& scenario, const EngineData& data)
{
    const ResolvedModel model = resolve_model(scenario, data.presets);
    if (model.family == nullptr) return scenario;
    Scenario filled = scenario;
    filled.input = model.input;
    filled.model.shape = model.shape;
    for (const Hyperparameter& hyperparameter : model.family->hyperparameters)
        if (hyperparameter.standard && reads_hyperparameter(*model.family, model.shape, hyperparameter.key))
            filled.model.shape.try_emplace(std::string(hyperparameter.key), *hyperparameter.standard);
    return filled;
}

} // namespace rigwright::cli
