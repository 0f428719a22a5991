// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"
#include "core/scenario/scenario.h"

namespace rigwright {

namespace {

Value rate_value(double amount) { return {amount, Unit::samples_per_second}; }
const LoadingTerms& loading_of(const Evaluation& e) { return e.time->loading; }

Derivation clock(const LoadingTerms& l) { return leaf("clock", "loader_clock", ratio_value(l.clock), {}, "build.cpu"); }

/// Of text, the bytes may follow from the tokens instead of a field.
Derivation file_size(const Evaluation& e)
{
    const LoadingTerms& l = loading_of(e);
    if (dataset_as_read(e.scenario) != e.scenario.dataset && e.scenario.dataset.encoded_bytes_per_sample)
        return explain_bytes_as_read(e);
    return leaf("bytes", "file_bytes", {l.files ? l.files->bytes : 0.0, Unit::bytes}, {},
                "dataset.encoded_bytes_per_sample");
}

Derivation threads(const Evaluation& e, const EngineData& data)
{
    const LoadingTerms& l = loading_of(e);
    const bool tuned = e.scenario.training.stack == SoftwareStack::tuned;
    Derivation workers =
        leaf("workers", "loader_cores", count_value(l.workers > 0.0 ? l.workers : 1.0), {}, "build.cpu");
    workers.assumption = l.cores_assumed;
    return computed("threads", "loader_threads", ratio_value(l.threads), "loader-threads",
                    {std::move(workers),
                     tuned ? coefficient("scaling", "worker_scaling_tuned",
                                         ratio_value(data.time.loading.worker_scaling_tuned), true)
                           : coefficient("scaling", "worker_scaling", ratio_value(data.time.loading.worker_scaling))});
}

Derivation augmenting(const Evaluation& e, const EngineData& data)
{
    const LoadingTerms& l = loading_of(e);
    const double pixels = prepared_sample(*e.network).pixels;
    Derivation target = leaf("pixels", "target_pixels", count_value(pixels));
    if (const auto tiles = static_cast<double>(samples_of_a_file(e.scenario)); tiles > 1.0)
        target = computed("pixels", "pixels_of_all_tiles", count_value(pixels * tiles), "pixels-times-tiles",
                          {leaf("pixels", "target_pixels", count_value(pixels)), explain_tiles(tile_grid(e.scenario))});
    return computed(
        "augment", "augment_time", value_of(l.augment), "pixels-over-rate",
        {std::move(target),
         coefficient("rate", "augment_pixels_per_second", count_value(data.time.loading.augment_pixels_per_second)),
         clock(l)});
}

Derivation decode_rate(const Evaluation& e, const EngineData& data)
{
    const LoadingTerms& l = loading_of(e);
    std::vector<Derivation> inputs{threads(e, data), explain_decoding(e, data)};
    if (l.augment <= Seconds())
        return computed("decode", "decode_rate", rate_value(*l.decode_rate), "threads-over-time", std::move(inputs));
    inputs.push_back(augmenting(e, data));
    return computed("decode", "decode_rate", rate_value(*l.decode_rate), "threads-over-times", std::move(inputs));
}

Derivation first_reading(const Evaluation& e)
{
    const LoadingTerms& l = loading_of(e);
    const DriveReading& drive = *l.drive;
    std::vector<Derivation> rates;
    if (drive.rate)
        rates.push_back(computed("storage", "storage_rate", rate_value(drive.rate->base() / drive.bytes),
                                 "rate-over-bytes",
                                 {leaf("read", drive.over_small_files ? "storage_small_read" : "storage_read",
                                       value_of(*drive.rate), {}, "build.storage"),
                                  file_size(e)}));
    if (drive.random_reads_per_second)
        rates.push_back(leaf("random", "storage_random_reads", rate_value(*drive.random_reads_per_second),
                             "source.one-read-a-file", "build.storage"));
    if (rates.size() == 1) return placed("storage", std::move(rates.front()));
    return computed("storage", "storage_rate", rate_value(*l.first_epoch_storage_rate), "smallest-rate",
                    std::move(rates));
}

Derivation later_reading(const Evaluation& e, const EngineData& data)
{
    const LoadingTerms& l = loading_of(e);
    Derivation first = first_reading(e);
    if (l.cached_share <= 0.0) return first;
    Derivation samples = explain_samples_as_read(e);
    const double files = samples.value.number * l.files->bytes;
    Derivation cached =
        computed("cached", "cached_share", {l.cached_share, Unit::share}, "cached-share",
                 {from_field("ram", "build.ram_GiB", value_of(Bytes::gib(e.scenario.build.ram_gib.value_or(0.0)))),
                  coefficient("share", "page_cache_share", {data.time.loading.page_cache_share, Unit::share}, true),
                  computed("files", "dataset_bytes", {files, Unit::bytes}, "samples-times-bytes",
                           {std::move(samples), file_size(e)})});
    return computed("storage", "storage_rate", rate_value(*l.storage_rate), "rate-over-uncached",
                    {std::move(first), std::move(cached)});
}

} // namespace

Derivation explain_decoding(const Evaluation& e, const EngineData& data)
{
    const LoadingTerms& l = loading_of(e);
    const LoadingCoefficients& c = data.time.loading;
    const char* formula = "bytes-over-rate";
    std::vector<Derivation> inputs;
    switch (e.scenario.dataset.encoding.value_or(SampleEncoding::synthetic)) {
    case SampleEncoding::jpeg:
        formula = l.gpu_decodes ? "pixels-over-rate-with-gpu" : "pixels-over-rate";
        inputs = {explain_pixels_as_read(e),
                  coefficient("rate", "jpeg_pixels_per_second", count_value(c.jpeg_pixels_per_second))};
        if (l.gpu_decodes)
            inputs.push_back(coefficient("gain", "gpu_decoding_gain", ratio_value(c.gpu_decoding_gain), true));
        break;
    case SampleEncoding::png:
        formula = "pixels-over-rate";
        inputs = {explain_pixels_as_read(e),
                  coefficient("rate", "png_pixels_per_second", count_value(c.png_pixels_per_second), true)};
        break;
    case SampleEncoding::raw:
        inputs = {file_size(e),
                  coefficient("rate", "raw_bytes_per_second", {c.raw_bytes_per_second, Unit::bytes_per_second}, true)};
        break;
    case SampleEncoding::text:
        inputs = {file_size(e), coefficient("rate", "text_bytes_per_second",
                                            {c.text_bytes_per_second, Unit::bytes_per_second}, true)};
        break;
    case SampleEncoding::synthetic: break;
    }
    inputs.push_back(clock(l));
    return computed("work", "decode_time", value_of(l.decode.value_or(Seconds())), formula, std::move(inputs));
}

Derivation explain_loading_needed(const Evaluation& e, const EngineData& data, bool first_epoch)
{
    const LoadingTerms& l = loading_of(e);
    const bool reads = first_epoch ? l.first_epoch_storage_rate.has_value() : l.storage_rate.has_value();
    const Seconds needed = first_epoch ? l.needed_first_epoch : l.needed;
    std::vector<Derivation> rates;
    if (l.decode_rate) rates.push_back(decode_rate(e, data));
    if (reads) rates.push_back(first_epoch ? first_reading(e) : later_reading(e, data));
    if (rates.empty())
        return leaf("needed", "loading_needed", value_of(needed), "source.in-page-cache", "build.ram_GiB");
    const double smallest = l.samples / needed.base();
    return computed("needed", "loading_needed", value_of(needed), "loading-needed",
                    {leaf("samples", "loader_samples", count_value(l.samples)),
                     computed("rate", "loader_rate", rate_value(smallest), "smallest-rate", std::move(rates))});
}

Derivation explain_host_link(std::string symbol, const Evaluation& e, const EngineData& data)
{
    const BuildChoice& build = e.scenario.build;
    const Link& link = *host_link(*data.hardware.gpu(build.gpu), build, data.hardware);
    Derivation node = leaf(std::move(symbol), "host_link_rate", value_of(link.per_direction), "source.host-link");
    node.arguments = {{"link", link.name}};
    return node;
}

Derivation explain_copy(const Evaluation& e, const EngineData& data)
{
    const LoadingTerms& l = loading_of(e);
    const double efficiency = data.time.loading.copy_efficiency;
    return computed("copy", "copy_time", value_of(*l.copy), "copy",
                    {leaf("bytes", "copied_bytes", value_of(l.copied)), explain_host_link("rate", e, data),
                     coefficient("efficiency", "copy_efficiency", {efficiency, Unit::share})});
}

Derivation explain_exposed_loading(const Evaluation& e, const EngineData& data)
{
    const LoadingTerms& l = loading_of(e);
    const Seconds value = e.estimate->time->part(TimePart::exposed_data_loading);
    if (!l.modelled) return leaf("", "", value_of(value), "source.nothing-to-load", "dataset");
    Derivation step =
        leaf("step", "step_without_loading", value_of(e.time->undisturbed * (1.0 + e.time->straggler_share)));
    Derivation needed = explain_loading_needed(e, data, false);
    const bool in_turn = e.time->rates.processor || l.workers <= 0.0;
    Derivation loader = in_turn ? computed("loader", "exposed_loader", value_of(l.exposed_loader), "loading-in-turn",
                                           {std::move(needed)})
                                : computed("loader", "exposed_loader", value_of(l.exposed_loader),
                                           l.copy ? "exposed-loader" : "exposed-loading", {std::move(needed), step});
    if (!in_turn && l.copy) loader.inputs.push_back(leaf("copy", "exposed_copy", value_of(l.exposed_copy)));
    std::vector<Derivation> inputs;
    if (l.copy) {
        Derivation copy = computed("copy", "exposed_copy", value_of(l.exposed_copy),
                                   l.copy_overlaps ? "copy-overlapped" : "copy-in-turn", {explain_copy(e, data)});
        if (l.copy_overlaps) copy.inputs.push_back(std::move(step));
        inputs.push_back(std::move(copy));
    }
    inputs.push_back(std::move(loader));
    return computed("", "", value_of(value), l.copy ? "copy-and-loader" : "loader-alone", std::move(inputs));
}

} // namespace rigwright
