// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/term.h"
#include "core/hardware/cpu.h"
#include "core/hardware/small_records.h"
#include "core/network/network.h"
#include "core/quantities/quantity.h"
#include "core/scenario/scenario.h"
#include "core/scenario/tiles.h"

#include <optional>

namespace rigwright {

/// One sample after loading.
struct PreparedSample {
    /// Bytes copied to the GPU: images in fp32, indices in 8 bytes.
    Bytes bytes;
    /// Pixels of resized and augmented images; zero for models over tokens.
    double pixels = 0.0;
    /// Sequence positions.
    double tokens = 0.0;
};
/// From the tensors that a network reads.
PreparedSample prepared_sample(const Network& network);

/// Files of a dataset on a drive.
struct SampleFiles {
    /// Bytes of one sample.
    double bytes = 0.0;
    /// Each sample is a separate file, read in random order.
    bool shuffled = false;
    /// Too small for the sequential rate of a drive.
    bool small = false;
};

/// Rate at which a drive delivers samples: the slower of its bytes and, for shuffled files, one random read each.
struct DriveReading {
    /// Bytes per second, over many small files if the samples are small and the drive was measured on them. Absent if
    /// the record does not say; it then sets no limit.
    std::optional<BytesPerSecond> rate;
    bool over_small_files = false;
    std::optional<double> random_reads_per_second;
    /// Samples are shuffled files, and the record does not give the drive's random reads per second.
    bool random_reads_unknown = false;
    double bytes = 0.0;

    bool random_reads_limit() const;
    /// Empty if there is no limit.
    std::optional<double> samples_per_second() const;
};
DriveReading drive_reading(const Storage& drive, const SampleFiles& files);

/// Share of an epoch's samples that are found in memory, if memory holds `share` of their bytes. Linux evicts the files
/// that were read longest ago. Read in sequence, each file is evicted before it is needed again. In random order, a
/// file at place u of an epoch and v of the next stays if the files between its two reads, 1 - u (1 - v) of all, fit:
/// with u and v evenly distributed, share + (1 - share) ln(1 - share) of them (Mohan et al. 2021, PVLDB 14(5), report
/// the same thrashing).
double found_in_memory(double share, bool shuffled);

struct LoadingInputs {
    const Scenario& scenario;
    /// Null for a typical host, and if the build names no drive.
    const Cpu* cpu = nullptr;
    const Storage* storage = nullptr;
    /// Host link of one GPU; null if unknown or if the CPU itself trains.
    const Link* host_link = nullptr;
    PreparedSample sample;
    /// The CPU that prepares samples also trains: nothing is hidden.
    bool same_processor = false;
};

/// Terms of loading samples on one machine. Rates are samples per second; an absent rate sets no limit.
struct LoadingTerms {
    /// False if loading cannot be computed from the dataset's fields, or the dataset is synthetic.
    bool modelled = false;
    double cores = 0.0;
    bool cores_assumed = false;
    /// Processes that prepare samples on one machine; zero if the training process does it itself.
    double workers = 0.0;
    /// Equivalent number of threads, and the clock of the cores relative to the measured ones.
    double threads = 0.0;
    double clock = 1.0;
    /// The decoding time for the format or size of the files is unknown.
    bool decode_unknown = false;
    /// The GPU does most of the JPEG decoding, and all resizing and augmenting.
    bool gpu_decodes = false;
    /// Work of one thread on one sample.
    std::optional<Seconds> decode;
    Seconds augment;
    /// Absent if the size of a sample is unknown.
    std::optional<SampleFiles> files;
    /// The build names a drive, and no size of a file says how fast it delivers samples.
    bool reading_unknown = false;
    std::optional<DriveReading> drive;
    /// Share of the samples that later epochs find in memory.
    double cached_share = 0.0;
    std::optional<double> decode_rate;
    /// Rate of reading from the drive: in every epoch, or only in the first one if the files then stay in memory.
    std::optional<double> storage_rate;
    std::optional<double> first_epoch_storage_rate;
    bool in_page_cache() const { return cached_share >= 1.0; }
    /// Files that one machine takes per step (samples of a training run; an inference may cut multiple samples from one
    /// image), and the loader's time for them.
    double samples = 0.0;
    Seconds needed;
    Seconds needed_first_epoch;
    /// Copying the samples of one GPU over its host link, and whether that overlaps with the previous step.
    std::optional<Seconds> copy;
    Bytes copied;
    BytesPerSecond copy_rate;
    bool copy_overlaps = false;
    /// Exposed time of the copy, of the loader, and of both.
    Seconds exposed_copy;
    Seconds exposed_loader;
    Seconds exposed;
    /// Exposed time in the first epoch, when the files are not yet cached.
    Seconds exposed_first_epoch;
};

/// Loader of one machine: the smaller of the rates of decoding on all cores and reading; samples of one step against
/// `step`, the time of a step without waiting for data.
LoadingTerms loading_terms(const LoadingInputs& inputs, const TimeCoefficients& coefficients, Seconds step,
                           Trace& trace);

/// The rate of the PCIe link between a GPU and its machine, named after its generation and lanes.
Term host_link_rate(const Link& link, Trace& trace);

// Samples of the dataset as the run reads them, and the size of their files.

/// Tiles of one image, from its two sides.
Term tiles_of_a_sample(const TileGrid& grid, Trace& trace);

/// Samples of an epoch: those stored, times the tiles of each if images are cut. Zero if the dataset does not give its
/// number of samples.
Term samples_of_epoch(const Scenario& scenario, Trace& trace);

/// Samples, pixels and bytes of the files that the run reads: tiles in training, stored images in inference. `read` is
/// dataset_as_read(scenario).
Term samples_as_read(const Scenario& scenario, Trace& trace);
Term pixels_as_read(const Scenario& scenario, const Dataset& read, Trace& trace);
Term bytes_as_read(const Scenario& scenario, const Dataset& read, Trace& trace);

} // namespace rigwright
