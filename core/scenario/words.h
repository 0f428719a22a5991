// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/words.h"
#include "core/scenario/scenario.h"

namespace rigwright {

// The words of enumerations in scenario files.

template <>
inline constexpr std::array<std::string_view, 2> words<RunMode>{"train", "infer"};
template <>
inline constexpr std::array<std::string_view, 11> words<Precision>{
    "fp64", "fp32", "tf32", "fp16-amp", "bf16-amp", "bf16", "fp16", "bf16-master", "fp16-master", "fp8", "fp4"};
template <>
inline constexpr std::array<std::string_view, 11> words<OptimizerKind>{
    "sgd", "sgd-momentum", "adam", "adamw", "adam-8bit", "adafactor", "lion", "rmsprop", "adagrad", "lamb", "none"};
template <>
inline constexpr std::array<std::string_view, 4> words<OptimizerImplementation>{"auto", "loop", "foreach", "fused"};
template <>
inline constexpr std::array<std::string_view, 3> words<Recompute>{"none", "selective", "full"};
template <>
inline constexpr std::array<std::string_view, 9> words<AttentionChoice>{
    "auto", "standard", "fused", "flash-1", "flash-2", "flash-3", "flash-4", "cudnn", "memory-efficient"};
template <>
inline constexpr std::array<std::string_view, 2> words<Execution>{"eager", "compiled"};
template <>
inline constexpr std::array<std::string_view, 3> words<Layout>{"auto", "channels-first", "channels-last"};
template <>
inline constexpr std::array<std::string_view, 2> words<SoftwareStack>{"typical", "tuned"};
template <>
inline constexpr std::array<std::string_view, 4> words<GradientPrecision>{"auto", "fp32", "fp16", "bf16"};
template <>
inline constexpr std::array<std::string_view, 4> words<CrossEntropyChoice>{"standard", "fused", "chunked",
                                                                           "fp32-logits"};
template <>
inline constexpr std::array<std::string_view, 2> words<Allocator>{"caching", "emptied-each-step"};
template <>
inline constexpr std::array<std::string_view, 3> words<NormMode>{"train", "eval", "frozen"};
template <>
inline constexpr std::array<std::string_view, 4> words<Framework>{"pytorch", "tensorflow", "keras", "scikit-learn"};
template <>
inline constexpr std::array<std::string_view, 3> words<BaseWeights>{"same", "int8", "nf4"};
template <>
inline constexpr std::array<std::string_view, 2> words<LoraTargets>{"attention", "all-linear"};
template <>
inline constexpr std::array<std::string_view, 3> words<Offload>{"none", "optimizer", "parameters"};
template <>
inline constexpr std::array<std::string_view, 2> words<ContextMethod>{"ring", "all-to-all"};
template <>
inline constexpr std::array<std::string_view, 2> words<DataParallelKind>{"ddp", "single-process"};
template <>
inline constexpr std::array<std::string_view, 3> words<LinkChoice>{"auto", "pcie", "nvlink"};
template <>
inline constexpr std::array<std::string_view, 5> words<SampleEncoding>{"jpeg", "png", "raw", "text", "synthetic"};
template <>
inline constexpr std::array<std::string_view, 3> words<ReadPattern>{"auto", "shuffled-files", "in-sequence"};
template <>
inline constexpr std::array<std::string_view, 3> words<Acquisition>{"any", "purchase", "cloud"};
template <>
inline constexpr std::array<std::string_view, 2> words<Market>{"currency", "anywhere"};
template <>
inline constexpr std::array<std::string_view, 3> words<PeakKind>{"allocated", "reserved", "device"};

} // namespace rigwright
