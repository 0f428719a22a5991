// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importing/embedded_model.h"

#include <iosfwd>
#include <string_view>

namespace rigwright {

/// What the header of a safetensors file says: parameters and how they are stored. There are no operators in it.
struct SafetensorsReading {
    ImportedNetwork imported;
    /// Tensors that are no parameters: integers and truth values, running statistics of batch norms.
    std::vector<std::string> buffers;
    /// Codes: those of the JSON reader, `truncated-file`, `header-too-large`, `bad-offsets` (payloads must follow each
    /// other from 0 to the end of the file, with the size that dtype and shape give), `unknown-dtype`, `no-parameters`.
    std::vector<JsonIssue> issues;
};

/// Reads length and header and nothing of the payload (format of github.com/huggingface/safetensors: 8 bytes of length,
/// little-endian, then a JSON object, 100 MB at most). `stream` must be seekable.
SafetensorsReading import_safetensors(std::istream& stream);

/// `model.safetensors.index.json`, the list of the files that a model was split into: it names tensors and a total size
/// in bytes but no shapes, so the files that it names are read one by one. Gives their names, sorted.
struct ShardIndex {
    std::vector<std::string> files;
    std::vector<JsonIssue> issues;
};
ShardIndex read_shard_index(std::string_view text);

/// The tensors of several files as one model.
SafetensorsReading joined_shards(std::vector<SafetensorsReading> shards);

} // namespace rigwright
