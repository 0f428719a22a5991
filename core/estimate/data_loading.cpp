// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/data_loading.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Threads' worth of decoding that the cores of one machine give: the first in full, each further one with the loss of
/// workers that hand their batches to one process.
double decoding_threads(double cores, double scaling) { return 1.0 + (cores - 1.0) * scaling; }

std::optional<double> decode_rate(const Dataset& dataset, double cores, const TimeCoefficients::Loading& loading)
{
    if (dataset.encoding != SampleEncoding::jpeg || !dataset.source_height || !dataset.source_width)
        return std::nullopt;
    const double pixels = static_cast<double>(*dataset.source_height) * static_cast<double>(*dataset.source_width);
    return decoding_threads(cores, loading.worker_scaling) * loading.jpeg_pixels_per_second / pixels;
}

std::optional<double> storage_rate(const Dataset& dataset, const Storage* storage,
                                   const TimeCoefficients::Loading& loading)
{
    if (storage == nullptr || !dataset.encoded_bytes_per_sample) return std::nullopt;
    const auto bytes = static_cast<double>(*dataset.encoded_bytes_per_sample);
    const bool small = bytes < loading.small_file_bytes && storage->small_file_read.has_value();
    const auto read = small ? storage->small_file_read : storage->sequential_read;
    if (!read) return std::nullopt;
    return read->base() / bytes;
}

bool fits_page_cache(const Scenario& scenario, const TimeCoefficients::Loading& loading)
{
    const Dataset& dataset = scenario.dataset;
    if (!dataset.samples || !dataset.encoded_bytes_per_sample || !scenario.build.ram_gib) return false;
    const double bytes = static_cast<double>(*dataset.samples) * static_cast<double>(*dataset.encoded_bytes_per_sample);
    return bytes <= Bytes::gib(*scenario.build.ram_gib).as_double() * loading.page_cache_share;
}

} // namespace

LoadingTerms loading_terms(const Scenario& scenario, const Cpu* cpu, const Storage* storage,
                           const TimeCoefficients& coefficients, Seconds step)
{
    const TimeCoefficients::Loading& loading = coefficients.loading;
    const Dataset& dataset = scenario.dataset;
    const BuildChoice& build = scenario.build;
    LoadingTerms terms;
    if (!dataset.encoding || dataset.encoding == SampleEncoding::synthetic) return terms;
    terms.cores_assumed = cpu == nullptr;
    terms.cores = cpu != nullptr ? static_cast<double>(cpu->compute.cores) * static_cast<double>(build.cpu_sockets)
                                 : loading.assumed_cores_per_gpu * static_cast<double>(build.gpus_per_node);
    terms.decode_rate = decode_rate(dataset, terms.cores, loading);
    const bool plain = dataset.encoding == SampleEncoding::text;
    terms.decode_unknown = !plain && dataset.encoding != SampleEncoding::jpeg;
    terms.in_page_cache = fits_page_cache(scenario, loading);
    if (!terms.in_page_cache) terms.storage_rate = storage_rate(dataset, storage, loading);
    terms.samples = static_cast<double>(global_batch(scenario)) / static_cast<double>(build.nodes);
    for (const std::optional<double>& rate : {terms.decode_rate, terms.storage_rate}) {
        if (rate) terms.needed = std::max(terms.needed, Seconds(terms.samples / *rate));
    }
    terms.modelled = terms.decode_rate || terms.storage_rate;
    terms.exposed = std::max(Seconds(), terms.needed - step);
    return terms;
}

} // namespace rigwright
