// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/time_coefficients.h"
#include "core/hardware/cpu.h"
#include "core/hardware/link.h"
#include "core/hardware/storage.h"
#include "core/network/network.h"
#include "core/quantities/quantity.h"
#include "core/scenario/scenario.h"

#include <optional>

namespace rigwright {

/// What one sample is once it stands in memory.
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
    bool in_page_cache = false;
    bool small_files = false;
    std::optional<double> file_bytes;
    std::optional<double> decode_rate;
    /// Reading from the drive: in every epoch, or in the first one alone where the files then stay in memory.
    std::optional<double> storage_rate;
    std::optional<double> first_epoch_storage_rate;
    /// Samples that one machine takes per step, and the time its loader needs for them.
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
LoadingTerms loading_terms(const LoadingInputs& inputs, const TimeCoefficients& coefficients, Seconds step);

} // namespace rigwright
