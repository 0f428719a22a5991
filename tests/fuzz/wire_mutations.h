// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace rigwright::test {

/// A protobuf message with one field gone wrong.
struct WireMutant {
    /// "twice at 7.1.5": the numbers of the fields from the outside in.
    std::string name;
    std::string bytes;
};

/// Every field of a message and of the messages inside it, one after the other, gone wrong in every way.
std::vector<WireMutant> wire_mutants_of(const std::string& message);

} // namespace rigwright::test
