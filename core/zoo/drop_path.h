// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"

#include <string>

namespace rigwright {

/// Stochastic depth (Huang et al. 2016), also called drop path: the branch of a whole sample is left out at random. One
/// random factor a sample, in the format of `x`, is drawn and kept. At probability zero there is no operator.
TensorId drop_path(NetworkBuilder& builder, const std::string& name, TensorId x, double probability);

} // namespace rigwright
