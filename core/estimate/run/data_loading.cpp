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

/// Threads' worth of decoding that workers give: the first in full, each further one with the loss of workers that hand
/// their batches to one process.
double threads_of(double workers, double scaling) { return 1.0 + (workers - 1.0) * scaling; }

/// Mean clock of the fastest `busy` cores of all sockets over that of the ones that the rates were measured on; 1 where
/// the clock is not published. Systems put what works onto the fastest cores first.
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

/// Bytes of one file; of text where the scenario leaves it open, what its tokens were written with.
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

std::optional<double> source_pixels(const Dataset& dataset)
{
    if (!dataset.source_height || !dataset.source_width) return std::nullopt;
    return static_cast<double>(*dataset.source_height) * static_cast<double>(*dataset.source_width);
}

/// Work of one thread of the measured kind on the file of one sample.
std::optional<double> decode_seconds(const Dataset& dataset, std::optional<double> bytes, bool gpu_decodes,
                                     const Loading& loading)
{
    const std::optional<double> pixels = source_pixels(dataset);
    switch (dataset.encoding.value_or(SampleEncoding::synthetic)) {
    case SampleEncoding::jpeg:
        if (!pixels) return std::nullopt;
        return *pixels / loading.jpeg_pixels_per_second / (gpu_decodes ? loading.gpu_decoding_gain : 1.0);
    case SampleEncoding::png:
        if (!pixels) return std::nullopt;
        return *pixels / loading.png_pixels_per_second;
    case SampleEncoding::raw:
        if (!bytes) return std::nullopt;
        return *bytes / loading.raw_bytes_per_second;
    case SampleEncoding::text:
        if (!bytes) return std::nullopt;
        return *bytes / loading.text_bytes_per_second;
    case SampleEncoding::synthetic: return std::nullopt;
    }
    return std::nullopt;
}

class Loader {
public:
    Loader(const LoadingInputs& inputs, const TimeCoefficients& coefficients)
        : in_(inputs),
          loading_(coefficients.loading),
          dataset_(dataset_as_read(inputs.scenario)),
          tiles_(static_cast<double>(samples_of_a_file(inputs.scenario))),
          build_(inputs.scenario.build),
          training_(inputs.scenario.training)
    {}

    LoadingTerms terms(Seconds step)
    {
        if (!dataset_.encoding || dataset_.encoding == SampleEncoding::synthetic) return terms_;
        terms_.files = sample_files(dataset_, in_.sample, loading_);
        terms_.samples = static_cast<double>(global_batch(in_.scenario)) / static_cast<double>(build_.nodes) / tiles_;
        add_decoding();
        add_reading();
        add_needed();
        add_copy();
        expose(step);
        return terms_;
    }

private:
    bool tuned() const { return training_.stack == SoftwareStack::tuned; }

    void add_decoding()
    {
        terms_.cores_assumed = in_.cpu == nullptr;
        const auto gpus = static_cast<double>(build_.gpus_per_node);
        terms_.cores = in_.cpu != nullptr
                           ? static_cast<double>(in_.cpu->compute.cores) * static_cast<double>(build_.cpu_sockets)
                           : loading_.assumed_cores_per_gpu * gpus;
        terms_.workers = training_.loader_workers
                             ? std::min(static_cast<double>(*training_.loader_workers) * gpus, terms_.cores)
                             : terms_.cores;
        const double scaling = tuned() ? loading_.worker_scaling_tuned : loading_.worker_scaling;
        // Without workers each training process prepares its own samples.
        const double busy = terms_.workers > 0.0 ? terms_.workers : std::min(gpus, terms_.cores);
        terms_.threads = threads_of(busy, scaling);
        terms_.clock = clock_share(in_.cpu, static_cast<double>(build_.cpu_sockets), busy, loading_);
        terms_.gpu_decodes = tuned() && !in_.same_processor && dataset_.encoding == SampleEncoding::jpeg;
        const auto decode = decode_seconds(dataset_, bytes_of_a_file(), terms_.gpu_decodes, loading_);
        terms_.decode_unknown = !decode;
        if (!decode) return;
        terms_.decode = Seconds(*decode / terms_.clock);
        const bool image = dataset_.encoding != SampleEncoding::text;
        if (image && !terms_.gpu_decodes)
            terms_.augment = Seconds(in_.sample.pixels * tiles_ / loading_.augment_pixels_per_second / terms_.clock);
        terms_.decode_rate = terms_.threads / (*terms_.decode + terms_.augment).base();
    }

    std::optional<double> bytes_of_a_file() const
    {
        return terms_.files ? std::optional(terms_.files->bytes) : std::nullopt;
    }

    /// Bytes of the data set that stay in memory, over all; at most 1.
    double held_share() const
    {
        if (!dataset_.samples || !terms_.files || !build_.ram_gib) return 0.0;
        const double room = Bytes::gib(*build_.ram_gib).as_double() * loading_.page_cache_share;
        return std::min(1.0, room / (static_cast<double>(*dataset_.samples) * terms_.files->bytes));
    }

    void add_reading()
    {
        if (!terms_.files) return;
        terms_.cached_share = found_in_memory(held_share(), terms_.files->shuffled);
        if (in_.storage == nullptr) return;
        terms_.drive = drive_reading(*in_.storage, *terms_.files);
        terms_.first_epoch_storage_rate = terms_.drive->samples_per_second();
        if (terms_.first_epoch_storage_rate && !terms_.in_page_cache())
            terms_.storage_rate = *terms_.first_epoch_storage_rate / (1.0 - terms_.cached_share);
    }

    Seconds time_at(std::optional<double> storage_rate) const
    {
        Seconds needed;
        for (const std::optional<double>& rate : {terms_.decode_rate, storage_rate})
            if (rate) needed = std::max(needed, Seconds(terms_.samples / *rate));
        return needed;
    }

    void add_needed()
    {
        terms_.needed = time_at(terms_.storage_rate);
        terms_.needed_first_epoch = time_at(terms_.first_epoch_storage_rate);
        terms_.modelled = terms_.decode_rate || terms_.first_epoch_storage_rate;
    }

    void add_copy()
    {
        if (in_.host_link == nullptr || in_.sample.bytes <= Bytes()) return;
        const double samples = terms_.samples * tiles_ / static_cast<double>(build_.gpus_per_node);
        terms_.copied = Bytes::rounded(in_.sample.bytes.as_double() * samples);
        terms_.copy_rate = BytesPerSecond(in_.host_link->per_direction.base() * loading_.copy_efficiency);
        terms_.copy = Seconds(terms_.copied.as_double() / terms_.copy_rate.base());
        // tf.data prefetches to the device and vendor stacks copy in a stream of their own; a plain PyTorch loop sends
        // the batch in the stream that then computes on it.
        const bool tensorflow = training_.framework == Framework::tensorflow || training_.framework == Framework::keras;
        terms_.copy_overlaps = tuned() || tensorflow;
        terms_.modelled = true;
    }

    Seconds waiting(Seconds needed, Seconds busy) const
    {
        const bool in_turn = in_.same_processor || terms_.workers <= 0.0;
        return in_turn ? needed : std::max(Seconds(), needed - busy);
    }

    void expose(Seconds step)
    {
        const Seconds copy = terms_.copy.value_or(Seconds());
        terms_.exposed_copy = terms_.copy_overlaps ? std::max(Seconds(), copy - step) : copy;
        const Seconds busy = step + terms_.exposed_copy;
        terms_.exposed_loader = waiting(terms_.needed, busy);
        terms_.exposed = terms_.exposed_copy + terms_.exposed_loader;
        terms_.exposed_first_epoch = terms_.exposed_copy + waiting(terms_.needed_first_epoch, busy);
    }

    const LoadingInputs& in_;
    const Loading& loading_;
    const Dataset dataset_;
    /// Samples of the network in one file.
    const double tiles_;
    const BuildChoice& build_;
    const Training& training_;
    LoadingTerms terms_;
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

LoadingTerms loading_terms(const LoadingInputs& inputs, const TimeCoefficients& coefficients, Seconds step)
{
    return Loader(inputs, coefficients).terms(step);
}

} // namespace rigwright
