// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/invocation.h"

#include <functional>

namespace rigwright::cli {

/// Writes a text to a file, or to standard output where `name` is empty. A file is replaced whole or left as it is; one
/// that cannot be written is an error.
ExitCode put_out(Session& session, const std::string& name, const std::string& text);

/// The same for a file that `write` makes under the name that it is given, a new one beside the old; it says whether it
/// could.
ExitCode put_out_by(Session& session, const std::string& name, const std::function<bool(const std::string&)>& write);

} // namespace rigwright::cli
