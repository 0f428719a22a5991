// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/working.h"

#include <optional>

namespace rigwright {

// What textbooks and articles compute for quantities that the engine computes in full, each with what it leaves out.

/// Memory as copies of the parameters in fp32 (weights, gradients and what the optimizer remembers: twice with SGD,
/// three times with momentum, four times with Adam) and twice the feature maps; weights alone for inference.
std::optional<Working> explain_textbook_memory(const Evaluation& evaluation);
/// Work of one sample in multiply-accumulates, forward and backward: half its FLOPs.
Working explain_training_macs(const Evaluation& evaluation);
/// The global batch where every GPU counts as a replica: accumulation x machines x GPUs of each x micro-batch. Nothing
/// for a single GPU.
std::optional<Working> explain_every_gpu_batch(const Evaluation& evaluation);
/// Training time as epochs x steps rounded up x step. Nothing without samples or time.
std::optional<Working> explain_closed_form_time(const Evaluation& evaluation);

} // namespace rigwright
