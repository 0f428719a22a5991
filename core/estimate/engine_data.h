// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/memory/memory_terms.h"
#include "core/hardware/catalog.h"
#include "core/json/data_directory.h"
#include "core/zoo/presets.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Input of the engine besides the scenario: hardware, named models, fitted coefficients.
struct EngineData {
    Catalog hardware;
    std::vector<Preset> presets;
    MemoryCoefficients memory;
    HostMemoryCoefficients host_memory;
    TimeCoefficients time;
    MeasuredCoefficients measured;
    CpuCoefficients processor;
    ComparisonCoefficients comparison;
    RunCoefficients run;
    EnergyCoefficients energy;
    Conventions conventions;
    RequirementCoefficients requirements;
    /// The files of resources/launch by name.
    std::map<std::string, std::string, std::less<>> launch_templates;

    /// Null for an unknown id.
    const Preset* preset(std::string_view id) const;
};

/// The data of a directory (hardware_db, resources/model_presets, resources/launch). Records with problems are left out
/// and reported in `issues`. `own_catalog` overrides the shipped hardware as of `today` (`load_catalog`); empty for
/// none.
struct LoadedEngineData {
    EngineData data;
    std::vector<JsonIssue> issues;
};
LoadedEngineData load_engine_data(const DataDirectory& directory, const std::filesystem::path& own_catalog = {},
                                  const std::string& today = {});

} // namespace rigwright
