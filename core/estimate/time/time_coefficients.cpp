// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/time_coefficients.h"

#include "core/estimate/coefficients.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

using TimeCoefficient = CoefficientRow<TimeCoefficients>;
using LoadingRow = CoefficientRow<TimeCoefficients::Loading>;

constexpr std::array time_rows{
    TimeCoefficient{"vector_efficiency", &TimeCoefficients::vector_efficiency},
    TimeCoefficient{"vector_ga10x", &TimeCoefficients::vector_ga10x},
    TimeCoefficient{"vector_ada", &TimeCoefficients::vector_ada},
    TimeCoefficient{"vector_hopper", &TimeCoefficients::vector_hopper},
    TimeCoefficient{"vector_blackwell_consumer", &TimeCoefficients::vector_blackwell_consumer},
    TimeCoefficient{"vector_kepler", &TimeCoefficients::vector_kepler},
    TimeCoefficient{"vector_limit", &TimeCoefficients::vector_limit},
    TimeCoefficient{"vector_cdna2", &TimeCoefficients::vector_cdna2},
    TimeCoefficient{"tensor_efficiency", &TimeCoefficients::tensor_efficiency},
    TimeCoefficient{"tf32_efficiency", &TimeCoefficients::tf32_efficiency},
    TimeCoefficient{"fp8_efficiency", &TimeCoefficients::fp8_efficiency},
    TimeCoefficient{"sustained_volta", &TimeCoefficients::sustained_volta},
    TimeCoefficient{"sustained_turing", &TimeCoefficients::sustained_turing},
    TimeCoefficient{"sustained_ga100", &TimeCoefficients::sustained_ga100},
    TimeCoefficient{"sustained_ga10x", &TimeCoefficients::sustained_ga10x},
    TimeCoefficient{"sustained_ada", &TimeCoefficients::sustained_ada},
    TimeCoefficient{"sustained_hopper", &TimeCoefficients::sustained_hopper},
    TimeCoefficient{"sustained_blackwell", &TimeCoefficients::sustained_blackwell},
    TimeCoefficient{"sustained_half_rate", &TimeCoefficients::sustained_half_rate},
    TimeCoefficient{"sustained_other", &TimeCoefficients::sustained_other},
    TimeCoefficient{"hopper_flops_per_joule", &TimeCoefficients::hopper_flops_per_joule},
    TimeCoefficient{"blackwell_flops_per_joule", &TimeCoefficients::blackwell_flops_per_joule},
    TimeCoefficient{"reference_rate", &TimeCoefficients::reference_rate},
    TimeCoefficient{"convolution_rate_exponent", &TimeCoefficients::convolution_rate_exponent},
    TimeCoefficient{"convolution_16_bit", &TimeCoefficients::convolution_16_bit},
    TimeCoefficient{"convolution_channels_last", &TimeCoefficients::convolution_channels_last},
    TimeCoefficient{"convolution_tf32", &TimeCoefficients::convolution_tf32},
    TimeCoefficient{"winograd", &TimeCoefficients::winograd},
    TimeCoefficient{"images_volta", &TimeCoefficients::images_volta},
    TimeCoefficient{"images_ga100", &TimeCoefficients::images_ga100},
    TimeCoefficient{"attention_product", &TimeCoefficients::attention_product},
    TimeCoefficient{"fused_attention", &TimeCoefficients::fused_attention},
    TimeCoefficient{"fused_attention_cycle", &TimeCoefficients::fused_attention_cycle},
    TimeCoefficient{"expert_product", &TimeCoefficients::expert_product},
    TimeCoefficient{"tuned_image_efficiency", &TimeCoefficients::tuned_image_efficiency},
    TimeCoefficient{"tuned_image_efficiency_fp32", &TimeCoefficients::tuned_image_efficiency_fp32},
    TimeCoefficient{"tile_extent", &TimeCoefficients::tile_extent},
    TimeCoefficient{"split_depth", &TimeCoefficients::split_depth},
    TimeCoefficient{"wave_loss", &TimeCoefficients::wave_loss},
    TimeCoefficient{"wave_loss_vector", &TimeCoefficients::wave_loss_vector},
    TimeCoefficient{"small_tiles_tensor", &TimeCoefficients::small_tiles_tensor},
    TimeCoefficient{"small_tiles_vector", &TimeCoefficients::small_tiles_vector},
    TimeCoefficient{"short_depth", &TimeCoefficients::short_depth},
    TimeCoefficient{"short_width", &TimeCoefficients::short_width},
    TimeCoefficient{"assumed_multiprocessors", &TimeCoefficients::assumed_multiprocessors},
    TimeCoefficient{"assumed_clock", &TimeCoefficients::assumed_clock},
    TimeCoefficient{"assumed_lanes", &TimeCoefficients::assumed_lanes},
    TimeCoefficient{"bandwidth_efficiency", &TimeCoefficients::bandwidth_efficiency},
    TimeCoefficient{"image_traffic", &TimeCoefficients::image_traffic},
    TimeCoefficient{"layout_transposes", &TimeCoefficients::layout_transposes},
    TimeCoefficient{"layout_transposes_tf32", &TimeCoefficients::layout_transposes_tf32},
    TimeCoefficient{"quantization_passes", &TimeCoefficients::quantization_passes},
    TimeCoefficient{"compiled_traffic", &TimeCoefficients::compiled_traffic},
    TimeCoefficient{"fused_sequence_traffic", &TimeCoefficients::fused_sequence_traffic},
    TimeCoefficient{"smallest_elements", &TimeCoefficients::smallest_elements},
    TimeCoefficient{"depthwise_cycles", &TimeCoefficients::depthwise_cycles},
    TimeCoefficient{"depthwise_weight_gradient", &TimeCoefficients::depthwise_weight_gradient},
    TimeCoefficient{"depthwise_16_bit", &TimeCoefficients::depthwise_16_bit},
    TimeCoefficient{"depthwise_tensorflow", &TimeCoefficients::depthwise_tensorflow},
    TimeCoefficient{"kernel_seconds", &TimeCoefficients::kernel_seconds},
    TimeCoefficient{"host_seconds", &TimeCoefficients::host_seconds},
    TimeCoefficient{"host_clock", &TimeCoefficients::host_clock},
    TimeCoefficient{"host_backward_share", &TimeCoefficients::host_backward_share},
    TimeCoefficient{"host_tensorflow", &TimeCoefficients::host_tensorflow},
    TimeCoefficient{"host_compiled", &TimeCoefficients::host_compiled},
    TimeCoefficient{"host_graph", &TimeCoefficients::host_graph},
    TimeCoefficient{"host_tuned", &TimeCoefficients::host_tuned},
    TimeCoefficient{"region_seconds", &TimeCoefficients::region_seconds},
    TimeCoefficient{"optimizer_bytes_sgd", &TimeCoefficients::optimizer_bytes_sgd},
    TimeCoefficient{"optimizer_bytes_sgd_momentum", &TimeCoefficients::optimizer_bytes_sgd_momentum},
    TimeCoefficient{"optimizer_bytes_adam", &TimeCoefficients::optimizer_bytes_adam},
    TimeCoefficient{"optimizer_bytes_adam_8bit", &TimeCoefficients::optimizer_bytes_adam_8bit},
    TimeCoefficient{"optimizer_bytes_adafactor", &TimeCoefficients::optimizer_bytes_adafactor},
    TimeCoefficient{"optimizer_bytes_lion", &TimeCoefficients::optimizer_bytes_lion},
    TimeCoefficient{"optimizer_bytes_rmsprop", &TimeCoefficients::optimizer_bytes_rmsprop},
    TimeCoefficient{"optimizer_bytes_adagrad", &TimeCoefficients::optimizer_bytes_adagrad},
    TimeCoefficient{"optimizer_bytes_lamb", &TimeCoefficients::optimizer_bytes_lamb},
    TimeCoefficient{"optimizer_pure_16_bit", &TimeCoefficients::optimizer_pure_16_bit},
    TimeCoefficient{"optimizer_master_bytes", &TimeCoefficients::optimizer_master_bytes},
    TimeCoefficient{"optimizer_cast_bytes", &TimeCoefficients::optimizer_cast_bytes},
    TimeCoefficient{"optimizer_zeroing_bytes", &TimeCoefficients::optimizer_zeroing_bytes},
    TimeCoefficient{"optimizer_passes", &TimeCoefficients::optimizer_passes},
    TimeCoefficient{"optimizer_passes_fused", &TimeCoefficients::optimizer_passes_fused},
    TimeCoefficient{"peer_link_efficiency", &TimeCoefficients::peer_link_efficiency},
    TimeCoefficient{"pcie_efficiency", &TimeCoefficients::pcie_efficiency},
    TimeCoefficient{"pcie_direct_efficiency", &TimeCoefficients::pcie_direct_efficiency},
    TimeCoefficient{"network_efficiency", &TimeCoefficients::network_efficiency},
    TimeCoefficient{"processor_crossing", &TimeCoefficients::processor_crossing},
    TimeCoefficient{"ring_crossing", &TimeCoefficients::ring_crossing},
    TimeCoefficient{"rings_crossing", &TimeCoefficients::rings_crossing},
    TimeCoefficient{"cards_per_processor", &TimeCoefficients::cards_per_processor},
    TimeCoefficient{"hop_seconds", &TimeCoefficients::hop_seconds},
    TimeCoefficient{"host_hop_seconds", &TimeCoefficients::host_hop_seconds},
    TimeCoefficient{"network_hop_seconds", &TimeCoefficients::network_hop_seconds},
    TimeCoefficient{"switch_adds_from", &TimeCoefficients::switch_adds_from},
    TimeCoefficient{"switch_hops", &TimeCoefficients::switch_hops},
    TimeCoefficient{"switch_gain", &TimeCoefficients::switch_gain},
    TimeCoefficient{"bucket_bytes", &TimeCoefficients::bucket_bytes},
    TimeCoefficient{"host_copy_efficiency", &TimeCoefficients::host_copy_efficiency},
    TimeCoefficient{"assumed_host_bandwidth", &TimeCoefficients::assumed_host_bandwidth},
    TimeCoefficient{"host_bandwidth_efficiency", &TimeCoefficients::host_bandwidth_efficiency},
    TimeCoefficient{"overlap_share", &TimeCoefficients::overlap_share},
    TimeCoefficient{"overlap_softness", &TimeCoefficients::overlap_softness},
    TimeCoefficient{"straggler_loss", &TimeCoefficients::straggler_loss},
    TimeCoefficient{"tensor_parallel_exposed", &TimeCoefficients::tensor_parallel_exposed},
    TimeCoefficient{"tensor_parallel_element_exponent", &TimeCoefficients::tensor_parallel_element_exponent},
    TimeCoefficient{"single_process_threads", &TimeCoefficients::single_process_threads},
    TimeCoefficient{"single_process_copies", &TimeCoefficients::single_process_copies},
    TimeCoefficient{"single_process_bytes", &TimeCoefficients::single_process_bytes},
    TimeCoefficient{"rack_domain_gpus", &TimeCoefficients::rack_domain_gpus},
    TimeCoefficient{"expert_element_bytes", &TimeCoefficients::expert_element_bytes},
    TimeCoefficient{"network_volta", &TimeCoefficients::network_volta},
    TimeCoefficient{"network_ga100", &TimeCoefficients::network_ga100},
    TimeCoefficient{"network_hopper", &TimeCoefficients::network_hopper},
    TimeCoefficient{"network_other", &TimeCoefficients::network_other},
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
