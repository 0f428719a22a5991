// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace rigwright::cli {

/// The whole program without its process: `arguments` are what follows the program's name. Gives the exit status.
int run_program(const std::vector<std::string>& arguments, std::istream& in, std::ostream& out, std::ostream& err);

} // namespace rigwright::cli
