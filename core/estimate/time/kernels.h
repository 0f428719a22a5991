// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/analysis.h"
#include "core/quantities/words.h"

#include <array>

namespace rigwright {

/// Kinds of kernels with similar performance.
enum class KernelKind {
    product,
    expert_product,
    convolution,
    grouped_convolution,
    depthwise_convolution,
    attention_product,
    fused_attention,
    elements
};
/// `backward` is for operators without a separate weight gradient.
enum class Direction { forward, input_gradient, weight_gradient, backward };
template <>
inline constexpr std::array<std::string_view, 4> words<Direction>{"kernel.forward", "kernel.input-gradient",
                                                                  "kernel.weight-gradient", "kernel.backward"};

/// One kernel of an operator at a given batch: `groups` products (rows x depth) x (depth x columns) of activations, or
/// a pass over elements.
struct Kernel {
    KernelKind kind = KernelKind::elements;
    Direction direction = Direction::forward;
    /// A 3 x 3 convolution of stride 1: Winograd transforms save multiplications.
    bool small_window = false;
    double groups = 0.0;
    double rows = 0.0;
    double columns = 0.0;
    double depth = 0.0;
    double flops = 0.0;
    /// Activation elements read and written (for passes over elements: tensors times reads and writes), weight
    /// elements.
    double activations = 0.0;
    double weights = 0.0;
    /// Bytes per element of `activations` in a pass over elements.
    double element_bytes = 4.0;
    /// Share of a pass over elements that fused chains keep in registers.
    double fused = 0.0;
    /// For a batch norm over its own statistics: channels, and the share of the moves in kernels with one block per
    /// channel.
    double channels = 0.0;
    double moved_by_channel = 0.0;
    /// For a depthwise convolution: outputs times the side of the window, whose rows stay in registers.
    double window_rows = 0.0;
};

/// The kernels of one operator: forward kernels come first among the casts of its operands and among its own.
struct Kernels {
    std::array<Kernel, 10> items{};
    std::size_t count = 0;

    void add(const Kernel& kernel) { items[count++] = kernel; }
    const Kernel* begin() const { return items.data(); }
    const Kernel* end() const { return items.data() + count; }
};

/// One GPU's share of a batch.
struct BatchShare {
    /// Samples of a micro-batch; a fraction of one if context parallelism splits a sequence.
    double samples = 1.0;
    /// GPUs that share each product, and that share the experts of a mixture.
    double tensor_parallel = 1.0;
    double expert_parallel = 1.0;
    /// Omits passes over fewer elements per sample than this.
    double smallest_elements = 0.0;
};

/// The kernels that one operator launches; backward kernels only for gradients that `facts` requires. Views, casts that
/// change nothing and the like have none.
Kernels operator_kernels(const Network& network, const OperatorFacts& facts, const BatchShare& share);
/// Like `operator_kernels`, but writes into a reused list.
void write_kernels(const Network& network, const OperatorFacts& facts, const BatchShare& share, Kernels& into);

/// Moves per logit of softmax, logarithm, selection and averaging, from logits to loss and back.
ElementMoves loss_moves(bool fused);

} // namespace rigwright
