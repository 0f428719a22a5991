// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time_coefficients.h"

#include "core/estimate/coefficient_section.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

using Row = CoefficientRow<TimeCoefficients>;
using LoadingRow = CoefficientRow<TimeCoefficients::Loading>;

constexpr std::array time_rows{
    Row{"vector_efficiency", &TimeCoefficients::vector_efficiency},
    Row{"vector_ga10x", &TimeCoefficients::vector_ga10x},
    Row{"vector_ada", &TimeCoefficients::vector_ada},
    Row{"vector_hopper", &TimeCoefficients::vector_hopper},
    Row{"vector_blackwell_consumer", &TimeCoefficients::vector_blackwell_consumer},
    Row{"vector_kepler", &TimeCoefficients::vector_kepler},
    Row{"vector_limit", &TimeCoefficients::vector_limit},
    Row{"vector_cdna2", &TimeCoefficients::vector_cdna2},
    Row{"tensor_efficiency", &TimeCoefficients::tensor_efficiency},
    Row{"tf32_efficiency", &TimeCoefficients::tf32_efficiency},
    Row{"fp8_efficiency", &TimeCoefficients::fp8_efficiency},
    Row{"sustained_volta", &TimeCoefficients::sustained_volta},
    Row{"sustained_turing", &TimeCoefficients::sustained_turing},
    Row{"sustained_ga100", &TimeCoefficients::sustained_ga100},
    Row{"sustained_ga10x", &TimeCoefficients::sustained_ga10x},
    Row{"sustained_ada", &TimeCoefficients::sustained_ada},
    Row{"sustained_hopper", &TimeCoefficients::sustained_hopper},
    Row{"sustained_blackwell", &TimeCoefficients::sustained_blackwell},
    Row{"sustained_half_rate", &TimeCoefficients::sustained_half_rate},
    Row{"sustained_other", &TimeCoefficients::sustained_other},
    Row{"hopper_flops_per_joule", &TimeCoefficients::hopper_flops_per_joule},
    Row{"blackwell_flops_per_joule", &TimeCoefficients::blackwell_flops_per_joule},
    Row{"reference_rate", &TimeCoefficients::reference_rate},
    Row{"convolution_rate_exponent", &TimeCoefficients::convolution_rate_exponent},
    Row{"convolution_16_bit", &TimeCoefficients::convolution_16_bit},
    Row{"convolution_channels_last", &TimeCoefficients::convolution_channels_last},
    Row{"convolution_tf32", &TimeCoefficients::convolution_tf32},
    Row{"winograd", &TimeCoefficients::winograd},
    Row{"images_volta", &TimeCoefficients::images_volta},
    Row{"images_ga100", &TimeCoefficients::images_ga100},
    Row{"attention_product", &TimeCoefficients::attention_product},
    Row{"fused_attention", &TimeCoefficients::fused_attention},
    Row{"fused_attention_cycle", &TimeCoefficients::fused_attention_cycle},
    Row{"expert_product", &TimeCoefficients::expert_product},
    Row{"tuned_image_efficiency", &TimeCoefficients::tuned_image_efficiency},
    Row{"tuned_image_efficiency_fp32", &TimeCoefficients::tuned_image_efficiency_fp32},
    Row{"tile_extent", &TimeCoefficients::tile_extent},
    Row{"split_depth", &TimeCoefficients::split_depth},
    Row{"wave_loss", &TimeCoefficients::wave_loss},
    Row{"wave_loss_vector", &TimeCoefficients::wave_loss_vector},
    Row{"small_tiles_tensor", &TimeCoefficients::small_tiles_tensor},
    Row{"small_tiles_vector", &TimeCoefficients::small_tiles_vector},
    Row{"short_depth", &TimeCoefficients::short_depth},
    Row{"short_width", &TimeCoefficients::short_width},
    Row{"assumed_multiprocessors", &TimeCoefficients::assumed_multiprocessors},
    Row{"assumed_clock", &TimeCoefficients::assumed_clock},
    Row{"assumed_lanes", &TimeCoefficients::assumed_lanes},
    Row{"bandwidth_efficiency", &TimeCoefficients::bandwidth_efficiency},
    Row{"image_traffic", &TimeCoefficients::image_traffic},
    Row{"layout_transposes", &TimeCoefficients::layout_transposes},
    Row{"layout_transposes_tf32", &TimeCoefficients::layout_transposes_tf32},
    Row{"quantization_passes", &TimeCoefficients::quantization_passes},
    Row{"compiled_traffic", &TimeCoefficients::compiled_traffic},
    Row{"fused_sequence_traffic", &TimeCoefficients::fused_sequence_traffic},
    Row{"smallest_elements", &TimeCoefficients::smallest_elements},
    Row{"depthwise_cycles", &TimeCoefficients::depthwise_cycles},
    Row{"depthwise_weight_gradient", &TimeCoefficients::depthwise_weight_gradient},
    Row{"depthwise_16_bit", &TimeCoefficients::depthwise_16_bit},
    Row{"depthwise_tensorflow", &TimeCoefficients::depthwise_tensorflow},
    Row{"kernel_seconds", &TimeCoefficients::kernel_seconds},
    Row{"host_seconds", &TimeCoefficients::host_seconds},
    Row{"host_clock", &TimeCoefficients::host_clock},
    Row{"host_backward_share", &TimeCoefficients::host_backward_share},
    Row{"host_tensorflow", &TimeCoefficients::host_tensorflow},
    Row{"host_compiled", &TimeCoefficients::host_compiled},
    Row{"host_graph", &TimeCoefficients::host_graph},
    Row{"host_tuned", &TimeCoefficients::host_tuned},
    Row{"region_seconds", &TimeCoefficients::region_seconds},
    Row{"optimizer_bytes_sgd", &TimeCoefficients::optimizer_bytes_sgd},
    Row{"optimizer_bytes_sgd_momentum", &TimeCoefficients::optimizer_bytes_sgd_momentum},
    Row{"optimizer_bytes_adam", &TimeCoefficients::optimizer_bytes_adam},
    Row{"optimizer_bytes_adam_8bit", &TimeCoefficients::optimizer_bytes_adam_8bit},
    Row{"optimizer_bytes_adafactor", &TimeCoefficients::optimizer_bytes_adafactor},
    Row{"optimizer_bytes_lion", &TimeCoefficients::optimizer_bytes_lion},
    Row{"optimizer_bytes_rmsprop", &TimeCoefficients::optimizer_bytes_rmsprop},
    Row{"optimizer_bytes_adagrad", &TimeCoefficients::optimizer_bytes_adagrad},
    Row{"optimizer_bytes_lamb", &TimeCoefficients::optimizer_bytes_lamb},
    Row{"optimizer_pure_16_bit", &TimeCoefficients::optimizer_pure_16_bit},
    Row{"optimizer_master_bytes", &TimeCoefficients::optimizer_master_bytes},
    Row{"optimizer_cast_bytes", &TimeCoefficients::optimizer_cast_bytes},
    Row{"optimizer_zeroing_bytes", &TimeCoefficients::optimizer_zeroing_bytes},
    Row{"optimizer_passes", &TimeCoefficients::optimizer_passes},
    Row{"optimizer_passes_fused", &TimeCoefficients::optimizer_passes_fused},
    Row{"peer_link_efficiency", &TimeCoefficients::peer_link_efficiency},
    Row{"pcie_efficiency", &TimeCoefficients::pcie_efficiency},
    Row{"pcie_direct_efficiency", &TimeCoefficients::pcie_direct_efficiency},
    Row{"network_efficiency", &TimeCoefficients::network_efficiency},
    Row{"processor_crossing", &TimeCoefficients::processor_crossing},
    Row{"ring_crossing", &TimeCoefficients::ring_crossing},
    Row{"rings_crossing", &TimeCoefficients::rings_crossing},
    Row{"cards_per_processor", &TimeCoefficients::cards_per_processor},
    Row{"hop_seconds", &TimeCoefficients::hop_seconds},
    Row{"host_hop_seconds", &TimeCoefficients::host_hop_seconds},
    Row{"network_hop_seconds", &TimeCoefficients::network_hop_seconds},
    Row{"switch_adds_from", &TimeCoefficients::switch_adds_from},
    Row{"switch_hops", &TimeCoefficients::switch_hops},
    Row{"switch_gain", &TimeCoefficients::switch_gain},
    Row{"bucket_bytes", &TimeCoefficients::bucket_bytes},
    Row{"host_copy_efficiency", &TimeCoefficients::host_copy_efficiency},
    Row{"assumed_host_bandwidth", &TimeCoefficients::assumed_host_bandwidth},
    Row{"host_bandwidth_efficiency", &TimeCoefficients::host_bandwidth_efficiency},
    Row{"overlap_share", &TimeCoefficients::overlap_share},
    Row{"overlap_softness", &TimeCoefficients::overlap_softness},
    Row{"straggler_loss", &TimeCoefficients::straggler_loss},
    Row{"tensor_parallel_exposed", &TimeCoefficients::tensor_parallel_exposed},
    Row{"tensor_parallel_element_exponent", &TimeCoefficients::tensor_parallel_element_exponent},
    Row{"single_process_threads", &TimeCoefficients::single_process_threads},
    Row{"single_process_copies", &TimeCoefficients::single_process_copies},
    Row{"single_process_bytes", &TimeCoefficients::single_process_bytes},
    Row{"rack_domain_gpus", &TimeCoefficients::rack_domain_gpus},
    Row{"expert_element_bytes", &TimeCoefficients::expert_element_bytes},
    Row{"network_volta", &TimeCoefficients::network_volta},
    Row{"network_ga100", &TimeCoefficients::network_ga100},
    Row{"network_hopper", &TimeCoefficients::network_hopper},
    Row{"network_other", &TimeCoefficients::network_other},
};

constexpr std::array loading_rows{
    LoadingRow{"jpeg_pixels_per_second", &TimeCoefficients::Loading::jpeg_pixels_per_second},
    LoadingRow{"png_pixels_per_second", &TimeCoefficients::Loading::png_pixels_per_second},
    LoadingRow{"raw_bytes_per_second", &TimeCoefficients::Loading::raw_bytes_per_second},
    LoadingRow{"text_bytes_per_second", &TimeCoefficients::Loading::text_bytes_per_second},
    LoadingRow{"bytes_per_token", &TimeCoefficients::Loading::bytes_per_token},
    LoadingRow{"augment_pixels_per_second", &TimeCoefficients::Loading::augment_pixels_per_second},
    LoadingRow{"reference_clock", &TimeCoefficients::Loading::reference_clock},
    LoadingRow{"worker_scaling", &TimeCoefficients::Loading::worker_scaling},
    LoadingRow{"worker_scaling_tuned", &TimeCoefficients::Loading::worker_scaling_tuned},
    LoadingRow{"gpu_decoding_gain", &TimeCoefficients::Loading::gpu_decoding_gain},
    LoadingRow{"copy_efficiency", &TimeCoefficients::Loading::copy_efficiency},
    LoadingRow{"assumed_cores_per_gpu", &TimeCoefficients::Loading::assumed_cores_per_gpu},
    LoadingRow{"page_cache_share", &TimeCoefficients::Loading::page_cache_share},
    LoadingRow{"small_file_bytes", &TimeCoefficients::Loading::small_file_bytes},
};

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
    TimeCoefficients coefficients;
    if (auto section = calibration.required_object("time")) {
        read_coefficients<TimeCoefficients>(*section, time_rows, coefficients);
        section->finish();
    }
    if (auto section = calibration.required_object("loading")) {
        read_coefficients<TimeCoefficients::Loading>(*section, loading_rows, coefficients.loading);
        section->finish();
    }
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

} // namespace rigwright
