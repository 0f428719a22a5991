// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// The Chinese words of the makers, families and grades in a name of the catalog, for each the usual one first:
/// "Huawei Kunpeng 920-4826" has 华为 and 鲲鹏.
std::vector<std::string_view> chinese_words_of(std::string_view name);

/// A text with these words as the catalog has them: "昇腾910B" as " Ascend 910B".
std::string in_latin(std::string text);

} // namespace rigwright
