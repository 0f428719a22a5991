// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rigwright {

/// Number formats of a network at run time.
struct FormatPolicy {
    /// Storage of weights and of everything computed from them without autocast.
    NumberFormat parameters = NumberFormat::fp32;
    /// With autocast: the 16-bit format of matrix products and convolutions; norms, softmax and losses run in fp32.
    std::optional<NumberFormat> autocast;
    /// False for inference: nothing is saved for backward.
    bool training = true;
    /// Some copies are views at batch 1 (a layout that is contiguous already).
    bool batch_is_one = false;
    /// Softmax also saves its input (PyTorch up to 1.10).
    bool softmax_keeps_input = false;
    /// ReLU saves its input instead of its output, unless it overwrites it (PyTorch up to 1.9).
    bool relu_keeps_input = false;
    /// Operands are saved whichever gradient needs them, and cloned where they are overwritten (PyTorch 0.4 and 1.0).
    bool keeps_all_operands = false;
    /// The product of an nf4 weight saves its input though no gradient needs it (bitsandbytes up to 0.43.1).
    bool nf4_keeps_input = false;
};

/// An amount of memory that is a constant plus a multiple of the batch.
struct BatchBytes {
    Bytes fixed;
    Bytes per_sample;

    Bytes at(Count batch) const { return fixed + per_sample * batch; }
    BatchBytes& operator+=(const BatchBytes& other)
    {
        fixed += other.fixed;
        per_sample += other.per_sample;
        return *this;
    }
    bool operator==(const BatchBytes&) const = default;
    friend BatchBytes operator*(BatchBytes amount, Count copies)
    {
        return {amount.fixed * copies, amount.per_sample * copies};
    }
};

/// One operator under a format policy, in `copies` consecutive copies of its block that behave alike.
struct OperatorFacts {
    std::size_t op = 0;
    std::size_t block = 0;
    std::int64_t first_copy = 0;
    std::int64_t copies = 1;
    /// Bytes saved for backward by this operator first; storage that an earlier operator saved is not counted again.
    BatchBytes kept;
    /// Newly allocated output memory (nothing for views and in-place operators).
    BatchBytes output;
    /// Copies of inputs in another format that autocast makes before the operator runs.
    BatchBytes casts;
    /// The part of `kept` that is new memory: masks, statistics, clones, converted inputs.
    BatchBytes kept_fresh;
    /// The part of `casts` that is not saved: freed after the operator.
    BatchBytes passing_casts;
    NumberFormat input_format = NumberFormat::fp32;
    NumberFormat output_format = NumberFormat::fp32;
    /// One bit per input: saved as it is, even if an earlier operator already saved it; read through a converted copy;
    /// reached by a gradient.
    std::uint8_t keeps_inputs = 0;
    std::uint8_t converted_inputs = 0;
    std::uint8_t gradient_inputs = 0;
    bool keeps_output = false;
    /// The output shares the memory of the first input.
    bool shares_input = false;
    /// The backward pass computes a gradient for an input or for the weight.
    bool input_gradient = false;
    bool weight_gradient = false;
    /// Share of its elements that stay in registers if chains of passes are fused (`fused_shares`).
    float fused = 0.0F;
};

/// A network under one format policy: one entry per operator and distinct group of block copies, in execution order,
/// group by group.
struct Analysis {
    std::vector<OperatorFacts> facts;
    /// For each of `facts`, the index of the first that does the same work at every batch size, or its own index.
    std::vector<std::uint32_t> like;
    /// Everything saved for backward, except weights and their 16-bit copies.
    BatchBytes kept;
    /// 16-bit copies of product weights: those of trained ones, which autocast caches, and those of frozen ones that a
    /// gradient passes.
    Bytes weight_copies;
};

/// Tracks formats, gradients and shared storage through the network. The saved-tensor rules are those of autograd in
/// PyTorch (measured operator by operator on 1.13), with dropout masks of one byte as on CUDA.
Analysis analyse(const Network& network, const FormatPolicy& policy);

/// Bytes of `elements` numbers of one format, rounded up to whole bytes.
Bytes bytes_of(Count elements, NumberFormat format);
/// Bytes of a tensor's own elements; indices use 8 and masks 1 in any format.
BatchBytes tensor_bytes(const Network& network, TensorId id, NumberFormat format);

/// For each operator, the share of its inputs and outputs that stays in registers when a chain of element-wise
/// operators runs as one kernel: tensors passed inside the chain and not read outside it. Values inside a chain are
/// recomputed in backward, as compilers and the fused kernels of vendor stacks do. Zero for matrix products,
/// convolutions and operators that reorder elements.
std::vector<float> fused_shares(const Network& network);

} // namespace rigwright
