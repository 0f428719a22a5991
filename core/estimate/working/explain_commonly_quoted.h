// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"

#include <optional>

namespace rigwright {

// Figures that tools and textbooks print, beside the engine's own, with what makes them differ.

/// What the tool thop calls FLOPs: multiply-accumulates of the modules it sees, in evaluation mode.
Derivation explain_thop_macs(const Evaluation& evaluation, const EngineData& data);
/// "Training needs twice the feature maps": every layer's output once for its value and once for its gradient, in fp32.
Derivation explain_textbook_activations(const Evaluation& evaluation);
/// What is kept for backward at this precision and micro-batch as a share of the textbook's figure.
Derivation explain_saved_over_textbook(const Evaluation& evaluation);

/// The three figures without their working.
struct PopularFigures {
    Count thop_macs;
    /// Outputs of all layers of one sample in fp32, and twice that.
    Bytes layer_outputs;
    Bytes textbook_activations;
    /// Kept bytes ÷ textbook bytes; zero where there are no layers.
    double saved_over_textbook = 0.0;
};
PopularFigures commonly_quoted_figures(const Evaluation& evaluation, const EngineData& data);

// What textbooks and articles compute for quantities that the engine computes in full, each with what it leaves out.

/// Memory as copies of the parameters in fp32 (weights, gradients and what the optimizer remembers: twice with SGD,
/// three times with momentum, four times with Adam) and twice the feature maps; weights alone for inference.
std::optional<Derivation> explain_textbook_memory(const Evaluation& evaluation);
/// Work of one sample in multiply-accumulates, forward and backward: half its FLOPs.
Derivation explain_training_macs(const Evaluation& evaluation);
/// The global batch where every GPU counts as a replica: accumulation x machines x GPUs of each x micro-batch. Nothing
/// for a single GPU.
std::optional<Derivation> explain_every_gpu_batch(const Evaluation& evaluation);
/// Training time as epochs x steps rounded up x step. Nothing without samples or time.
std::optional<Derivation> explain_closed_form_time(const Evaluation& evaluation);

} // namespace rigwright
