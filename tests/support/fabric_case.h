// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommend/figures.h"
#include "tests/support/engine_case.h"

namespace rigwright::test {

/// Eight images a step in four micro-batches.
inline Scenario fabric()
{
    Scenario scenario = fabric_on_a_card();
    scenario.training.gradient_accumulation = 4;
    return scenario;
}

inline std::vector<ComparedFigures> compared_front(const std::vector<Candidate>& front)
{
    std::vector<ComparedFigures> figures;
    for (const Candidate& candidate : front) figures.push_back(compared(candidate.figures));
    return figures;
}

} // namespace rigwright::test
