// SPDX-License-Identifier: Apache-2.0
#include "core/network/network.h"

#include "core/network/operator.h"

namespace rigwright {

const char* word_of(const OperatorKind& kind)
{
    return std::visit(Match{
                          [](const Convolution& c) { return c.transposed ? "transposed-convolution" : "convolution"; },
                          [](const Linear&) { return "linear"; },
                          [](const MatrixProduct&) { return "matrix-product"; },
                          [](const FusedAttention&) { return "fused-attention"; },
                          [](const Normalization&) { return "normalization"; },
                          [](const Activation&) { return "activation"; },
                          [](const Binary& b) { return b.operation == BinaryOperation::add ? "add" : "multiply"; },
                          [](const Scale&) { return "scale"; },
                          [](const MaskedFill&) { return "mask"; },
                          [](const Softmax&) { return "softmax"; },
                          [](const Dropout&) { return "dropout"; },
                          [](const Pooling&) { return "pooling"; },
                          [](const Resize&) { return "resize"; },
                          [](const Concatenate&) { return "concatenate"; },
                          [](const Copy&) { return "copy"; },
                          [](const View&) { return "view"; },
                          [](const Cast&) { return "cast"; },
                          [](const Embedding&) { return "embedding"; },
                          [](const TopK&) { return "top-k"; },
                          [](const Indices&) { return "indices"; },
                          [](const Gather&) { return "gather"; },
                          [](const ScatterAdd&) { return "scatter-add"; },
                          [](const Mean&) { return "mean"; },
                          [](const GridSample&) { return "grid-sample"; },
                          [](const CrossEntropy&) { return "cross-entropy"; },
                      },
                      kind);
}

std::string name_of_copy(const Block& block, std::int64_t copy)
{
    const std::size_t place = block.name.find("{}");
    if (place == std::string::npos) return block.name;
    std::string name = block.name;
    return name.replace(place, 2, std::to_string(block.first_index + copy));
}

} // namespace rigwright
