// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <optional>

namespace rigwright {

/// The parameters of a transformer as counted in textbooks (Vaswani et al. 2017 and later): tables, layers, norms,
/// output, from the hyperparameters alone. Equals the engine's count exactly. Empty for other families, and where the
/// sum differs: experts, latent attention, adapters.
std::optional<Derivation> explain_closed_form(const Evaluation& evaluation, const EngineData& data);

/// The commonly quoted formula for an encoder-decoder, V·d + 2N(12d² + 9d) + N(16d² + 11d), as printed, with each of
/// its errors; d is the model's width, N its layers. Empty if there is no closed form above.
std::optional<Derivation> explain_commonly_quoted_transformer(const Evaluation& evaluation, const EngineData& data);

// Figures of tools and textbooks beside the engine's own, with the reasons for the differences.

/// The figure that the tool thop calls FLOPs: multiply-accumulates of the modules it sees, in evaluation mode.
Derivation explain_thop_macs(const Evaluation& evaluation, const EngineData& data);
/// "Training needs twice the feature maps": every layer's output once for its value and once for its gradient, in fp32.
Derivation explain_textbook_activations(const Evaluation& evaluation);
/// Memory saved for backward at this precision and micro-batch as a share of the textbook's figure.
Derivation explain_saved_over_textbook(const Evaluation& evaluation);

/// The three figures without their derivations.
struct CommonlyQuotedFigures {
    Count thop_macs;
    /// Outputs of all layers of one sample in fp32, and twice that.
    Bytes layer_outputs;
    Bytes textbook_activations;
    /// Saved bytes ÷ textbook bytes; zero without layers.
    double saved_over_textbook = 0.0;
};
CommonlyQuotedFigures commonly_quoted_figures(const Evaluation& evaluation, const EngineData& data);

// Results of textbooks and articles for quantities that the engine computes in full, each with its omissions.

/// Memory as copies of the parameters in fp32 (weights, gradients and optimizer state: twice with SGD, three times with
/// momentum, four times with Adam) and twice the feature maps; only weights for inference.
Derivation explain_textbook_memory(const Evaluation& evaluation);
/// Multiply-accumulates of one sample, forward and backward: half its FLOPs.
Derivation explain_training_macs(const Evaluation& evaluation);
/// The global batch if every GPU counts as a replica: accumulation x machines x GPUs of each x micro-batch. Empty for a
/// single GPU.
std::optional<Derivation> explain_every_gpu_batch(const Evaluation& evaluation);
/// Training time as epochs x steps rounded up x step. Empty without samples or time.
std::optional<Derivation> explain_closed_form_time(const Evaluation& evaluation);

/// Bytes per trained parameter during training: weight, gradient, moments and master copy of the chosen recipe, and
/// below it the same sum for the usual recipes under the chosen optimizer. "Adam needs four times the parameters" is
/// the row of plain fp32: 16 bytes. Precondition: the evaluation has a memory estimate.
Derivation explain_states_per_parameter(const Evaluation& evaluation);

/// The estimate of a well-known article: an input and an output map of one number per input position, and the
/// parameters, all in fp32, divided by 0.8. Compared with the layer-true total and the omitted parts. Also that total
/// as a multiple of the estimate.
Derivation explain_rule_of_thumb(const Evaluation& evaluation);
Derivation explain_total_over_rule_of_thumb(const Evaluation& evaluation);

/// MACs or FLOPs under the other convention of causal attention: only products with keys that a token may see, where
/// the engine counts the whole square. Empty if no attention of the model is causal. Forward multiply-accumulates;
/// FLOPs, forward and backward.
std::optional<Derivation> explain_causal_forward(const Evaluation& evaluation, const EngineData& data);
std::optional<Derivation> explain_causal_training(const Evaluation& evaluation, const EngineData& data);

} // namespace rigwright
