// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/recommendation.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// Fields of a build with replaceable parts other than the card: processors, memory kits, drives, machines, power
/// supplies, bridges between cards, networks between machines.
inline constexpr std::array part_fields{"build.cpu",          "build.memory_kit", "build.storage",  "build.chassis",
                                        "build.power_supply", "build.gpu_link",   "build.node_link"};

/// A catalog record with its name.
struct NamedPart {
    std::string id;
    std::string name;
};

/// The possible parts of a field, by name.
std::vector<NamedPart> parts_of(std::string_view field, const Catalog& hardware);

/// The field of a record; empty for an unknown id, for cards, and for links that are included with the parts that they
/// connect.
std::string field_of_part(std::string_view id, const Catalog& hardware);

/// Why a part is not in a candidate: the candidate with that part.
struct PartAnswer {
    std::string field;
    std::string part;
    std::string name;
    /// The candidate's own plan with the part exchanged. A different processor also changes the memory, machine and
    /// supply. Empty if nothing was computed.
    std::optional<Candidate> with;
    /// Conclusions, messages "recommend.why-not.<code>".
    std::vector<Remark> remarks;
    /// Why the engine rejects it, or its findings beyond those of the candidate.
    std::vector<Finding> findings;
};

/// `candidate` is one of `found`; `requirements` are the current limits. Nothing for an id that no field has.
std::optional<PartAnswer> why_not(const Candidate& candidate, std::string_view part, const Exploration& found,
                                  const Requirements& requirements, const EngineData& data);

} // namespace rigwright
