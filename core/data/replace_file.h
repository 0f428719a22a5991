// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace rigwright {

/// Puts what `write` makes into the place of `target`: it is given the name of a new file beside it, of its own for
/// each call, and says whether it could. Whole and on the disk, or not at all: false, and the old file where it was,
/// when something fails. A symbolic link is followed: the file that it leads to is replaced, and the link stays.
bool replace_file(const std::filesystem::path& target, const std::function<bool(const std::filesystem::path&)>& write);

/// The same for a text.
bool replace_file(const std::filesystem::path& target, const std::string& text);

} // namespace rigwright
