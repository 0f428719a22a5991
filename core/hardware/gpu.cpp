// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/gpu.h"

namespace rigwright {

namespace {

template <typename Kind>
void divide(std::optional<Quantity<Kind>>& amount, int parts)
{
    if (amount) amount = *amount / static_cast<double>(parts);
}

void divide(std::optional<int>& amount, int parts)
{
    if (amount) amount = *amount / parts;
}

Bytes share_of(Bytes amount, int parts) { return Bytes(amount.count() / Count(parts)); }

} // namespace

Gpu single_device(const Gpu& board)
{
    Gpu device = board;
    const int parts = board.devices_per_board;
    device.devices_per_board = 1;
    device.memory.capacity = share_of(board.memory.capacity, parts);
    if (board.memory.l2_cache) device.memory.l2_cache = share_of(*board.memory.l2_cache, parts);
    divide(device.memory.bus_width_bit, parts);
    divide(device.memory.bandwidth, parts);
    GpuCompute& compute = device.compute;
    for (auto* units : {&compute.multiprocessors, &compute.shaders, &compute.tensor_cores}) divide(*units, parts);
    for (auto* peak : {&compute.fp64, &compute.fp64_tensor, &compute.fp32, &compute.tf32_tensor, &compute.fp16_vector,
                       &compute.fp16_tensor_fp16_accumulation, &compute.fp16_tensor_fp32_accumulation,
                       &compute.bf16_tensor, &compute.fp8_tensor, &compute.fp4_tensor, &compute.int8})
        divide(*peak, parts);
    divide(device.power.board_power, parts);
    return device;
}

bool is_card(const Gpu& gpu) { return gpu.board.form_factor.starts_with("pcie"); }

std::optional<BytesPerSecond> peer_bandwidth(const Gpu& gpu)
{
    if (gpu.link.peer_kind == PeerLinkKind::none || !gpu.link.peer_bidirectional) return std::nullopt;
    return *gpu.link.peer_bidirectional / 2.0;
}

} // namespace rigwright
