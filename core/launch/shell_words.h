// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rigwright {

/// Data as exactly one word of a bash script, on one line: 'like this', or $'like\nthis' where control characters are
/// in it (Bash Reference Manual, section 3.1.2). A zero byte, which no word can hold, becomes U+FFFD.
std::string shell_word(std::string_view text);

/// Data inside a comment of a script, Python or YAML: control characters and Unicode line ends become spaces.
std::string comment_text(std::string_view text);

/// Data as the name of a batch job: what is neither letter, digit, ".", "_" nor "-" becomes "-", since Slurm reads
/// directives by itself and not as the shell does. "rigwright" where nothing is left.
std::string job_name(std::string_view text);

} // namespace rigwright
