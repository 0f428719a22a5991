// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/coefficients.h"

#include <algorithm>

namespace rigwright {

std::optional<double> read_coefficient(ObjectReader& section, std::string_view key)
{
    std::optional<ObjectReader> record = section.required_object(key);
    if (!record) return std::nullopt;
    const NumberRange any{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max(), false};
    const std::optional<double> minimum = record->required_number("minimum", any);
    const std::optional<double> maximum = record->required_number("maximum", any);
    NumberRange bounds = any;
    if (minimum && maximum) bounds = {*minimum, *maximum, false};
    const std::optional<double> value = record->required_number("value", bounds);
    for (const std::string_view text : {"unit", "meaning", "fitted_on"}) record->required_text(text);
    record->finish();
    return value;
}

namespace {

constexpr std::string_view unmeasured = "unmeasured";
constexpr std::int64_t most_cases = 1'000'000;
constexpr std::int64_t most_coefficients = 40;

void read_classes(ObjectReader& range, std::vector<TimeCoefficients::ModelClass>& classes)
{
    const nlohmann::json* list = range.any("classes");
    std::optional<ObjectReader> reader = range.required_object("classes");
    if (!reader || !reader->is_object()) return;
    for (const auto& [id, unused] : list->items()) {
        std::optional<ObjectReader> entry = reader->required_object(id);
        if (!entry) continue;
        const auto low = entry->required_number("low", {0.0, 1.0, true});
        const auto high = entry->required_number("high", {1.0, 100.0, false});
        entry->required_text("fitted_on");
        entry->finish();
        if (low && high) classes.push_back({id, *low, *high});
    }
    const bool complete =
        std::any_of(classes.begin(), classes.end(), [](const auto& entry) { return entry.id == unmeasured; });
    if (!complete) range.report("classes", "missing-key", "", std::string(unmeasured));
}

void read_families(ObjectReader& range, TimeCoefficients& coefficients)
{
    const nlohmann::json* list = range.any("families");
    std::optional<ObjectReader> reader = range.required_object("families");
    if (!reader || !reader->is_object()) return;
    std::vector<std::string_view> classes;
    for (const TimeCoefficients::ModelClass& entry : coefficients.classes) classes.push_back(entry.id);
    for (const auto& [family, unused] : list->items()) {
        if (const auto index = reader->required_choice(family, classes))
            coefficients.families.push_back({family, coefficients.classes[*index].id});
    }
}

MemoryRange read_range(ObjectReader& ranges, const char* id)
{
    MemoryRange range{id};
    std::optional<ObjectReader> entry = ranges.required_object(id);
    if (!entry) return range;
    range.low = entry->required_number("low", {0.0, 1.0, true}).value_or(range.low);
    range.high = entry->required_number("high", {1.0, 100.0, false}).value_or(range.high);
    range.margin = entry->required_number("margin", {range.high, 100.0, false}).value_or(range.high);
    entry->required_text("fitted_on");
    entry->finish();
    return range;
}

} // namespace

const TimeCoefficients::ModelClass& TimeCoefficients::class_of(std::string_view family) const
{
    static const ModelClass nothing;
    const auto entry =
        std::find_if(families.begin(), families.end(), [&](const FamilyClass& row) { return row.family == family; });
    const std::string_view id = entry == families.end() ? unmeasured : std::string_view(entry->model_class);
    const auto found =
        std::find_if(classes.begin(), classes.end(), [&](const ModelClass& row) { return row.id == id; });
    return found == classes.end() ? nothing : *found;
}

TimeCoefficients read_time_coefficients(ObjectReader& calibration)
{
    auto coefficients = read_section<TimeCoefficients>(calibration);
    coefficients.loading = read_section<LoadingCoefficients>(calibration);
    if (auto fit = calibration.required_object("time_fit")) {
        coefficients.fingerprint = fit->required_text("sha256").value_or("");
        fit->required_integer("cases", 0, most_cases);
        fit->required_integer("coefficients", 0, most_coefficients);
        fit->finish();
    }
    if (auto range = calibration.required_object("time_range")) {
        read_classes(*range, coefficients.classes);
        read_families(*range, coefficients);
        coefficients.unseen_generation = range->required_number("unseen_generation", {1.0, 5.0, false}).value_or(1.0);
        range->finish();
    }
    return coefficients;
}

MemoryCoefficients read_memory_coefficients(ObjectReader& calibration)
{
    auto coefficients = read_section<MemoryCoefficients>(calibration);
    if (std::optional<ObjectReader> ranges = calibration.required_object("memory_range")) {
        coefficients.range = read_range(*ranges, "readings");
        coefficients.detector_range = read_range(*ranges, "detectors");
        ranges->finish();
    }
    return coefficients;
}

} // namespace rigwright
