// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"

namespace rigwright {

const std::vector<Family>& families()
{
    static const std::vector<Family> all{
        alexnet_family(),
        vgg_family(),
        residual_net_family(),
        decoder_transformer_family(),
        encoder_transformer_family(),
        encoder_decoder_transformer_family(),
        vision_transformer_family(),
        detector_family(),
        layer_list_family(),
    };
    return all;
}

} // namespace rigwright
