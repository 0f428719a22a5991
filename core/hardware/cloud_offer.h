// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/bytes.h"
#include "core/quantities/words.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace rigwright {

/// Spot machines can be taken away at any moment.
enum class RentKind { on_demand, spot };
template <>
inline constexpr std::array<std::string_view, 2> words<RentKind>{"on-demand", "spot"};

/// An instance for rent as a price list showed it.
struct CloudOffer {
    std::string provider;
    /// Id of the GPU in the database.
    std::string gpu;
    int gpus = 1;
    std::optional<int> virtual_cpus;
    std::optional<Bytes> memory;
    double per_gpu_hour = 0.0;
    std::string currency;
    RentKind kind = RentKind::on_demand;
    std::string date;
    std::string source;
    /// From the person's own price lists.
    bool own = false;
};

} // namespace rigwright
