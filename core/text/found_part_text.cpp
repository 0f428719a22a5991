// SPDX-License-Identifier: Apache-2.0
#include "core/text/found_part_text.h"

#include "core/text/number_text.h"

namespace rigwright {

FoundPartText text_of(const FoundPart& part, const Messages& messages)
{
    FoundPartText text;
    text.what = messages.text("found." + part.code);
    text.found = part.found;
    if (std::holds_alternative<std::monostate>(part.value))
        text.proposed = "–";
    else if (part.amount)
        // Drives are sold by decimal terabytes.
        text.proposed = text_of(*part.amount, messages.language()) + (part.code == "drive-size" ? " TB" : "");
    else
        text.proposed = part.name.empty() ? messages.text("found.none") : part.name;
    for (const Finding& remark : part.remarks) {
        if (!text.remark.empty()) text.remark += " ";
        text.remark += messages.text("found." + remark.code, remark.arguments);
    }
    return text;
}

} // namespace rigwright
