// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/machine/proposal.h"
#include "core/text/messages.h"

namespace rigwright {

/// A found part in words.
struct FoundPartText {
    std::string what;
    std::string found;
    /// What the build would say; a dash where nothing comes near.
    std::string proposed;
    std::string remark;
};
FoundPartText text_of(const FoundPart& part, const Messages& messages);

} // namespace rigwright
