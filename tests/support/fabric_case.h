// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recommend/figures.h"
#include "tests/support/engine_case.h"

namespace rigwright::test {

/// Fabric defects with DETR: eight images a step in four micro-batches, 300 epochs of 1,000 images of five megapixels.
inline Scenario fabric()
{
    Scenario scenario = scenario_of("detr_r50", 2);
    scenario.input.image_height = 800;
    scenario.input.image_width = 1066;
    scenario.training.precision = Precision::fp16_amp;
    scenario.training.epochs = 300;
    scenario.training.gradient_accumulation = 4;
    scenario.dataset.samples = 1000;
    scenario.dataset.source_height = 1936;
    scenario.dataset.source_width = 2580;
    scenario.dataset.encoded_bytes_per_sample = 2'500'000;
    scenario.dataset.encoding = SampleEncoding::jpeg;
    scenario.build.gpu = "rtx4090";
    return scenario;
}

inline std::vector<ComparedFigures> compared_front(const std::vector<Candidate>& front)
{
    std::vector<ComparedFigures> figures;
    for (const Candidate& candidate : front) figures.push_back(compared(candidate.figures));
    return figures;
}

} // namespace rigwright::test
