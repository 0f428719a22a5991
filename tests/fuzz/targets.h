// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright::test {

/// The places of the defects of an input as named by the reader; empty if it accepted the input.
using Places = std::vector<std::string>;

/// A reader of external data, given any bytes. `run` throws std::logic_error if a promise of the reader is broken: a
/// defect without place or message, a valid value that does not survive writing and reading, an invalid number.
struct FuzzTarget {
    /// Also its folder below tests/data/fuzz.
    std::string_view name;
    Places (*run)(std::string_view bytes);
};

std::span<const FuzzTarget> fuzz_targets();
/// Null for an unknown name.
const FuzzTarget* fuzz_target(std::string_view name);

} // namespace rigwright::test
