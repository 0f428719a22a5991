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

/// One sample once it is in memory.
struct PreparedSample {
    /// What is sent to the GPU: images in fp32, indices in 8 bytes.
    Bytes bytes;
    /// Positions of images that are resized and augmented to; zero for models over tokens.
    double pixels = 0.0;
    /// Positions of sequences.
    double tokens = 0.0;
};
/// Of the tensors that a network reads.
PreparedSample prepared_sample(const Network& network);

/// How the samples of a data set lie on a drive.
struct SampleFiles {
    /// Of one sample.
    double bytes = 0.0;
    /// Each sample is a file of its own, read in random order.
    bool shuffled = false;
    /// Too small for the sequential rate of a drive.
    bool small = false;
};

/// How fast a drive delivers samples: the slower of its bytes and, for shuffled files, one random read each.
struct DriveReading {
    /// Bytes per second, over many small files where the samples are such and the drive was measured on them. Absent
    /// where the record does not say; then they do not limit.
    std::optional<BytesPerSecond> rate;
    bool over_small_files = false;
    std::optional<double> random_reads_per_second;
    /// Samples are shuffled files, and the record does not say how many of them the drive finds in a second.
    bool random_reads_unknown = false;
    double bytes = 0.0;

    bool random_reads_limit() const;
    /// Nullopt where nothing limits.
    std::optional<double> samples_per_second() const;
};
DriveReading drive_reading(const Storage& drive, const SampleFiles& files);

/// Samples that an epoch finds in memory, over all of them, where memory holds `share` of their bytes. Linux throws out
/// the files that were read longest ago. Read in sequence, each file is gone before it comes again. In random order, a
/// file at place u of an epoch and v of the next stays if the files between its two readings, 1 - u (1 - v) of all,
/// fit: with u and v evenly spread, share + (1 - share) ln(1 - share) of them (Mohan et al. 2021, PVLDB 14(5), report
/// the same thrashing).
double found_in_memory(double share, bool shuffled);

struct LoadingInputs {
    const Scenario& scenario;
    /// Null for a typical host, and where the build names no drive.
    const Cpu* cpu = nullptr;
    const Storage* storage = nullptr;
    /// Host link of one GPU; null where unknown or where the processor itself trains.
    const Link* host_link = nullptr;
    PreparedSample sample;
    /// The processor that prepares samples also trains: nothing is hidden.
    bool same_processor = false;
};

/// What feeding one machine with samples takes. Rates are samples per second; an absent rate does not limit.
struct LoadingTerms {
    /// False where the dataset says nothing that loading could be computed from, or is synthetic.
    bool modelled = false;
    double cores = 0.0;
    bool cores_assumed = false;
    /// Processes that prepare samples on one machine; zero where the training process does it itself.
    double workers = 0.0;
    /// Threads' worth of work that they give, and the clock of the cores over that of the measured ones.
    double threads = 0.0;
    double clock = 1.0;
    /// The format or size of the files is not one whose decoding time is known.
    bool decode_unknown = false;
    /// The GPU does the larger part of JPEG decoding, and all resizing and augmenting.
    bool gpu_decodes = false;
    /// Work of one thread on one sample.
    std::optional<Seconds> decode;
    Seconds augment;
    /// Absent where the size of a sample is not known.
    std::optional<SampleFiles> files;
    std::optional<DriveReading> drive;
    /// Samples that epochs after the first find in memory, over all.
    double cached_share = 0.0;
    std::optional<double> decode_rate;
    /// Reading from the drive: in every epoch, or in the first one alone where the files then stay in memory.
    std::optional<double> storage_rate;
    std::optional<double> first_epoch_storage_rate;
    bool in_page_cache() const { return cached_share >= 1.0; }
    /// Files that one machine takes per step (samples of a training; an inference may cut several from one image), and
    /// the time its loader needs for them.
    double samples = 0.0;
    Seconds needed;
    Seconds needed_first_epoch;
    /// Sending the samples of one GPU over its host link, and whether that happens while the step before runs.
    std::optional<Seconds> copy;
    Bytes copied;
    BytesPerSecond copy_rate;
    bool copy_overlaps = false;
    /// Of the copy, of the loader, and both: what the step waits for.
    Seconds exposed_copy;
    Seconds exposed_loader;
    Seconds exposed;
    /// The same while the files are read for the first time.
    Seconds exposed_first_epoch;
};

/// Loader of one machine: the smaller of decoding on all cores and reading; samples of one step against `step`, the
/// time of a step that never waits for data.
LoadingTerms loading_terms(const LoadingInputs& inputs, const TimeCoefficients& coefficients, Seconds step,
                           Trace& trace);

/// The rate of the PCIe link between a GPU and its machine, named after its generation and lanes.
Term host_link_rate(const Link& link, Trace& trace);

// Samples of the dataset as the run reads them, and what their files hold.

/// Tiles of one image, from its two sides.
Term tiles_of_a_sample(const TileGrid& grid, Trace& trace);

/// Samples that an epoch shows the network: those stored, times the tiles of each where images are cut. Zero where the
/// dataset has no number of samples.
Term samples_of_epoch(const Scenario& scenario, Trace& trace);

/// Samples, pixels and bytes of the files that the run reads: tiles in training, stored images in inference. `read` is
/// dataset_as_read(scenario).
Term samples_as_read(const Scenario& scenario, Trace& trace);
Term pixels_as_read(const Scenario& scenario, const Dataset& read, Trace& trace);
Term bytes_as_read(const Scenario& scenario, const Dataset& read, Trace& trace);

} // namespace rigwright
