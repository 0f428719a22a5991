// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importing/embedded_model.h"
#include "core/json/strict_json.h"

#include <cstdint>
#include <iosfwd>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

// The parts of an ONNX model that decide shapes (github.com/onnx/onnx, onnx.proto). Payloads of tensors are not read,
// except for the few numbers of small ones, which hold shapes, axes and constant factors.

/// `TensorProto.DataType`, as far as it matters here.
enum class OnnxType { unknown, real, integer, truth };

struct OnnxTensor {
    std::string name;
    std::vector<std::int64_t> extents;
    OnnxType type = OnnxType::unknown;
    /// The name of the exact format ("FLOAT", "FLOAT16", ...).
    const char* format = "";
    /// All values in order, if there are only a few.
    std::optional<std::vector<std::int64_t>> integers;
    std::optional<std::vector<double>> reals;
};

struct OnnxAttribute {
    std::string name;
    std::optional<double> real;
    std::optional<std::int64_t> integer;
    std::string text;
    std::vector<std::int64_t> integers;
    std::vector<double> reals;
    std::optional<OnnxTensor> tensor;
};

struct OnnxNode {
    std::string kind;
    std::string name;
    std::string domain;
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    std::vector<OnnxAttribute> attributes;

    const OnnxAttribute* attribute(std::string_view key) const;
    std::int64_t integer(std::string_view key, std::int64_t otherwise) const;
    std::vector<std::int64_t> integers(std::string_view key) const;
    std::string_view text(std::string_view key) const;
    /// Name of input `i`; empty if there is none.
    std::string_view input(std::size_t i) const;
};

/// One extent of a declared shape: a number, or a name, or nothing.
struct OnnxExtent {
    std::optional<std::int64_t> number;
    std::string name;
};

struct OnnxValueInfo {
    std::string name;
    OnnxType type = OnnxType::unknown;
    std::optional<std::vector<OnnxExtent>> extents;
};

struct OnnxGraph {
    std::vector<OnnxNode> nodes;
    std::vector<OnnxTensor> initializers;
    std::vector<OnnxValueInfo> inputs;
    std::vector<OnnxValueInfo> outputs;
    std::vector<OnnxValueInfo> values;
    /// Opset version of the standard operators.
    std::int64_t opset = 0;
};

struct OnnxGraphReading {
    std::optional<OnnxGraph> graph;
    std::vector<JsonIssue> issues;
};

/// Reads the graph of a model; bodies of loops and branches are skipped.
OnnxGraphReading read_onnx_graph(std::istream& stream);

/// An ONNX graph as operators over the tensors of one sample.
struct OnnxReading {
    ImportedNetwork imported;
    /// Initializers that are not parameters: integers and booleans, scalars, running statistics.
    std::vector<std::string> buffers;
    /// Codes: `bad-wire` (invalid protobuf at that byte), `truncated-file`, `too-large`, `too-deep`, `no-graph`,
    /// `no-input`, `open-dimension` (an extent other than the batch without a number; one of each that `input` lacks),
    /// `nothing-counted`.
    std::vector<JsonIssue> issues;
};

/// Reads an ONNX model (github.com/onnx/onnx, IR versions 3 to 10) from a seekable stream of 2 GiB at most. Payloads
/// are skipped, external data is never opened. The first axis of every input is the batch; `input` gives extents that
/// the graph leaves open: height and width of feature maps, the length of sequences.
///
/// Floating-point initializers with at least one axis are trainable parameters.
OnnxReading import_onnx(std::istream& stream, const ModelInput& input = {});

} // namespace rigwright
