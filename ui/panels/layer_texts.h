// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/zoo/layer_types.h"
#include "ui/controls/parameter_control.h"
#include "ui/format/words.h"

#include <QString>

namespace rigwright {

/// The heading under which menus put such layers.
QString layer_group_text(LayerGroup group, const Localization& words);

/// The options of a layer in one line: "64 ch, 3×3, stride 2".
QString layer_options_text(const LayerSpec& layer, const Localization& words);
/// "64×28×28"
QString layer_shape_text(const Shape& shape);

/// The stops of the slider of an option: kernels one by one, widths in powers of two.
NumberSpec layer_number_spec(const Hyperparameter& option);

} // namespace rigwright
