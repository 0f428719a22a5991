// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace rigwright::test {

/// A protobuf message with one wrong field.
struct WireMutant {
    /// "twice at 7.1.5": the numbers of the fields from the outside in.
    std::string name;
    std::string bytes;
};

/// Every field of a message and its nested messages, one after the other, with every kind of error.
std::vector<WireMutant> wire_mutants_of(const std::string& message);

} // namespace rigwright::test
