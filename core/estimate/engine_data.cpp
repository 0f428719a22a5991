// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/engine_data.h"

#include "core/json/object_reader.h"
#include "core/json/read_file.h"
#include "core/scenario/resolved_model.h"

#include <filesystem>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace rigwright {

namespace {

void load_calibration(const std::filesystem::path& file, LoadedEngineData& loaded)
{
    JsonDocument document = parse_json_file(file);
    std::vector<JsonIssue> issues = document.issues;
    if (issues.empty()) {
        ObjectReader reader(document.value, "$", issues);
        reader.required_text("format");
        reader.required_integer("version", 1, 1);
        loaded.data.memory = read_memory_coefficients(reader);
        loaded.data.host_memory = read_section<HostMemoryCoefficients>(reader);
        loaded.data.time = read_time_coefficients(reader);
        loaded.data.measured = read_section<MeasuredCoefficients>(reader);
        loaded.data.processor = read_section<CpuCoefficients>(reader);
        loaded.data.comparison = read_section<ComparisonCoefficients>(reader);
        loaded.data.run = read_section<RunCoefficients>(reader);
        loaded.data.energy = read_section<EnergyCoefficients>(reader);
        loaded.data.conventions = read_section<Conventions>(reader);
        loaded.data.requirements = read_section<RequirementCoefficients>(reader);
        reader.finish();
    }
    for (JsonIssue& issue : issues) loaded.issues.push_back(in_file(std::move(issue), "hardware_db/calibration.json"));
}

std::map<std::string, std::string, std::less<>> read_texts(const std::filesystem::path& folder)
{
    std::map<std::string, std::string, std::less<>> texts;
    std::error_code error;
    for (std::filesystem::directory_iterator file(folder, error), end; !error && file != end; file.increment(error))
        if (auto text = read_file(file->path())) texts.emplace(file->path().filename().string(), std::move(*text));
    return texts;
}

/// glibc returns the top of the heap to the system when more than 128 KiB of it are free and requests it again with the
/// next evaluation: page faults that cost more than the evaluation of a large detector. It may keep as much as one
/// evaluation takes.
void keep_freed_memory()
{
#ifdef __GLIBC__
    constexpr int kept_bytes = 32 << 20;
    mallopt(M_TRIM_THRESHOLD, kept_bytes);
    mallopt(M_MMAP_THRESHOLD, kept_bytes);
#endif
}

} // namespace

const Preset* EngineData::preset(std::string_view id) const { return preset_of(presets, id); }

LoadedEngineData load_engine_data(const DataDirectory& directory, const std::filesystem::path& own_catalog,
                                  const std::string& today)
{
    keep_freed_memory();
    LoadedEngineData loaded;
    CatalogLoad catalog = load_catalog(directory.hardware_db(), own_catalog, today);
    loaded.data.hardware = std::move(catalog.catalog);
    for (JsonIssue& issue : catalog.issues) {
        issue.file = issue.own ? (own_catalog / issue.file).string() : "hardware_db/" + issue.file;
        loaded.issues.push_back(std::move(issue));
    }
    LoadedPresets presets = load_presets(directory.model_presets());
    loaded.data.presets = std::move(presets.presets);
    for (JsonIssue& issue : presets.issues)
        loaded.issues.push_back(in_file(std::move(issue), "resources/model_presets/" + issue.file));
    load_calibration(directory.hardware_db() / "calibration.json", loaded);
    loaded.data.launch_templates = read_texts(directory.launch());
    return loaded;
}

} // namespace rigwright
