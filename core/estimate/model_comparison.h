// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/quantities/words.h"
#include "core/scenario/resolved_model.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Kind of one sample of a model or a dataset.
enum class SampleKind { images, volumes, text, images_with_text, numbers };
/// The last part of its message code, "samples.<key>".
template <>
inline constexpr std::array<std::string_view, 5> words<SampleKind>{"images", "volumes", "text", "images-with-text",
                                                                   "numbers"};

/// Kind of samples that a model of this family trains on with this input; empty for a model file that does not say.
std::optional<SampleKind> samples_of(const ResolvedModel& model);

/// Kind of samples in the scenario's dataset: from its encoding, its source size or its tokens, else the kind that the
/// scenario's model trains on. Empty when neither is known.
std::optional<SampleKind> samples_of_data(const Scenario& scenario, const EngineData& data);

/// Whether a model can train on a dataset: the dataset has each part that the model reads.
bool serves(SampleKind data, SampleKind model);

/// The scenario with a preset in place of its model: the preset's own shape and input, everything else unchanged.
Scenario with_preset(const Scenario& scenario, std::string_view preset);

/// One model of a comparison on the scenario's dataset and machine.
struct ModelRow {
    /// The preset's id; empty for a model of the scenario that is not a preset.
    std::string preset;
    /// Whether it is the scenario's own model, with the scenario's changes to it.
    bool current = false;
    ModelInput input;
    std::optional<SampleKind> reads;
    /// Set if the dataset has another kind of samples than the model reads: its counts are valid, its memory and times
    /// are not meaningful.
    std::optional<SampleKind> data_holds;
    /// Empty if the scenario cannot be computed with this model; `errors` gives the reasons.
    std::optional<Estimate> estimate;
    std::vector<Finding> errors;
};

/// `preset` as a row; the scenario's own preset, or an empty id for any model of the scenario, leaves the scenario
/// unchanged.
ModelRow compared_model(const Scenario& scenario, const EngineData& data, std::string_view preset);

/// Architectures suggested for a comparison: ViT, iGPT, PVT, DETR, BERT, GPT.
inline constexpr std::array<std::string_view, 6> usual_candidates{
    "vit_b_16", "igpt-s", "pvt_small", "detr_r50", "bert-base-uncased", "gpt2-small"};

} // namespace rigwright
