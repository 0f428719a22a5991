// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/drop_path.h"

namespace rigwright {

TensorId drop_path(NetworkBuilder& builder, const std::string& name, TensorId x, double probability)
{
    if (probability <= 0.0) return x;
    const TensorId drawn = builder.repeat(name + ".noise", builder.constant({1}));
    const TensorId y = builder.multiply(name, x, builder.cast(name + ".cast", drawn, x));
    builder.mark(CalledAs::result_of_layer);
    return y;
}

} // namespace rigwright
