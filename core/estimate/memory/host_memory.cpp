// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory/host_memory.h"

#include "core/scenario/tiles.h"

#include <algorithm>

namespace rigwright {

namespace {

constexpr std::int64_t batches_ahead = 2;

std::int64_t workers_of(const HostMemoryInputs& in)
{
    const std::optional<SampleEncoding>& encoding = in.scenario.dataset.encoding;
    if (!encoding || encoding == SampleEncoding::synthetic) return 0;
    if (encoding == SampleEncoding::text) return 1;
    const BuildChoice& build = in.scenario.build;
    if (in.cpu == nullptr) return std::max<std::int64_t>(static_cast<std::int64_t>(in.assumed_cores_per_gpu), 1);
    return std::max<std::int64_t>(
        static_cast<std::int64_t>(in.cpu->compute.cores) * build.cpu_sockets / build.gpus_per_node, 1);
}

/// The whole dataset where it fits beside everything else, nothing where it does not or its size is not known.
Bytes cached_dataset(const HostMemoryInputs& in)
{
    const Dataset dataset = dataset_as_read(in.scenario);
    if (!dataset.samples || !dataset.encoded_bytes_per_sample || !in.scenario.build.ram_gib) return {};
    const Bytes files = Bytes(Count(*dataset.samples) * Count(*dataset.encoded_bytes_per_sample));
    const double room = Bytes::gib(*in.scenario.build.ram_gib).as_double() * in.page_cache_share;
    return files.as_double() <= room ? files : Bytes{};
}

} // namespace

HostMemory host_memory(const HostMemoryInputs& in)
{
    HostMemory host;
    host.processes = in.scenario.build.gpus_per_node;
    host.process = Bytes::mib(in.coefficients.process_mib);
    host.workers = workers_of(in);
    host.worker = Bytes::mib(in.coefficients.worker_mib);
    host.batches = host.workers * batches_ahead;
    host.batch = in.memory.loaded_batch.at(in.scenario.training.micro_batch);
    host.offloaded = in.memory.offloaded;
    host.dataset_cache = cached_dataset(in);
    return host;
}

} // namespace rigwright
