// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/fixes.h"
#include "core/advise/part_choice.h"

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

struct FixRow {
    std::string_view finding;
    Proposals (*propose)(const FixContext&);
};

/// Every finding that an edit can help, one line each; a finding may stand on several.
std::span<const FixRow> fix_table();

// fix_build.cpp
Proposals larger_supply(const FixContext& plan);
Proposals cheapest_supply(const FixContext& plan);
Proposals supplies_of_the_chassis(const FixContext& plan);
Proposals stronger_circuit(const FixContext& plan);
Proposals other_chassis(const FixContext& plan);
Proposals rack_chassis(const FixContext& plan);
Proposals other_chassis_and_processor(const FixContext& plan);
Proposals rack_chassis_and_processor(const FixContext& plan);
Proposals processor_of_the_chassis(const FixContext& plan);
Proposals gpu_of_the_chassis(const FixContext& plan);
Proposals fewer_gpus(const FixContext& plan);
Proposals fewer_sockets(const FixContext& plan);
Proposals memory_of_the_chassis(const FixContext& plan);
Proposals more_lanes(const FixContext& plan);
Proposals adapter_for_each_gpu(const FixContext& plan);
Proposals filled_channels(const FixContext& plan);
Proposals more_memory(const FixContext& plan);
Proposals sold_card(const FixContext& plan);
Proposals larger_budget(const FixContext& plan);
Proposals larger_power_limit(const FixContext& plan);
Proposals fewer_machines(const FixContext& plan);
Proposals more_rack_units(const FixContext& plan);
Proposals cores_in_time(const FixContext& plan);
Proposals more_gpus_in_time(const FixContext& plan);
Proposals longer_deadline(const FixContext& plan);
Proposals more_cores(const FixContext& plan);
Proposals decoding_on_gpus(const FixContext& plan);
Proposals faster_drive(const FixContext& plan);
Proposals memory_for_files(const FixContext& plan);
Proposals records_in_sequence(const FixContext& plan);
Proposals monitor_elsewhere(const FixContext& plan);
Proposals link_that_there_is(const FixContext& plan);

// fixes.cpp
Proposals safer_format(const FixContext& plan);
Proposals format_with_units(const FixContext& plan);
Proposals master_weights(const FixContext& plan);

// fixes.cpp
Proposals input_for_the_defect(const FixContext& plan);
Proposals tiles_for_the_defect(const FixContext& plan);

} // namespace rigwright
