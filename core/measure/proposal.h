// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/measure/machine.h"
#include "core/quantities/words.h"
#include "core/scenario/fields.h"
#include "core/scenario/finding.h"

#include <string>
#include <vector>

namespace rigwright {

/// How well a part of the machine matches the database.
enum class CatalogMatch { exact, nearest, none };
/// "exact", "nearest", "none".
template <>
inline constexpr std::array<std::string_view, 3> words<CatalogMatch>{"exact", "nearest", "none"};

/// One detected part, and the corresponding value of the build.
struct FoundPart {
    /// "gpu", "gpu-count", "processor", "sockets", "memory", "drive", "drive-size", "circuit": the message
    /// "found.<code>".
    std::string code;
    /// Text from the machine ("13th Gen Intel(R) Core(TM) i9-13900K"): data, never markup.
    std::string found;
    /// The scenario field and its value; no value if nothing in the database is close.
    std::string field;
    FieldValue value;
    /// Name of the value ("GeForce RTX 4090"), or the amount.
    std::string name;
    std::optional<Value> amount;
    CatalogMatch match = CatalogMatch::exact;
    /// Differences from the nearest part, or other remarks: messages "found.<code>".
    std::vector<Finding> remarks;
};

/// The detected parts, in the order of a build's parts. With several kinds of cards, the most numerous is proposed and
/// the others get a remark. With several drives, the fastest kind with its total size.
std::vector<FoundPart> propose_build(const Machine& machine, const Catalog& hardware);

/// The circuit of an ordinary socket in the user's territory ("CN"), which cannot be detected; nothing if unknown.
std::optional<FoundPart> propose_circuit(const Catalog& hardware, const std::string& territory);

/// The next commercial memory size: the usable memory is a little less than the installed memory.
double installed_gib(Bytes usable);

} // namespace rigwright
