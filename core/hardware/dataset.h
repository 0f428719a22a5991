// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/provenance.h"

#include <cstdint>
#include <optional>

namespace rigwright {

/// How the samples of a public data set are stored; the words of `dataset.encoding`.
inline constexpr std::array<std::string_view, 4> dataset_encoding_ids{"jpeg", "png", "raw", "text"};

/// A public data set that a need can start from.
struct DatasetRecord {
    std::string id;
    std::string name;
    std::int64_t samples = 0;
    /// Samples that show what is looked for; empty where the set has no such notion.
    std::optional<std::int64_t> positive_samples;
    /// Size of one image as it is stored: the usual one where sizes differ.
    std::int64_t source_height = 0;
    std::int64_t source_width = 0;
    std::int64_t channels = 3;
    /// Mean size of one file; empty where nothing is published.
    std::optional<std::int64_t> encoded_bytes_per_sample;
    /// One of `dataset_encoding_ids`.
    std::string encoding;
    Provenance provenance;
    std::vector<std::string> notes;
};

} // namespace rigwright
