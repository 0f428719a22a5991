// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/fixes.h"
#include "core/advise/part_choice.h"

#include <span>

namespace rigwright {

/// A plan and one of its findings.
struct FaultyPlan {
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
    Proposals (*propose)(const FaultyPlan&);
};

/// Every finding that an edit can help, one line each; a finding may stand on several.
std::span<const FixRow> fix_table();

// fix_build.cpp
Proposals larger_supply(const FaultyPlan& plan);
Proposals cheapest_supply(const FaultyPlan& plan);
Proposals supplies_of_the_chassis(const FaultyPlan& plan);
Proposals stronger_circuit(const FaultyPlan& plan);
Proposals other_chassis(const FaultyPlan& plan);
Proposals rack_chassis(const FaultyPlan& plan);
Proposals other_chassis_and_processor(const FaultyPlan& plan);
Proposals rack_chassis_and_processor(const FaultyPlan& plan);
Proposals processor_of_the_chassis(const FaultyPlan& plan);
Proposals gpu_of_the_chassis(const FaultyPlan& plan);
Proposals fewer_gpus(const FaultyPlan& plan);
Proposals fewer_sockets(const FaultyPlan& plan);
Proposals memory_of_the_chassis(const FaultyPlan& plan);
Proposals more_lanes(const FaultyPlan& plan);
Proposals adapter_for_each_gpu(const FaultyPlan& plan);
Proposals filled_channels(const FaultyPlan& plan);
Proposals more_memory(const FaultyPlan& plan);
Proposals sold_card(const FaultyPlan& plan);
Proposals larger_budget(const FaultyPlan& plan);
Proposals larger_power_limit(const FaultyPlan& plan);
Proposals fewer_machines(const FaultyPlan& plan);
Proposals more_rack_units(const FaultyPlan& plan);
Proposals cores_in_time(const FaultyPlan& plan);
Proposals more_gpus_in_time(const FaultyPlan& plan);
Proposals longer_deadline(const FaultyPlan& plan);
Proposals more_cores(const FaultyPlan& plan);
Proposals decoding_on_gpus(const FaultyPlan& plan);
Proposals faster_drive(const FaultyPlan& plan);
Proposals memory_for_files(const FaultyPlan& plan);
Proposals records_in_sequence(const FaultyPlan& plan);
Proposals monitor_elsewhere(const FaultyPlan& plan);
Proposals link_that_there_is(const FaultyPlan& plan);

// fix_numerics.cpp
Proposals safer_format(const FaultyPlan& plan);
Proposals format_with_units(const FaultyPlan& plan);
Proposals master_weights(const FaultyPlan& plan);

// fix_defect.cpp
Proposals input_for_the_defect(const FaultyPlan& plan);
Proposals tiles_for_the_defect(const FaultyPlan& plan);

} // namespace rigwright
