// SPDX-License-Identifier: Apache-2.0

#include "core/estimate/run/data_loading.h"

#include "core/network/operator_counts.h"
#include "core/scenario/tiles.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace rigwright {

namespace {

using Loading = LoadingCoefficients;

constexpr double index_bytes = 8.0;
constexpr double single_bytes = 4.0;

/// Mean clock of the fastest `busy` cores of all sockets relative to the cores that the rates were measured on; 1 if
/// the clock is not published. Operating systems schedule work onto the fastest cores first.
double clock_share(const Cpu* cpu, double sockets, double busy, const Loading& loading)
{
    if (cpu == nullptr || busy <= 0.0) return 1.0;
    std::vector<std::pair<double, double>> groups;
    for (const CpuCoreGroup& group : cpu->compute.core_groups) {
        const std::optional<Hertz>& clock = group.boost_clock ? group.boost_clock : group.base_clock;
        if (!clock) return 1.0;
        groups.emplace_back(clock->base(), group.cores * sockets);
    }
    std::sort(groups.rbegin(), groups.rend());
    double summed = 0.0;
    double taken = 0.0;
    for (const auto& [clock, cores] : groups) {
        const double more = std::min(cores, busy - taken);
        summed += clock * more;
        taken += more;
    }
    return taken > 0.0 ? summed / taken / loading.reference_clock : 1.0;
}

/// Bytes of one file; for text without a size in the scenario, derived from its tokens.
std::optional<double> file_bytes(const Dataset& dataset, const PreparedSample& sample, const Loading& loading)
{
    if (dataset.encoded_bytes_per_sample) return static_cast<double>(*dataset.encoded_bytes_per_sample);
    if (dataset.encoding == SampleEncoding::text && sample.tokens > 0.0) return sample.tokens * loading.bytes_per_token;
    return std::nullopt;
}

bool are_shuffled_files(const Dataset& dataset)
{
    switch (dataset.read_pattern) {
    case ReadPattern::shuffled_files: return true;
    case ReadPattern::in_sequence: return false;
    case ReadPattern::automatic: break;
    }
    return dataset.encoding == SampleEncoding::jpeg || dataset.encoding == SampleEncoding::png;
}

std::optional<SampleFiles> sample_files(const Dataset& dataset, const PreparedSample& sample, const Loading& loading)
{
    const auto bytes = file_bytes(dataset, sample, loading);
    if (!bytes) return std::nullopt;
    const bool shuffled = are_shuffled_files(dataset);
    return SampleFiles{*bytes, shuffled, shuffled && *bytes < loading.small_file_bytes};
}

class Loader {
public:
    Loader(const LoadingInputs& inputs, const TimeCoefficients& coefficients, Trace& trace)
        : in_(inputs),
          loading_(coefficients.loading),
          dataset_(dataset_as_read(inputs.scenario)),
          tiles_(static_cast<double>(samples_of_a_file(inputs.scenario))),
          build_(inputs.scenario.build),
          training_(inputs.scenario.training),
          trace_(trace)
    {}

    LoadingTerms terms(Seconds step)
    {
        if (dataset_.encoding && dataset_.encoding != SampleEncoding::synthetic) {
            terms_.files = sample_files(dataset_, in_.sample, loading_);
            terms_.samples =
                static_cast<double>(global_batch(in_.scenario)) / static_cast<double>(build_.nodes) / tiles_;
            add_decoding();
            add_reading();
            add_needed();
            add_copy();
            expose(step);
        }
        if (!terms_.modelled)
            trace_.keep("time.parts.exposed_data_loading",
                        trace_.given("time.parts.exposed_data_loading", 0.0, Unit::seconds, "source.nothing-to-load",
                                     "dataset"));
        return terms_;
    }

private:
    bool tuned() const { return training_.stack == SoftwareStack::tuned; }

    /// Training processes of a machine that have their own workers. The threads of vendors' loaders share the machine
    /// instead.
    Term processes(const Term& workers)
    {
        const bool one = in_.scenario.parallel.data_parallel_kind == DataParallelKind::single_process;
        const auto gpus = static_cast<double>(build_.gpus_per_node);
        if (tuned() || one || in_.same_processor || gpus <= 1.0) return 1.0;
        return workers.amount() < gpus ? workers : trace_.field("build.gpus_per_node", gpus, Unit::count);
    }

    /// Workers converted to decoding threads: the first of each training process in full, each further one with the
    /// loss of workers that pass their batches to one process. Without workers each training process prepares its own
    /// samples.
    Term threads()
    {
        terms_.cores_assumed = in_.cpu == nullptr;
        const auto gpus = static_cast<double>(build_.gpus_per_node);
        terms_.cores = in_.cpu != nullptr
                           ? static_cast<double>(in_.cpu->compute.cores) * static_cast<double>(build_.cpu_sockets)
                           : loading_.assumed_cores_per_gpu * gpus;
        terms_.workers = training_.loader_workers
                             ? std::min(static_cast<double>(*training_.loader_workers) * gpus, terms_.cores)
                             : terms_.cores;
        const double busy = terms_.workers > 0.0 ? terms_.workers : std::min(gpus, terms_.cores);
        Derivation working = leaf({}, "loader_cores", count_value(busy), {}, "build.cpu");
        working.assumption = terms_.cores_assumed;
        const Term workers = trace_.given(std::move(working), busy);
        const Term scaling =
            tuned() ? trace_.coefficient("worker_scaling_tuned", loading_.worker_scaling_tuned, Unit::ratio)
                    : trace_.coefficient("worker_scaling", loading_.worker_scaling, Unit::ratio);
        const double share = clock_share(in_.cpu, static_cast<double>(build_.cpu_sockets), busy, loading_);
        clock_ = trace_.given("loader_clock", share, Unit::ratio, {}, "build.cpu");
        terms_.clock = share;
        const Term first = processes(workers);
        const Term threads = trace_.name("loader_threads", first + (workers - first) * scaling, Unit::ratio);
        terms_.threads = threads.amount();
        return threads;
    }

    bool knows_pixels() const { return dataset_.source_height && dataset_.source_width; }

    Term pixels() { return pixels_as_read(in_.scenario, dataset_, trace_); }

    /// For text, the bytes may follow from the tokens instead of a field.
    Term file_bytes()
    {
        if (dataset_.encoded_bytes_per_sample) return bytes_as_read(in_.scenario, dataset_, trace_);
        return trace_.given("file_bytes", terms_.files->bytes, Unit::stored_bytes, {},
                            "dataset.encoded_bytes_per_sample");
    }

    /// Work of one reference thread on the file of one sample.
    std::optional<Term> decoding()
    {
        switch (dataset_.encoding.value_or(SampleEncoding::synthetic)) {
        case SampleEncoding::jpeg: {
            if (!knows_pixels()) return std::nullopt;
            const Term time = pixels() / trace_.coefficient("jpeg_pixels_per_second", loading_.jpeg_pixels_per_second,
                                                            Unit::per_second);
            if (!terms_.gpu_decodes) return time;
            return time / trace_.coefficient("gpu_decoding_gain", loading_.gpu_decoding_gain, Unit::ratio);
        }
        case SampleEncoding::png:
            if (!knows_pixels()) return std::nullopt;
            return pixels() /
                   trace_.coefficient("png_pixels_per_second", loading_.png_pixels_per_second, Unit::per_second);
        case SampleEncoding::raw:
            if (!terms_.files) return std::nullopt;
            return file_bytes() /
                   trace_.coefficient("raw_bytes_per_second", loading_.raw_bytes_per_second, Unit::bytes_per_second);
        case SampleEncoding::text:
            if (!terms_.files) return std::nullopt;
            return file_bytes() /
                   trace_.coefficient("text_bytes_per_second", loading_.text_bytes_per_second, Unit::bytes_per_second);
        case SampleEncoding::synthetic: return std::nullopt;
        }
        return std::nullopt;
    }

    Term augmenting()
    {
        Term pixels = trace_.given("target_pixels", in_.sample.pixels, Unit::count);
        if (tiles_ > 1.0)
            pixels = trace_.name("pixels_of_all_tiles", pixels * tiles_of_a_sample(tile_grid(in_.scenario), trace_),
                                 Unit::count);
        const Term rate =
            trace_.coefficient("augment_pixels_per_second", loading_.augment_pixels_per_second, Unit::per_second);
        return trace_.name("augment_time", pixels / rate / clock_, Unit::seconds);
    }

    void add_decoding()
    {
        const Term parallel = threads();
        terms_.gpu_decodes = tuned() && !in_.same_processor && dataset_.encoding == SampleEncoding::jpeg;
        const std::optional<Term> of_one_thread = decoding();
        terms_.decode_unknown = !of_one_thread;
        if (!of_one_thread) return;
        Term work = trace_.name("decode_time", *of_one_thread / clock_, Unit::seconds);
        terms_.decode = Seconds(work.amount());
        if (dataset_.encoding != SampleEncoding::text && !terms_.gpu_decodes) {
            const Term augment = augmenting();
            terms_.augment = Seconds(augment.amount());
            if (augment.amount() > 0.0) work = work + augment;
        }
        decode_rate_ = trace_.name("decode_rate", parallel / work, Unit::samples_per_second);
        terms_.decode_rate = decode_rate_.amount();
    }

    /// Share of the dataset's bytes that stays in memory; at most 1.
    Term held_share()
    {
        if (!dataset_.samples || !terms_.files || !build_.ram_gib) return 0.0;
        const Term files =
            trace_.name("dataset_bytes", samples_as_read(in_.scenario, trace_) * file_bytes(), Unit::stored_bytes);
        const Term room = trace_.field("build.ram_GiB", Bytes::gib(*build_.ram_gib).as_double(), Unit::bytes) *
                          trace_.coefficient("page_cache_share", loading_.page_cache_share, Unit::share);
        return trace_.name("held_share", min(1.0, room / files), Unit::share);
    }

    /// Rate of reading from the drive: its bytes and, for shuffled files, one random read each.
    Term first_reading()
    {
        const DriveReading& drive = *terms_.drive;
        Term rate;
        if (drive.rate)
            rate = trace_.given(drive.over_small_files ? "storage_small_read" : "storage_read", drive.rate->base(),
                                Unit::bytes_per_second, {}, "build.storage") /
                   file_bytes();
        if (drive.random_reads_per_second) {
            const Term reads = trace_.given("storage_random_reads", *drive.random_reads_per_second, Unit::per_second,
                                            "source.one-read-a-file", "build.storage");
            rate = drive.rate ? min(rate, reads) : reads;
        }
        return rate;
    }

    void add_reading()
    {
        terms_.reading_unknown = in_.storage != nullptr && !terms_.files;
        if (!terms_.files) return;
        const Term held = held_share();
        terms_.cached_share = found_in_memory(held.amount(), terms_.files->shuffled);
        if (in_.storage == nullptr) return;
        terms_.drive = drive_reading(*in_.storage, *terms_.files);
        terms_.first_epoch_storage_rate = terms_.drive->samples_per_second();
        if (!terms_.first_epoch_storage_rate) return;
        first_storage_rate_ = trace_.name("storage_rate", first_reading(), Unit::samples_per_second);
        if (terms_.in_page_cache()) return;
        storage_rate_ = first_storage_rate_;
        if (terms_.cached_share > 0.0) {
            const Term cached = trace_.name(
                "cached_share", (held + (1.0 - held) * ln(1.0 - held)).rounded_as(terms_.cached_share), Unit::share);
            storage_rate_ =
                trace_.name("storage_rate_with_cache", first_storage_rate_ / (1.0 - cached), Unit::samples_per_second);
        }
        terms_.storage_rate = storage_rate_.amount();
    }

    /// Time at the smaller of the two rates; zero if the files are in memory and need no decoding.
    Term time_at(const char* id, const std::optional<double>& reads, const Term& storage_rate)
    {
        if (!terms_.decode_rate && !reads)
            return trace_.keep(id, trace_.given(id, 0.0, Unit::seconds, "source.in-page-cache", "build.ram_GiB"));
        const Term samples = trace_.given("loader_samples", terms_.samples, Unit::ratio);
        const Term rate = terms_.decode_rate && reads ? min(decode_rate_, storage_rate)
                          : reads                     ? storage_rate
                                                      : decode_rate_;
        return trace_.name(id, samples / rate, Unit::seconds);
    }

    void add_needed()
    {
        needed_ = time_at("time.loading.needed_seconds", terms_.storage_rate, storage_rate_);
        terms_.needed = Seconds(needed_.amount());
        const Term first =
            time_at("time.loading.first_epoch_needed_seconds", terms_.first_epoch_storage_rate, first_storage_rate_);
        terms_.needed_first_epoch = Seconds(first.amount());
        terms_.modelled = terms_.decode_rate || terms_.first_epoch_storage_rate;
    }

    void add_copy()
    {
        if (in_.host_link == nullptr || in_.sample.bytes <= Bytes()) return;
        const double samples = terms_.samples * tiles_ / static_cast<double>(build_.gpus_per_node);
        terms_.copied = Bytes::rounded(in_.sample.bytes.as_double() * samples);
        const Term rate = host_link_rate(*in_.host_link, trace_) *
                          trace_.coefficient("copy_efficiency", loading_.copy_efficiency, Unit::share);
        terms_.copy_rate = BytesPerSecond(rate.amount());
        copy_ = trace_.name("time.loading.host_to_device_copy_seconds",
                            trace_.given("copied_bytes", terms_.copied.as_double(), Unit::bytes) / rate, Unit::seconds);
        terms_.copy = Seconds(copy_.amount());
        // tf.data prefetches to the device and vendor stacks copy in a separate stream; a plain PyTorch loop copies the
        // batch in the stream that then computes on it.
        terms_.copy_overlaps = tuned() || runs_on_tensorflow(training_);
        terms_.modelled = true;
    }

    Term waiting(const Term& needed, const Term& busy) const { return in_turn() ? needed : max(0.0, needed - busy); }

    bool in_turn() const { return in_.same_processor || terms_.workers <= 0.0; }

    void expose(Seconds without_loading)
    {
        const Term step = trace_.given("step_without_loading", without_loading.base(), Unit::seconds);
        Term busy = step;
        Term exposed_copy;
        if (terms_.copy) {
            exposed_copy =
                trace_.name("time.loading.exposed_copy_seconds", terms_.copy_overlaps ? max(0.0, copy_ - step) : copy_,
                            Unit::seconds, terms_.copy_overlaps ? "source.copy-overlapped" : "source.copy-in-turn");
            busy = step + exposed_copy;
        }
        terms_.exposed_copy = Seconds(exposed_copy.amount());
        const Term loader = trace_.name("exposed_loader", waiting(needed_, busy), Unit::seconds,
                                        in_turn() ? "source.loading-in-turn" : "");
        terms_.exposed_loader = Seconds(loader.amount());
        const Term exposed = terms_.copy ? exposed_copy + loader : loader;
        terms_.exposed = Seconds(exposed.amount());
        if (terms_.modelled) trace_.name("time.parts.exposed_data_loading", exposed, Unit::seconds);
        terms_.exposed_first_epoch =
            terms_.exposed_copy + Seconds(waiting(terms_.needed_first_epoch.base(), busy).amount());
    }

    const LoadingInputs& in_;
    const Loading& loading_;
    const Dataset dataset_;
    /// Samples of the network per file.
    const double tiles_;
    const BuildChoice& build_;
    const Training& training_;
    Trace& trace_;
    LoadingTerms terms_;
    Term clock_;
    Term decode_rate_;
    Term first_storage_rate_;
    Term storage_rate_;
    Term needed_;
    Term copy_;
};

} // namespace

bool DriveReading::random_reads_limit() const
{
    return random_reads_per_second && (!rate || *random_reads_per_second < rate->base() / bytes);
}

std::optional<double> DriveReading::samples_per_second() const
{
    if (random_reads_limit()) return random_reads_per_second;
    return rate ? std::optional(rate->base() / bytes) : std::nullopt;
}

DriveReading drive_reading(const Storage& drive, const SampleFiles& files)
{
    DriveReading reading;
    reading.bytes = files.bytes;
    reading.over_small_files = files.small && drive.small_file_read.has_value();
    reading.rate = reading.over_small_files ? drive.small_file_read : drive.sequential_read;
    if (files.shuffled) {
        reading.random_reads_per_second = drive.random_reads_per_second;
        reading.random_reads_unknown = !drive.random_reads_per_second;
    }
    return reading;
}

double found_in_memory(double share, bool shuffled)
{
    if (share >= 1.0) return 1.0;
    return shuffled ? std::max(0.0, share + (1.0 - share) * std::log1p(-share)) : 0.0;
}

PreparedSample prepared_sample(const Network& network)
{
    const std::vector<bool> written = written_tensors(network);
    PreparedSample sample;
    double bytes = 0.0;
    for (std::size_t id = 0; id < network.tensors.size(); ++id) {
        const Tensor& tensor = network.tensors[id];
        if (written[id] || tensor.storage != static_cast<TensorId>(id) || !tensor.per_sample) continue;
        const double elements = tensor.shape.elements().as_double();
        const bool index = tensor.content == Content::index;
        bytes += elements * (index ? index_bytes : single_bytes);
        if (index) sample.tokens = std::max(sample.tokens, elements);
        if (!index && tensor.shape.rank() >= 3) sample.pixels += elements / static_cast<double>(tensor.shape[0]);
    }
    sample.bytes = Bytes::rounded(bytes);
    return sample;
}

LoadingTerms loading_terms(const LoadingInputs& inputs, const TimeCoefficients& coefficients, Seconds step,
                           Trace& trace)
{
    return Loader(inputs, coefficients, trace).terms(step);
}

Term host_link_rate(const Link& link, Trace& trace)
{
    if (!trace.keeps()) return link.per_direction.base();
    Derivation rate = leaf({}, "host_link_rate", value_of(link.per_direction), "source.host-link");
    rate.arguments = {{"link", link.name}};
    return trace.given(std::move(rate), link.per_direction.base());
}

namespace {

bool reads_tiles(const Scenario& scenario)
{
    return scenario.training.mode == RunMode::train && tile_grid(scenario).count() > 1;
}

Term whole_field(std::string_view path, std::optional<std::int64_t> number, Trace& trace, Measure measure = Unit::count)
{
    return trace.field(path, static_cast<double>(number.value_or(0)), measure);
}

Term stored_samples(const Scenario& scenario, Trace& trace)
{
    return whole_field("dataset.samples", scenario.dataset.samples, trace);
}

Term image_pixels(const Scenario& scenario, Trace& trace)
{
    const Dataset& stored = scenario.dataset;
    return trace.name("source_pixels",
                      whole_field("dataset.source_height", stored.source_height, trace) *
                          whole_field("dataset.source_width", stored.source_width, trace),
                      Unit::count);
}

Term tile_pixels(const Dataset& read, Trace& trace)
{
    const auto side = [&trace](const char* id, std::optional<std::int64_t> extent) {
        return trace.given(id, static_cast<double>(extent.value_or(0)), Unit::count, {}, "requirements.tiling");
    };
    return trace.name("tile_pixels", side("tile_height", read.source_height) * side("tile_width", read.source_width),
                      Unit::count);
}

} // namespace

Term tiles_of_a_sample(const TileGrid& grid, Trace& trace)
{
    const auto along = [&trace](const char* id, std::int64_t tiles) {
        return trace.given(id, static_cast<double>(tiles), Unit::count, "source.tiles", "requirements.tiling");
    };
    return trace.name("tiles_of_a_sample", along("tiles_high", grid.high) * along("tiles_wide", grid.wide),
                      Unit::count);
}

Term samples_of_epoch(const Scenario& scenario, Trace& trace)
{
    const Term stored = stored_samples(scenario, trace);
    const TileGrid grid = tile_grid(scenario);
    if (grid.count() == 1) return stored;
    const Term samples = stored * tiles_of_a_sample(grid, trace);
    return trace.name("samples_of_epoch",
                      samples.rounded_as(static_cast<double>(samples_with_tiles(scenario).value_or(0))), Unit::count);
}

Term samples_as_read(const Scenario& scenario, Trace& trace)
{
    return reads_tiles(scenario) ? samples_of_epoch(scenario, trace) : stored_samples(scenario, trace);
}

Term pixels_as_read(const Scenario& scenario, const Dataset& read, Trace& trace)
{
    return reads_tiles(scenario) ? tile_pixels(read, trace) : image_pixels(scenario, trace);
}

Term bytes_as_read(const Scenario& scenario, const Dataset& read, Trace& trace)
{
    const Dataset& stored = scenario.dataset;
    const Term bytes =
        whole_field("dataset.encoded_bytes_per_sample", stored.encoded_bytes_per_sample, trace, Unit::stored_bytes);
    if (!reads_tiles(scenario)) return bytes;
    const Term tile = ceil(bytes * tile_pixels(read, trace) / image_pixels(scenario, trace));
    return trace.name("file_bytes", tile.rounded_as(static_cast<double>(read.encoded_bytes_per_sample.value_or(0))),
                      Unit::stored_bytes);
}

} // namespace rigwright
