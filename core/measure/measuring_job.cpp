// SPDX-License-Identifier: Apache-2.0
#include "core/measure/measuring_job.h"

#include "core/quantities/words.h"

#include <nlohmann/json.hpp>

namespace rigwright {

template <>
inline constexpr std::array<std::string_view, 18> words<ActivationFunction>{
    "relu",      "relu6",       "leaky_relu", "prelu", "gelu", "gelu_tanh", "silu",   "sigmoid",  "tanh",
    "hardswish", "hardsigmoid", "quick_gelu", "exp",   "sqrt", "rsqrt",     "square", "softplus", "clamp"};

template <>
inline constexpr std::array<std::string_view, 5> words<NormalizationKind>{"batch", "layer", "group", "rms", "instance"};

template <>
inline constexpr std::array<std::string_view, 3> words<NormalizationMode>{"train", "eval", "frozen"};

template <>
inline constexpr std::array<std::string_view, 3> words<PoolingKind>{"maximum", "average", "global_average"};

namespace {

using nlohmann::ordered_json;

ordered_json job_of(const Convolution& op)
{
    return ordered_json{{"op", "convolution"},
                        {"kernel", op.kernel},
                        {"stride", op.stride},
                        {"in_channels", op.in_channels},
                        {"out_channels", op.out_channels},
                        {"groups", op.groups},
                        {"transposed", op.transposed}};
}

ordered_json job_of(const Linear& op)
{
    return ordered_json{{"op", "linear"},
                        {"in_features", op.in_features},
                        {"out_features", op.out_features},
                        {"matrices", op.matrices}};
}

ordered_json job_of(const MatrixProduct& op)
{
    return ordered_json{{"op", "matrix_product"},
                        {"groups", op.groups},
                        {"rows", op.rows},
                        {"columns", op.columns},
                        {"depth", op.depth}};
}

ordered_json job_of(const FusedAttention& op)
{
    return ordered_json{{"op", "fused_attention"},
                        {"heads", op.heads},
                        {"key_value_heads", op.key_value_heads},
                        {"query_tokens", op.query_tokens},
                        {"key_tokens", op.key_tokens},
                        {"head_width", op.head_width},
                        {"value_width", op.value_width},
                        {"windows", op.windows},
                        {"causal", op.causal},
                        {"reach", op.reach}};
}

ordered_json job_of(const Normalization& op)
{
    return ordered_json{
        {"op", "normalization"}, {"kind", word_of(op.kind)}, {"mode", word_of(op.mode)}, {"statistics", op.statistics}};
}

ordered_json job_of(const Activation& op)
{
    return ordered_json{{"op", "activation"}, {"function", word_of(op.function)}, {"in_place", op.in_place}};
}

ordered_json job_of(const Binary& op)
{
    return ordered_json{{"op", "binary"},
                        {"operation", op.operation == BinaryOperation::add ? "add" : "multiply"},
                        {"in_place", op.in_place}};
}

ordered_json job_of(const Scale&) { return ordered_json{{"op", "scale"}}; }

ordered_json job_of(const MaskedFill& op)
{
    return ordered_json{{"op", "masked_fill"}, {"mask_elements", op.mask_elements}};
}

ordered_json job_of(const Softmax& op) { return ordered_json{{"op", "softmax"}, {"logarithm", op.logarithm}}; }

ordered_json job_of(const Dropout& op)
{
    return ordered_json{{"op", "dropout"}, {"probability", op.probability}, {"in_place", op.in_place}};
}

ordered_json job_of(const Pooling& op)
{
    return ordered_json{
        {"op", "pooling"}, {"kind", word_of(op.kind)}, {"kernel", op.kernel}, {"adaptive", op.adaptive}};
}

ordered_json job_of(const Resize& op)
{
    return ordered_json{{"op", "resize"}, {"mode", op.mode == ResizeMode::nearest ? "nearest" : "bilinear"}};
}

ordered_json job_of(const Concatenate&) { return ordered_json{{"op", "concatenate"}}; }

ordered_json job_of(const Copy&) { return ordered_json{{"op", "copy"}}; }

ordered_json job_of(const View&) { return ordered_json{{"op", "view"}}; }

ordered_json job_of(const Cast&) { return ordered_json{{"op", "cast"}}; }

ordered_json job_of(const Embedding&) { return ordered_json{{"op", "embedding"}}; }

ordered_json job_of(const TopK&) { return ordered_json{{"op", "top_k"}}; }

ordered_json job_of(const Indices&) { return ordered_json{{"op", "indices"}}; }

ordered_json job_of(const Gather&) { return ordered_json{{"op", "gather"}}; }

ordered_json job_of(const ScatterAdd&) { return ordered_json{{"op", "scatter_add"}}; }

ordered_json job_of(const Mean&) { return ordered_json{{"op", "mean"}}; }

ordered_json job_of(const GridSample&) { return ordered_json{{"op", "grid_sample"}}; }

ordered_json job_of(const CrossEntropy&) { return ordered_json{{"op", "cross_entropy"}}; }

ordered_json kind_job(const OperatorKind& kind)
{
    return std::visit([](const auto& op) { return job_of(op); }, kind);
}

/// The ids of a list that ends at the first one that is not there.
template <typename Ids>
ordered_json known_ids(const Ids& ids)
{
    ordered_json list = ordered_json::array();
    for (const auto id : ids)
        if (id != no_id) list.push_back(id);
    return list;
}

ordered_json tensor_job(const Tensor& tensor)
{
    ordered_json shape = ordered_json::array();
    for (int axis = 0; axis < tensor.shape.rank(); ++axis) shape.push_back(tensor.shape[axis]);
    return {{"shape", std::move(shape)}, {"per_sample", tensor.per_sample}, {"content", word_of(tensor.content)}};
}

ordered_json block_job(const Block& block)
{
    ordered_json carried = ordered_json::array();
    for (const Block::Carried& pair : block.carried) carried.push_back(ordered_json::array({pair.into, pair.from}));
    return {{"first", block.first}, {"last", block.last}, {"repeat", block.repeat}, {"carried", std::move(carried)}};
}

} // namespace

ordered_json network_job(const Network& network)
{
    ordered_json job;
    for (const char* list : {"tensors", "parameters", "operators", "blocks"}) job[list] = ordered_json::array();
    for (const Tensor& tensor : network.tensors) job["tensors"].push_back(tensor_job(tensor));
    for (const Parameter& parameter : network.parameters)
        job["parameters"].push_back(
            {{"elements", parameter.elements.value()}, {"trainable", parameter.trainable}, {"block", parameter.block}});
    for (const Operator& op : network.operators) {
        ordered_json entry = kind_job(op.kind);
        entry["in"] = known_ids(op.inputs);
        entry["out"] = op.output;
        entry["weights"] = known_ids(op.parameters);
        job["operators"].push_back(std::move(entry));
    }
    for (const Block& block : network.blocks) job["blocks"].push_back(block_job(block));
    job["outputs"] = network.outputs;
    return job;
}

} // namespace rigwright
