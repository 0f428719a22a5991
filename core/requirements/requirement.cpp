// SPDX-License-Identifier: Apache-2.0
#include "core/requirements/requirement.h"

#include <array>

namespace rigwright {

namespace {

struct ResourceRow {
    const char* key;
    const char* field;
};

/// In the order of `Resource`.
constexpr std::array<ResourceRow, resource_count> quantity_rows{{{"gpu_memory", "build.gpu"},
                                                                 {"compute", "build.gpu"},
                                                                 {"cpu_cores", "build.cpu"},
                                                                 {"host_memory", "build.ram_GiB"},
                                                                 {"storage", "build.storage_TB"},
                                                                 {"storage_rate", "build.storage"},
                                                                 {"network", "build.node_link"},
                                                                 {"deadline", "requirements.deadline_seconds"},
                                                                 {"takt", "requirements.takt_seconds"},
                                                                 {"budget", "requirements.budget"},
                                                                 {"power", "requirements.power_limit_W"},
                                                                 {"rack_units", "requirements.rack_units"},
                                                                 {"utilisation", "requirements.workloads"}}};

const ResourceRow& row_of(Resource resource) { return quantity_rows[static_cast<std::size_t>(resource)]; }

} // namespace

const char* key_of(Resource resource) { return row_of(resource).key; }
const char* field_of(Resource resource) { return row_of(resource).field; }
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
