// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/measured_correction.h"

namespace rigwright {

const char* key_of(MemoryCause cause)
{
    switch (cause) {
    case MemoryCause::overhead: return "overhead";
    case MemoryCause::fixed: return "fixed";
    case MemoryCause::per_sample: return "per_sample";
    }
    return "";
}

const char* key_of(TimeCause cause)
{
    switch (cause) {
    case TimeCause::device: return "device";
    case TimeCause::host: return "host";
    case TimeCause::communication: return "communication";
    case TimeCause::loading: return "loading";
    }
    return "";
}

} // namespace rigwright
