// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/working/nodes.h"
#include "core/text/messages.h"

#include <string>

namespace rigwright {

/// One node of an explanation tree as text. Lines that a node does not have are empty.
struct WorkingText {
    /// "Memory of one GPU"
    std::string name;
    std::string value;
    /// The formula with the inputs' names, and with their values.
    std::string formula;
    std::string substituted;
    std::string source;
    /// "assumption", if the number is an assumption.
    std::string remark;
};

WorkingText render(const Derivation& working, const Messages& messages);

/// The whole tree as indented lines, two spaces per level, each with a line break.
std::string render_tree(const Derivation& working, const Messages& messages);

} // namespace rigwright
