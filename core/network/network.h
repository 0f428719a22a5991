// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/operator.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rigwright {

/// Type of a tensor's elements, if the precision recipe does not decide it.
enum class Content { activation, index, mask };
template <>
inline constexpr std::array<std::string_view, 3> words<Content>{"activation", "index", "mask"};

/// A value that flows between operators.
struct Tensor {
    Shape shape;
    Content content = Content::activation;
    /// False for tensors that exist once at any batch size (position tables, masks).
    bool per_sample = true;
    /// The tensor whose memory this one uses: itself, the base of a view, or the target of an in-place operator.
    TensorId storage = no_id;
    /// The values of a parameter; never counted as an activation.
    bool parameter = false;
};

/// A trainable or frozen array of weights. Tied weights are one parameter that multiple operators name.
struct Parameter {
    Count elements;
    bool trainable = true;
    /// Read by a matrix product or convolution, hence copied to 16 bit under autocast.
    bool in_product = false;
    /// The block that owns it; it exists once per repetition of that block.
    int block = 0;
    /// Equal parts, one per expert of a mixture, and the number of parts that one token passes through.
    std::int64_t parts = 1;
    std::int64_t active_parts = 1;
    /// Stored in a few bits with scales (int8, nf4) and turned back into a full matrix for each product; empty: in the
    /// format of the precision recipe.
    std::optional<NumberFormat> stored_as{};
};

/// `repeat` copies of the operators [first, last), one after another. In every copy after the first, each carried pair's
/// `into` tensor is the `from` tensor of the copy before. Operators after the block read the last copy's tensors.
struct Block {
    struct Carried {
        TensorId into = no_id;
        TensorId from = no_id;
    };
    /// Name of copy i is `name` with "{}" replaced by first_index + i.
    std::string name;
    std::int64_t repeat = 1;
    std::int64_t first_index = 0;
    std::size_t first = 0;
    std::size_t last = 0;
    std::vector<Carried> carried;
};

/// A requested shape that cannot be built: a message code, the layer, and the numbers involved.
struct NetworkIssue {
    std::string code;
    std::string layer;
    std::int64_t found = 0;
    std::int64_t expected = 0;
    /// The field of the model's shape ("layers[3].kernel"); empty if unknown.
    std::string field{};
    /// Further arguments of the message: shapes, names of other layers.
    std::vector<std::pair<std::string, std::string>> words{};
};

/// Computation between the outputs and the gradients that enter the network, as far as it affects memory.
enum class LossKind {
    /// Work on every output element: cross entropy over classes or tokens, distances between images.
    per_element,
    /// Like `per_element`, over the next token; the code of language models converts its logits to fp32.
    next_token,
    /// Matching of anchors and proposals with boxes, for each image (Faster and Mask R-CNN).
    two_stage,
    /// Focal loss over all anchors (RetinaNet).
    focal,
    /// Targets assigned to anchors by shape (YOLOv5, YOLOv7).
    anchor_shapes,
    /// Targets assigned by how well predictions align with them (YOLOv8).
    aligned_predictions,
};

/// A model: operators in execution order over the tensors of one sample, grouped into blocks. Batch size, precision and
/// hardware are not part of it.
struct Network {
    std::vector<Tensor> tensors;
    std::vector<Parameter> parameters;
    std::vector<Operator> operators;
    std::vector<Block> blocks;
    /// Elements of buffers, which are neither trained nor counted as parameters (batch-norm statistics, frozen affine).
    Count buffer_elements;
    /// Outputs per sample of layers that return their input (dropout at probability zero); only textbook sums count
    /// them.
    Count idle_layer_elements;
    /// The evaluation network has different counts: auxiliary heads, other numbers of regions, decoding layers.
    bool differs_in_evaluation = false;
    /// Number of times that regions are selected and cropped between parts of the network, image by image: proposals
    /// for boxes, boxes for masks.
    std::int64_t region_stages = 0;
    /// KV-cache elements per sample during generation: keys and values of every token and layer.
    Count cache_elements;
    /// Heads that each token has in the cache, which tensor parallelism divides; 1 for a vector that all heads share.
    std::int64_t cache_heads = 1;
    /// Tensors that the model passes to the loss.
    std::vector<TensorId> outputs;
    LossKind loss = LossKind::per_element;
    std::vector<NetworkIssue> issues;

    const Shape& shape_of(TensorId id) const { return tensors[static_cast<std::size_t>(id)].shape; }
    /// Sum over all outputs of one sample.
    Count output_elements() const
    {
        Count elements;
        for (const TensorId id : outputs) elements += shape_of(id).elements();
        return elements;
    }
    std::int64_t repetitions_of(ParameterId id) const
    {
        return blocks[static_cast<std::size_t>(parameters[static_cast<std::size_t>(id)].block)].repeat;
    }
};

/// "layer1.2" for copy 2 of a block called "layer1.{}".
std::string name_of_copy(const Block& block, std::int64_t copy);

} // namespace rigwright
