// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rigwright {

/// What the whole machine could compute: the fp32 peak of its processors from cores x clock x operations per cycle, the
/// peak of its GPUs in each number format, and the fp32 sum that advertisements print ("machine.cpu_fp32_flops",
/// "machine.gpu_bf16_flops", "machine.fp32_flops"). Nothing where a record lacks a figure.
ExplainedRows explained_peaks();

/// Peak of the device that computes the step, in the format of its products, at the place "peak" of a formula: the
/// GPU's record, or the processor's cores at the clock that all of them hold. Precondition: the evaluation has a time.
Derivation explain_device_peak(const Evaluation& evaluation, const EngineData& data);

/// The step as the larger of FLOPs / peak and bytes / bandwidth, as textbooks estimate it.
/// Precondition: the evaluation has a time.
std::optional<Derivation> explain_roofline_step(const Evaluation& evaluation, const EngineData& data);

/// One pass of a micro-batch over the operators, grouped by kind; the operator that takes longest is opened down to the
/// kernels. Precondition: the evaluation has a time.
enum class Pass { forward, backward, recompute };
Derivation explain_pass(const Evaluation& evaluation, const EngineData& data, Pass pass);

/// The catalog record of what computes ("gpus/rtx4090", "cpus/graviton3").
std::string device_record(const Evaluation& evaluation);
/// Where its efficiencies and its reached bandwidth come from.
const char* model_source(const Evaluation& evaluation);
const char* bandwidth_source(const Evaluation& evaluation);

} // namespace rigwright
