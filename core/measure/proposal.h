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

/// How well a part of the machine is known to the database.
enum class CatalogMatch { exact, nearest, none };
/// "exact", "nearest", "none".
template <>
inline constexpr std::array<std::string_view, 3> words<CatalogMatch>{"exact", "nearest", "none"};

/// One thing found, and what a build would say of it.
struct FoundPart {
    /// "gpu", "gpu-count", "processor", "sockets", "memory", "drive", "drive-size", "circuit": the message
    /// "found.<code>".
    std::string code;
    /// What the machine says ("13th Gen Intel(R) Core(TM) i9-13900K"): data, never markup.
    std::string found;
    /// The scenario field and its value; no value where nothing in the database comes near.
    std::string field;
    FieldValue value;
    /// What the value is called ("GeForce RTX 4090"), or the amount (terabytes of a drive).
    std::string name;
    std::optional<Value> amount;
    CatalogMatch match = CatalogMatch::exact;
    /// What differs from the nearest, or what else is to be known: messages "found.<code>".
    std::vector<Finding> remarks;
};

/// What was found, in the order in which a build lists parts. Several kinds of cards: the most numerous is proposed,
/// the others are remarked upon. Several drives: the fastest kind with its size in all.
std::vector<FoundPart> propose_build(const Machine& machine, const Catalog& hardware);

/// The circuit of an ordinary socket in the person's territory ("CN"), which no machine tells; nothing where none is
/// known.
std::optional<FoundPart> propose_circuit(const Catalog& hardware, const std::string& territory);

/// The next size that memory is sold in: the system uses a little less than is installed.
double installed_gib(Bytes usable);

} // namespace rigwright
