// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/fixes.h"
#include "core/advise/part_choice.h"

#include <array>
#include <span>

namespace rigwright {

/// A plan and one of its findings.
struct FixContext {
    const Evaluation& evaluation;
    const EngineData& data;
    const Finding& finding;

    const Scenario& scenario() const { return evaluation.scenario; }
    const BuildChoice& build() const { return evaluation.scenario.build; }
    const Catalog& hardware() const { return data.hardware; }
    const Gpu* gpu() const { return data.hardware.gpu(build().gpu); }
    /// A number that the finding tells; zero where it does not.
    double number(std::string_view argument) const;
};

/// Edits that might help, the mildest first. They need not: each is tried.
using Proposals = std::vector<Fix>;

using Propose = Proposals (*)(const FixContext&);

struct FixRow {
    std::string_view finding;
    /// The rest is null.
    std::array<Propose, 3> ways{};
};

/// Every finding that an edit can help, one line each.
std::span<const FixRow> fix_table();

// What keeps the smallest defect, whatever the finding.
Proposals input_for_the_defect(const FixContext& plan);
Proposals tiles_for_the_defect(const FixContext& plan);

} // namespace rigwright
