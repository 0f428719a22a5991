// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importing/embedded_model.h"

#include <iosfwd>

namespace rigwright {

/// What an ONNX file's graph says, as operators over the tensors of one sample.
struct OnnxReading {
    ImportedNetwork imported;
    /// Initializers that are no parameters: integers and truth values, scalars, running statistics.
    std::vector<std::string> buffers;
    /// Codes: `bad-wire` (no protobuf of this kind at that byte), `truncated-file`, `too-large`, `too-deep`,
    /// `no-graph`, `no-input`, `open-dimension` (an extent beside the batch that has no number), `nothing-counted`.
    std::vector<JsonIssue> issues;
};

/// Reads an ONNX model (github.com/onnx/onnx, IR versions 3 to 10) from a seekable stream of 2 GiB at most. Payloads
/// are skipped, external data is never opened. The first axis of every input is the batch; `input` gives extents that
/// the graph leaves open: height and width of feature maps, the length of sequences.
///
/// Initializers of floating-point numbers with at least one axis are trainable parameters.
OnnxReading import_onnx(std::istream& stream, const ModelInput& input = {});

} // namespace rigwright
