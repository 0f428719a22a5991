// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace rigwright {

/// The words of `ImportKind`, `Content` in the order of their enumerators.
inline constexpr std::array<std::string_view, 3> import_kind_words{"onnx", "hf-config", "safetensors"};
inline constexpr std::array<std::string_view, 3> content_words{"activation", "index", "mask"};

} // namespace rigwright
