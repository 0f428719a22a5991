// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_popular.h"

#include "core/explain/explain_model.h"
#include "core/explain/nodes.h"
#include "core/network/popular_counts.h"

namespace rigwright {

namespace {

/// Value and gradient of every feature map.
constexpr std::int64_t copies_of_a_feature_map = 2;

Bytes textbook_of(Bytes layer_outputs) { return layer_outputs * Count(copies_of_a_feature_map); }

double share_of_textbook(Bytes kept, Bytes textbook)
{
    return textbook > Bytes() ? kept.as_double() / textbook.as_double() : 0.0;
}

} // namespace

PopularFigures popular_figures(const Evaluation& e, const EngineData& data)
{
    PopularFigures figures;
    figures.thop_macs = thop_macs(evaluation_network(e.scenario, data));
    figures.layer_outputs = layer_output_bytes(*e.network);
    figures.textbook_activations = textbook_of(figures.layer_outputs);
    figures.saved_over_textbook =
        share_of_textbook(e.estimate->model.saved_activation_bytes_per_sample, figures.textbook_activations);
    return figures;
}

Working explain_thop_macs(const Evaluation& e, const EngineData& data)
{
    Working node =
        computed("", "model.thop_macs_per_sample", macs_value(thop_macs(evaluation_network(e.scenario, data))),
                 "thop-macs", {explain_forward_macs(e, data)});
    node.source = "source.thop";
    return node;
}

Working explain_textbook_activations(const Evaluation& e)
{
    const Bytes outputs = layer_output_bytes(*e.network);
    Working node = computed("textbook", "model.textbook_activation_bytes_per_sample", value_of(textbook_of(outputs)),
                            "textbook-activations",
                            {leaf("outputs", "layer_output_bytes", value_of(outputs), "source.layer-outputs")});
    node.source = "source.textbook-activations";
    return node;
}

Working explain_saved_over_textbook(const Evaluation& e)
{
    Working kept = explain_saved_activations(e);
    kept.symbol = "kept";
    const Bytes textbook = textbook_of(layer_output_bytes(*e.network));
    Working node =
        computed("", "model.saved_over_textbook",
                 {share_of_textbook(e.estimate->model.saved_activation_bytes_per_sample, textbook), Unit::ratio},
                 "saved-over-textbook", {std::move(kept), explain_textbook_activations(e)});
    node.source = "source.saved-over-textbook";
    return node;
}

} // namespace rigwright
