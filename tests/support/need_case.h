// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/requirements/requirements.h"
#include "tests/support/engine_case.h"

#include <QtGlobal>

#include <algorithm>

namespace rigwright::test {

/// What the need of a plan without errors asks for.
inline NeedAnswer answer_of(const Scenario& scenario)
{
    const Evaluation plan = evaluate(scenario, engine_data());
    if (!plan.estimate) qFatal("the plan has errors: %s", plan.errors.front().code.c_str());
    return *answer_need(plan, engine_data());
}

inline double needed(const NeedAnswer& answer, Resource resource) { return answer.row(resource)->needed().number; }
inline double present(const NeedAnswer& answer, Resource resource)
{
    return answer.row(resource)->present->amount.number;
}

inline bool finds(const std::vector<Finding>& findings, const char* code)
{
    return std::any_of(findings.begin(), findings.end(), [code](const Finding& f) { return f.code == code; });
}

} // namespace rigwright::test
