// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/coefficients.h"

#include "core/hardware/gpu.h"

#include <algorithm>

namespace rigwright {

std::optional<double> read_coefficient(ObjectReader& section, std::string_view key)
{
    std::optional<ObjectReader> record = section.required_object(key);
    if (!record) return std::nullopt;
    const FieldRule any = FieldRule::real(std::numeric_limits<double>::lowest());
    const std::optional<double> minimum = record->required_number("minimum", any);
    const std::optional<double> maximum = record->required_number("maximum", any);
    const bool bounded = minimum && maximum;
    const auto value = record->required_number("value", bounded ? FieldRule::real(*minimum, *maximum) : any);
    for (const std::string_view text : {"unit", "meaning", "fitted_on"}) record->required_text(text);
    // Expert judgment; read by core/coefficients.cmake.
    record->optional_flag("assumption");
    // Its name in calculations and its source, in each language: messages that `load_messages` reads.
    if (std::optional<ObjectReader> words = record->optional_object("words")) {
        for (const std::string_view language : {"en", "zh_CN"}) {
            std::optional<ObjectReader> said = words->required_object(language);
            if (!said) continue;
            for (const std::string_view text : {"name", "source"}) said->required_text(text);
            said->finish();
        }
        words->finish();
    }
    record->finish();
    return value;
}

namespace {

constexpr std::string_view unmeasured = "unmeasured";
constexpr std::int64_t most_cases = 1'000'000;
constexpr std::int64_t most_coefficients = 40;

template <typename Coefficients>
constexpr auto keys_of = [] {
    constexpr auto rows = Coefficients::rows();
    std::array<std::string_view, rows.size()> keys{};
    std::ranges::transform(rows, keys.begin(), [](const auto& row) { return row.key; });
    return keys;
}();

GpuGeneration read_generation(ObjectReader& record)
{
    GpuGeneration generation;
    generation.id = record.required_text("id").value_or("");
    generation.vendor = record.optional_text("vendor").value_or("");
    generation.capabilities = record.optional_texts("compute_capability");
    generation.architecture = record.optional_text("architecture").value_or("");
    const auto flag = [&record](std::string_view key, bool& member) {
        member = record.optional_flag(key).value_or(false);
    };
    flag("order_of_magnitude", generation.order_of_magnitude);
    flag("memory_unmeasured", generation.memory_unmeasured);
    flag("grouped_needs_channels_last", generation.grouped_needs_channels_last);
    flag("tensorflow_depthwise_16_bit", generation.tensorflow_depthwise_16_bit);
    flag("images_keep_short_products", generation.images_keep_short_products);
    if (std::optional<ObjectReader> named = record.required_object("coefficients")) {
        const auto coefficient = [&]<typename Coefficients>(std::string_view key, double Coefficients::*& member) {
            if (const auto index = named->optional_choice(key, keys_of<Coefficients>))
                member = Coefficients::rows()[*index].member;
        };
        coefficient("sustained", generation.sustained);
        coefficient("product_power", generation.product_power);
        coefficient("vector", generation.vector);
        coefficient("vector_power", generation.vector_power);
        coefficient("matrix_fp32", generation.matrix_fp32);
        coefficient("image_products", generation.image_products);
        coefficient("own_attention", generation.own_attention);
        coefficient("network", generation.network);
        coefficient("context", generation.context);
        coefficient("product_workspace", generation.product_workspace);
        named->finish();
    }
    return generation;
}

/// Length of the matched architecture or capability; empty if the generation does not cover the GPU.
std::optional<std::size_t> match(const GpuGeneration& generation, const Gpu& gpu)
{
    if (generation.vendor.empty()) return 0;
    if (generation.vendor != gpu.vendor) return std::nullopt;
    if (!generation.architecture.empty() && generation.architecture == gpu.architecture) return gpu.architecture.size();
    std::optional<std::size_t> longest;
    for (const std::string& beginning : generation.capabilities)
        if (gpu.compute_capability.starts_with(beginning) && beginning.size() > longest.value_or(0))
            longest = beginning.size();
    return longest;
}

void read_families(ObjectReader& range, TimeCoefficients& coefficients)
{
    const nlohmann::json* list = range.any("families");
    std::optional<ObjectReader> reader = range.required_object("families");
    if (!reader || !reader->is_object()) return;
    for (const auto& [family, unused] : list->items())
        if (const auto id = reader->required_text(family)) coefficients.families.push_back({family, *id});
}

void read_widths(ObjectReader& range, TimeRangeWidths& widths)
{
    std::optional<ObjectReader> entry = range.required_object("widths");
    if (!entry) return;
    const auto width = [&entry](const char* key) {
        return entry->required_number(key, FieldRule::positive(10.0)).value_or(0.0);
    };
    widths = {width("base"),          width("new_kind"), width("host"),
              width("communication"), width("factor"),   width("order_of_magnitude")};
    entry->required_text("fitted_on");
    entry->finish();
}

MemoryRange read_range(ObjectReader& ranges, const char* id, std::vector<std::string>& families)
{
    MemoryRange range{id};
    std::optional<ObjectReader> entry = ranges.required_object(id);
    if (!entry) return range;
    range.low = entry->required_number("low", FieldRule::positive(1.0)).value_or(range.low);
    range.high = entry->required_number("high", FieldRule::real(1.0, 100.0)).value_or(range.high);
    range.margin = entry->required_number("margin", FieldRule::real(1.0, 100.0)).value_or(range.high);
    families = entry->optional_texts("families");
    entry->required_text("fitted_on");
    entry->finish();
    return range;
}

} // namespace

std::string_view TimeCoefficients::class_of(std::string_view family) const
{
    const auto entry = std::ranges::find(families, family, &FamilyClass::family);
    return entry == families.end() ? unmeasured : std::string_view(entry->model_class);
}

const GpuGeneration& TimeCoefficients::generation_of(const Gpu& gpu) const
{
    static const GpuGeneration none;
    const GpuGeneration* best = &none;
    std::size_t most = 0;
    for (const GpuGeneration& generation : generations)
        if (const auto matched = match(generation, gpu); matched && (best == &none || *matched > most)) {
            best = &generation;
            most = *matched;
        }
    return *best;
}

bool TimeCoefficients::has_measured(const std::string& kind) const
{
    return std::ranges::binary_search(measured_kinds, kind);
}

TimeCoefficients read_time_coefficients(ObjectReader& calibration)
{
    auto coefficients = read_section<TimeCoefficients>(calibration);
    calibration.required_objects("generations", [&coefficients](ObjectReader& record) {
        coefficients.generations.push_back(read_generation(record));
        record.finish();
    });
    coefficients.loading = read_section<LoadingCoefficients>(calibration);
    if (auto fit = calibration.required_object("time_fit")) {
        coefficients.fingerprint = fit->required_text("sha256").value_or("");
        fit->required_integer("cases", 0, most_cases);
        fit->required_integer("coefficients", 0, most_coefficients);
        fit->finish();
    }
    if (auto range = calibration.required_object("time_range")) {
        read_widths(*range, coefficients.range);
        coefficients.measured_kinds = range->optional_texts("measured_kinds");
        read_families(*range, coefficients);
        range->finish();
    }
    return coefficients;
}

MemoryCoefficients read_memory_coefficients(ObjectReader& calibration)
{
    auto coefficients = read_section<MemoryCoefficients>(calibration);
    if (std::optional<ObjectReader> ranges = calibration.required_object("memory_range")) {
        using C = MemoryCoefficients;
        for (const auto& [id, member] :
             {std::pair{"readings", &C::range}, std::pair{"language_models", &C::language_range},
              std::pair{"detectors", &C::detector_range}, std::pair{"generators", &C::generator_range},
              std::pair{"processor", &C::processor_range}, std::pair{"unmeasured", &C::unmeasured_range}}) {
            std::vector<std::string> families;
            coefficients.*member = read_range(*ranges, id, families);
            for (std::string& family : families) coefficients.range_families.emplace_back(std::move(family), member);
        }
        // The user's own measurements end it when they leave at most the widest range of published ones.
        MemoryRange& unmeasured = coefficients.unmeasured_range;
        const double widest = std::max({coefficients.range.width(), coefficients.language_range.width(),
                                        coefficients.detector_range.width(), coefficients.generator_range.width()});
        unmeasured.rough_share = widest / unmeasured.width();
        ranges->finish();
    }
    return coefficients;
}

} // namespace rigwright
