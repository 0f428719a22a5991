// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/session.h"

namespace rigwright::cli {

/// Writes a text to a file, or to standard output where `name` is empty. A file is replaced whole or left as it is; one
/// that cannot be written is an error.
ExitCode put_out(Session& session, const std::string& name, const std::string& text);

} // namespace rigwright::cli
