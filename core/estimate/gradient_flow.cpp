// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/gradient_flow.h"

namespace rigwright {

GradientFlow::GradientFlow(const std::vector<BatchBytes>& sizes) : sizes_(sizes), buffer_of_(sizes.size(), none)
{
    buffers_.reserve(sizes.size() + 16);
}

void GradientFlow::write(std::int32_t gradient)
{
    std::int32_t& buffer = buffer_of_[static_cast<std::size_t>(gradient)];
    if (buffer != none) replaced_.push_back(buffer);
    buffer = static_cast<std::int32_t>(buffers_.size());
    buffers_.push_back({sizes_[static_cast<std::size_t>(gradient)], 1});
    live_ += buffers_.back().bytes;
}

void GradientFlow::hand_on(std::int32_t gradient, std::int32_t source)
{
    std::int32_t& buffer = buffer_of_[static_cast<std::size_t>(gradient)];
    if (buffer == none) {
        buffer = buffer_of_[static_cast<std::size_t>(source)];
        ++buffers_[static_cast<std::size_t>(buffer)].holders;
    } else if (buffers_[static_cast<std::size_t>(buffer)].holders > 1) {
        write(gradient);
    }
}

void GradientFlow::settle()
{
    for (const std::int32_t buffer : replaced_) drop(buffer);
    replaced_.clear();
}

void GradientFlow::release(std::int32_t gradient)
{
    std::int32_t& buffer = buffer_of_[static_cast<std::size_t>(gradient)];
    if (buffer != none) drop(buffer);
    buffer = none;
}

void GradientFlow::drop(std::int32_t buffer)
{
    Buffer& dropped = buffers_[static_cast<std::size_t>(buffer)];
    if (--dropped.holders == 0) live_ = live_ - dropped.bytes;
}

} // namespace rigwright
