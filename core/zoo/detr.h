// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"

namespace rigwright {

/// The part of DETR behind its backbone (Carion et al. 2020): a post-norm transformer over the cells of the last
/// feature map, learned object queries, and heads on the output of every decoder layer.
struct DetrHead {
    std::int64_t queries = 100;
    std::int64_t d_model = 256;
    std::int64_t heads = 8;
    std::int64_t d_ff = 2048;
    std::int64_t encoder_layers = 6;
    std::int64_t decoder_layers = 6;
    /// Classes without "no object", which the class head adds.
    std::int64_t classes = 91;
    double dropout = 0.1;
};

struct DetrOutputs {
    TensorId classes = no_id;
    TensorId boxes = no_id;
};

DetrOutputs detr_head(NetworkBuilder& builder, TensorId feature_map, const DetrHead& head);

} // namespace rigwright
