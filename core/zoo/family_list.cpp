// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"

namespace rigwright {

const std::vector<Family>& families()
{
    static const std::vector<Family> all{
        alexnet_family(),
        vgg_family(),
        residual_net_family(),
        mobilenet_v2_family(),
        mobilenet_v3_family(),
        mnasnet_family(),
        efficientnet_family(),
        shufflenet_v2_family(),
        regnet_family(),
        convnext_family(),
        densenet_family(),
        googlenet_family(),
        inception_v3_family(),
        squeezenet_family(),
        lenet_family(),
        multi_layer_perceptron_family(),
        decoder_transformer_family(),
        encoder_transformer_family(),
        encoder_decoder_transformer_family(),
        transformer_xl_family(),
        recurrent_family(),
        vision_transformer_family(),
        hierarchical_vision_transformer_family(),
        mlp_mixer_family(),
        image_gpt_family(),
        clip_family(),
        detector_family(),
        segmentation_family(),
        u_net_family(),
        diffusion_unet_family(),
        image_autoencoder_family(),
        controlnet_family(),
        frame_interpolation_family(),
        layer_list_family(),
    };
    return all;
}

} // namespace rigwright
