// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importing/embedded_model.h"

#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// The header of a safetensors file: parameters and their storage. It contains no operators.
struct SafetensorsReading {
    ImportedNetwork imported;
    /// Names of all tensors, sorted.
    std::vector<std::string> names;
    /// Tensors that are not parameters: integers and booleans, running statistics of batch norms.
    std::vector<std::string> buffers;
    /// Codes: those of the JSON reader, `truncated-file`, `header-too-large`, `bad-offsets` (payloads must follow each
    /// other from 0 to the end of the file, with the size given by dtype and shape), `unknown-dtype`, `no-parameters`,
    /// `packed-weights` (each integer holds multiple weights or parts of them, so that their number is not in the
    /// file).
    std::vector<JsonIssue> issues;
};

/// Reads length and header but not the payload (format of github.com/huggingface/safetensors: 8 bytes of length,
/// little-endian, then a JSON object, 100 MB at most). `stream` must be seekable.
SafetensorsReading import_safetensors(std::istream& stream);

/// `model.safetensors.index.json`, the list of the files that a model was split into. It gives tensor names and a total
/// size in bytes but no shapes, so its files are read one by one.
struct ShardIndex {
    /// The names of the tensors in each file.
    std::map<std::string, std::vector<std::string>> files;
    std::vector<JsonIssue> issues;
};
ShardIndex read_shard_index(std::string_view text);

/// The tensors of multiple files as one model.
SafetensorsReading joined_shards(std::vector<SafetensorsReading> shards);

} // namespace rigwright
