// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/recommendation.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// Fields of a build whose parts can be asked about beside the card: processors, memory kits, drives, machines, power
/// supplies, bridges between cards, networks between machines.
inline constexpr std::array part_fields{"build.cpu",          "build.memory_kit", "build.storage",  "build.chassis",
                                        "build.power_supply", "build.gpu_link",   "build.node_link"};

/// A record of the catalog as people call it.
struct NamedPart {
    std::string id;
    std::string name;
};

/// What can be asked about in a field, by name.
std::vector<NamedPart> parts_of(std::string_view field, const Catalog& hardware);

/// The field that a record belongs to; empty for an id that is none, for cards, and for links that come with the parts
/// that they join.
std::string field_of_part(std::string_view id, const Catalog& hardware);

/// Why a part is not in a candidate: what the candidate would be with it.
struct PartAnswer {
    std::string field;
    std::string part;
    std::string name;
    /// The candidate's own plan with the part in place of its own. Another processor takes along the memory, machine
    /// and supply that go with it. Empty where nothing was computed.
    std::optional<Candidate> with;
    /// What follows, in the words of "recommend.why-not.<code>".
    std::vector<Remark> remarks;
    /// Why the engine refuses it, or what it objects to beyond what the candidate has.
    std::vector<Finding> findings;
};

/// `candidate` is one of `found`; `requirements` are the limits as they stand. Nothing for an id that no field has.
std::optional<PartAnswer> why_not(const Candidate& candidate, std::string_view part, const Exploration& found,
                                  const Requirements& requirements, const EngineData& data);

} // namespace rigwright
