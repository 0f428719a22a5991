// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/working/nodes.h"
#include "core/text/messages.h"

#include <string>

namespace rigwright {

/// One node of an explanation tree in words. Lines that a node does not have are empty.
struct WorkingText {
    /// "Memory of one GPU"
    std::string name;
    std::string value;
    /// The formula with the inputs' names, and with their values.
    std::string formula;
    std::string substituted;
    std::string source;
    /// "assumption", where the number is a judgement.
    std::string remark;
};

WorkingText render(const Derivation& working, const Messages& messages);

/// The whole tree as indented lines, two spaces a level, each ending in a line break.
std::string render_tree(const Derivation& working, const Messages& messages);

} // namespace rigwright
