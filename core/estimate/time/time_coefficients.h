// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

class ObjectReader;

/// What the time formulas know of hardware and software beyond data sheets: the sections "time" and "loading" of
/// hardware_db/calibration.json, where each value stands with unit, meaning, bounds and what it was fitted on. Keys
/// there are the names of the members here. The values are the file's; the zeros below are never computed with.
struct TimeCoefficients {
    // Share of a peak that a large product reaches.
    double vector_efficiency = 0.0;
    // The same over chips whose fp32 pipes are fed in full.
    double vector_ga10x = 0.0;
    double vector_ada = 0.0;
    double vector_hopper = 0.0;
    double vector_blackwell_consumer = 0.0;
    double vector_kepler = 0.0;
    double vector_limit = 0.0;
    double vector_cdna2 = 0.0;
    double tensor_efficiency = 0.0;
    double tf32_efficiency = 0.0;
    double fp8_efficiency = 0.0;
    // Share of the data-sheet tensor rate that large products sustain where no user has reported the GPU's own.
    double sustained_volta = 0.0;
    double sustained_turing = 0.0;
    double sustained_ga100 = 0.0;
    double sustained_ga10x = 0.0;
    double sustained_ada = 0.0;
    double sustained_hopper = 0.0;
    double sustained_blackwell = 0.0;
    double sustained_half_rate = 0.0;
    double sustained_other = 0.0;
    /// 16-bit FLOP that a Hopper and a Blackwell board do for each joule they may draw.
    double hopper_flops_per_joule = 0.0;
    double blackwell_flops_per_joule = 0.0;

    // Share of that by kind of product.
    /// 16-bit dense rate of one multiprocessor at which `convolution_16_bit` and `convolution_tf32` hold, FLOP/s.
    double reference_rate = 0.0;
    double convolution_rate_exponent = 0.0;
    double convolution_16_bit = 0.0;
    double convolution_channels_last = 0.0;
    double convolution_tf32 = 0.0;
    double winograd = 0.0;
    // The same over networks of images on chips of this generation.
    double images_volta = 0.0;
    double images_ga100 = 0.0;
    double attention_product = 0.0;
    double fused_attention = 0.0;
    double fused_attention_cycle = 0.0;
    double expert_product = 0.0;
    double tuned_image_efficiency = 0.0;
    double tuned_image_efficiency_fp32 = 0.0;

    // Share of that by shape.
    double tile_extent = 0.0;
    double split_depth = 0.0;
    double wave_loss = 0.0;
    double wave_loss_vector = 0.0;
    double small_tiles_tensor = 0.0;
    double small_tiles_vector = 0.0;
    double short_depth = 0.0;
    double short_width = 0.0;
    double assumed_multiprocessors = 0.0;
    double assumed_clock = 0.0;
    double assumed_lanes = 0.0;

    // Memory traffic.
    double bandwidth_efficiency = 0.0;
    double image_traffic = 0.0;
    double layout_transposes = 0.0;
    double layout_transposes_tf32 = 0.0;
    double quantization_passes = 0.0;
    double compiled_traffic = 0.0;
    double fused_sequence_traffic = 0.0;
    double smallest_elements = 0.0;

    // Depthwise convolutions: cycles of an fp32 lane for an output and a row of the window.
    double depthwise_cycles = 0.0;
    double depthwise_weight_gradient = 0.0;
    double depthwise_16_bit = 0.0;
    double depthwise_tensorflow = 0.0;

    // Starting kernels.
    double kernel_seconds = 0.0;
    double host_seconds = 0.0;
    /// Highest clock of the core on which `host_seconds` holds, Hz.
    double host_clock = 0.0;
    double host_backward_share = 0.0;
    double host_tensorflow = 0.0;
    double host_compiled = 0.0;
    double host_graph = 0.0;
    double host_tuned = 0.0;
    /// Picking and cutting out the regions of one image, once.
    double region_seconds = 0.0;

    // Optimizer: bytes moved for one fp32 parameter, and how often.
    double optimizer_bytes_sgd = 0.0;
    double optimizer_bytes_sgd_momentum = 0.0;
    double optimizer_bytes_adam = 0.0;
    double optimizer_bytes_adam_8bit = 0.0;
    double optimizer_bytes_adafactor = 0.0;
    double optimizer_bytes_lion = 0.0;
    double optimizer_bytes_rmsprop = 0.0;
    double optimizer_bytes_adagrad = 0.0;
    double optimizer_bytes_lamb = 0.0;
    double optimizer_pure_16_bit = 0.0;
    double optimizer_master_bytes = 0.0;
    double optimizer_cast_bytes = 0.0;
    double optimizer_zeroing_bytes = 0.0;
    double optimizer_passes = 0.0;
    double optimizer_passes_fused = 0.0;

    // Communication.
    double peer_link_efficiency = 0.0;
    double pcie_efficiency = 0.0;
    double pcie_direct_efficiency = 0.0;
    double network_efficiency = 0.0;
    /// What passes between two processors one way, as a share of one card's link: messages, one ring, several rings.
    double processor_crossing = 0.0;
    double ring_crossing = 0.0;
    double rings_crossing = 0.0;
    double cards_per_processor = 0.0;
    double hop_seconds = 0.0;
    double host_hop_seconds = 0.0;
    double network_hop_seconds = 0.0;
    /// Switches that add: from how many GPUs, at how many hops, and what they gain over a ring.
    double switch_adds_from = 0.0;
    double switch_hops = 0.0;
    double switch_gain = 0.0;
    double bucket_bytes = 0.0;
    /// Transfers between host and card; the host's own memory.
    double host_copy_efficiency = 0.0;
    double assumed_host_bandwidth = 0.0;
    double host_bandwidth_efficiency = 0.0;
    double overlap_share = 0.0;
    double overlap_softness = 0.0;
    double straggler_loss = 0.0;
    double tensor_parallel_exposed = 0.0;
    double tensor_parallel_element_exponent = 0.0;
    double single_process_threads = 0.0;
    double single_process_copies = 0.0;
    double single_process_bytes = 0.0;
    /// Peer-link domains at least this wide reach across machines.
    double rack_domain_gpus = 0.0;
    /// Bytes of one number sent to an expert or back.
    double expert_element_bytes = 0.0;
    /// Network rate per GPU where the scenario leaves it to the program, bytes/s one way.
    double network_volta = 0.0;
    double network_ga100 = 0.0;
    double network_hopper = 0.0;
    double network_other = 0.0;

    /// Section "loading": what feeds samples to the GPU.
    struct Loading {
        /// Source pixels that one thread decodes from JPEG and PNG in a second.
        double jpeg_pixels_per_second = 0.0;
        double png_pixels_per_second = 0.0;
        /// Bytes of raw arrays that one thread takes over, and of text that it cuts into tokens.
        double raw_bytes_per_second = 0.0;
        double text_bytes_per_second = 0.0;
        double bytes_per_token = 0.0;
        /// Target pixels that one thread resizes, flips, converts and normalises.
        double augment_pixels_per_second = 0.0;
        /// Clock of the cores on which these rates hold, Hz.
        double reference_clock = 0.0;
        /// What each further worker adds, in threads: processes of a training script; threads of vendor-tuned loaders.
        double worker_scaling = 0.0;
        double worker_scaling_tuned = 0.0;
        /// JPEG images of one thread where the GPU does all but unpacking the bit stream, over decoding on the thread.
        double gpu_decoding_gain = 0.0;
        /// Share of the host link's rate that copies from pinned memory reach.
        double copy_efficiency = 0.0;
        double assumed_cores_per_gpu = 0.0;
        /// Part of host memory that file data may fill.
        double page_cache_share = 0.0;
        /// Files below this size are read at the small-file rate of the drive.
        double small_file_bytes = 0.0;
    } loading;

    /// One kind of model in section "time_range": the factors on a predicted step between which 80 % of measured ones
    /// lie.
    struct ModelClass {
        std::string id;
        double low = 0.0;
        double high = 0.0;
    };
    std::vector<ModelClass> classes;
    /// An architecture or family (`ResolvedModel::line_id`) and the class it belongs to.
    struct FamilyClass {
        std::string family;
        std::string model_class;
    };
    std::vector<FamilyClass> families;

    /// How much wider, on a logarithmic scale, the range is on a generation of GPUs without a measured case.
    double unseen_generation = 1.0;
    /// SHA-256 of the file of cases that the coefficients were fitted on.
    std::string fingerprint;

    /// The class of an architecture or family; the class "unmeasured" where no measured model stands for it.
    const ModelClass& class_of(std::string_view family) const;
};

/// Reads the sections "time", "loading" and "time_range" of an opened calibration file; what is wrong becomes an issue
/// of `calibration`.
TimeCoefficients read_time_coefficients(ObjectReader& calibration);

} // namespace rigwright
