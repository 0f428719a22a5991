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

/// What one sample is to a model, and what a data set holds.
enum class SampleKind { images, volumes, text, images_with_text, numbers };
/// The last part of its message code, "samples.<key>".
template <>
inline constexpr std::array<std::string_view, 5> words<SampleKind>{"images", "volumes", "text", "images-with-text",
                                                                   "numbers"};

/// What a model of this family, with this input, learns from; nothing for a model file that does not say.
std::optional<SampleKind> samples_of(const ResolvedModel& model);

/// What the scenario's data set holds: what its encoding, its source size or its tokens say, else what the scenario's
/// model learns from. Nothing when neither is known.
std::optional<SampleKind> samples_of_data(const Scenario& scenario, const EngineData& data);

/// Whether a model can learn from a data set: each part that it reads is there.
bool serves(SampleKind data, SampleKind model);

/// The scenario with a preset in place of its model: the preset's own shape and input, everything else as it was.
Scenario with_preset(const Scenario& scenario, std::string_view preset);

/// One model of a comparison on the scenario's data set and machine.
struct ModelRow {
    /// The preset's id; empty for a model of the scenario that is none.
    std::string preset;
    /// The scenario's own model, with whatever the scenario changes about it.
    bool current = false;
    ModelInput input;
    std::optional<SampleKind> reads;
    /// Set where the data set holds something else than the model reads: its counts hold, its memory and times mean
    /// nothing there.
    std::optional<SampleKind> data_holds;
    /// Empty where the scenario cannot be computed with this model; `errors` says why.
    std::optional<Estimate> estimate;
    std::vector<Finding> errors;
};

/// `preset` as a row; the scenario's own preset, or an empty id for its model whatever it is, gives the scenario
/// unchanged.
ModelRow compared_model(const Scenario& scenario, const EngineData& data, std::string_view preset);

/// The architectures that a choice usually starts from: ViT, iGPT, PVT, DETR, BERT, GPT.
inline constexpr std::array<std::string_view, 6> usual_candidates{
    "vit_b_16", "igpt-s", "pvt_small", "detr_r50", "bert-base-uncased", "gpt2-small"};

} // namespace rigwright
