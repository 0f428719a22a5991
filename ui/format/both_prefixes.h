// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/byte_prefixes.h"
#include "ui/format/words.h"

namespace rigwright {

/// An amount of memory in both prefixes: "2.99 GiB = 3.21 GB".
inline QString both_prefixes(Bytes amount, const Words& words)
{
    const auto text = [&](BytePrefixes prefixes) {
        return from_utf8(text_of(value_of(amount), words.language(), prefixes));
    };
    return QStringLiteral("%1 = %2").arg(text(BytePrefixes::binary), text(BytePrefixes::decimal));
}

} // namespace rigwright
