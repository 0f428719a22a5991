// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright::test {

/// Where the defects of an input are, as the reader names them; empty where it took the input.
using Places = std::vector<std::string>;

/// A reader of something that comes from outside, given any bytes. `run` throws std::logic_error where a promise of the
/// reader is broken: a defect without place or words, a sound value that does not survive writing and reading, a number
/// that is none.
struct FuzzTarget {
    /// Also its folder below tests/data/fuzz.
    std::string_view name;
    Places (*run)(std::string_view bytes);
};

std::span<const FuzzTarget> fuzz_targets();
/// Null for a name that there is not.
const FuzzTarget* fuzz_target(std::string_view name);

} // namespace rigwright::test
