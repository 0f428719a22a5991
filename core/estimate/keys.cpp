// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/estimate.h"

namespace rigwright {

const char* key_of(MemoryPart part)
{
    switch (part) {
    case MemoryPart::weights: return "weights";
    case MemoryPart::gradients: return "gradients";
    case MemoryPart::optimizer_state: return "optimizer_state";
    case MemoryPart::master_weights: return "master_weights";
    case MemoryPart::activations: return "activations";
    case MemoryPart::temporary_buffers: return "temporary_buffers";
    case MemoryPart::communication_buffers: return "communication_buffers";
    case MemoryPart::framework_overhead: return "framework_overhead";
    }
    return "";
}

const char* key_of(TimePart part)
{
    switch (part) {
    case TimePart::forward: return "forward";
    case TimePart::backward: return "backward";
    case TimePart::recompute: return "recompute";
    case TimePart::optimizer: return "optimizer";
    case TimePart::exposed_communication: return "exposed_communication";
    case TimePart::pipeline_bubble: return "pipeline_bubble";
    case TimePart::exposed_data_loading: return "exposed_data_loading";
    case TimePart::host_overhead: return "host_overhead";
    }
    return "";
}

const char* key_of(RunPart part)
{
    switch (part) {
    case RunPart::training: return "training";
    case RunPart::cold_cache: return "cold_cache";
    case RunPart::validation: return "validation";
    case RunPart::checkpoints: return "checkpoints";
    case RunPart::failures: return "failures";
    }
    return "";
}

const char* key_of(PowerPart part)
{
    switch (part) {
    case PowerPart::gpus: return "gpus";
    case PowerPart::processors: return "processors";
    case PowerPart::memory: return "memory";
    case PowerPart::storage: return "storage";
    case PowerPart::board_and_fans: return "board_and_fans";
    case PowerPart::supply_loss: return "supply_loss";
    case PowerPart::cooling: return "cooling";
    }
    return "";
}

const char* key_of(Phase phase)
{
    switch (phase) {
    case Phase::forward: return "forward";
    case Phase::loss: return "loss";
    case Phase::backward: return "backward";
    case Phase::optimizer: return "optimizer";
    }
    return "";
}

const char* key_of(Verdict verdict)
{
    switch (verdict) {
    case Verdict::fits: return "fits";
    case Verdict::tight: return "tight";
    case Verdict::does_not_fit: return "does-not-fit";
    case Verdict::incomplete: return "incomplete";
    }
    return "";
}

const char* key_of(Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::matrix: return "matrix";
    case Bottleneck::memory_bandwidth: return "memory-bandwidth";
    case Bottleneck::launch: return "launch";
    case Bottleneck::host: return "host";
    case Bottleneck::communication: return "communication";
    case Bottleneck::pipeline: return "pipeline";
    case Bottleneck::optimizer: return "optimizer";
    case Bottleneck::data_loading: return "data-loading";
    }
    return "";
}

} // namespace rigwright
