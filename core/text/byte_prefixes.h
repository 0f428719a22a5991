// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/number_text.h"
#include "core/text/working_text.h"

namespace rigwright {

/// Prefixes of amounts of memory: powers of 1024 (GiB), as memory is addressed, or of 1000 (GB), as drives are sold.
enum class BytePrefixes { binary, decimal };

/// `text_of` with amounts of memory in these prefixes.
std::string text_of(Value value, Language language, BytePrefixes prefixes);
/// `render` with amounts of memory in these prefixes.
WorkingText render(const Working& working, const Messages& messages, BytePrefixes prefixes);

} // namespace rigwright
