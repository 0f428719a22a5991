// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/card_sheet.h"
#include "core/text/messages.h"

namespace rigwright {

/// The number or text of a property with its unit; a dash where nothing is known. Beside other cards, what it is of the
/// first one: "165.2 TFLOPS (0.53×)".
std::string text_of(const CardEntry& entry, Language language);
std::string text_beside(const CardEntry& entry, const CardEntry& first, Language language);

/// Who leads in which number format: "fp32: RTX 4090, fp64: A100": messages "card.leads" and "card.depends". Cards with
/// equal peaks lead together; a format in which all are equal is left out. Empty for fewer than two cards.
std::string precision_verdict(const std::vector<const Gpu*>& cards, const Messages& messages);

} // namespace rigwright
