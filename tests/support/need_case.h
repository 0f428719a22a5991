// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/requirements.h"
#include "tests/support/engine_case.h"

#include <QtGlobal>

#include <algorithm>

namespace rigwright::test {

/// Photographs of fabric with 5 megapixels, DETR, one RTX 4090: the question of the first article.
inline Scenario inspected_fabric()
{
    Scenario scenario = scenario_of("detr_r50", 2);
    scenario.input.image_height = 800;
    scenario.input.image_width = 1066;
    scenario.dataset = {1000, {}, 1936, 2580, 2'500'000, SampleEncoding::jpeg};
    scenario.training.epochs = 300;
    scenario.training.precision = Precision::fp16_amp;
    scenario.build = {};
    scenario.build.gpu = "rtx4090";
    scenario.build.cpu = "i9-13900k";
    scenario.build.ram_gib = 64.0;
    scenario.build.storage = "nvme4";
    scenario.build.storage_tb = 2.0;
    return scenario;
}

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
    return answer.row(resource)->present->amount().number;
}

inline bool finds(const std::vector<Finding>& findings, const char* code)
{
    return std::any_of(findings.begin(), findings.end(), [code](const Finding& f) { return f.code == code; });
}

} // namespace rigwright::test
