// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/onnx_writer.h"

#include <QList>

#include <cstdint>
#include <functional>
#include <vector>

namespace rigwright::test {

/// A change of each node before it is written.
using OnnxChange = std::function<void(OnnxWriter::Node&)>;

/// Nodes from the map "x" of 4 x 6 x 6 to "y".
struct SmallGraph {
    const char* name;
    std::function<void(OnnxWriter&)> write;
    /// The resulting operators without views, and the shape of "y".
    const char* words;
    QList<qint64> shape;
    std::int64_t parameters = 0;
};

/// Nodes that end in the list "n": the extents between the batch and what is left of 144 elements.
struct ShapeArithmetic {
    const char* name;
    std::function<void(OnnxWriter&)> nodes;
    QList<qint64> expected;
};

/// One small graph for every operator that the importer knows.
const std::vector<SmallGraph>& understood_graphs();
/// Unsupported operators: they give no layer and are listed as not counted.
const std::vector<SmallGraph>& refused_graphs();
/// Computed shapes, as exporters write them.
const std::vector<ShapeArithmetic>& arithmetic_graphs();
/// Arithmetic without a result: the list and everything that depends on it stay unknown.
const std::vector<ShapeArithmetic>& impossible_arithmetic();

/// The whole file; `before` may declare more than the graph needs.
OnnxWriter written(const SmallGraph& graph, const OnnxChange& change = {},
                   const std::function<void(OnnxWriter&)>& before = {});
OnnxWriter written(const ShapeArithmetic& arithmetic, const OnnxChange& change = {},
                   const std::function<void(OnnxWriter&)>& before = {});

} // namespace rigwright::test
