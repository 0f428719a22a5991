// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rigwright {

/// One thing that is wrong with a JSON text, without words: the message tables turn `code` into a sentence.
///
/// Codes: `cannot-read`, `syntax`, `too-large`, `too-deep`, `duplicate-key` (parser); `wrong-type`, `out-of-range`,
/// `missing-key`, `unknown-key`, `unknown-value` (`ObjectReader`). Readers of one file kind may add their own.
struct JsonIssue {
    /// Where, as "$.memory.bandwidth_GBps" or "$.prices[0].amount"; keys that are not plain words stand in `["..."]`.
    std::string path;
    std::string code;
    /// What stands there: a scalar as JSON writes it, otherwise "object" or "array". Empty where nothing stands there.
    std::string found;
    /// What would be accepted: a kind ("number", "integer [1, 64]", "text") or the accepted values separated by ", ".
    std::string expected;
    /// Position of a syntax error, counted in lines and characters from 1; 0 where the path says enough.
    int line = 0;
    int column = 0;

    bool operator==(const JsonIssue&) const = default;
};

} // namespace rigwright
