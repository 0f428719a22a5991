// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/messages.h"

#include <string>
#include <string_view>

namespace rigwright::cli {

/// What the usage text says of one command: its lines and those indented below them; empty for a word that is none.
std::string usage_of(const Messages& messages, std::string_view command);

/// What it says of options that every command knows, of the exit status and of what follows.
std::string shared_usage(const Messages& messages);

} // namespace rigwright::cli
