// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory/memory_terms.h"
#include "core/hardware/cpu.h"

namespace rigwright {

/// What one machine's own memory holds.
struct HostMemory {
    std::int64_t processes = 1;
    Bytes process;
    /// Loader workers of one process; batches that they have made ahead, each in pinned memory.
    std::int64_t workers = 0;
    Bytes worker;
    std::int64_t batches = 0;
    Bytes batch;
    /// States that one GPU leaves to the host: weights, gradients and optimizer state.
    Bytes offloaded;
    /// Files of the dataset that stay in the page cache, once a machine.
    Bytes dataset_cache;

    Bytes total() const
    {
        return (process + worker * Count(workers) + batch * Count(batches) + offloaded) * Count(processes) +
               dataset_cache;
    }
};

struct HostMemoryInputs {
    const Scenario& scenario;
    const Network& network;
    const MemoryTerms& memory;
    const Cpu* cpu = nullptr;
    /// Cores that feed one GPU where no processor is named; share of the machine's memory left to the page cache.
    double assumed_cores_per_gpu = 0.0;
    double page_cache_share = 0.0;
    const HostMemoryCoefficients& coefficients;
};

/// Workers are as many as cores where samples are decoded, one where they are text, none where the dataset is synthetic
/// or not described; each makes two batches ahead (the loader's default in PyTorch).
HostMemory host_memory(const HostMemoryInputs& inputs);

} // namespace rigwright
