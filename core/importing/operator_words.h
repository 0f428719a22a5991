// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/operator.h"

#include <array>
#include <string_view>
#include <utility>

namespace rigwright {

// The words that embedded networks use for the choices inside operator kinds.

template <typename Enum>
using WordOf = std::pair<std::string_view, Enum>;

inline constexpr std::array activation_words{
    WordOf<ActivationFunction>{"relu", ActivationFunction::relu},
    WordOf<ActivationFunction>{"relu6", ActivationFunction::relu6},
    WordOf<ActivationFunction>{"leaky-relu", ActivationFunction::leaky_relu},
    WordOf<ActivationFunction>{"prelu", ActivationFunction::prelu},
    WordOf<ActivationFunction>{"gelu", ActivationFunction::gelu},
    WordOf<ActivationFunction>{"gelu-tanh", ActivationFunction::gelu_tanh},
    WordOf<ActivationFunction>{"silu", ActivationFunction::silu},
    WordOf<ActivationFunction>{"sigmoid", ActivationFunction::sigmoid},
    WordOf<ActivationFunction>{"tanh", ActivationFunction::tanh},
    WordOf<ActivationFunction>{"hardswish", ActivationFunction::hardswish},
    WordOf<ActivationFunction>{"hardsigmoid", ActivationFunction::hardsigmoid},
    WordOf<ActivationFunction>{"quick-gelu", ActivationFunction::quick_gelu},
    WordOf<ActivationFunction>{"exp", ActivationFunction::exp},
    WordOf<ActivationFunction>{"sqrt", ActivationFunction::sqrt},
    WordOf<ActivationFunction>{"rsqrt", ActivationFunction::rsqrt},
    WordOf<ActivationFunction>{"square", ActivationFunction::square},
    WordOf<ActivationFunction>{"softplus", ActivationFunction::softplus},
};
inline constexpr std::array normalization_words{
    WordOf<NormalizationKind>{"batch", NormalizationKind::batch},
    WordOf<NormalizationKind>{"layer", NormalizationKind::layer},
    WordOf<NormalizationKind>{"group", NormalizationKind::group},
    WordOf<NormalizationKind>{"rms", NormalizationKind::rms},
};
inline constexpr std::array role_words{
    WordOf<ProductRole>{"query-key", ProductRole::query_key},
    WordOf<ProductRole>{"attention-value", ProductRole::attention_value},
    WordOf<ProductRole>{"other", ProductRole::other},
};
inline constexpr std::array pooling_words{
    WordOf<PoolingKind>{"maximum", PoolingKind::maximum},
    WordOf<PoolingKind>{"average", PoolingKind::average},
    WordOf<PoolingKind>{"global-average", PoolingKind::global_average},
};
inline constexpr std::array resize_words{
    WordOf<ResizeMode>{"nearest", ResizeMode::nearest},
    WordOf<ResizeMode>{"bilinear", ResizeMode::bilinear},
};

/// The word of an enumerator; empty for one that no imported network holds.
template <typename Words, typename Enum>
constexpr std::string_view word_in(const Words& words, Enum value)
{
    for (const auto& [word, enumerator] : words)
        if (enumerator == value) return word;
    return {};
}

} // namespace rigwright
