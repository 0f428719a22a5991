// SPDX-License-Identifier: Apache-2.0
#include "core/compare/what_changed.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

Value minus(Value a, Value b) { return {a.number - b.number, a.unit, a.currency}; }

void add_cause(ResultChange& change, std::string quantity, Value before, Value after)
{
    const Value difference = minus(after, before);
    if (difference.number != 0.0) change.causes.push_back({std::move(quantity), difference});
}

void sort_causes(ResultChange& change)
{
    std::ranges::stable_sort(change.causes, [](const ChangeCause& a, const ChangeCause& b) {
        return std::fabs(a.difference.number) > std::fabs(b.difference.number);
    });
}

ResultChange memory_change(const MemoryEstimate& before, const MemoryEstimate& after)
{
    ResultChange change{"memory.total_bytes", value_of(before.total), value_of(after.total), {}};
    for (std::size_t i = 0; i < memory_part_count; ++i)
        add_cause(change, std::string("memory.parts.") + key_of(static_cast<MemoryPart>(i)), value_of(before.parts[i]),
                  value_of(after.parts[i]));
    add_cause(change, "memory.parts.measured_correction", value_of(before.measured_correction.value_or(Bytes())),
              value_of(after.measured_correction.value_or(Bytes())));
    return change;
}

ResultChange step_change(const TimeEstimate& before, const TimeEstimate& after)
{
    ResultChange change{"time.step_seconds", value_of(before.step), value_of(after.step), {}};
    for (std::size_t i = 0; i < time_part_count; ++i)
        add_cause(change, std::string("time.parts.") + key_of(static_cast<TimePart>(i)), value_of(before.parts[i]),
                  value_of(after.parts[i]));
    add_cause(change, "time.parts.measured_correction", value_of(before.measured_correction.value_or(Seconds(0.0))),
              value_of(after.measured_correction.value_or(Seconds(0.0))));
    return change;
}

} // namespace

Value ResultChange::difference() const { return minus(after, before); }

std::vector<ResultChange> what_changed(const Estimate& before, const Estimate& after)
{
    std::vector<ResultChange> changes;
    if (before.memory && after.memory) changes.push_back(memory_change(*before.memory, *after.memory));
    if (before.time && after.time) changes.push_back(step_change(*before.time, *after.time));
    std::erase_if(changes, [](const ResultChange& change) { return change.before == change.after; });
    for (ResultChange& change : changes) sort_causes(change);
    return changes;
}

} // namespace rigwright
