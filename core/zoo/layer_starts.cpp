// SPDX-License-Identifier: Apache-2.0
// Well-known networks written as lists of layers.
#include "core/zoo/layer_list.h"

#include <array>
#include <initializer_list>
#include <utility>

namespace rigwright {

namespace {

LayerSpec plain(const char* type) { return {type, "", {}}; }
LayerSpec relu() { return {"relu", "", {{"in_place", true}}}; }
LayerSpec linear(std::int64_t out) { return {"linear", "", {{"out_features", out}}}; }
LayerSpec max_pool(std::int64_t kernel, std::int64_t stride)
{
    return {"max-pool", "", {{"kernel", kernel}, {"stride", stride}}};
}
LayerSpec adaptive(std::int64_t size) { return {"adaptive-average-pool", "", {{"size", size}}}; }

LayerSpec conv(std::int64_t out, std::int64_t kernel, std::int64_t stride, std::int64_t padding)
{
    return {"conv", "", {{"out_channels", out}, {"kernel", kernel}, {"stride", stride}, {"padding", padding}}};
}

void append(LayerSpecs& list, std::initializer_list<LayerSpec> more)
{
    list.insert(list.end(), more.begin(), more.end());
}

/// Convolution and batch norm; a convolution that a norm follows needs no bias.
void append_conv_norm(LayerSpecs& list, LayerSpec convolution)
{
    convolution.options["bias"] = false;
    append(list, {std::move(convolution), plain("batch-norm")});
}

} // namespace

LayerSpecs lenet_layers()
{
    return {
        conv(6, 5, 1, 2), plain("tanh"), plain("average-pool"), conv(16, 5, 1, 0), plain("tanh"), plain("average-pool"),
        plain("flatten"), linear(120),   plain("tanh"),         linear(84),        plain("tanh"), linear(10),
    };
}

LayerSpecs alexnet_layers()
{
    return {
        conv(64, 11, 4, 2),
        relu(),
        max_pool(3, 2),
        conv(192, 5, 1, 2),
        relu(),
        max_pool(3, 2),
        conv(384, 3, 1, 1),
        relu(),
        conv(256, 3, 1, 1),
        relu(),
        conv(256, 3, 1, 1),
        relu(),
        max_pool(3, 2),
        adaptive(6),
        plain("flatten"),
        plain("dropout"),
        linear(4096),
        relu(),
        plain("dropout"),
        linear(4096),
        relu(),
        linear(1000),
    };
}

LayerSpecs vgg16_layers()
{
    LayerSpecs list;
    constexpr std::array<std::pair<int, int>, 5> stages{{{64, 2}, {128, 2}, {256, 3}, {512, 3}, {512, 3}}};
    for (const auto& [width, count] : stages) {
        for (int i = 0; i < count; ++i) append(list, {conv(width, 3, 1, 1), relu()});
        list.push_back(max_pool(2, 2));
    }
    append(list, {adaptive(7), plain("flatten"), linear(4096), relu(), plain("dropout"), linear(4096), relu(),
                  plain("dropout"), linear(1000)});
    return list;
}

LayerSpecs dense_layers() { return {plain("flatten"), linear(512), relu(), linear(256), relu(), linear(10)}; }

LayerSpecs small_residual_layers()
{
    LayerSpecs list;
    append_conv_norm(list, conv(64, 3, 1, 1));
    append(list, {{"relu", "block1", {}}});
    append_conv_norm(list, conv(64, 3, 1, 1));
    append(list, {relu()});
    append_conv_norm(list, conv(64, 3, 1, 1));
    append(list, {{"add-from", "", {{"from", "block1"}}}, {"relu", "block2", {}}});
    append_conv_norm(list, conv(128, 3, 2, 1));
    append(list, {relu()});
    append_conv_norm(list, conv(128, 3, 1, 1));
    list.back().name = "main";
    append_conv_norm(list, conv(128, 1, 2, 0));
    list[list.size() - 2].options["reads"] = std::string("block2");
    append(list,
           {{"add-from", "", {{"from", "main"}}}, relu(), plain("global-average-pool"), plain("flatten"), linear(10)});
    return list;
}

} // namespace rigwright
