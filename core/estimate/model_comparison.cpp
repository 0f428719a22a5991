// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/model_comparison.h"

#include "core/scenario/measurement_settings.h"

#include <utility>

namespace rigwright {

namespace {

/// iGPT (Chen et al. 2020) is trained on images that it reads as a sequence of pixel colors.
constexpr std::string_view images_as_sequences = "image-gpt";

std::optional<SampleKind> told_by_data(const Dataset& dataset)
{
    if (dataset.encoding == SampleEncoding::text) return SampleKind::text;
    const bool picture = dataset.encoding == SampleEncoding::jpeg || dataset.encoding == SampleEncoding::png;
    if (picture || dataset.source_height || dataset.source_width) return SampleKind::images;
    if (dataset.tokens) return SampleKind::text;
    return std::nullopt;
}

} // namespace

std::optional<SampleKind> samples_of(const ResolvedModel& model)
{
    if (model.family == nullptr) return std::nullopt;
    switch (model.family->input_kind) {
    case Family::InputKind::image: return SampleKind::images;
    case Family::InputKind::volume: return model.input.image_depth ? SampleKind::volumes : SampleKind::images;
    case Family::InputKind::sequence:
        return model.family->id == images_as_sequences ? SampleKind::images : SampleKind::text;
    case Family::InputKind::sequence_pair: return SampleKind::text;
    case Family::InputKind::image_and_text: return SampleKind::images_with_text;
    case Family::InputKind::features: return SampleKind::numbers;
    }
    return std::nullopt;
}

std::optional<SampleKind> samples_of_data(const Scenario& scenario, const EngineData& data)
{
    const std::optional<SampleKind> told = told_by_data(scenario.dataset);
    const std::optional<SampleKind> read = samples_of(resolve_model(scenario, data.presets));
    if (!told) return read;
    // Images with captions and stacks of slices are described by their images.
    const bool more_than_pictures = read == SampleKind::images_with_text || read == SampleKind::volumes;
    return told == SampleKind::images && more_than_pictures ? read : told;
}

bool serves(SampleKind data, SampleKind model)
{
    if (data == model) return true;
    return data == SampleKind::images_with_text && (model == SampleKind::images || model == SampleKind::text);
}

Scenario with_preset(const Scenario& scenario, std::string_view preset)
{
    Scenario next = scenario;
    anchor_measurements(next);
    next.model = ModelChoice();
    next.model.preset = preset;
    next.input = ModelInput();
    return next;
}

ModelRow compared_model(const Scenario& scenario, const EngineData& data, std::string_view preset)
{
    ModelRow row;
    row.preset = preset;
    row.current = preset == scenario.model.preset;
    const Scenario own = row.current || preset.empty() ? scenario : with_preset(scenario, preset);
    const ResolvedModel model = resolve_model(own, data.presets);
    row.input = model.input;
    row.reads = samples_of(model);
    const std::optional<SampleKind> held = samples_of_data(scenario, data);
    if (row.reads && held && !serves(*held, *row.reads)) row.data_holds = held;
    EstimateResult result = estimate(own, data);
    row.estimate = std::move(result.estimate);
    row.errors = std::move(result.errors);
    return row;
}

} // namespace rigwright
