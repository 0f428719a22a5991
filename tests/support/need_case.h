// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/requirements.h"
#include "tests/support/engine_case.h"

#include <QtGlobal>

namespace rigwright::test {

inline Scenario inspected_fabric()
{
    Scenario scenario = fabric_in_a_desktop();
    scenario.build.storage_tb = 2.0;
    return scenario;
}

/// The requirements of a plan without errors.
inline NeedAnswer answer_of(const Scenario& scenario)
{
    const Evaluation plan = evaluated(scenario);
    if (!plan.estimate) qFatal("the plan has errors: %s", plan.errors.front().code.c_str());
    return *answer_need(plan, engine_data());
}

inline double needed(const NeedAnswer& answer, Resource resource) { return answer.row(resource)->needed().number; }
inline double present(const NeedAnswer& answer, Resource resource)
{
    return answer.row(resource)->present->amount().number;
}

} // namespace rigwright::test
