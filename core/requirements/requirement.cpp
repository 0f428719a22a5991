// SPDX-License-Identifier: Apache-2.0
#include "core/requirements/requirement.h"

#include <array>

namespace rigwright {

namespace {

/// The field that each resource is about, in the order of `Resource`.
constexpr std::array<const char*, resource_count> resource_fields{"build.gpu",
                                                                  "build.gpu",
                                                                  "build.cpu",
                                                                  "build.ram_GiB",
                                                                  "build.storage_TB",
                                                                  "build.storage",
                                                                  "build.node_link",
                                                                  "requirements.deadline_seconds",
                                                                  "requirements.takt_seconds",
                                                                  "requirements.budget",
                                                                  "requirements.power_limit_W",
                                                                  "requirements.rack_units",
                                                                  "requirements.workloads"};

} // namespace

const char* field_of(Resource resource) { return resource_fields[static_cast<std::size_t>(resource)]; }
bool is_limit(Resource resource) { return resource >= Resource::deadline; }

std::optional<double> Requirement::margin() const
{
    const double wanted = needed().number;
    if (!present || !(wanted > 0.0) || !is_judged()) return std::nullopt;
    const double there = present->amount.number;
    if (!is_limit(resource)) return there / wanted - 1.0;
    return there > 0.0 ? std::optional(wanted / there - 1.0) : std::nullopt;
}

bool Requirement::is_judged() const
{
    return present && !(present_is_lower_bound && present->amount.number <= needed().number);
}

bool Requirement::is_met() const
{
    if (!is_judged()) return true;
    const double there = present->amount.number;
    return is_limit(resource) ? there <= needed().number : there >= needed().number;
}

} // namespace rigwright
