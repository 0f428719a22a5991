// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/evaluation.h"
#include "core/scenario/scenario.h"

#include <functional>
#include <rapidcheck.h>

namespace rigwright::test {

/// A property of every plan, number or text.
struct Property {
    const char* name;
    std::function<void()> body;
};

/// A small model of any kind on one card, or on a machine of several, trained in any way that can be computed.
Scenario any_plan();
/// A small decoder-only transformer on a machine of eight cards with NVLink.
Scenario any_language_plan();
/// The estimate of a plan; a plan that cannot be computed does not count as a case. A counterexample prints the plans
/// as files.
Estimate estimate_of(const Scenario& plan);
MemoryEstimate memory_of_plan(const Scenario& plan);
TimeEstimate time_of(const Scenario& plan);
/// A copy with one change.
Scenario with(const Scenario& plan, const std::function<void(Scenario&)>& change);

/// Equal but for the rounding of sums in another order.
bool is_close(double a, double b);

} // namespace rigwright::test
